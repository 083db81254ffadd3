// RUN: partita-opt %s --codegen-lower-kernels | FileCheck %s
//
// Producers with one reader are fused into it; one with two readers stays.

// CHECK-LABEL: func.func private @mul_add_exp_0
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: math.exp
// CHECK-NOT: linalg.generic
func.func private @mul_add_exp_0(%a: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = graph.mul %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = graph.add %0, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %2 = graph.exp %1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func private @exp_reduce_sum_div_1
// CHECK-COUNT-1: math.exp
// CHECK: linalg.fill
// CHECK: reduction
// CHECK: arith.divf
// CHECK-NOT: math.exp
func.func private @exp_reduce_sum_div_1(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = graph.exp %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = graph.reduce_sum %0 {axes = array<i64: 1>, keepdims = true} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %2 = graph.div %0, %1 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
