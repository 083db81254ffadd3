// RUN: partita-opt %s | partita-opt | FileCheck %s
// Shape ops print as they were parsed.

// CHECK-LABEL: func @shape
func.func @shape(%x: tensor<4x6xf32>, %y: tensor<4x2xf32>, %b: tensor<6x1xi1>, %s: tensor<f32>) {
  // CHECK: graph.reshape %{{.*}} : (tensor<4x6xf32>) -> tensor<2x2x6xf32>
  %0 = graph.reshape %x : (tensor<4x6xf32>) -> tensor<2x2x6xf32>
  // CHECK: graph.reshape %{{.*}} : (tensor<f32>) -> tensor<1x1xf32>
  %1 = graph.reshape %s : (tensor<f32>) -> tensor<1x1xf32>
  // CHECK: graph.transpose %{{.*}} {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %2 = graph.transpose %x {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  // CHECK: graph.transpose %{{.*}} {permutation = array<i64>} : (tensor<f32>) -> tensor<f32>
  %3 = graph.transpose %s {permutation = array<i64>} : (tensor<f32>) -> tensor<f32>
  // CHECK: graph.broadcast_to %{{.*}} : (tensor<6x1xi1>) -> tensor<4x6x8xi1>
  %4 = graph.broadcast_to %b : (tensor<6x1xi1>) -> tensor<4x6x8xi1>
  // CHECK: graph.slice %{{.*}} {starts = array<i64: 0, 5>, steps = array<i64: 1, -2>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  %5 = graph.slice %x {starts = array<i64: 0, 5>, steps = array<i64: 1, -2>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  // CHECK: graph.slice %{{.*}} {starts = array<i64: 9, 0>, steps = array<i64: 1, 1>} : (tensor<4x6xf32>) -> tensor<0x6xf32>
  %6 = graph.slice %x {starts = array<i64: 9, 0>, steps = array<i64: 1, 1>} : (tensor<4x6xf32>) -> tensor<0x6xf32>
  // CHECK: graph.concat %{{.*}}, %{{.*}}, %{{.*}} {axis = 1 : i64} : (tensor<4x6xf32>, tensor<4x2xf32>, tensor<4x6xf32>) -> tensor<4x14xf32>
  %7 = graph.concat %x, %y, %x {axis = 1 : i64} : (tensor<4x6xf32>, tensor<4x2xf32>, tensor<4x6xf32>) -> tensor<4x14xf32>
  return
}
