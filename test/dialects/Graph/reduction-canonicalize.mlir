// RUN: partita-opt %s -canonicalize | FileCheck %s
// Reductions of constants fold, and those that reduce nothing vanish.

// CHECK-LABEL: func @constants
func.func @constants() -> (tensor<2xi64>, tensor<1x3xf32>, tensor<i64>, tensor<2xf32>) {
  // CHECK-DAG: %[[A:.*]] = graph.constant dense<[3, 12]> : tensor<2xi64>
  // CHECK-DAG: %[[B:.*]] = graph.constant dense<{{\[\[}}3.000000e+00, 0x7FC00000, 5.000000e+00]]> : tensor<1x3xf32>
  // CHECK-DAG: %[[C:.*]] = graph.constant dense<0> : tensor<i64>
  // CHECK-DAG: %[[D:.*]] = graph.constant dense<0xFF800000> : tensor<2xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  %x = graph.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %y = graph.constant dense<[[0.0, 0x7FC00000, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %none = graph.constant dense<> : tensor<0xi64>
  %empty = graph.constant dense<> : tensor<2x0xf32>
  %0 = graph.reduce_sum %x {axes = array<i64: 1>, keepdims = false} : (tensor<2x3xi64>) -> tensor<2xi64>
  %1 = graph.reduce_max %y {axes = array<i64: 0>, keepdims = true} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %2 = graph.reduce_sum %none {axes = array<i64: 0>, keepdims = false} : (tensor<0xi64>) -> tensor<i64>
  %3 = graph.reduce_max %empty {axes = array<i64: 1>, keepdims = false} : (tensor<2x0xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xi64>, tensor<1x3xf32>, tensor<i64>, tensor<2xf32>
}

// CHECK-LABEL: func @nothing
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @nothing(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: return %[[X]], %[[X]]
  %0 = graph.reduce_sum %x {axes = array<i64>, keepdims = false} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.reduce_max %x {axes = array<i64>, keepdims = true} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
