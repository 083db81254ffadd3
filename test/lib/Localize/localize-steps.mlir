// RUN: partita-opt %s -split-input-file --localize | FileCheck %s
// RUN: partita-opt %s -split-input-file --localize=overlap=false | FileCheck %s --check-prefix=ATONCE
// RUN: partita-opt %s -split-input-file --localize --localize-planned-bytes 2>&1 >/dev/null | FileCheck %s --check-prefix=BYTES
// Every kind of step becomes its comm op, with a row per rank where ranks differ.

#mesh = #dist.mesh<["x"=3], devices = [0 to 2]>
#rows = #dist.layout<#mesh, [["x"] cuts [0, 2, 4, 5], []]>
#whole = #dist.layout<#mesh, [[], []]>
#cols = #dist.layout<#mesh, [[], ["x"]]>
#partial = #dist.layout<#mesh, [[], []], partial = sum over {"x"}>

// Ranks 0 and 1 hold two rows each, rank 2 one.
// CHECK: module attributes {comm.inputs = [#comm.io<"x", tensor<5x6xf32>>], comm.num_ranks = 3 : i64, comm.outputs = [#comm.io<"y", tensor<5x6xf32>>, #comm.io<"output1", tensor<5x6xf32>>]}
// CHECK: comm.program @class0 ranks [0, 1] {
// CHECK: %[[X:.*]] = comm.input 0 "x" starts {{\[}}[0, 0], [2, 0]] : tensor<2x6xf32>
// CHECK: %[[AGF:.*]] = comm.all_gather %[[X]] channel 0 along 0 groups [<[0, 1, 2], cuts = [0, 2, 4, 5]>] : tensor<2x6xf32> -> !comm.future<tensor<5x6xf32>>
// CHECK: %[[AG:.*]] = comm.wait %[[AGF]]
// CHECK: %[[COLS:.*]] = comm.slice %[[AG]] starts {{\[}}[0, 0], [0, 2]] : tensor<5x6xf32> to tensor<5x2xf32>
// CHECK: %[[EXF:.*]] = comm.exchange %[[COLS]] channel 1 transfers
// CHECK-SAME: <0 [4, 0] of [5, 2] -> 2 [0, 0] of [1, 6], size [1, 2]>
// CHECK: %[[PART:.*]] = comm.to_partial %[[AG]] sum keep [true, false] : tensor<5x6xf32>
// CHECK: %[[RSF:.*]] = comm.reduce_scatter %[[PART]] sum channel 2 along 1 groups [<[0, 1, 2], cuts = [0, 2, 4, 6]>] : tensor<5x6xf32> -> !comm.future<tensor<5x2xf32>>
// CHECK: %[[ARF:.*]] = comm.all_reduce %[[PART]] sum channel 3 groups [<[0, 1, 2]>] : tensor<5x6xf32> -> !comm.future<tensor<5x6xf32>>
// CHECK-DAG: %[[RS:.*]] = comm.wait %[[RSF]]
// CHECK-DAG: %[[EX:.*]] = comm.wait %[[EXF]]
// CHECK-DAG: comm.wait %[[ARF]]
// CHECK: comm.output %[[RS]], 0 "y" starts {{\[}}[0, 0], [0, 2]] owner [true, true] of tensor<5x6xf32> : tensor<5x2xf32>
// CHECK: comm.output %[[EX]], 1 "output1" starts {{\[}}[0, 0], [2, 0]] owner [true, true] of tensor<5x6xf32> : tensor<2x6xf32>
// CHECK: comm.program @class1 ranks [2] {
// CHECK: comm.input 0 "x" starts {{\[}}[4, 0]] : tensor<1x6xf32>
// CHECK: comm.all_gather {{.*}} channel 0
// CHECK: comm.exchange {{.*}} channel 1
// CHECK: comm.to_partial {{.*}} keep [false]
// CHECK: comm.reduce_scatter {{.*}} channel 2
// CHECK: comm.all_reduce {{.*}} channel 3
// CHECK: comm.output {{.*}}, 1 "output1" starts {{\[}}[4, 0]] owner [true]

// ATONCE: %[[F0:.*]] = comm.all_gather
// ATONCE-NEXT: comm.wait %[[F0]]
// ATONCE: %[[F1:.*]] = comm.exchange
// ATONCE-NEXT: comm.wait %[[F1]]
// ATONCE: %[[F2:.*]] = comm.reduce_scatter
// ATONCE-NEXT: comm.wait %[[F2]]
// ATONCE: %[[F3:.*]] = comm.all_reduce
// ATONCE-NEXT: comm.wait %[[F3]]

