// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Element-wise ops check shapes and element types.

func.func @unary_c1_shape(%x: tensor<4x8xf32>) {
  // expected-error @below {{'graph.relu' op expects result type 'tensor<4x8xf32>', got 'tensor<8x4xf32>'}}
  %0 = graph.relu %x : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @unary_c1_type(%x: tensor<4xi32>) {
  // expected-error @below {{expects result type 'tensor<4xi32>', got 'tensor<4xi64>'}}
  %0 = graph.neg %x : (tensor<4xi32>) -> tensor<4xi64>
  return
}

// -----

func.func @cast_c1(%x: tensor<4xi32>) {
  // expected-error @below {{expects result type 'tensor<4xf32>', got 'tensor<f32>'}}
  %0 = graph.cast %x : (tensor<4xi32>) -> tensor<f32>
  return
}

// -----

func.func @element_type(%x: tensor<4xf64>) {
  // expected-error @below {{operand #0 must be statically shaped tensor of 32-bit float}}
  %0 = graph.relu %x : (tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @dynamic_shape(%x: tensor<?xf32>) {
  // expected-error @below {{operand #0 must be statically shaped tensor}}
  %0 = graph.tanh %x : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @gelu_c2(%x: tensor<4xf32>) {
  // expected-error @below {{expects 'approximate' to be "none" or "tanh", got "fast"}}
  %0 = graph.gelu %x {approximate = "fast"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @binary_c1_operands(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 4x8 and 4}}
  %0 = graph.add %x, %y : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @binary_c1_result(%x: tensor<4x1xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{expects result type 'tensor<4x3xf32>', got 'tensor<4x1xf32>'}}
  %0 = graph.mul %x, %y : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @binary_c2(%x: tensor<4xf32>, %y: tensor<4xi64>) {
  // expected-error @below {{expects operand 1 of element type 'f32', got 'i64'}}
  %0 = graph.pow %x, %y : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @compare_result(%x: tensor<4xf32>) {
  // expected-error @below {{result #0 must be statically shaped tensor of 1-bit signless integer}}
  %0 = graph.less %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @where_c2(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error @below {{expects operand 2 of element type 'f32', got 'i32'}}
  %0 = graph.where %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @where_c1(%c: tensor<3xi1>, %x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error @below {{expects shapes that broadcast, got 3 and 4 and scalar}}
  %0 = graph.where %c, %x, %y : (tensor<3xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
