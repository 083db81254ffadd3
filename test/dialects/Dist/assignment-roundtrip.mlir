// RUN: partita-opt %s | partita-opt | FileCheck %s
// Assignments that project onto their ops' types.

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
#columns = #dist.layout<#mesh, [[], ["x"]]>
#both = #dist.layout<#mesh, [["x"], ["y"]]>
#rows_y = #dist.layout<#mesh, [["y"], []]>
#rows_sum = #dist.layout<#mesh, [["x"], []], partial = sum over {"y"}>
#rows_max = #dist.layout<#mesh, [["x"], []], partial = max over {"y"}>
#cut = #dist.layout<#mesh, [["x"] cuts [0, 4, 6], []]>

// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: tensor<6x10xf32, #both>, %b: tensor<10x8xf32, #rows_y>,
                  %c: tensor<6x10xf32, #cut>, %d: tensor<10x8xf32, #whole>,
                  %e: tensor<6x10xf32, #rows_sum>) {
  // Split over rows and over the sum: the result is partial.
  // CHECK: graph.matmul {{.*}} {dist.assignment = #dist.assignment<{m = ["x"], k = ["y"]}>}
  %0 = graph.matmul %a, %b {dist.assignment = #dist.assignment<{m = ["x"], k = ["y"]}>}
      : (tensor<6x10xf32, #both>, tensor<10x8xf32, #rows_y>) -> tensor<6x8xf32, #rows_sum>
  // Uneven.
  // CHECK: #dist.assignment<{m = ["x"] cuts [0, 4, 6]}>
  %1 = graph.matmul %c, %d {dist.assignment = #dist.assignment<{m = ["x"] cuts [0, 4, 6]}>}
      : (tensor<6x10xf32, #cut>, tensor<10x8xf32, #whole>) -> tensor<6x8xf32, #cut>
  // A partial operand in which it is linear.
  // CHECK: #dist.assignment<{m = ["x"]}, passing = sum over {"y"}, set = 0>
  %2 = graph.matmul %e, %d {dist.assignment = #dist.assignment<{m = ["x"]}, passing = sum over {"y"}, set = 0>}
      : (tensor<6x10xf32, #rows_sum>, tensor<10x8xf32, #whole>) -> tensor<6x8xf32, #rows_sum>
  // CHECK: #dist.assignment<{}>
  %3 = graph.relu %d {dist.assignment = #dist.assignment<{}>}
      : (tensor<10x8xf32, #whole>) -> tensor<10x8xf32, #whole>
  return
}

// CHECK-LABEL: func.func @passing
func.func @passing(%a: tensor<6x8xf32, #rows_sum>, %b: tensor<6x8xf32, #rows_max>) {
  // CHECK: graph.add
  %0 = graph.add %a, %a {dist.assignment = #dist.assignment<{d0 = ["x"]}, passing = sum over {"y"}, set = 0>}
      : (tensor<6x8xf32, #rows_sum>, tensor<6x8xf32, #rows_sum>) -> tensor<6x8xf32, #rows_sum>
  // CHECK: graph.relu
  %1 = graph.relu %b {dist.assignment = #dist.assignment<{d0 = ["x"]}, passing = max over {"y"}, set = 0>}
      : (tensor<6x8xf32, #rows_max>) -> tensor<6x8xf32, #rows_max>
  return
}
