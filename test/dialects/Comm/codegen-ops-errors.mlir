// RUN: partita-opt %s -split-input-file -verify-diagnostics
//
// Constraints of the ops that code generation makes.

// conv_c1
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x3x4x4xf32>>], comm.outputs = []} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x3x4x4xf32>
    %v = comm.weight "v" in "" at 0 starts [[0, 0]] of tensor<4x3xf32> : tensor<4x3xf32>
    %w = comm.weight "w" in "" at 0 starts [[0, 0, 0, 0]] of tensor<4x3x3x3xf32> : tensor<4x3x3x3xf32>
    // expected-error @below {{'comm.conv' op expects f32 with one or two spatial dims, got 'tensor<4x3xf32>'}}
    %0 = comm.conv %v, %w {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, group = 1 : i64} : tensor<4x3xf32>, tensor<4x3x3x3xf32> -> tensor<1x5x4x4xf32>
    comm.return
  }
}

// -----

// conv_c2: channels are dim 1
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x3x4x4xf32>>], comm.outputs = []} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x3x4x4xf32>
    %w = comm.weight "w" in "" at 0 starts [[0, 0, 0, 0]] of tensor<5x3x3x3xf32> : tensor<5x3x3x3xf32>
    %b = comm.weight "b" in "" at 0 starts [[0]] of tensor<4xf32> : tensor<4xf32>
    // expected-error @below {{'comm.conv' op expects 5 elements of bias, got 'tensor<4xf32>'}}
    %0 = comm.conv %x, %w bias %b {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, group = 1 : i64} : tensor<1x3x4x4xf32>, tensor<5x3x3x3xf32> bias tensor<4xf32> -> tensor<1x5x4x4xf32>
    comm.return
  }
}

// -----

// conv_c2: channels are the last dim
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x3x4x4xf32>>], comm.outputs = []} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x3x4x4xf32>
    %w = comm.weight "w" in "" at 0 starts [[0, 0, 0, 0]] of tensor<5x3x3x3xf32> : tensor<5x3x3x3xf32>
    %b = comm.weight "b" in "" at 0 starts [[0]] of tensor<4xf32> : tensor<4xf32>
    // expected-error @below {{'comm.conv' op expects 5 elements of bias, got 'tensor<4xf32>'}}
    %0 = comm.conv %x, %w bias %b {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, group = 1 : i64, result_last} : tensor<1x3x4x4xf32>, tensor<5x3x3x3xf32> bias tensor<4xf32> -> tensor<1x4x4x5xf32>
    comm.return
  }
}

// -----

// conv_c3: the residual lies as the result does
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x3x4x4xf32>>], comm.outputs = []} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x3x4x4xf32>
    %w = comm.weight "w" in "" at 0 starts [[0, 0, 0, 0]] of tensor<3x3x3x3xf32> : tensor<3x3x3x3xf32>
    // expected-error @below {{'comm.conv' op expects residual of type 'tensor<1x4x4x3xf32>', got 'tensor<1x3x4x4xf32>'}}
    %0 = comm.conv %x, %w residual %x {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, group = 1 : i64, result_last} : tensor<1x3x4x4xf32>, tensor<3x3x3x3xf32> residual tensor<1x3x4x4xf32> -> tensor<1x4x4x3xf32>
    comm.return
  }
}

// -----

// max_pool_c1
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x3x4x4xf32>>], comm.outputs = []} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x3x4x4xf32>
    %v = comm.weight "v" in "" at 0 starts [[0, 0, 0, 0]] of tensor<1x3x4x4xi32> : tensor<1x3x4x4xi32>
    // expected-error @below {{'comm.max_pool' op expects f32 with one or two spatial dims, got 'tensor<1x3x4x4xi32>'}}
    %0 = comm.max_pool %v {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : tensor<1x3x4x4xi32> -> tensor<1x3x2x2xi32>
    comm.return
  }
}

// -----

// gemm: inner extents
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x3x4x4xf32>>], comm.outputs = []} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x3x4x4xf32>
    %v = comm.weight "v" in "" at 0 starts [[0, 0]] of tensor<4x8xf32> : tensor<4x8xf32>
    %w = comm.weight "w" in "" at 0 starts [[0, 0]] of tensor<6x4xf32> : tensor<6x4xf32>
    // expected-error @below {{'comm.gemm' op expects a product that the library has, got 'tensor<4x8xf32>' by 'tensor<6x4xf32>'}}
    %0 = comm.gemm %v, %w : tensor<4x8xf32>, tensor<6x4xf32> -> tensor<4x4xf32>
    comm.return
  }
}

// -----

// concat_c1: sum of extents
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x3x4x4xf32>>], comm.outputs = []} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x3x4x4xf32>
    %v = comm.weight "v" in "" at 0 starts [[0, 0]] of tensor<2x8xf32> : tensor<2x8xf32>
    // expected-error @below {{'comm.concat' op expects 5 along dim 0, got 4}}
    %0 = comm.concat %v, %v along 0 : tensor<2x8xf32>, tensor<2x8xf32> -> tensor<5x8xf32>
    comm.return
  }
}

// -----

// launch: no such kernel
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x3x4x4xf32>>], comm.outputs = []} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x3x4x4xf32>
    // expected-error @below {{'comm.launch' op expects a function named @none}}
    %0 = comm.launch @none(%x) : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
    comm.return
  }
}