// 30 elements of 4 bytes: all but one's own piece from two others (gather,
// scatter), twice that (reduce), two thirds of every box (exchange).
// BYTES: all_gather: 240 bytes
// BYTES-NEXT: all_reduce: 480 bytes
// BYTES-NEXT: reduce_scatter: 240 bytes
// BYTES-NEXT: exchange: 80 bytes
func.func @main(%x: tensor<5x6xf32, #rows> {graph.name = "x"})
    -> (tensor<5x6xf32, #cols> {graph.name = "y"}, tensor<5x6xf32, #rows>) {
  %0 = dist.all_gather %x along 0 over ["x"] : tensor<5x6xf32, #rows> to tensor<5x6xf32, #whole>
  %1 = dist.all_slice %0 : tensor<5x6xf32, #whole> to tensor<5x6xf32, #cols>
  %2 = dist.exchange %1 : tensor<5x6xf32, #cols> to tensor<5x6xf32, #rows>
  %3 = dist.to_partial %0 sum over ["x"] : tensor<5x6xf32, #whole> to tensor<5x6xf32, #partial>
  %4 = dist.reduce_scatter %3 along 1 over ["x"] : tensor<5x6xf32, #partial> to tensor<5x6xf32, #cols>
  %5 = dist.all_reduce %3 over ["x"] : tensor<5x6xf32, #partial> to tensor<5x6xf32, #whole>
  return %4, %2 : tensor<5x6xf32, #cols>, tensor<5x6xf32, #rows>
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#x = #dist.layout<#mesh, [["x"], []]>
#y = #dist.layout<#mesh, [[], ["y"] cuts [0, 2, 3]]>
#none = #dist.layout<#mesh, [[], []]>

// Replicas: the lowest rank of a box owns it. Groups run over one axis at a
// time. A weight is sliced when it is loaded; a constant is cut here if the
// ranks of a class agree on their part, else at run time.
// CHECK: comm.program @class0 ranks [0, 2] {
// CHECK: comm.weight "w" in "data" at 64 starts {{\[}}[0, 0], [2, 0]] of tensor<4x3xf32> : tensor<2x3xf32>
// CHECK-DAG: graph.constant dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>
// CHECK-DAG: graph.constant dense<5.0{{.*}}> : tensor<2x3xf32>
// CHECK-DAG: %[[WHOLE:.*]] = graph.constant dense<{{.*}}> : tensor<4x1xi32>
// CHECK-DAG: comm.slice %[[WHOLE]] starts {{\[}}[0, 0], [2, 0]] : tensor<4x1xi32> to tensor<2x1xi32>
// CHECK: comm.output {{.*}} "a" starts {{\[}}[0, 0], [0, 0]] owner [true, false]
// CHECK: comm.output {{.*}} "b" starts {{\[}}[0, 0], [2, 0]] owner [true, true]
// CHECK: comm.program @class1 ranks [1, 3] {
// CHECK: comm.all_gather {{.*}} along 0 groups [<[0, 2], cuts = [0, 2, 4]>, <[1, 3], cuts = [0, 2, 4]>]
// CHECK: graph.constant dense<2> : tensor<1x1xi64>
// CHECK: comm.output {{.*}} "a" starts {{\[}}[0, 2], [0, 2]] owner [true, false]
// CHECK: comm.output {{.*}} "b" starts {{\[}}[0, 0], [2, 0]] owner [false, false]
func.func @main(%a: tensor<4x3xf32, #y> {graph.name = "x"})
    -> (tensor<4x3xf32, #y> {graph.name = "a"}, tensor<4x3xf32, #x> {graph.name = "b"},
        tensor<4x3xf32, #none>, tensor<1x3xi64, #y>, tensor<4x3xf32, #x>, tensor<4x1xi32, #x>) {
  %w = graph.weight "w" in "data" at 64 : tensor<4x3xf32, #x>
  %c = graph.constant dense<[[0, 1, 2]]> : tensor<1x3xi64> -> tensor<1x3xi64, #y>
  %s = graph.constant dense<5.0> : tensor<4x3xf32> -> tensor<4x3xf32, #x>
  %d = graph.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi32> -> tensor<4x1xi32, #x>
  %0 = dist.all_gather %w along 0 over ["x"] : tensor<4x3xf32, #x> to tensor<4x3xf32, #none>
  return %a, %w, %0, %c, %s, %d : tensor<4x3xf32, #y>, tensor<4x3xf32, #x>,
      tensor<4x3xf32, #none>, tensor<1x3xi64, #y>, tensor<4x3xf32, #x>, tensor<4x1xi32, #x>
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#one = #dist.layout<#mesh, [["x"] cuts [0, 1, 1] allow_empty]>
#none = #dist.layout<#mesh, [[]]>

// Rank 1 holds nothing: its program has the same collectives, on tensors of
// extent 0, and it owns no output.
// CHECK: comm.program @class0 ranks [0] {
// CHECK: comm.all_gather %{{.*}} : tensor<1xf32> -> !comm.future<tensor<1xf32>>
// CHECK: comm.program @class1 ranks [1] {
// CHECK-DAG: graph.constant dense<> : tensor<0xf32>
// CHECK-DAG: comm.all_gather %{{.*}} : tensor<0xf32> -> !comm.future<tensor<1xf32>>
// CHECK: comm.output {{.*}} owner [false]
// CHECK: comm.output {{.*}} owner [false]
func.func @main(%x: tensor<1xf32, #one>) -> (tensor<1xf32, #none>, tensor<1xf32, #one>) {
  %c = graph.constant dense<[7.0]> : tensor<1xf32> -> tensor<1xf32, #one>
  %0 = dist.all_gather %x along 0 over ["x"] : tensor<1xf32, #one> to tensor<1xf32, #none>
  return %0, %c : tensor<1xf32, #none>, tensor<1xf32, #one>
}
