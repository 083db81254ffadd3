// RUN: partita-opt %s -canonicalize | FileCheck %s
// Element-wise ops fold constants and drop what does nothing.

// CHECK-LABEL: func @identities
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @identities(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %[[X]]
  %zero = graph.constant dense<0.0> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<4xf32>
  %0 = graph.add %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = graph.mul %one, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = graph.sub %1, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = graph.div %2, %one : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = graph.pow %3, %one : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = graph.cast %4 : (tensor<4xf32>) -> tensor<4xf32>
  return %5 : tensor<4xf32>
}

// The sum has another shape, so it stays.
// CHECK-LABEL: func @not_identity
func.func @not_identity(%x: tensor<f32>) -> tensor<4xf32> {
  // CHECK: graph.add
  %zero = graph.constant dense<0.0> : tensor<4xf32>
  %0 = graph.add %x, %zero : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @square
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: graph.mul %[[X]], %[[X]]
  %two = graph.constant dense<2.0> : tensor<f32>
  %0 = graph.pow %x, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @not_not
// CHECK-SAME: %[[X:.*]]: tensor<4xi1>
func.func @not_not(%x: tensor<4xi1>) -> tensor<4xi1> {
  // CHECK-NEXT: return %[[X]]
  %0 = graph.not %x : (tensor<4xi1>) -> tensor<4xi1>
  %1 = graph.not %0 : (tensor<4xi1>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func @broadcast
func.func @broadcast() -> tensor<2x3xi64> {
  // CHECK-NEXT: graph.constant dense<{{\[\[}}11, 21, 31], [12, 22, 32]]> : tensor<2x3xi64>
  %a = graph.constant dense<[[1], [2]]> : tensor<2x1xi64>
  %b = graph.constant dense<[10, 20, 30]> : tensor<3xi64>
  %0 = graph.add %a, %b : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// Integers divide toward zero; a division by 0 is left alone.
// CHECK-LABEL: func @div
func.func @div() -> (tensor<4xi64>, tensor<2xi64>) {
  // CHECK-DAG: graph.constant dense<[-3, 3, -3, 7]> : tensor<4xi64>
  // CHECK-DAG: graph.div
  %a = graph.constant dense<[-7, -7, 7, -7]> : tensor<4xi64>
  %b = graph.constant dense<[2, -2, -2, -1]> : tensor<4xi64>
  %c = graph.constant dense<[1, 0]> : tensor<2xi64>
  %0 = graph.div %a, %b : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %1 = graph.div %c, %c : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  return %0, %1 : tensor<4xi64>, tensor<2xi64>
}

// CHECK-LABEL: func @pow
func.func @pow() -> (tensor<6xi32>, tensor<2xf32>) {
  // CHECK-DAG: graph.constant dense<[1024, -27, 1, 0, -1, 0]> : tensor<6xi32>
  // CHECK-DAG: graph.constant dense<[3.000000e+00, 1.250000e-01]> : tensor<2xf32>
  %a = graph.constant dense<[2, -3, 5, 0, -1, 2]> : tensor<6xi32>
  %b = graph.constant dense<[10, 3, 0, 64, -101, -1]> : tensor<6xi32>
  %x = graph.constant dense<[9.0, 2.0]> : tensor<2xf32>
  %y = graph.constant dense<[0.5, -3.0]> : tensor<2xf32>
  %0 = graph.pow %a, %b : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  %1 = graph.pow %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<6xi32>, tensor<2xf32>
}

// NaN wins; 0x7FC00000 is NaN.
// CHECK-LABEL: func @max_min
func.func @max_min() -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK-DAG: graph.constant dense<[2.000000e+00, 0x7FC00000, 0x7FC00000]>
  // CHECK-DAG: graph.constant dense<[1.000000e+00, 0x7FC00000, 0x7FC00000]>
  %a = graph.constant dense<[1.0, 0x7FC00000, 1.0]> : tensor<3xf32>
  %b = graph.constant dense<[2.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %0 = graph.max %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = graph.min %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func @cast
func.func @cast() -> (tensor<3xi64>, tensor<3xi1>, tensor<2xf32>, tensor<2xi32>) {
  // CHECK-DAG: graph.constant dense<[-1, 0, 2]> : tensor<3xi64>
  // CHECK-DAG: graph.constant dense<[true, false, true]> : tensor<3xi1>
  // CHECK-DAG: graph.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: graph.constant dense<[1, 0]> : tensor<2xi32>
  %x = graph.constant dense<[-1.5, 0.0, 2.9]> : tensor<3xf32>
  %b = graph.constant dense<[true, false]> : tensor<2xi1>
  %0 = graph.cast %x : (tensor<3xf32>) -> tensor<3xi64>
  %1 = graph.cast %x : (tensor<3xf32>) -> tensor<3xi1>
  %2 = graph.cast %b : (tensor<2xi1>) -> tensor<2xf32>
  %3 = graph.cast %b : (tensor<2xi1>) -> tensor<2xi32>
  return %0, %1, %2, %3 : tensor<3xi64>, tensor<3xi1>, tensor<2xf32>, tensor<2xi32>
}

// What a float that fits no integer becomes is not defined.
// CHECK-LABEL: func @cast_overflow
func.func @cast_overflow() -> tensor<i32> {
  // CHECK: graph.cast
  %x = graph.constant dense<3.0e9> : tensor<f32>
  %0 = graph.cast %x : (tensor<f32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func @where
// CHECK-SAME: %[[X:.*]]: tensor<2xi64>, %[[Y:.*]]: tensor<2xi64>
func.func @where(%x: tensor<2xi64>, %y: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  // CHECK: %[[C:.*]] = graph.constant dense<[7, -1]> : tensor<2xi64>
  // CHECK: return %[[X]], %[[Y]], %[[C]]
  %true = graph.constant dense<true> : tensor<i1>
  %false = graph.constant dense<false> : tensor<2xi1>
  %a = graph.constant dense<[7, 8]> : tensor<2xi64>
  %m = graph.constant dense<-1> : tensor<i64>
  %eight = graph.constant dense<8> : tensor<2xi64>
  %0 = graph.where %true, %x, %y : (tensor<i1>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %1 = graph.where %false, %x, %y : (tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %c = graph.less %a, %eight : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %2 = graph.where %c, %a, %m : (tensor<2xi1>, tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  return %0, %1, %2 : tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}

// Equal elements fold at any size; others up to a limit.
// CHECK-LABEL: func @large
func.func @large(%x: tensor<300x300xf32>) -> (tensor<1000000xf32>, tensor<300x300xi64>) {
  // CHECK-DAG: graph.constant dense<3.000000e+00> : tensor<1000000xf32>
  // CHECK-DAG: graph.add {{.*}} -> tensor<300x300xi64>
  %a = graph.constant dense<1.0> : tensor<1000000xf32>
  %b = graph.constant dense<2.0> : tensor<f32>
  %0 = graph.add %a, %b : (tensor<1000000xf32>, tensor<f32>) -> tensor<1000000xf32>
  %two = graph.constant dense<[1, 2]> : tensor<2xi64>
  %r = graph.reshape %two : (tensor<2xi64>) -> tensor<2x1xi64>
  %row = graph.broadcast_to %r : (tensor<2x1xi64>) -> tensor<2x150xi64>
  %i = graph.reshape %row : (tensor<2x150xi64>) -> tensor<300x1xi64>
  %j = graph.reshape %row : (tensor<2x150xi64>) -> tensor<300xi64>
  %1 = graph.add %i, %j : (tensor<300x1xi64>, tensor<300xi64>) -> tensor<300x300xi64>
  return %0, %1 : tensor<1000000xf32>, tensor<300x300xi64>
}
