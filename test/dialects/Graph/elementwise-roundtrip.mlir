// RUN: partita-opt %s | partita-opt | FileCheck %s
// Element-wise ops print as they were parsed.

// CHECK-LABEL: func @unary
func.func @unary(%x: tensor<4x8xf32>, %i: tensor<4xi32>, %c: tensor<i1>) {
  // CHECK: graph.erf %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = graph.erf %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.exp %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = graph.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.gelu %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = graph.gelu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.log %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = graph.log %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.reciprocal %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = graph.reciprocal %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.sigmoid %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = graph.sigmoid %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.sqrt %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = graph.sqrt %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.tanh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = graph.tanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.abs %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = graph.abs %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.neg %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %10 = graph.neg %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.relu %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %11 = graph.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.gelu %{{.*}} {approximate = "tanh"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %12 = graph.gelu %x {approximate = "tanh"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.abs %{{.*}} : (tensor<4xi32>) -> tensor<4xi32>
  %13 = graph.abs %i : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: graph.neg %{{.*}} : (tensor<4xi32>) -> tensor<4xi32>
  %14 = graph.neg %i : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: graph.relu %{{.*}} : (tensor<4xi32>) -> tensor<4xi32>
  %15 = graph.relu %i : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: graph.not %{{.*}} : (tensor<i1>) -> tensor<i1>
  %16 = graph.not %c : (tensor<i1>) -> tensor<i1>
  // CHECK: graph.cast %{{.*}} : (tensor<4xi32>) -> tensor<4xf32>
  %17 = graph.cast %i : (tensor<4xi32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @binary
func.func @binary(%x: tensor<4x8xf32>, %y: tensor<8xf32>, %i: tensor<2x1xi64>,
                  %j: tensor<3xi64>, %c: tensor<2xi1>, %d: tensor<i1>) {
  // CHECK: graph.add %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %1 = graph.add %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.add %{{.*}}, %{{.*}} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %2 = graph.add %i, %j : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: graph.div %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %3 = graph.div %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.div %{{.*}}, %{{.*}} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %4 = graph.div %i, %j : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: graph.max %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %5 = graph.max %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.max %{{.*}}, %{{.*}} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %6 = graph.max %i, %j : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: graph.min %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %7 = graph.min %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.min %{{.*}}, %{{.*}} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %8 = graph.min %i, %j : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: graph.mul %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %9 = graph.mul %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.mul %{{.*}}, %{{.*}} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %10 = graph.mul %i, %j : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: graph.pow %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %11 = graph.pow %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.pow %{{.*}}, %{{.*}} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %12 = graph.pow %i, %j : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: graph.sub %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %13 = graph.sub %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: graph.sub %{{.*}}, %{{.*}} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %14 = graph.sub %i, %j : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: graph.and %{{.*}}, %{{.*}} : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  %15 = graph.and %c, %d : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  // CHECK: graph.or %{{.*}}, %{{.*}} : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  %16 = graph.or %c, %d : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  // CHECK: graph.equal %{{.*}}, %{{.*}} : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  %17 = graph.equal %c, %d : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  // CHECK: graph.equal %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %18 = graph.equal %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  // CHECK: graph.greater %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %19 = graph.greater %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  // CHECK: graph.greater_or_equal %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %20 = graph.greater_or_equal %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  // CHECK: graph.less %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %21 = graph.less %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  // CHECK: graph.less_or_equal %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %22 = graph.less_or_equal %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  return
}

// CHECK-LABEL: func @where
func.func @where(%c: tensor<8xi1>, %x: tensor<4x8xi64>, %y: tensor<i64>) {
  // CHECK: graph.where %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8xi1>, tensor<4x8xi64>, tensor<i64>) -> tensor<4x8xi64>
  %0 = graph.where %c, %x, %y : (tensor<8xi1>, tensor<4x8xi64>, tensor<i64>) -> tensor<4x8xi64>
  return
}

// An extent of 0 is legal and broadcasts like any other.
// CHECK-LABEL: func @empty
func.func @empty(%x: tensor<0x4xf32>, %y: tensor<1x4xf32>) {
  // CHECK: graph.add %{{.*}}, %{{.*}} : (tensor<0x4xf32>, tensor<1x4xf32>) -> tensor<0x4xf32>
  %0 = graph.add %x, %y : (tensor<0x4xf32>, tensor<1x4xf32>) -> tensor<0x4xf32>
  return
}
