// RUN: partita-opt %s -split-input-file --codegen-fuse | FileCheck %s
// RUN: partita-opt %s -split-input-file --codegen-fuse=opt-level=1 | FileCheck %s --check-prefix=O1
//
// Which images lie channels last: those between library calls and reductions.

// O1-NOT: _last

// The residual and the pool go along; the sum reads its input transposed.
// CHECK-LABEL: @residual
// CHECK: %[[A:.*]] = comm.conv %{{.*}} {{{.*}}result_last{{.*}}} : tensor<1x3x8x8xf32>, {{.*}} -> tensor<1x8x8x4xf32>
// CHECK: %[[P:.*]] = comm.max_pool %[[A]] {channels_last{{.*}}} : tensor<1x8x8x4xf32> -> tensor<1x4x4x4xf32>
// CHECK: %[[B:.*]] = comm.conv %[[P]], %{{.*}} residual %[[P]] {{{.*}}input_last{{.*}}result_last{{.*}}}
// CHECK: comm.launch @transpose_reduce_sum_0(%[[B]])
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x3x8x8xf32>>], comm.outputs = [#comm.io<"y", tensor<1x4xf32>>]} {
  comm.program @residual ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x3x8x8xf32>
    %v = comm.weight "v" in "" at 0 starts [[0, 0, 0, 0]] of tensor<4x3x3x3xf32> : tensor<4x3x3x3xf32>
    %w = comm.weight "w" in "" at 432 starts [[0, 0, 0, 0]] of tensor<4x4x3x3xf32> : tensor<4x4x3x3xf32>
    %0 = graph.conv %x, %v {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, group = 1 : i64} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32>
    %1 = graph.max_pool %0 {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
    %2 = graph.conv %1, %w {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, group = 1 : i64} : (tensor<1x4x4x4xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x4x4xf32>
    %3 = graph.add %2, %1 : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %4 = graph.reduce_sum %3 {axes = array<i64: 2, 3>, keepdims = false} : (tensor<1x4x4x4xf32>) -> tensor<1x4xf32>
    comm.output %4, 0 "y" starts [[0, 0]] owner [true] of tensor<1x4xf32> : tensor<1x4xf32>
    comm.return
  }
}

// -----

// An output is laid as the model says, and so is all that goes with it; a
// computed filter stays, too.
// CHECK-LABEL: @fixed
// CHECK-NOT: _last
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<4x4x3x3xf32>>], comm.outputs = [#comm.io<"y", tensor<4x4x3x3xf32>>]} {
  comm.program @fixed ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<4x4x3x3xf32>
    %w = comm.weight "w" in "" at 0 starts [[0, 0, 0, 0]] of tensor<4x4x3x3xf32> : tensor<4x4x3x3xf32>
    %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, group = 1 : i64} : (tensor<4x4x3x3xf32>, tensor<4x4x3x3xf32>) -> tensor<4x4x3x3xf32>
    %1 = graph.conv %x, %0 {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, group = 1 : i64} : (tensor<4x4x3x3xf32>, tensor<4x4x3x3xf32>) -> tensor<4x4x3x3xf32>
    %2 = graph.conv %x, %w {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, group = 1 : i64} : (tensor<4x4x3x3xf32>, tensor<4x4x3x3xf32>) -> tensor<4x4x3x3xf32>
    %3 = graph.add %1, %2 : (tensor<4x4x3x3xf32>, tensor<4x4x3x3xf32>) -> tensor<4x4x3x3xf32>
    comm.output %3, 0 "y" starts [[0, 0, 0, 0]] owner [true] of tensor<4x4x3x3xf32> : tensor<4x4x3x3xf32>
    comm.return
  }
}

// -----

// A transpose to channels first is not computed.
// CHECK-LABEL: @transposed
// CHECK: %[[X:.*]] = comm.input
// CHECK: %[[R:.*]] = graph.reshape %[[X]] : (tensor<1x9x4x1xf32>) -> tensor<1x9x1x4xf32>
// CHECK: comm.conv %[[R]], %{{.*}} {{{.*}}input_last{{.*}}} : tensor<1x9x1x4xf32>
// CHECK-NOT: comm.launch
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<1x9x4x1xf32>>], comm.outputs = [#comm.io<"y", tensor<1x4x7x1xf32>>]} {
  comm.program @transposed ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0, 0, 0]] : tensor<1x9x4x1xf32>
    %w = comm.weight "w" in "" at 0 starts [[0, 0, 0, 0]] of tensor<4x4x3x1xf32> : tensor<4x4x3x1xf32>
    %0 = graph.transpose %x {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x9x4x1xf32>) -> tensor<1x4x9x1xf32>
    %1 = graph.conv %0, %w {strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, group = 1 : i64} : (tensor<1x4x9x1xf32>, tensor<4x4x3x1xf32>) -> tensor<1x4x7x1xf32>
    comm.output %1, 0 "y" starts [[0, 0, 0, 0]] owner [true] of tensor<1x4x7x1xf32> : tensor<1x4x7x1xf32>
    comm.return
  }
}
