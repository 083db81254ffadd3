// RUN: partita-opt %s -canonicalize | FileCheck %s
//
// graph.floor prints as it parses, and folds.

// CHECK-LABEL: func.func @floor
func.func @floor(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<3xf32>) {
  // CHECK-DAG: graph.constant dense<[-2.000000e+00, 1.000000e+00, 3.000000e+00]>
  // CHECK-DAG: graph.floor %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %c = graph.constant dense<[-1.5, 1.75, 3.0]> : tensor<3xf32>
  %0 = graph.floor %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = graph.floor %c : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<3xf32>
}
