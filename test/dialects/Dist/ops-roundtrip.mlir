// RUN: partita-opt %s | partita-opt | FileCheck %s
// All ops of dist survive printing and parsing; the steps' layouts are right.

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#turned = #dist.mesh<["a"=2, "b"=2], devices = [3, 2, 1, 0]>
#other = #dist.mesh<["x"=2, "y"=2], devices = [4 to 7]>

#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
#all_rows = #dist.layout<#mesh, [["x", "y"], []]>
#columns = #dist.layout<#mesh, [[], ["x"]]>
#cut = #dist.layout<#mesh, [["x"] cuts [0, 5, 8], []]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"x", "y"}>
#sum_y = #dist.layout<#mesh, [[], []], partial = sum over {"y"}>
#rows_sum = #dist.layout<#mesh, [["x"], []], partial = sum over {"y"}>
#cut_max = #dist.layout<#mesh, [["x"] cuts [0, 5, 8], []], partial = max over {"y"}>
#elsewhere = #dist.layout<#turned, [["b"], []]>
#moved = #dist.layout<#other, [["x"], []]>

// CHECK-LABEL: func.func @reshard
func.func @reshard(%0: tensor<8x6xf32, #rows>) -> tensor<8x6xf32, #sum> {
  // CHECK: dist.reshard %{{.*}} : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #{{.*}}>
  %1 = dist.reshard %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #sum>
  return %1 : tensor<8x6xf32, #sum>
}

// CHECK-LABEL: func.func @all_slice
func.func @all_slice(%0: tensor<8x6xf32, #rows>) -> tensor<8x6xf32, #all_rows> {
  // CHECK: dist.all_slice %{{.*}} : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #{{.*}}>
  %1 = dist.all_slice %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #all_rows>
  return %1 : tensor<8x6xf32, #all_rows>
}

// CHECK-LABEL: func.func @all_gather
func.func @all_gather(%0: tensor<8x6xf32, #all_rows>, %1: tensor<8x6xf32, #cut>)
    -> (tensor<8x6xf32, #whole>, tensor<8x6xf32, #whole>) {
  // CHECK: dist.all_gather %{{.*}} along 0 over ["y"] : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #{{.*}}>
  %2 = dist.all_gather %0 along 0 over ["y"]
      : tensor<8x6xf32, #all_rows> to tensor<8x6xf32, #rows>
  // CHECK: dist.all_gather %{{.*}} along 0 over ["x", "y"]
  %3 = dist.all_gather %0 along 0 over ["x", "y"]
      : tensor<8x6xf32, #all_rows> to tensor<8x6xf32, #whole>
  // CHECK: dist.all_gather %{{.*}} along 0 over ["x"]
  %4 = dist.all_gather %1 along 0 over ["x"]
      : tensor<8x6xf32, #cut> to tensor<8x6xf32, #whole>
  return %3, %4 : tensor<8x6xf32, #whole>, tensor<8x6xf32, #whole>
}

// CHECK-LABEL: func.func @all_reduce
func.func @all_reduce(%0: tensor<8x6xf32, #sum>, %1: tensor<8x6xf32, #cut_max>)
    -> (tensor<8x6xf32, #sum_y>, tensor<8x6xf32, #cut>) {
  // CHECK: dist.all_reduce %{{.*}} over ["x"] : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #{{.*}}>
  %2 = dist.all_reduce %0 over ["x"]
      : tensor<8x6xf32, #sum> to tensor<8x6xf32, #sum_y>
  %3 = dist.all_reduce %1 over ["y"]
      : tensor<8x6xf32, #cut_max> to tensor<8x6xf32, #cut>
  return %2, %3 : tensor<8x6xf32, #sum_y>, tensor<8x6xf32, #cut>
}

// CHECK-LABEL: func.func @reduce_scatter
func.func @reduce_scatter(%0: tensor<8x6xf32, #rows_sum>, %1: tensor<8x6xf32, #sum>)
    -> (tensor<8x6xf32, #all_rows>, tensor<8x6xf32, #rows_sum>) {
  // CHECK: dist.reduce_scatter %{{.*}} along 0 over ["y"] : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #{{.*}}>
  %2 = dist.reduce_scatter %0 along 0 over ["y"]
      : tensor<8x6xf32, #rows_sum> to tensor<8x6xf32, #all_rows>
  %3 = dist.reduce_scatter %1 along 0 over ["x"]
      : tensor<8x6xf32, #sum> to tensor<8x6xf32, #rows_sum>
  return %2, %3 : tensor<8x6xf32, #all_rows>, tensor<8x6xf32, #rows_sum>
}

// CHECK-LABEL: func.func @exchange
func.func @exchange(%0: tensor<8x6xf32, #rows>, %1: tensor<8x6xf32, #cut>)
    -> (tensor<8x6xf32, #columns>, tensor<8x6xf32, #elsewhere>) {
  // CHECK: dist.exchange %{{.*}} : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #{{.*}}>
  %2 = dist.exchange %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #columns>
  %3 = dist.exchange %1 : tensor<8x6xf32, #cut> to tensor<8x6xf32, #elsewhere>
  return %2, %3 : tensor<8x6xf32, #columns>, tensor<8x6xf32, #elsewhere>
}

// CHECK-LABEL: func.func @to_partial
func.func @to_partial(%0: tensor<8x6xf32, #rows>, %1: tensor<8x6xf32, #cut>)
    -> (tensor<8x6xf32, #rows_sum>, tensor<8x6xf32, #cut_max>) {
  // CHECK: dist.to_partial %{{.*}} sum over ["y"] : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #{{.*}}>
  %2 = dist.to_partial %0 sum over ["y"]
      : tensor<8x6xf32, #rows> to tensor<8x6xf32, #rows_sum>
  // CHECK: dist.to_partial %{{.*}} max over ["y"]
  %3 = dist.to_partial %1 max over ["y"]
      : tensor<8x6xf32, #cut> to tensor<8x6xf32, #cut_max>
  return %2, %3 : tensor<8x6xf32, #rows_sum>, tensor<8x6xf32, #cut_max>
}

// CHECK-LABEL: func.func @transfer
func.func @transfer(%0: tensor<8x6xf32, #rows>) -> tensor<8x6xf32, #moved> {
  // CHECK: dist.transfer %{{.*}} : tensor<8x6xf32, #{{.*}}> to tensor<8x6xf32, #{{.*}}>
  %1 = dist.transfer %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #moved>
  return %1 : tensor<8x6xf32, #moved>
}
