// RUN: partita-opt %s | partita-opt | FileCheck %s
// Products and windows print as they were parsed; defaults are left out.

// CHECK-LABEL: func @matmul
func.func @matmul(%a: tensor<3x1x4x8xf32>, %b: tensor<2x6x8xf32>, %c: tensor<8x4xi32>, %d: tensor<8x6xi32>) {
  // CHECK: graph.matmul %{{.*}}, %{{.*}} {transpose_b = true} : (tensor<3x1x4x8xf32>, tensor<2x6x8xf32>) -> tensor<3x2x4x6xf32>
  %0 = graph.matmul %a, %b {transpose_b = true} : (tensor<3x1x4x8xf32>, tensor<2x6x8xf32>) -> tensor<3x2x4x6xf32>
  // CHECK: graph.matmul %{{.*}}, %{{.*}} {transpose_a = true} : (tensor<8x4xi32>, tensor<8x6xi32>) -> tensor<4x6xi32>
  %1 = graph.matmul %c, %d {transpose_a = true, transpose_b = false} : (tensor<8x4xi32>, tensor<8x6xi32>) -> tensor<4x6xi32>
  return
}

// CHECK-LABEL: func @window
func.func @window(%x: tensor<1x4x32x32xf32>, %w: tensor<8x4x3x3xf32>, %g: tensor<8x2x5x1xf32>, %s: tensor<2x3x9xi64>) {
  // CHECK: graph.conv %{{.*}}, %{{.*}} {dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x4x32x32xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x16x16xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x4x32x32xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x16x16xf32>
  // CHECK: graph.conv %{{.*}}, %{{.*}} {dilations = array<i64: 2, 1>, group = 2 : i64, pads = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1>} : (tensor<1x4x32x32xf32>, tensor<8x2x5x1xf32>) -> tensor<1x8x24x32xf32>
  %1 = graph.conv %x, %g {strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 2, 1>, group = 2 : i64} : (tensor<1x4x32x32xf32>, tensor<8x2x5x1xf32>) -> tensor<1x8x24x32xf32>
  // CHECK: graph.max_pool %{{.*}} {dilations = array<i64: 1>, kernel = array<i64: 3>, pads = array<i64: 0, 1>, strides = array<i64: 2>} : (tensor<2x3x9xi64>) -> tensor<2x3x4xi64>
  %2 = graph.max_pool %s {kernel = array<i64: 3>, strides = array<i64: 2>, pads = array<i64: 0, 1>, dilations = array<i64: 1>} : (tensor<2x3x9xi64>) -> tensor<2x3x4xi64>
  return
}
