// RUN: partita-opt %s -split-input-file --plan-strategy='strategy=model mesh=x=3' | FileCheck %s
// Strategy model splits output channels, then contracts what is split already.

// CHECK: #[[PARTIAL:.*]] = #dist.layout<#mesh, {{\[\[}}], []], partial = sum over {"x"}>
// CHECK: %[[W1:.*]] = graph.weight "w1" {{.*}}d1 = ["x"]
// CHECK: %[[W2:.*]] = graph.weight "w2" {{.*}}d0 = ["x"]
// CHECK: %[[H:.*]] = graph.matmul %{{.*}}, %[[W1]] {dist.assignment = #dist.assignment<{n = ["x"]}>}
// CHECK: %[[R:.*]] = graph.relu %[[H]] {dist.assignment = #dist.assignment<{d1 = ["x"]}>}
// CHECK: %[[P:.*]] = graph.matmul %[[R]], %[[W2]] {dist.assignment = #dist.assignment<{k = ["x"]}>} {{.*}} -> tensor<5x4xf32, #[[PARTIAL]]>
// The bias is whole, so the sum has to be, before it is added.
// CHECK: %[[S:.*]] = dist.reshard %[[P]]
// CHECK: graph.add %[[S]]
func.func @main(%x: tensor<5x8xf32>) -> tensor<5x4xf32> {
  %w1 = graph.weight "w1" in "" at 0 : tensor<8x6xf32>
  %w2 = graph.weight "w2" in "" at 192 : tensor<6x4xf32>
  %b = graph.weight "b" in "" at 288 : tensor<4xf32>
  %0 = graph.matmul %x, %w1 : (tensor<5x8xf32>, tensor<8x6xf32>) -> tensor<5x6xf32>
  %1 = graph.relu %0 : (tensor<5x6xf32>) -> tensor<5x6xf32>
  %2 = graph.matmul %1, %w2 : (tensor<5x6xf32>, tensor<6x4xf32>) -> tensor<5x4xf32>
  %3 = graph.add %2, %b : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5x4xf32>
  return %3 : tensor<5x4xf32>
}

// -----

// 16 channels become 4 heads of 4: the cuts fall between heads, and no reshard
// is needed at the reshape, though it stands two ops behind the product.
// CHECK: graph.matmul {{.*}} {dist.assignment = #dist.assignment<{n = ["x"] cuts [0, 8, 12, 16]}>}
// CHECK: graph.add {{.*}} {dist.assignment = #dist.assignment<{d1 = ["x"] cuts [0, 8, 12, 16]}>}
// CHECK-NOT: dist.reshard
// CHECK: graph.reshape {{.*}} {dist.assignment = #dist.assignment<{d1 = ["x"] cuts [0, 2, 3, 4]}>}
func.func @main(%x: tensor<5x8xf32>) -> tensor<5x4x4xf32> {
  %w = graph.weight "w" in "" at 0 : tensor<8x16xf32>
  %b = graph.weight "b" in "" at 512 : tensor<16xf32>
  %0 = graph.matmul %x, %w : (tensor<5x8xf32>, tensor<8x16xf32>) -> tensor<5x16xf32>
  %1 = graph.add %0, %b : (tensor<5x16xf32>, tensor<16xf32>) -> tensor<5x16xf32>
  %2 = graph.reshape %1 : (tensor<5x16xf32>) -> tensor<5x4x4xf32>
  return %2 : tensor<5x4x4xf32>
}

// -----

// One weight in two layouts is loaded twice, without communication; what is
// computed from weights alone is split the same way.
// CHECK-DAG: %[[WHOLE:.*]] = graph.weight "w" in "" at 0 {dist.assignment = #dist.assignment<{}>}
// CHECK-DAG: %[[SPLIT:.*]] = graph.weight "w" in "" at 0 {dist.assignment = #dist.assignment<{d0 = ["x"]}>}
// CHECK: %[[T:.*]] = graph.transpose %[[SPLIT]] {dist.assignment = #dist.assignment<{d0 = ["x"]}>
// CHECK: graph.matmul %{{.*}}, %[[T]] {dist.assignment = #dist.assignment<{n = ["x"]}>}
// CHECK-NOT: dist.reshard
// CHECK: return {{.*}}, %[[WHOLE]]
func.func @main(%x: tensor<5x8xf32>) -> (tensor<5x6xf32>, tensor<6x8xf32>) {
  %w = graph.weight "w" in "" at 0 : tensor<6x8xf32>
  %t = graph.transpose %w {permutation = array<i64: 1, 0>} : (tensor<6x8xf32>) -> tensor<8x6xf32>
  %0 = graph.matmul %x, %t : (tensor<5x8xf32>, tensor<8x6xf32>) -> tensor<5x6xf32>
  return %0, %w : tensor<5x6xf32>, tensor<6x8xf32>
}

// -----

// Two channels can't be split over three devices, and a depthwise convolution
// has no output channels of its own: both stay whole.
// CHECK: graph.conv {{.*}}dist.assignment = #dist.assignment<{}>
// CHECK: graph.conv {{.*}}dist.assignment = #dist.assignment<{}>
func.func @main(%x: tensor<1x3x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %w = graph.weight "w" in "" at 0 : tensor<2x3x1x1xf32>
  %v = graph.weight "v" in "" at 24 : tensor<2x1x1x1xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x4xf32>
  %1 = graph.conv %0, %v {strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, group = 2 : i64}
      : (tensor<1x2x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32>
  return %1 : tensor<1x2x4x4xf32>
}
