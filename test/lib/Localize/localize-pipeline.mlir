// An attention block from plan to programs under meshes of 2, 3 and 2x2 and
// extents that do and don't divide; every verifier on the way accepts it, and
// the bytes counted on the programs are those of the plan.
//
// DEFINE: %{strategy} = strategy=model mesh=x=2
// DEFINE: %{exact} = false
// DEFINE: %{overlap} = true
// DEFINE: %{verify} = dist-verify-types,dist-verify-partial,dist-verify-cover
// DEFINE: %{run} = partita-opt %s --pass-pipeline='builtin.module(plan-strategy{%{strategy}},plan-describe,%{verify},dist-lower-reshards{exact=%{exact}},%{verify},localize{overlap=%{overlap}},dist-verify-localized,comm-verify,localize-planned-bytes)' 2>&1

// RUN: %{run} | FileCheck %s --check-prefixes=MODEL2,OVERLAP
// MODEL2: total all_reduce     1 time, 1920 bytes
// MODEL2: all_reduce: 1920 bytes
// MODEL2: comm.program @class0 ranks [0, 1]
// MODEL2: graph.softmax {{.*}} {axis = 3 : i64} : (tensor<3x2x5x5xf32>) -> tensor<3x2x5x5xf32>
// MODEL2-NOT: dist.

// What does not need the sum runs beside the all-reduce.
// OVERLAP: comm.all_reduce
// OVERLAP-NEXT: graph.tanh
// OVERLAP-NEXT: comm.wait

// REDEFINE: %{strategy} = strategy=model mesh=x=3
// RUN: %{run} | FileCheck %s --check-prefix=MODEL3
// MODEL3: total all_reduce     1 time, 3840 bytes
// MODEL3: all_reduce: 3840 bytes
// MODEL3: comm.program @class0 ranks [0]
// MODEL3: graph.softmax {{.*}} -> tensor<3x2x5x5xf32>
// MODEL3: comm.program @class1 ranks [1, 2]
// MODEL3: graph.softmax {{.*}} -> tensor<3x1x5x5xf32>

// REDEFINE: %{strategy} = strategy=data mesh=x=2
// REDEFINE: %{overlap} = false
// RUN: %{run} | FileCheck %s --check-prefix=DATA2
// DATA2: nothing is sent
// DATA2: comm.program @class0 ranks [0]
// DATA2: comm.input 0 "x" starts {{\[}}[0, 0, 0]] : tensor<2x5x16xf32>
// DATA2: comm.program @class1 ranks [1]
// DATA2: comm.input 0 "x" starts {{\[}}[2, 0, 0]] : tensor<1x5x16xf32>

// Four devices for three samples: the last has nothing to do.
// REDEFINE: %{strategy} = strategy=data mesh=x=4
// RUN: %{run} | FileCheck %s --check-prefix=DATA4
// DATA4: comm.program @class0 ranks [0, 1, 2]
// DATA4: comm.program @class1 ranks [3]
// DATA4: graph.matmul {{.*}} -> tensor<0x5x16xf32>

// REDEFINE: %{strategy} = strategy=model mesh=x=2,y=2 shard-dims=batch=y
// REDEFINE: %{exact} = true
// RUN: %{run} | FileCheck %s --check-prefix=GRID
// GRID: all_reduce: 1920 bytes
// GRID: comm.program @class0 ranks [0, 2]
// GRID: comm.input 0 "x" starts {{\[}}[0, 0, 0], [0, 0, 0]] : tensor<2x5x16xf32>
// GRID: comm.weight "wq" {{.*}} starts {{\[}}[0, 0], [0, 8]] of tensor<16x16xf32> : tensor<16x8xf32>
// GRID: comm.all_reduce {{.*}} groups [<[0, 2]>, <[1, 3]>]
// GRID: comm.output {{.*}} owner [true, false]
// GRID: comm.program @class1 ranks [1, 3]
// GRID: comm.output {{.*}} owner [true, false]
func.func @main(%x: tensor<3x5x16xf32> {graph.name = "x", graph.dims = ["batch", "", ""]})
    -> (tensor<3x5x16xf32> {graph.name = "y"}) {
  %wq = graph.weight "wq" in "" at 0 : tensor<16x16xf32>
  %wo = graph.weight "wo" in "" at 1024 : tensor<16x16xf32>
  %bo = graph.weight "bo" in "" at 2048 : tensor<16xf32>
  %0 = graph.matmul %x, %wq : (tensor<3x5x16xf32>, tensor<16x16xf32>) -> tensor<3x5x16xf32> loc("q")
  %1 = graph.reshape %0 : (tensor<3x5x16xf32>) -> tensor<3x5x4x4xf32> loc("heads")
  %2 = graph.transpose %1 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<3x5x4x4xf32>) -> tensor<3x4x5x4xf32> loc("t")
  %3 = graph.matmul %2, %2 {transpose_b = true} : (tensor<3x4x5x4xf32>, tensor<3x4x5x4xf32>) -> tensor<3x4x5x5xf32> loc("scores")
  %4 = graph.softmax %3 {axis = 3 : i64} : (tensor<3x4x5x5xf32>) -> tensor<3x4x5x5xf32> loc("probs")
  %5 = graph.matmul %4, %2 : (tensor<3x4x5x5xf32>, tensor<3x4x5x4xf32>) -> tensor<3x4x5x4xf32> loc("context")
  %6 = graph.transpose %5 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<3x4x5x4xf32>) -> tensor<3x5x4x4xf32> loc("context.t")
  %7 = graph.reshape %6 : (tensor<3x5x4x4xf32>) -> tensor<3x5x16xf32> loc("merged")
  %8 = graph.matmul %7, %wo : (tensor<3x5x16xf32>, tensor<16x16xf32>) -> tensor<3x5x16xf32> loc("out")
  %9 = graph.tanh %x : (tensor<3x5x16xf32>) -> tensor<3x5x16xf32> loc("side")
  %10 = graph.add %8, %bo : (tensor<3x5x16xf32>, tensor<16xf32>) -> tensor<3x5x16xf32> loc("biased")
  %11 = graph.add %10, %9 : (tensor<3x5x16xf32>, tensor<3x5x16xf32>) -> tensor<3x5x16xf32> loc("y")
  return %11 : tensor<3x5x16xf32>
}
