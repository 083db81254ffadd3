// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Gather ops check their attributes and result types.

func.func @gather_c1(%x: tensor<2x9xf32>, %i: tensor<4xi64>) {
  // expected-error @below {{expects 'axis' to be a dim of a tensor of rank 2, got -1}}
  %0 = graph.gather %x, %i {axis = -1 : i64} : (tensor<2x9xf32>, tensor<4xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_c1_scalar(%x: tensor<f32>, %i: tensor<4xi64>) {
  // expected-error @below {{expects 'axis' to be a dim of a tensor of rank 0, got 0}}
  %0 = graph.gather %x, %i {axis = 0 : i64} : (tensor<f32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @gather_c2(%x: tensor<2x9xf32>, %i: tensor<4xi64>) {
  // expected-error @below {{expects result type 'tensor<2x4xf32>', got 'tensor<4x2xf32>'}}
  %0 = graph.gather %x, %i {axis = 1 : i64} : (tensor<2x9xf32>, tensor<4xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @gather_indices(%x: tensor<2x9xf32>, %i: tensor<4xf32>) {
  // expected-error @below {{operand #1 must be statically shaped tensor of 32-bit signless integer or 64-bit signless integer}}
  %0 = graph.gather %x, %i {axis = 1 : i64} : (tensor<2x9xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_elements_c1_axis(%x: tensor<2x9xf32>, %i: tensor<2x9xi64>) {
  // expected-error @below {{expects 'axis' to be a dim of a tensor of rank 2, got 2}}
  %0 = graph.gather_elements %x, %i {axis = 2 : i64} : (tensor<2x9xf32>, tensor<2x9xi64>) -> tensor<2x9xf32>
  return
}

// -----

func.func @gather_elements_c1_rank(%x: tensor<2x9xf32>, %i: tensor<9xi64>) {
  // expected-error @below {{expects indices of rank 2, got 1}}
  %0 = graph.gather_elements %x, %i {axis = 1 : i64} : (tensor<2x9xf32>, tensor<9xi64>) -> tensor<9xf32>
  return
}

// -----

func.func @gather_elements_c2(%x: tensor<2x9xf32>, %i: tensor<3x9xi64>) {
  // expected-error @below {{expects indices of extent 2 or less in dim 0, got 3}}
  %0 = graph.gather_elements %x, %i {axis = 1 : i64} : (tensor<2x9xf32>, tensor<3x9xi64>) -> tensor<3x9xf32>
  return
}

// -----

func.func @gather_elements_c3(%x: tensor<2x9xf32>, %i: tensor<2x4xi64>) {
  // expected-error @below {{expects result type 'tensor<2x4xf32>', got 'tensor<2x9xf32>'}}
  %0 = graph.gather_elements %x, %i {axis = 1 : i64} : (tensor<2x9xf32>, tensor<2x4xi64>) -> tensor<2x9xf32>
  return
}

// -----

func.func @gather_nd_c1_range(%x: tensor<2x9xf32>, %i: tensor<2x1xi64>) {
  // expected-error @below {{expects 'batch_dims' from 0 to 1, got 2}}
  %0 = graph.gather_nd %x, %i {batch_dims = 2 : i64} : (tensor<2x9xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_nd_c1_scalar(%x: tensor<2x9xf32>, %i: tensor<i64>) {
  // expected-error @below {{expects indices of rank 1 or more, got a scalar}}
  %0 = graph.gather_nd %x, %i {batch_dims = 0 : i64} : (tensor<2x9xf32>, tensor<i64>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_nd_c1_extents(%x: tensor<2x9xf32>, %i: tensor<3x1xi64>) {
  // expected-error @below {{expects data and indices to begin with the same 1 extents, got shapes 2x9 and 3x1}}
  %0 = graph.gather_nd %x, %i {batch_dims = 1 : i64} : (tensor<2x9xf32>, tensor<3x1xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_nd_c2(%x: tensor<2x9xf32>, %i: tensor<2x2xi64>) {
  // expected-error @below {{expects vectors of 1 indices or less, got 2}}
  %0 = graph.gather_nd %x, %i {batch_dims = 1 : i64} : (tensor<2x9xf32>, tensor<2x2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_nd_c3(%x: tensor<2x9xf32>, %i: tensor<5x1xi64>) {
  // expected-error @below {{expects result type 'tensor<5x9xf32>', got 'tensor<5xf32>'}}
  %0 = graph.gather_nd %x, %i {batch_dims = 0 : i64} : (tensor<2x9xf32>, tensor<5x1xi64>) -> tensor<5xf32>
  return
}
