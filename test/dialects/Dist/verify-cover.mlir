// RUN: partita-opt %s -dist-verify-cover | FileCheck %s
// Layouts of every kind cover their tensors. (That a wrong cover is found is
// tested on boxes: test/unit/Layout/CoverTest.cpp. A valid layout has no other.)

#mesh = #dist.mesh<["x"=2, "y"=3], devices = [0 to 5]>
#even = #dist.layout<#mesh, [["x"], ["y"]]>
#replicas = #dist.layout<#mesh, [["y"], []]>
#cut = #dist.layout<#mesh, [["y"] cuts [0, 1, 5, 6], ["x"] cuts [0, 0, 6] allow_empty]>
#partial = #dist.layout<#mesh, [["x"], []], partial = max over {"y"}>
#scalar = #dist.layout<#mesh, []>

// CHECK: func.func private @f
func.func private @f(tensor<6x6xf32, #even>)
func.func @g(%0: tensor<6x6xf32, #even>, %1: tensor<6x6xf32, #replicas>,
             %2: tensor<6x6xf32, #cut>, %3: tensor<6x6xf32, #partial>,
             %4: tensor<f32, #scalar>) {
  %5 = dist.reshard %0 : tensor<6x6xf32, #even> to tensor<6x6xf32, #cut>
  return
}
