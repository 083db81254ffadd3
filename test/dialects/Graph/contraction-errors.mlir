// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Products and windows check their operands, attributes and result types.

func.func @matmul_c1_rank(%a: tensor<8xf32>, %b: tensor<8x6xf32>) {
  // expected-error @below {{expects operands of rank 2 or more, got shapes 8 and 8x6}}
  %0 = graph.matmul %a, %b : (tensor<8xf32>, tensor<8x6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @matmul_c1_type(%a: tensor<4x8xf32>, %b: tensor<8x6xi32>) {
  // expected-error @below {{expects rhs of element type 'f32', got 'i32'}}
  %0 = graph.matmul %a, %b : (tensor<4x8xf32>, tensor<8x6xi32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @matmul_c2(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>) {
  // expected-error @below {{expects rhs to have 8 columns as lhs demands, got shapes 4x8 and 8x6}}
  %0 = graph.matmul %a, %b {transpose_b = true} : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @matmul_c3_batch(%a: tensor<2x4x8xf32>, %b: tensor<3x8x6xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 2 and 3}}
  %0 = graph.matmul %a, %b : (tensor<2x4x8xf32>, tensor<3x8x6xf32>) -> tensor<3x4x6xf32>
  return
}

// -----

func.func @matmul_c3_result(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>) {
  // expected-error @below {{expects result type 'tensor<4x6xf32>', got 'tensor<6x4xf32>'}}
  %0 = graph.matmul %a, %b : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @conv_c1(%x: tensor<1x3xf32>, %w: tensor<8x3xf32>) {
  // expected-error @below {{expects input and filter of one rank, 3 or more, got 1x3 and 8x3}}
  %0 = graph.conv %x, %w {strides = array<i64>, pads = array<i64>, dilations = array<i64>} : (tensor<1x3xf32>, tensor<8x3xf32>) -> tensor<1x8xf32>
  return
}

// -----

func.func @conv_c2_count(%x: tensor<1x3x9xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @below {{expects 2 entries in 'pads', got 1}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, pads = array<i64: 0>, dilations = array<i64: 1>} : (tensor<1x3x9xf32>, tensor<8x3x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

func.func @conv_c2_stride(%x: tensor<1x3x9xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @below {{expects entries from 1 to 2147483647 in 'strides', got 0}}
  %0 = graph.conv %x, %w {strides = array<i64: 0>, pads = array<i64: 0, 0>, dilations = array<i64: 1>} : (tensor<1x3x9xf32>, tensor<8x3x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

func.func @conv_c2_group(%x: tensor<1x3x9xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @below {{expects 'group' to be 1 or more, got 0}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>, group = 0 : i64} : (tensor<1x3x9xf32>, tensor<8x3x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

func.func @conv_c3_channels(%x: tensor<1x3x9xf32>, %w: tensor<8x2x3xf32>) {
  // expected-error @below {{expects an input of 2 x 2 channels, got 3}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>, group = 2 : i64} : (tensor<1x3x9xf32>, tensor<8x2x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

func.func @conv_c3_outputs(%x: tensor<1x6x9xf32>, %w: tensor<8x2x3xf32>) {
  // expected-error @below {{expects 'group' to divide 8 output channels, got 3}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>, group = 3 : i64} : (tensor<1x6x9xf32>, tensor<8x2x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

func.func @conv_c4(%x: tensor<1x3x9xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @below {{expects result type 'tensor<1x8x4xf32>', got 'tensor<1x8x5xf32>'}}
  %0 = graph.conv %x, %w {strides = array<i64: 2>, pads = array<i64: 0, 0>, dilations = array<i64: 1>} : (tensor<1x3x9xf32>, tensor<8x3x3xf32>) -> tensor<1x8x5xf32>
  return
}

// -----

func.func @conv_c4_window(%x: tensor<1x3x4xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @below {{expects windows that fit the padded input, got 5 over 4 in spatial dim 0}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 2>} : (tensor<1x3x4xf32>, tensor<8x3x3xf32>) -> tensor<1x8x1xf32>
  return
}

// -----

func.func @max_pool_c1(%x: tensor<3x9xf32>) {
  // expected-error @below {{expects an input of rank 3 or more, got 3x9}}
  %0 = graph.max_pool %x {kernel = array<i64>, strides = array<i64>, pads = array<i64>, dilations = array<i64>} : (tensor<3x9xf32>) -> tensor<3x9xf32>
  return
}

// -----

func.func @max_pool_c2(%x: tensor<1x3x9xf32>) {
  // expected-error @below {{expects entries from 0 to 2147483647 in 'pads', got -1}}
  %0 = graph.max_pool %x {kernel = array<i64: 3>, strides = array<i64: 1>, pads = array<i64: 0, -1>, dilations = array<i64: 1>} : (tensor<1x3x9xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @max_pool_c3(%x: tensor<1x3x9xf32>) {
  // expected-error @below {{expects result type 'tensor<1x3x7xf32>', got 'tensor<1x3x9xf32>'}}
  %0 = graph.max_pool %x {kernel = array<i64: 3>, strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>} : (tensor<1x3x9xf32>) -> tensor<1x3x9xf32>
  return
}
