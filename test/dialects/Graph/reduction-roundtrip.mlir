// RUN: partita-opt %s | partita-opt | FileCheck %s
// Reductions and normalizations print as they were parsed.

// CHECK-LABEL: func @reduction
func.func @reduction(%x: tensor<4x6x8xf32>, %i: tensor<4xi64>, %s: tensor<6x8xf32>) {
  // CHECK: graph.reduce_sum %{{.*}} {axes = array<i64: 0, 2>, keepdims = false} : (tensor<4x6x8xf32>) -> tensor<6xf32>
  %0 = graph.reduce_sum %x {axes = array<i64: 0, 2>, keepdims = false} : (tensor<4x6x8xf32>) -> tensor<6xf32>
  // CHECK: graph.reduce_max %{{.*}} {axes = array<i64: 1>, keepdims = true} : (tensor<4x6x8xf32>) -> tensor<4x1x8xf32>
  %1 = graph.reduce_max %x {axes = array<i64: 1>, keepdims = true} : (tensor<4x6x8xf32>) -> tensor<4x1x8xf32>
  // CHECK: graph.reduce_sum %{{.*}} {axes = array<i64: 0>, keepdims = false} : (tensor<4xi64>) -> tensor<i64>
  %2 = graph.reduce_sum %i {axes = array<i64: 0>, keepdims = false} : (tensor<4xi64>) -> tensor<i64>
  // CHECK: graph.reduce_max %{{.*}} {axes = array<i64>, keepdims = true} : (tensor<4xi64>) -> tensor<4xi64>
  %3 = graph.reduce_max %i {axes = array<i64>, keepdims = true} : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: graph.softmax %{{.*}} {axis = 1 : i64} : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %4 = graph.softmax %x {axis = 1 : i64} : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: graph.layer_norm %{{.*}}, %{{.*}}, %{{.*}} {axis = 1 : i64, epsilon = 9.99999974E-6 : f32} : (tensor<4x6x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<4x6x8xf32>
  %5 = graph.layer_norm %x, %s, %s {axis = 1 : i64, epsilon = 1.0e-5 : f32} : (tensor<4x6x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<4x6x8xf32>
  // CHECK: graph.layer_norm %{{.*}}, %{{.*}} {axis = 1 : i64, epsilon = 0.000000e+00 : f32} : (tensor<4x6x8xf32>, tensor<6x8xf32>) -> tensor<4x6x8xf32>
  %6 = graph.layer_norm %x, %s {axis = 1 : i64, epsilon = 0.0 : f32} : (tensor<4x6x8xf32>, tensor<6x8xf32>) -> tensor<4x6x8xf32>
  return
}
