// RUN: partita-opt %s --codegen-emit=cpu=x86-64-v3 -o /dev/null | FileCheck %s
//
// Every loop of a row-wise kernel becomes vectors, short rows included: what
// lies in scratch is known not to overlap, and no loop is unrolled before.

// CHECK: define {{.*}}@softmax_0.rows(ptr noalias {{[^,]*}}, ptr noalias {{[^,]*}}, ptr noalias {{[^,]*}}, ptr noalias {{[^,]*}}, ptr noalias
// CHECK: @llvm.vector.reduce.fmaximum.v8f32
// CHECK: fsub contract <8 x float>
// CHECK: fadd reassoc contract <8 x float>
// CHECK: fdiv contract <8 x float>
// CHECK-NOT: fdiv {{.*}}float %
// CHECK: ret void
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<64x32xf32>>], comm.outputs = [#comm.io<"y", tensor<64x32xf32>>]} {
  comm.program @all ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<64x32xf32>
    %0 = graph.softmax %x {axis = 1 : i64} : (tensor<64x32xf32>) -> tensor<64x32xf32>
    comm.output %0, 0 "y" starts [[0, 0]] owner [true] of tensor<64x32xf32> : tensor<64x32xf32>
    comm.return
  }
}
