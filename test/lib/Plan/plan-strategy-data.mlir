// RUN: partita-opt %s -split-input-file --plan-strategy='strategy=data mesh=x=2' | FileCheck %s
// Strategy data splits the batch, and everything computed from it follows.

// CHECK: #[[ROWS:.*]] = #dist.layout<#mesh, {{\[\[}}"x"] cuts [0, 3, 5], []]>
// CHECK: #[[WHOLE:.*]] = #dist.layout<#mesh, {{\[\[}}], []]>
// CHECK: func.func @main(%[[X:.*]]: tensor<5x8xf32, #[[ROWS]]> {{.*}}, %[[T:.*]]: tensor<8x5xf32, #[[WHOLE]]>
// CHECK-SAME: -> (tensor<5x6xf32, #[[ROWS]]> {graph.name = "y"})
// CHECK: %[[W:.*]] = graph.weight "w" {{.*}} : tensor<8x6xf32, #[[WHOLE]]>
// CHECK: graph.matmul %[[X]], %[[W]] {dist.assignment = #dist.assignment<{m = ["x"] cuts [0, 3, 5]}>}
// CHECK-NOT: dist.reshard
// The second input's dim 0 has another name, so it is not the batch.
func.func @main(%x: tensor<5x8xf32> {graph.name = "x", graph.dims = ["batch", ""]},
                %t: tensor<8x5xf32> {graph.name = "t", graph.dims = ["other", "batch"]})
    -> (tensor<5x6xf32> {graph.name = "y"}) {
  %w = graph.weight "w" in "" at 0 : tensor<8x6xf32>
  %0 = graph.matmul %x, %w : (tensor<5x8xf32>, tensor<8x6xf32>) -> tensor<5x6xf32>
  %1 = graph.softmax %0 {axis = 1 : i64} : (tensor<5x6xf32>) -> tensor<5x6xf32>
  return %1 : tensor<5x6xf32>
}

// -----

// Without names, the inputs with the first one's extent are the batch. A
// normalized dim that arrives split is gathered.
// CHECK: #[[ROWS:.*]] = #dist.layout<#mesh, {{\[\[}}"x"], []]>
// CHECK: func.func @main(%[[A:.*]]: tensor<4x3xf32, #[[ROWS]]>, %[[B:.*]]: tensor<4x1xf32, #[[ROWS]]>, %{{.*}}: tensor<3xf32, #{{.*}}>)
// CHECK: %[[SUM:.*]] = graph.add %[[A]], %[[B]] {dist.assignment = #dist.assignment<{d0 = ["x"]}>}
// CHECK: %[[WHOLE:.*]] = dist.reshard %[[SUM]]
// CHECK: graph.softmax %[[WHOLE]] {axis = 0 : i64, dist.assignment = #dist.assignment<{}>}
func.func @main(%a: tensor<4x3xf32>, %b: tensor<4x1xf32>, %c: tensor<3xf32>) -> tensor<4x3xf32> {
  %0 = graph.add %a, %b : (tensor<4x3xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
  %1 = graph.softmax %0 {axis = 0 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// -----

// A batch smaller than the mesh leaves devices without work, flagged as meant.
// CHECK: #dist.layout<#mesh, {{\[\[}}"x"] cuts [0, 1, 1] allow_empty, []]>
func.func @main(%a: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = graph.relu %a : (tensor<1x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

// A sum over the batch is partial on each device; it stays so through what is
// linear in it and ends whole.
// CHECK: #[[PARTIAL:.*]] = #dist.layout<#mesh, {{\[\[}}]], partial = sum over {"x"}>
// CHECK: %[[SUM:.*]] = graph.reduce_sum {{.*}} -> tensor<3xf32, #[[PARTIAL]]>
// CHECK: %[[MEAN:.*]] = graph.mul %[[SUM]], %{{.*}} {dist.assignment = #dist.assignment<{}, passing = sum over {"x"}, set = 0>} {{.*}} -> tensor<3xf32, #[[PARTIAL]]>
// CHECK: %[[WHOLE:.*]] = dist.reshard %[[MEAN]]
// CHECK: return %[[WHOLE]]
func.func @main(%a: tensor<4x3xf32>) -> tensor<3xf32> {
  %n = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.reduce_sum %a {axes = array<i64: 0>, keepdims = false} : (tensor<4x3xf32>) -> tensor<3xf32>
  %1 = graph.mul %0, %n : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
