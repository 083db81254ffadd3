// RUN: partita-opt %s -graph-lower-to-linalg -split-input-file | FileCheck %s
// The form of the lowerings; test/unit/Graph computes with them.

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func @add
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[Y:.*]]: tensor<6xf32>
func.func @add(%x: tensor<4x6xf32>, %y: tensor<6xf32>) -> tensor<4x6xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<4x6xf32>
  // CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[Y]] : tensor<4x6xf32>, tensor<6xf32>) outs(%[[E]] : tensor<4x6xf32>)
  // CHECK: arith.addf
  // CHECK: return %[[R]]
  %0 = graph.add %x, %y : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// Loops that never run are not made.
// CHECK-LABEL: func @empty
func.func @empty(%x: tensor<0x6xf32>, %i: tensor<0xi64>) -> (tensor<0x6xf32>, tensor<6xf32>, tensor<0x3xf32>) {
  // CHECK-NOT: linalg.generic
  // CHECK: linalg.fill
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %0 = graph.tanh %x : (tensor<0x6xf32>) -> tensor<0x6xf32>
  %1 = graph.reduce_sum %x {axes = array<i64: 0>, keepdims = false} : (tensor<0x6xf32>) -> tensor<6xf32>
  %2 = graph.slice %x {starts = array<i64: 9, 5>, steps = array<i64: 1, -1>} : (tensor<0x6xf32>) -> tensor<0x3xf32>
  return %0, %1, %2 : tensor<0x6xf32>, tensor<6xf32>, tensor<0x3xf32>
}

// -----

// CHECK-DAG: #[[SLICE:.*]] = affine_map<(d0, d1) -> (d0, d1 * -2 + 5)>
// CHECK-LABEL: func @slice
func.func @slice(%x: tensor<4x6xf32>) -> tensor<4x3xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[SLICE]], #{{.*}}]
  %0 = graph.slice %x {starts = array<i64: 0, 5>, steps = array<i64: 1, -2>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// A reshape that splits dims has no division.
// CHECK-DAG: #[[SPLIT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 * 2 + d1, d2)>
// CHECK-DAG: #[[MERGE:.*]] = affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>
// CHECK-LABEL: func @reshape
func.func @reshape(%x: tensor<4x6xf32>, %y: tensor<2x3x4xf32>) -> (tensor<2x2x6x1xf32>, tensor<6x4xf32>) {
  // CHECK: linalg.generic {indexing_maps = [#[[SPLIT]], #{{.*}}]
  // CHECK: linalg.generic {indexing_maps = [#[[MERGE]], #{{.*}}]
  %0 = graph.reshape %x : (tensor<4x6xf32>) -> tensor<2x2x6x1xf32>
  %1 = graph.reshape %y : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return %0, %1 : tensor<2x2x6x1xf32>, tensor<6x4xf32>
}

// -----

// A negative index counts from the end, and no index leads out of the tensor.
// CHECK-LABEL: func @gather
// CHECK-SAME: %[[X:.*]]: tensor<9x4xf32>
func.func @gather(%x: tensor<9x4xf32>, %i: tensor<3xi32>) -> tensor<3x4xf32> {
  // CHECK: ^bb0(%[[I:.*]]: i32, %{{.*}}: f32):
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[I]] : i32 to index
  // CHECK: arith.cmpi slt, %[[INDEX]]
  // CHECK: arith.select
  // CHECK: arith.maxsi
  // CHECK: %[[AT:.*]] = arith.minsi
  // CHECK: tensor.extract %[[X]][%[[AT]], %{{.*}}] : tensor<9x4xf32>
  %0 = graph.gather %x, %i {axis = 0 : i64} : (tensor<9x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2, d3) -> (0, d1, d3)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: func @matmul
func.func @matmul(%a: tensor<1x4x8xi32>, %b: tensor<2x6x8xi32>) -> tensor<2x4x6xi32> {
  // CHECK: linalg.fill
  // CHECK: linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
  // CHECK: arith.muli
  // CHECK: arith.addi
  %0 = graph.matmul %a, %b {transpose_b = true} : (tensor<1x4x8xi32>, tensor<2x6x8xi32>) -> tensor<2x4x6xi32>
  return %0 : tensor<2x4x6xi32>
}

// -----

// Only a dim with padding is checked.
// CHECK-LABEL: func @conv
// CHECK-SAME: %[[X:.*]]: tensor<1x3x9x9xf32>
func.func @conv(%x: tensor<1x3x9x9xf32>, %w: tensor<8x3x3x3xf32>) -> tensor<1x8x9x7xf32> {
  // CHECK: arith.cmpi ult
  // CHECK-NOT: arith.cmpi
  // CHECK: tensor.extract %[[X]]
  // CHECK: arith.select
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, pads = array<i64: 1, 0, 1, 0>, dilations = array<i64: 1, 1>} : (tensor<1x3x9x9xf32>, tensor<8x3x3x3xf32>) -> tensor<1x8x9x7xf32>
  return %0 : tensor<1x8x9x7xf32>
}

// -----

// CHECK-LABEL: func @softmax
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: arith.maximumf
  // CHECK: arith.subf
  // CHECK: math.exp
  // CHECK: arith.addf
  // CHECK: arith.divf
  %0 = graph.softmax %x {axis = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @constants
func.func @constants() -> (tensor<4xf32>, tensor<2xi64>, tensor<3xf32>) {
  // CHECK: linalg.fill
  // CHECK: arith.constant dense<[1, 2]> : tensor<2xi64>
  // CHECK: graph.weight
  %0 = graph.constant dense<0xFF800000> : tensor<4xf32>
  %1 = graph.constant dense<[1, 2]> : tensor<2xi64>
  %2 = graph.weight "w" in "" at 0 : tensor<3xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<2xi64>, tensor<3xf32>
}
