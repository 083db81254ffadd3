// RUN: partita-opt %s -canonicalize | FileCheck %s
// A reshard folds only where the types are equal.

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#rows = #dist.layout<#mesh, [["x"]]>
#whole = #dist.layout<#mesh, [[]]>

// CHECK-LABEL: func.func @same
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32, #{{.*}}>)
func.func @same(%0: tensor<4xf32, #rows>) -> tensor<4xf32, #rows> {
  // CHECK-NEXT: return %[[X]]
  %1 = dist.reshard %0 : tensor<4xf32, #rows> to tensor<4xf32, #rows>
  return %1 : tensor<4xf32, #rows>
}

// CHECK-LABEL: func.func @other
func.func @other(%0: tensor<4xf32, #rows>) -> tensor<4xf32, #whole> {
  // CHECK-NEXT: dist.reshard
  %1 = dist.reshard %0 : tensor<4xf32, #rows> to tensor<4xf32, #whole>
  return %1 : tensor<4xf32, #whole>
}

// A transfer is never removed, a step that nobody uses is.
#other = #dist.mesh<["x"=2], devices = [2 to 3]>
#there = #dist.layout<#other, [["x"]]>
// CHECK-LABEL: func.func @unused
func.func @unused(%0: tensor<4xf32, #rows>) {
  // CHECK-NOT: dist.all_gather
  %1 = dist.all_gather %0 along 0 over ["x"]
      : tensor<4xf32, #rows> to tensor<4xf32, #whole>
  // CHECK: dist.transfer
  %2 = dist.transfer %0 : tensor<4xf32, #rows> to tensor<4xf32, #there>
  return
}
