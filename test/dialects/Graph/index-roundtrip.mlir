// RUN: partita-opt %s | partita-opt | FileCheck %s
// Gather ops print as they were parsed.

// CHECK-LABEL: func @index
func.func @index(%x: tensor<2x9x8xf32>, %i: tensor<4x2xi64>, %s: tensor<i32>, %e: tensor<1x9x3xi32>, %v: tensor<2x5x1xi64>) {
  // CHECK: graph.gather %{{.*}}, %{{.*}} {axis = 1 : i64} : (tensor<2x9x8xf32>, tensor<4x2xi64>) -> tensor<2x4x2x8xf32>
  %0 = graph.gather %x, %i {axis = 1 : i64} : (tensor<2x9x8xf32>, tensor<4x2xi64>) -> tensor<2x4x2x8xf32>
  // CHECK: graph.gather %{{.*}}, %{{.*}} {axis = 2 : i64} : (tensor<2x9x8xf32>, tensor<i32>) -> tensor<2x9xf32>
  %1 = graph.gather %x, %s {axis = 2 : i64} : (tensor<2x9x8xf32>, tensor<i32>) -> tensor<2x9xf32>
  // CHECK: graph.gather_elements %{{.*}}, %{{.*}} {axis = 2 : i64} : (tensor<2x9x8xf32>, tensor<1x9x3xi32>) -> tensor<1x9x3xf32>
  %2 = graph.gather_elements %x, %e {axis = 2 : i64} : (tensor<2x9x8xf32>, tensor<1x9x3xi32>) -> tensor<1x9x3xf32>
  // CHECK: graph.gather_nd %{{.*}}, %{{.*}} {batch_dims = 1 : i64} : (tensor<2x9x8xf32>, tensor<2x5x1xi64>) -> tensor<2x5x8xf32>
  %3 = graph.gather_nd %x, %v {batch_dims = 1 : i64} : (tensor<2x9x8xf32>, tensor<2x5x1xi64>) -> tensor<2x5x8xf32>
  return
}
