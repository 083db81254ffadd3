// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Reductions and normalizations check their axes and types.

func.func @reduce_sum_c1_order(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects 'axes' to be ascending dims of a tensor of rank 2, got [1, 0]}}
  %0 = graph.reduce_sum %x {axes = array<i64: 1, 0>, keepdims = false} : (tensor<4x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_max_c1_range(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects 'axes' to be ascending dims of a tensor of rank 2, got [2]}}
  %0 = graph.reduce_max %x {axes = array<i64: 2>, keepdims = false} : (tensor<4x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_sum_c1_negative(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects 'axes' to be ascending dims of a tensor of rank 2, got [-1]}}
  %0 = graph.reduce_sum %x {axes = array<i64: -1>, keepdims = false} : (tensor<4x6xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_sum_c2(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects result type 'tensor<4x1xf32>', got 'tensor<4xf32>'}}
  %0 = graph.reduce_sum %x {axes = array<i64: 1>, keepdims = true} : (tensor<4x6xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @softmax_c1(%x: tensor<f32>) {
  // expected-error @below {{expects 'axis' to be a dim of a tensor of rank 0, got 0}}
  %0 = graph.softmax %x {axis = 0 : i64} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @softmax_c2(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects result type 'tensor<4x6xf32>', got 'tensor<4xf32>'}}
  %0 = graph.softmax %x {axis = 1 : i64} : (tensor<4x6xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @layer_norm_c1(%x: tensor<4x6xf32>, %s: tensor<6xf32>) {
  // expected-error @below {{expects 'axis' to be a dim of a tensor of rank 2, got -1}}
  %0 = graph.layer_norm %x, %s {axis = -1 : i64, epsilon = 0.1 : f32} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @layer_norm_c2_scale(%x: tensor<4x6xf32>, %s: tensor<1xf32>) {
  // expected-error @below {{expects scale of shape 6, got 1}}
  %0 = graph.layer_norm %x, %s {axis = 1 : i64, epsilon = 0.1 : f32} : (tensor<4x6xf32>, tensor<1xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @layer_norm_c2_bias(%x: tensor<4x6xf32>, %s: tensor<6xf32>, %b: tensor<4x6xf32>) {
  // expected-error @below {{expects bias of shape 6, got 4x6}}
  %0 = graph.layer_norm %x, %s, %b {axis = 1 : i64, epsilon = 0.1 : f32} : (tensor<4x6xf32>, tensor<6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @layer_norm_c3(%x: tensor<4x6xf32>, %s: tensor<6xf32>) {
  // expected-error @below {{expects result type 'tensor<4x6xf32>', got 'tensor<6xf32>'}}
  %0 = graph.layer_norm %x, %s {axis = 1 : i64, epsilon = 0.1 : f32} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}
