// RUN: partita-opt %s -canonicalize | FileCheck %s
// Shape ops fold constants and each other.

// CHECK-LABEL: func @identities
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>
func.func @identities(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = graph.reshape %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = graph.transpose %0 {permutation = array<i64: 0, 1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = graph.broadcast_to %1 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = graph.slice %2 {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %4 = graph.concat %3 {axis = 0 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

// Reversing keeps the type, not the value; a square transposed does too.
// CHECK-LABEL: func @not_identities
func.func @not_identities(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: graph.slice
  // CHECK: graph.transpose
  %0 = graph.slice %x {starts = array<i64: 3, 0>, steps = array<i64: -1, 1>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// CHECK-LABEL: func @reshape_reshape
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>
func.func @reshape_reshape(%x: tensor<4x6xf32>) -> (tensor<2x12xf32>, tensor<4x6xf32>) {
  // CHECK-NEXT: %[[R:.*]] = graph.reshape %[[X]] : (tensor<4x6xf32>) -> tensor<2x12xf32>
  // CHECK-NEXT: return %[[R]], %[[X]]
  %0 = graph.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  %1 = graph.reshape %0 : (tensor<24xf32>) -> tensor<2x12xf32>
  %2 = graph.reshape %0 : (tensor<24xf32>) -> tensor<4x6xf32>
  return %1, %2 : tensor<2x12xf32>, tensor<4x6xf32>
}

// CHECK-LABEL: func @transpose_transpose
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>
func.func @transpose_transpose(%x: tensor<2x3x4xf32>) -> (tensor<3x4x2xf32>, tensor<2x3x4xf32>) {
  // CHECK-NEXT: %[[T:.*]] = graph.transpose %[[X]] {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  // CHECK-NEXT: return %[[T]], %[[X]]
  %0 = graph.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = graph.transpose %0 {permutation = array<i64: 2, 0, 1>} : (tensor<4x2x3xf32>) -> tensor<3x4x2xf32>
  %2 = graph.transpose %0 {permutation = array<i64: 1, 2, 0>} : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  return %1, %2 : tensor<3x4x2xf32>, tensor<2x3x4xf32>
}

// CHECK-LABEL: func @constants
func.func @constants() -> (tensor<6xi64>, tensor<3x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<3xi64>) {
  // CHECK-DAG: %[[R:.*]] = graph.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi64>
  // CHECK-DAG: %[[T:.*]] = graph.constant dense<{{\[\[}}0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>
  // CHECK-DAG: %[[S:.*]] = graph.constant dense<{{\[\[}}5, 3], [2, 0]]> : tensor<2x2xi64>
  // CHECK-DAG: %[[B:.*]] = graph.constant dense<{{\[\[}}7, 8], [7, 8]]> : tensor<2x2xi64>
  // CHECK-DAG: %[[C:.*]] = graph.constant dense<[7, 8, -1]> : tensor<3xi64>
  // CHECK: return %[[R]], %[[T]], %[[S]], %[[B]], %[[C]]
  %x = graph.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %y = graph.constant dense<[7, 8]> : tensor<2xi64>
  %z = graph.constant dense<-1> : tensor<1xi64>
  %0 = graph.reshape %x : (tensor<2x3xi64>) -> tensor<6xi64>
  %1 = graph.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %2 = graph.slice %x {starts = array<i64: 1, 2>, steps = array<i64: -1, -2>} : (tensor<2x3xi64>) -> tensor<2x2xi64>
  %3 = graph.broadcast_to %y : (tensor<2xi64>) -> tensor<2x2xi64>
  %4 = graph.concat %y, %z {axis = 0 : i64} : (tensor<2xi64>, tensor<1xi64>) -> tensor<3xi64>
  return %0, %1, %2, %3, %4 : tensor<6xi64>, tensor<3x2xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<3xi64>
}
