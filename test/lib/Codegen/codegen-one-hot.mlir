// RUN: partita-opt %s --codegen-fuse | FileCheck %s
// RUN: partita-opt %s --codegen-fuse=opt-level=1 | FileCheck %s --check-prefix=O1
//
// A product with one-hot rows reads the rows, and what follows is part of that.

// Numbers outside of the table give rows of zeros: they are compared with
// themselves, bounded.
// CHECK: %[[X:.*]] = comm.input 0
// CHECK: %[[ROW:.*]]:2 = comm.launch @max_min_equal_0(%[[X]])
// CHECK: %[[FLAT:.*]] = graph.reshape %[[ROW]]#0 : (tensor<3x1xi32>) -> tensor<3xi32>
// CHECK: comm.launch @gather_where_add_1(%{{.*}}, %[[FLAT]], %[[ROW]]#1, %{{.*}})
// A product with other numbers stays one.
// CHECK: comm.gemm
// CHECK-NOT: comm.gemm
// O1-COUNT-2: comm.gemm
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<3x1xi32>>], comm.outputs = [#comm.io<"y", tensor<3x8xf32>>, #comm.io<"z", tensor<3x8xf32>>]} {
  comm.program @all ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<3x1xi32>
    %w = comm.weight "w" in "" at 0 starts [[0, 0]] of tensor<4x8xf32> : tensor<4x8xf32>
    %b = comm.weight "b" in "" at 128 starts [[0]] of tensor<8xf32> : tensor<8xf32>
    %count = graph.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
    %odd = graph.constant dense<[0, 1, 2, 5]> : tensor<4xi32>
    %0 = graph.equal %count, %x : (tensor<4xi32>, tensor<3x1xi32>) -> tensor<3x4xi1>
    %1 = graph.cast %0 : (tensor<3x4xi1>) -> tensor<3x4xf32>
    %2 = graph.matmul %1, %w : (tensor<3x4xf32>, tensor<4x8xf32>) -> tensor<3x8xf32>
    %3 = graph.add %2, %b : (tensor<3x8xf32>, tensor<8xf32>) -> tensor<3x8xf32>
    comm.output %3, 0 "y" starts [[0, 0]] owner [true] of tensor<3x8xf32> : tensor<3x8xf32>
    %4 = graph.equal %x, %odd : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi1>
    %5 = graph.cast %4 : (tensor<3x4xi1>) -> tensor<3x4xf32>
    %6 = graph.matmul %5, %w : (tensor<3x4xf32>, tensor<4x8xf32>) -> tensor<3x8xf32>
    comm.output %6, 1 "z" starts [[0, 0]] owner [true] of tensor<3x8xf32> : tensor<3x8xf32>
    comm.return
  }
}
