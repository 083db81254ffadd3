// RUN: partita-opt %s | partita-opt | FileCheck %s
// Programs and all their ops survive printing and parsing.

// CHECK: module attributes
// CHECK-DAG: comm.inputs = [#comm.io<"x", tensor<6x8xf32>>, #comm.io<"scale", tensor<f32>>]
// CHECK-DAG: comm.num_ranks = 4 : i64
// CHECK-DAG: comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]
module attributes {
    comm.num_ranks = 4 : i64,
    comm.inputs = [#comm.io<"x", tensor<6x8xf32>>, #comm.io<"scale", tensor<f32>>],
    comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  // CHECK: comm.program @front ranks [0, 2] {
  comm.program @front ranks [0, 2] {
    // CHECK-NEXT: %[[X:.*]] = comm.input 0 "x" starts {{\[}}[0, 0], [0, 4]] : tensor<4x4xf32>
    %x = comm.input 0 "x" starts [[0, 0], [0, 4]] : tensor<4x4xf32>
    // CHECK-NEXT: comm.input 1 "scale" starts {{\[}}[], []] : tensor<f32>
    %s = comm.input 1 "scale" starts [[], []] : tensor<f32>
    // CHECK-NEXT: %[[W:.*]] = comm.weight "w" in "more.bin" at 128 starts {{\[}}[0, 0], [0, 4]] of tensor<4x8xf32> : tensor<4x4xf32>
    %w = comm.weight "w" in "more.bin" at 128 starts [[0, 0], [0, 4]] of tensor<4x8xf32>
        : tensor<4x4xf32>
    // CHECK-NEXT: %[[P:.*]] = comm.to_partial %[[X]] sum keep [true, false] : tensor<4x4xf32>
    %p = comm.to_partial %x sum keep [true, false] : tensor<4x4xf32>
    // CHECK-NEXT: comm.slice %[[P]] starts {{\[}}[0, 0], [2, 0]] : tensor<4x4xf32> to tensor<2x4xf32>
    %l = comm.slice %p starts [[0, 0], [2, 0]] : tensor<4x4xf32> to tensor<2x4xf32>
    // CHECK-NEXT: %[[R:.*]] = comm.all_reduce %[[P]] sum channel 0 groups [<[0, 2]>, <[1, 3]>] : tensor<4x4xf32> -> !comm.future<tensor<4x4xf32>>
    %r = comm.all_reduce %p sum channel 0 groups [<[0, 2]>, <[1, 3]>]
        : tensor<4x4xf32> -> !comm.future<tensor<4x4xf32>>
    // CHECK-NEXT: comm.wait %[[R]] : !comm.future<tensor<4x4xf32>>
    %a = comm.wait %r : !comm.future<tensor<4x4xf32>>
    // CHECK-NEXT: graph.relu
    %b = graph.relu %a : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK-NEXT: %[[G:.*]] = comm.all_gather %{{.*}} channel 1 along 0 groups [<[0, 1], cuts = [0, 4, 6]>, <[2, 3], cuts = [0, 4, 6]>] : tensor<4x4xf32> -> !comm.future<tensor<6x4xf32>>
    %g = comm.all_gather %b channel 1 along 0
        groups [<[0, 1], cuts = [0, 4, 6]>, <[2, 3], cuts = [0, 4, 6]>]
        : tensor<4x4xf32> -> !comm.future<tensor<6x4xf32>>
    %h = comm.wait %g : !comm.future<tensor<6x4xf32>>
    // CHECK: comm.reduce_scatter %{{.*}} max channel 2 along 1 groups [<[0, 2], cuts = [0, 2, 4]>, <[1, 3], cuts = [0, 2, 4]>] : tensor<6x4xf32> -> !comm.future<tensor<6x2xf32>>
    %i = comm.reduce_scatter %h max channel 2 along 1
        groups [<[0, 2], cuts = [0, 2, 4]>, <[1, 3], cuts = [0, 2, 4]>]
        : tensor<6x4xf32> -> !comm.future<tensor<6x2xf32>>
    %j = comm.wait %i : !comm.future<tensor<6x2xf32>>
    // CHECK: comm.exchange %{{.*}} channel 3 transfers [<0 [0, 0] of [6, 2] -> 0 [0, 0] of [6, 2], size [6, 2]>, <0 [0, 0] of [6, 2] -> 2 [0, 0] of [6, 2], size [3, 2]>, <2 [3, 0] of [6, 2] -> 2 [3, 0] of [6, 2], size [3, 2]>] : tensor<6x2xf32> -> !comm.future<tensor<6x2xf32>>
    %k = comm.exchange %j channel 3 transfers [
        <0 [0, 0] of [6, 2] -> 0 [0, 0] of [6, 2], size [6, 2]>,
        <0 [0, 0] of [6, 2] -> 2 [0, 0] of [6, 2], size [3, 2]>,
        <2 [3, 0] of [6, 2] -> 2 [3, 0] of [6, 2], size [3, 2]>]
        : tensor<6x2xf32> -> !comm.future<tensor<6x2xf32>>
    %m = comm.wait %k : !comm.future<tensor<6x2xf32>>
    // CHECK: comm.output %{{.*}}, 0 "y" starts {{\[}}[0, 0], [0, 2]] owner [true, false] of tensor<6x8xf32> : tensor<6x2xf32>
    comm.output %m, 0 "y" starts [[0, 0], [0, 2]] owner [true, false] of tensor<6x8xf32>
        : tensor<6x2xf32>
    // CHECK-NEXT: comm.return
    comm.return
  }
  // CHECK: comm.program @back ranks [1, 3] attributes {test.role = "back"} {
  comm.program @back ranks [1, 3] attributes {test.role = "back"} {
    %x = comm.input 0 "x" starts [[4, 0], [4, 4]] : tensor<2x4xf32>
    comm.output %x, 0 "y" starts [[4, 0], [4, 4]] owner [true, true] of tensor<6x8xf32>
        : tensor<2x4xf32>
    comm.return
  }
}
