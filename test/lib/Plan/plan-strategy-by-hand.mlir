// RUN: partita-opt %s --plan-strategy='mesh=x=2,y=2 shards=w1[1]=x;h[0]=y;y[-1]=x' | FileCheck %s
// RUN: partita-opt %s --plan-strategy='mesh=x=4 shards=x[0]=x:(1)2;w1[1]=x:(2)2' | FileCheck %s --check-prefix=PARTS
// RUN: partita-opt %s --plan-strategy='mesh=x=2,y=2 shard-dims=batch=y strategy=model' | FileCheck %s --check-prefix=DIMS
// RUN: partita-opt %s --plan-strategy='mesh=x=2,y=2 shards=logits[0]=x,y strategy=none' | FileCheck %s --check-prefix=BOTH
// Tensors have the layouts that are given by hand; the others follow.

// A tensor keeps what it was given, even if the op that makes it can't: softmax
// needs its dim whole, so y is sliced afterwards.
// CHECK: #[[PAIR:.*]] = #dist.layout<#mesh, {{\[\[}}"y"] cuts [0, 3, 5], ["x"]]>
// CHECK: graph.weight "w1" {{.*}}d1 = ["x"]
// CHECK: graph.matmul {{.*}}n = ["x"]}>
// CHECK: %[[WHOLE:.*]] = graph.add
// CHECK: %[[H:.*]] = dist.reshard %[[WHOLE]] : {{.*}} to tensor<5x12xf32, #[[PAIR]]>
// CHECK: graph.relu %[[H]] {dist.assignment = #dist.assignment<{d0 = ["y"] cuts [0, 3, 5], d1 = ["x"]}>}
// CHECK: graph.matmul {{.*}}m = ["y"] cuts [0, 3, 5], k = ["x"]}>
// CHECK: graph.softmax {{.*}}d0 = ["y"] cuts [0, 3, 5]}>
// CHECK: %[[Y:.*]] = dist.reshard {{.*}} to tensor<5x6xf32, #[[PAIR]]>
// CHECK: return %[[Y]]

// PARTS: func.func @main(%{{.*}}: tensor<5x8xf32, #[[IN:.*]]> {
// PARTS: graph.matmul {{.*}}m = ["x":(1)2] cuts [0, 3, 5], n = ["x":(2)2]}>

// DIMS: graph.matmul {{.*}}m = ["y"] cuts [0, 3, 5], n = ["x"]}>
// DIMS: graph.matmul {{.*}}m = ["y"] cuts [0, 3, 5], k = ["x"]}>

// BOTH: graph.matmul {{.*}}dist.assignment<{}>
// BOTH: graph.matmul {{.*}}m = ["x", "y"] cuts [0, 2, 3, 4, 5]}>
// BOTH-NOT: dist.reshard
func.func @main(%x: tensor<5x8xf32> {graph.name = "x", graph.dims = ["batch", ""]})
    -> (tensor<5x6xf32> {graph.name = "y"}) {
  %w1 = graph.weight "w1" in "" at 0 : tensor<8x12xf32>
  %b1 = graph.weight "b1" in "" at 384 : tensor<12xf32>
  %w2 = graph.weight "w2" in "" at 432 : tensor<12x6xf32>
  %0 = graph.matmul %x, %w1 : (tensor<5x8xf32>, tensor<8x12xf32>) -> tensor<5x12xf32> loc("fc1")
  %1 = graph.add %0, %b1 : (tensor<5x12xf32>, tensor<12xf32>) -> tensor<5x12xf32> loc("biased")
  %2 = graph.relu %1 : (tensor<5x12xf32>) -> tensor<5x12xf32> loc("h")
  %3 = graph.matmul %2, %w2 : (tensor<5x12xf32>, tensor<12x6xf32>) -> tensor<5x6xf32> loc("logits")
  %4 = graph.softmax %3 {axis = 1 : i64} : (tensor<5x6xf32>) -> tensor<5x6xf32> loc("y")
  return %4 : tensor<5x6xf32>
}
