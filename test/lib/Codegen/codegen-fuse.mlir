// RUN: partita-opt %s -split-input-file --codegen-fuse | FileCheck %s
// RUN: partita-opt %s -split-input-file --codegen-fuse=opt-level=0 | FileCheck %s --check-prefix=O0
//
// Which ops become library calls, which share a kernel, and which do not.

// A bias, a residual and relu go into the call; nothing is left for a kernel.
// CHECK-LABEL: @epilogue
// CHECK: comm.gemm %[[X:.*]], %{{.*}} bias %{{.*}} residual %[[X]] {relu}
// CHECK-NOT: comm.launch
// O0-LABEL: @epilogue
// O0: comm.gemm %{{[0-9]+}}, %{{[0-9]+}} : tensor<4x8xf32>, tensor<8x8xf32> ->
// O0: comm.launch @add_0
// O0: comm.launch @add_1
// O0: comm.launch @relu_2
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<4x8xf32>>], comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @epilogue ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<4x8xf32>
    %w = comm.weight "w" in "" at 0 starts [[0, 0]] of tensor<8x8xf32> : tensor<8x8xf32>
    %b = comm.weight "b" in "" at 256 starts [[0]] of tensor<8xf32> : tensor<8xf32>
    %0 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = graph.add %b, %0 : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = graph.add %1, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = graph.relu %2 : (tensor<4x8xf32>) -> tensor<4x8xf32>
    comm.output %3, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32> : tensor<4x8xf32>
    comm.return
  }
}

// -----

// Element-wise ops, a row-wise softmax and what reads it are one kernel, and
// the splat is part of it. The value that is also an output is a second result.
// CHECK-LABEL: @chain
// CHECK: %[[R:.*]]:2 = comm.launch @mul_add_softmax_0(%{{[0-9]+}}, %{{[0-9]+}})
// CHECK: comm.output %[[R]]#1, 0
// CHECK: comm.output %[[R]]#0, 1
// CHECK: func.func private @mul_add_softmax_0
// CHECK: graph.constant dense<2.0
// O0-LABEL: @chain
// O0-COUNT-3: comm.launch
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<4x8xf32>>], comm.outputs = [#comm.io<"y", tensor<4x8xf32>>, #comm.io<"z", tensor<4x8xf32>>]} {
  comm.program @chain ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<4x8xf32>
    %b = comm.weight "b" in "" at 256 starts [[0]] of tensor<8xf32> : tensor<8xf32>
    %c = graph.constant dense<2.0> : tensor<f32>
    %0 = graph.mul %x, %c : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %1 = graph.add %0, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    %2 = graph.softmax %1 {axis = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    comm.output %2, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32> : tensor<4x8xf32>
    comm.output %1, 1 "z" starts [[0, 0]] owner [true] of tensor<4x8xf32> : tensor<4x8xf32>
    comm.return
  }
}

// -----

// A large transpose of a value that others read too has no rows in common with
// it; equal kernels are one function, named once.
// CHECK-LABEL: @apart
// CHECK: comm.launch @exp_0
// CHECK: comm.launch @transpose_neg_1
// CHECK: comm.launch @transpose_neg_1
// CHECK-NOT: func.func private @{{.*}}_2
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<200x200xf32>>], comm.outputs = [#comm.io<"y", tensor<200x200xf32>>, #comm.io<"z", tensor<200x200xf32>>]} {
  comm.program @apart ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<200x200xf32>
    %0 = graph.exp %x : (tensor<200x200xf32>) -> tensor<200x200xf32>
    %1 = graph.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<200x200xf32>) -> tensor<200x200xf32>
    %2 = graph.neg %1 : (tensor<200x200xf32>) -> tensor<200x200xf32>
    %3 = graph.reshape %0 : (tensor<200x200xf32>) -> tensor<200x200xf32>
    %4 = graph.transpose %3 {permutation = array<i64: 1, 0>} : (tensor<200x200xf32>) -> tensor<200x200xf32>
    %5 = graph.neg %4 : (tensor<200x200xf32>) -> tensor<200x200xf32>
    comm.output %2, 0 "y" starts [[0, 0]] owner [true] of tensor<200x200xf32> : tensor<200x200xf32>
    comm.output %5, 1 "z" starts [[0, 0]] owner [true] of tensor<200x200xf32> : tensor<200x200xf32>
    comm.return
  }
}

// -----

// What does not need the collective stays in front of the wait.
// CHECK-LABEL: @overlap
// CHECK: comm.all_reduce
// CHECK: comm.launch @exp_0
// CHECK: comm.wait
// CHECK: comm.launch @add_1
module attributes {comm.num_ranks = 2 : i64, comm.inputs = [#comm.io<"x", tensor<4x8xf32>>], comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @overlap ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [0, 0]] : tensor<4x8xf32>
    %f = comm.all_reduce %x sum channel 0 groups [<[0, 1]>] : tensor<4x8xf32> -> !comm.future<tensor<4x8xf32>>
    %0 = graph.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = comm.wait %f : !comm.future<tensor<4x8xf32>>
    %2 = graph.add %0, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    comm.output %2, 0 "y" starts [[0, 0], [0, 0]] owner [true, false] of tensor<4x8xf32> : tensor<4x8xf32>
    comm.return
  }
}

// -----

// An op between producer and consumer that reads one and feeds the other keeps
// them apart: the group would wait for itself.
// CHECK-LABEL: @cycle
// CHECK: %[[A:.*]] = comm.launch @exp_0
// CHECK: %[[G:.*]] = comm.gemm %[[A]]
// CHECK: comm.launch @neg_add_1(%[[G]], %[[A]])
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<8x8xf32>>], comm.outputs = [#comm.io<"y", tensor<8x8xf32>>]} {
  comm.program @cycle ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<8x8xf32>
    %0 = graph.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = graph.matmul %0, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = graph.neg %1 : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = graph.add %0, %2 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    comm.output %3, 0 "y" starts [[0, 0]] owner [true] of tensor<8x8xf32> : tensor<8x8xf32>
    comm.return
  }
}

// -----

// Empty results need no step; integer products are kernels, concat is copies.
// CHECK-LABEL: @kinds
// CHECK-NOT: graph.relu
// CHECK: comm.launch @matmul_0
// CHECK: comm.concat %{{.*}}, %{{.*}} along 0
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<2x2xi64>>, #comm.io<"e", tensor<0x2xf32>>], comm.outputs = [#comm.io<"y", tensor<4x2xi64>>, #comm.io<"z", tensor<0x2xf32>>]} {
  comm.program @kinds ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x2xi64>
    %e = comm.input 1 "e" starts [[0, 0]] : tensor<0x2xf32>
    %0 = graph.matmul %x, %x : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
    %1 = graph.concat %0, %x {axis = 0 : i64} : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<4x2xi64>
    %2 = graph.relu %e : (tensor<0x2xf32>) -> tensor<0x2xf32>
    comm.output %1, 0 "y" starts [[0, 0]] owner [true] of tensor<4x2xi64> : tensor<4x2xi64>
    comm.output %2, 1 "z" starts [[0, 0]] owner [true] of tensor<0x2xf32> : tensor<0x2xf32>
    comm.return
  }
}
