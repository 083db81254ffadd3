// RUN: partita-opt %s | partita-opt | FileCheck %s
// Meshes, layouts and their parts survive printing and parsing.

// CHECK-DAG: #[[MESH:.+]] = #dist.mesh<["x"=2, "y"=4], devices = [0 to 7]>
#mesh = #dist.mesh<["x"=2, "y"=4], devices = [0, 1, 2 to 6, 7]>
// CHECK-DAG: #[[GAPS:.+]] = #dist.mesh<["only axis"=3], devices = [5, 0 to 1]>
#gaps = #dist.mesh<["only axis"=3], devices = [5, 0, 1]>
// CHECK-DAG: #[[ONE:.+]] = #dist.mesh<[], devices = [3]>
#one = #dist.mesh<[], devices = [3]>

// CHECK-DAG: #[[EVEN:.+]] = #dist.layout<#[[MESH]], {{\[}}["x"], ["y"]]>
#even = #dist.layout<#mesh, [["x"], ["y"]]>
// CHECK-DAG: #[[BOTH:.+]] = #dist.layout<#[[MESH]], {{\[}}["y", "x"], []]>
#both = #dist.layout<#mesh, [["y", "x"], []]>
// CHECK-DAG: #[[CUTS:.+]] = #dist.layout<#[[MESH]], {{\[}}["x"] cuts [0, 5, 6], []]>
#cuts = #dist.layout<#mesh, [["x"] cuts [0, 5, 6], []]>
// CHECK-DAG: #[[EMPTY:.+]] = #dist.layout<#[[GAPS]], {{\[}}["only axis"] cuts [0, 1, 2, 2] allow_empty]>
#empty = #dist.layout<#gaps, [["only axis"] cuts [0, 1, 2, 2] allow_empty]>
// CHECK-DAG: #[[PARTS:.+]] = #dist.layout<#[[MESH]], {{\[}}["y":(1)2], ["y":(2)2]], partial = sum over {"x"}>
#parts = #dist.layout<#mesh, [["y":(1)2], ["y":(2)2]], partial = sum over {"x"}>
// CHECK-DAG: #[[MAX:.+]] = #dist.layout<#[[MESH]], [], partial = max over {"x", "y":(2)2}>
#max = #dist.layout<#mesh, [], partial = max over {"x", "y":(2)2}>
// CHECK-DAG: #[[ALONE:.+]] = #dist.layout<#[[ONE]], {{\[}}[], []]>
#alone = #dist.layout<#one, [[], []]>

// CHECK: func.func private @even(tensor<6x8xf32, #[[EVEN]]>)
func.func private @even(tensor<6x8xf32, #even>)
// CHECK: func.func private @both(tensor<8x3xf32, #[[BOTH]]>)
func.func private @both(tensor<8x3xf32, #both>)
// CHECK: func.func private @cuts(tensor<6x8xf32, #[[CUTS]]>)
func.func private @cuts(tensor<6x8xf32, #cuts>)
// CHECK: func.func private @empty(tensor<2xf32, #[[EMPTY]]>)
func.func private @empty(tensor<2xf32, #empty>)
// CHECK: func.func private @parts(tensor<2x2xi64, #[[PARTS]]>)
func.func private @parts(tensor<2x2xi64, #parts>)
// CHECK: func.func private @max(tensor<f32, #[[MAX]]>)
func.func private @max(tensor<f32, #max>)
// CHECK: func.func private @alone(tensor<5x7xi1, #[[ALONE]]>)
func.func private @alone(tensor<5x7xi1, #alone>)

// A layout is its value: spelled out or by alias, it is the same.
// CHECK: func.func private @inline(tensor<6x8xf32, #[[EVEN]]>)
func.func private @inline(tensor<6x8xf32, #dist.layout<#dist.mesh<["x"=2, "y"=4], devices = [0 to 7]>, [["x"], ["y"]]>>)

// The parts alone.
// CHECK: test.axis = #dist.axis<"x">
// CHECK-SAME: test.dim = #dist.dim<["x", "y":(1)2] cuts [0, 1, 3, 3, 4] allow_empty>
// CHECK-SAME: test.kind = #dist.kind<max>
// CHECK-SAME: test.part = #dist.axis<"x":(2)3>
// CHECK-SAME: test.partial = #dist.partial<sum over {"x"}>
module @alone_standing attributes {
  test.axis = #dist.axis<"x">,
  test.dim = #dist.dim<["x", "y":(1)2] cuts [0, 1, 3, 3, 4] allow_empty>,
  test.kind = #dist.kind<max>,
  test.part = #dist.axis<"x":(2)3>,
  test.partial = #dist.partial<sum over {"x"}>
} {}
