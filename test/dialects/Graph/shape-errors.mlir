// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Shape ops check their attributes and result types.

func.func @reshape_c1(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects a result of 24 elements, got 25 in shape 5x5}}
  %0 = graph.reshape %x : (tensor<4x6xf32>) -> tensor<5x5xf32>
  return
}

// -----

func.func @reshape_c1_type(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects result of element type 'f32', got 'i32'}}
  %0 = graph.reshape %x : (tensor<4x6xf32>) -> tensor<24xi32>
  return
}

// -----

func.func @transpose_c1_twice(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects 'permutation' to hold each of 2 dims once, got [1, 1]}}
  %0 = graph.transpose %x {permutation = array<i64: 1, 1>} : (tensor<4x6xf32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @transpose_c1_range(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects 'permutation' to hold each of 2 dims once, got [0, -1]}}
  %0 = graph.transpose %x {permutation = array<i64: 0, -1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @transpose_c1_length(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects 'permutation' to hold each of 2 dims once, got [0]}}
  %0 = graph.transpose %x {permutation = array<i64: 0>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @transpose_c2(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects result type 'tensor<6x4xf32>', got 'tensor<4x6xf32>'}}
  %0 = graph.transpose %x {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @broadcast_to_c1_rank(%x: tensor<1x6xf32>) {
  // expected-error @below {{expects a result shape that 1x6 broadcasts to, got 6}}
  %0 = graph.broadcast_to %x : (tensor<1x6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @broadcast_to_c1_extent(%x: tensor<2x6xf32>) {
  // expected-error @below {{expects a result shape that 2x6 broadcasts to, got 4x6}}
  %0 = graph.broadcast_to %x : (tensor<2x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @broadcast_to_c2(%x: tensor<6xf32>) {
  // expected-error @below {{expects result of element type 'f32', got 'i1'}}
  %0 = graph.broadcast_to %x : (tensor<6xf32>) -> tensor<4x6xi1>
  return
}

// -----

func.func @slice_c1_count(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects 2 starts and steps, got 1 and 2}}
  %0 = graph.slice %x {starts = array<i64: 0>, steps = array<i64: 1, 1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @slice_c1_step(%x: tensor<4xf32>) {
  // expected-error @below {{expects steps other than 0, got 0 in dim 0}}
  %0 = graph.slice %x {starts = array<i64: 0>, steps = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_c2_end(%x: tensor<6xf32>) {
  // expected-error @below {{expects to read indices from 0 to 5 of dim 0, got 7}}
  %0 = graph.slice %x {starts = array<i64: 1>, steps = array<i64: 3>} : (tensor<6xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_c2_start(%x: tensor<6xf32>) {
  // expected-error @below {{expects to read indices from 0 to 5 of dim 0, got -1}}
  %0 = graph.slice %x {starts = array<i64: -1>, steps = array<i64: 1>} : (tensor<6xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_c2_overflow(%x: tensor<6xf32>) {
  // expected-error @below {{expects a step of less than 6 in dim 0, got -9223372036854775808}}
  %0 = graph.slice %x {starts = array<i64: 1>, steps = array<i64: -9223372036854775808>} : (tensor<6xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_c3(%x: tensor<6xf32>) {
  // expected-error @below {{expects a result of rank 1, got 2}}
  %0 = graph.slice %x {starts = array<i64: 0>, steps = array<i64: 1>} : (tensor<6xf32>) -> tensor<6x1xf32>
  return
}

// -----

func.func @concat_c1_none() {
  // expected-error @below {{expects an operand, got none}}
  %0 = graph.concat {axis = 0 : i64} : () -> tensor<0xf32>
  return
}

// -----

func.func @concat_c1_axis(%x: tensor<4x6xf32>) {
  // expected-error @below {{expects 'axis' to be a dim of a tensor of rank 2, got 2}}
  %0 = graph.concat %x {axis = 2 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @concat_c2_shape(%x: tensor<4x6xf32>, %y: tensor<5x6xf32>) {
  // expected-error @below {{expects operand 1 to have the shape 4x6 but for dim 1, got 5x6}}
  %0 = graph.concat %x, %y {axis = 1 : i64} : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x12xf32>
  return
}

// -----

func.func @concat_c2_rank(%x: tensor<4x6xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{expects operand 1 to have the shape 4x6 but for dim 1, got 4}}
  %0 = graph.concat %x, %y {axis = 1 : i64} : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4x12xf32>
  return
}

// -----

func.func @concat_c2_type(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error @below {{expects operand 1 of element type 'f32', got 'i32'}}
  %0 = graph.concat %x, %y {axis = 0 : i64} : (tensor<4xf32>, tensor<4xi32>) -> tensor<8xf32>
  return
}

// -----

func.func @concat_c3(%x: tensor<4xf32>, %y: tensor<2xf32>) {
  // expected-error @below {{expects result type 'tensor<6xf32>', got 'tensor<8xf32>'}}
  %0 = graph.concat %x, %y {axis = 0 : i64} : (tensor<4xf32>, tensor<2xf32>) -> tensor<8xf32>
  return
}
