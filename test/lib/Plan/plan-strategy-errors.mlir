// RUN: not partita-opt %s --plan-strategy='mesh=x=2,y=2 shards=w1[1]=z;hh[0]=x;x[2]=x;x[0]=x;x[1]=x;x[0]=y;fc1[0]=x,x shard-dims=batc=x' 2>&1 | FileCheck %s
// RUN: not partita-opt %s --plan-strategy='mesh=y=2 strategy=data' 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not partita-opt %s --plan-strategy='mesh=x=2 strategy=pipeline' 2>&1 | FileCheck %s --check-prefix=STRATEGY
// RUN: not partita-opt %s --plan-strategy='mesh=x' 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not partita-opt %s --plan-strategy='mesh=x=2 shards=x=x' 2>&1 | FileCheck %s --check-prefix=SHARD
// RUN: not partita-opt %s --plan-strategy='mesh=x=6 shards=x[0]=x:(1)4' 2>&1 | FileCheck %s --check-prefix=PART
// All that is wrong with the options is said at once, each at its tensor.

// CHECK: error: cannot split dim "batc": no input has a dim of that name (the model's are: batch); did you mean "batch"?
// CHECK: error: cannot split dim 1 of "w1": expects a mesh axis, one of x, y, got "z"
// CHECK: error: cannot split "hh": the model has no input, weight or node output of that name (what folds to a constant has none); did you mean "h"?
// CHECK: error: cannot split dim 2 of "x": expects a dim in [-2, 2) of a tensor of rank 2
// CHECK: error: cannot split dim 1 of "x": expects a mesh axis at one dim of a tensor, but x splits dim 0 too; take another axis or drop one of the two
// CHECK: error: cannot split dim 0 of "x": expects one split per dim, but it is given twice
// CHECK: error: {{.*}}cannot split dim 0 of "fc1": expects each mesh axis to be used once in a tensor, got x and x
// CHECK-NOT: error

// AXIS: error: expects a mesh axis "x" for strategy data, which splits along it
// STRATEGY: error: expects strategy none, data or model, got "pipeline"
// MESH: error: expects a mesh like x=2,y=2, got "x"
// SHARD: error: expects TENSOR[AXIS]=x, =x,y or =x:(1)2, got "x=x"
// PART: error: cannot split dim 0 of "x": expects the part x:(1)4 to divide axis "x" of size 6
func.func @main(%x: tensor<5x8xf32> {graph.name = "x", graph.dims = ["batch", ""]})
    -> (tensor<5x12xf32> {graph.name = "h"}) {
  %w1 = graph.weight "w1" in "" at 0 : tensor<8x12xf32>
  %0 = graph.matmul %x, %w1 : (tensor<5x8xf32>, tensor<8x12xf32>) -> tensor<5x12xf32> loc("fc1")
  %1 = graph.relu %0 : (tensor<5x12xf32>) -> tensor<5x12xf32> loc("h")
  return %1 : tensor<5x12xf32>
}
