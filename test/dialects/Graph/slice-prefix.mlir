// RUN: partita-opt %s -graph-lower-to-linalg | FileCheck %s
//
// A slice that begins at 0 in steps of 1 must not give its loops the input's
// range: linalg takes that from the first operand read at a bare counter.

// CHECK-LABEL: func.func @prefix
// CHECK: linalg.generic
// CHECK-SAME: outs(%{{.*}} : tensor<5x2x6xf32>)
// CHECK: tensor.extract
func.func @prefix(%x: tensor<5x4x6xf32>) -> tensor<5x2x6xf32> {
  %0 = graph.slice %x {starts = array<i64: 0, 0, 0>, steps = array<i64: 1, 1, 1>}
      : (tensor<5x4x6xf32>) -> tensor<5x2x6xf32>
  return %0 : tensor<5x2x6xf32>
}
