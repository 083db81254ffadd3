// RUN: partita-opt %s -canonicalize | FileCheck %s
// Gather ops fold constants; indices that choose all in order make a reshape.

// CHECK-LABEL: func @constants
func.func @constants() -> (tensor<2x2xi64>, tensor<i64>, tensor<2x1xi64>, tensor<2xi64>) {
  // CHECK-DAG: %[[A:.*]] = graph.constant dense<{{\[\[}}2, 0], [5, 3]]> : tensor<2x2xi64>
  // CHECK-DAG: %[[B:.*]] = graph.constant dense<6> : tensor<i64>
  // CHECK-DAG: %[[C:.*]] = graph.constant dense<{{\[\[}}0], [4]]> : tensor<2x1xi64>
  // CHECK-DAG: %[[D:.*]] = graph.constant dense<[5, 1]> : tensor<2xi64>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  %x = graph.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %i = graph.constant dense<[-1, 0]> : tensor<2xi64>
  %0 = graph.gather %x, %i {axis = 1 : i64} : (tensor<2x3xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  %shape = graph.constant dense<[8, 6, 4]> : tensor<3xi64>
  %one = graph.constant dense<1> : tensor<i32>
  %1 = graph.gather %shape, %one {axis = 0 : i64} : (tensor<3xi64>, tensor<i32>) -> tensor<i64>
  %e = graph.constant dense<[[0], [-2]]> : tensor<2x1xi64>
  %2 = graph.gather_elements %x, %e {axis = 1 : i64} : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x1xi64>
  %v = graph.constant dense<[[1, 2], [0, -2]]> : tensor<2x2xi64>
  %3 = graph.gather_nd %x, %v {batch_dims = 0 : i64} : (tensor<2x3xi64>, tensor<2x2xi64>) -> tensor<2xi64>
  return %0, %1, %2, %3 : tensor<2x2xi64>, tensor<i64>, tensor<2x1xi64>, tensor<2xi64>
}

// CHECK-LABEL: func @out_of_bounds
func.func @out_of_bounds() -> tensor<2xi64> {
  // CHECK: graph.gather
  %x = graph.constant dense<[0, 1, 2]> : tensor<3xi64>
  %i = graph.constant dense<[3, 0]> : tensor<2xi64>
  %0 = graph.gather %x, %i {axis = 0 : i64} : (tensor<3xi64>, tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func @ordered
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>
func.func @ordered(%x: tensor<2x3x4xf32>) -> (tensor<6x4xf32>, tensor<2x3x1x4xf32>) {
  // CHECK-DAG: graph.reshape %[[X]] : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  // CHECK-DAG: graph.reshape %[[X]] : (tensor<2x3x4xf32>) -> tensor<2x3x1x4xf32>
  // CHECK-NOT: graph.gather_nd
  %i = graph.constant dense<[[0, 0], [0, 1], [0, 2], [1, 0], [1, -2], [1, 2]]> : tensor<6x2xi64>
  %0 = graph.gather_nd %x, %i {batch_dims = 0 : i64} : (tensor<2x3x4xf32>, tensor<6x2xi64>) -> tensor<6x4xf32>
  %j = graph.constant dense<[[[[0]], [[1]], [[2]]], [[[0]], [[1]], [[2]]]]> : tensor<2x3x1x1xi64>
  %1 = graph.gather_nd %x, %j {batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x3x1x1xi64>) -> tensor<2x3x1x4xf32>
  return %0, %1 : tensor<6x4xf32>, tensor<2x3x1x4xf32>
}

// CHECK-LABEL: func @out_of_order
func.func @out_of_order(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK: graph.gather_nd
  %i = graph.constant dense<[[1], [0]]> : tensor<2x1xi64>
  %0 = graph.gather_nd %x, %i {batch_dims = 0 : i64} : (tensor<2x4xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
