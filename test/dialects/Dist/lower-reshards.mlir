// RUN: partita-opt %s -split-input-file -dist-lower-reshards | FileCheck %s
// RUN: partita-opt %s -split-input-file -dist-lower-reshards=exact=true | FileCheck %s --check-prefix=EXACT
// Reshards become steps; steps that reshards have in common are taken once.

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows_sum = #dist.layout<#mesh, [["x"], []], partial = sum over {"y"}>
// CHECK-DAG: #[[ALL_ROWS:.+]] = #dist.layout<#{{.+}}, {{\[}}["x", "y"], []]>
#all_rows = #dist.layout<#mesh, [["x", "y"], []]>
// EXACT-DAG: #[[ROWS:.+]] = #dist.layout<#{{.+}}, {{\[}}["x"], []]>
// EXACT-DAG: #[[ALL_ROWS:.+]] = #dist.layout<#{{.+}}, {{\[}}["x", "y"], []]>

// CHECK-LABEL: func.func @scatter
// EXACT-LABEL: func.func @scatter
func.func @scatter(%0: tensor<8x6xf32, #rows_sum>) -> tensor<8x6xf32, #all_rows> {
  // CHECK-NEXT: %[[R:.*]] = dist.reduce_scatter %arg0 along 0 over ["y"] : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #[[ALL_ROWS]]>
  // CHECK-NEXT: return %[[R]]
  // EXACT-NEXT: %[[S:.*]] = dist.all_reduce %arg0 over ["y"] : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #[[ROWS]]>
  // EXACT-NEXT: %[[R:.*]] = dist.exchange %[[S]] : tensor<8x6xf32, #[[ROWS]]> to tensor<8x6xf32, #[[ALL_ROWS]]>
  // EXACT-NEXT: return %[[R]]
  %1 = dist.reshard %0 : tensor<8x6xf32, #rows_sum> to tensor<8x6xf32, #all_rows>
  return %1 : tensor<8x6xf32, #all_rows>
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
#whole = #dist.layout<#mesh, [[], []]>
#columns = #dist.layout<#mesh, [[], ["x"]]>

// CHECK-LABEL: func.func @shared
func.func @shared(%0: tensor<8x6xf32, #rows>, %other: tensor<8x6xf32, #rows>)
    -> (tensor<8x6xf32, #whole>, tensor<8x6xf32, #whole>, tensor<8x6xf32, #columns>, tensor<8x6xf32, #whole>) {
  // CHECK-NEXT: %[[W:.*]] = dist.all_gather %arg0 along 0 over ["x"]
  %1 = dist.reshard %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #whole>
  %2 = dist.reshard %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #whole>
  // CHECK-NEXT: %[[C:.*]] = dist.exchange %arg0
  %3 = dist.reshard %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #columns>
  // CHECK-NEXT: %[[O:.*]] = dist.all_gather %arg1 along 0 over ["x"]
  %4 = dist.reshard %other : tensor<8x6xf32, #rows> to tensor<8x6xf32, #whole>
  // CHECK-NEXT: return %[[W]], %[[W]], %[[C]], %[[O]]
  return %1, %2, %3, %4 : tensor<8x6xf32, #whole>, tensor<8x6xf32, #whole>, tensor<8x6xf32, #columns>, tensor<8x6xf32, #whole>
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#cut = #dist.layout<#mesh, [["x"] cuts [0, 3, 5]]>
#sum = #dist.layout<#mesh, [[]], partial = sum over {"x"}>
#whole = #dist.layout<#mesh, [[]]>

// CHECK-LABEL: func.func @uneven
func.func @uneven(%0: tensor<5xf32, #sum>, %1: tensor<5xf32, #whole>)
    -> (tensor<5xf32, #cut>, tensor<5xf32, #cut>, tensor<5xf32, #sum>) {
  // CHECK-NEXT: dist.reduce_scatter %arg0 along 0 over ["x"]
  // CHECK-NEXT: dist.all_slice %arg1
  // CHECK-NEXT: dist.to_partial %arg1 sum over ["x"]
  %2 = dist.reshard %0 : tensor<5xf32, #sum> to tensor<5xf32, #cut>
  %3 = dist.reshard %1 : tensor<5xf32, #whole> to tensor<5xf32, #cut>
  %4 = dist.reshard %1 : tensor<5xf32, #whole> to tensor<5xf32, #sum>
  return %2, %3, %4 : tensor<5xf32, #cut>, tensor<5xf32, #cut>, tensor<5xf32, #sum>
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#rows = #dist.layout<#mesh, [["x"]]>

// CHECK-LABEL: func.func @nothing
func.func @nothing(%0: tensor<4xf32, #rows>) -> tensor<4xf32, #rows> {
  // CHECK-NEXT: return %arg0
  %1 = dist.reshard %0 : tensor<4xf32, #rows> to tensor<4xf32, #rows>
  return %1 : tensor<4xf32, #rows>
}
