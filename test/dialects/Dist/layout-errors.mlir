// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Every constraint of meshes, axes, dims, partial states and layouts.

// mesh_c1: names
// expected-error @below {{expects axis names to differ, got "x" twice}}
#mesh = #dist.mesh<["x"=2, "x"=2], devices = [0 to 3]>

// -----

// mesh_c1: names
// expected-error @below {{expects every axis to have a name}}
#mesh = #dist.mesh<[""=2], devices = [0 to 1]>

// -----

// mesh_c1: sizes
// expected-error @below {{expects axis "x" to have a size of at least 1, got 0}}
#mesh = #dist.mesh<["x"=0], devices = []>

// -----

// mesh_c2: number of devices
// expected-error @below {{expects one device per coordinate, but the axes have 4 and there are 5 devices}}
#mesh = #dist.mesh<["x"=4], devices = [0 to 4]>

// -----

// mesh_c2: each once
// expected-error @below {{expects every device once, got 2 twice}}
#mesh = #dist.mesh<["x"=4], devices = [0 to 2, 2]>

// -----

// mesh_c2: none negative
// expected-error @below {{expects device ids of at least 0, got -1}}
#mesh = #dist.mesh<["x"=2], devices = [0, -1]>

// -----

// A range runs upwards.
// expected-error @below {{expects an ascending range of at most 1048576 devices, got 3 to 0}}
#mesh = #dist.mesh<["x"=4], devices = [3 to 0]>

// -----

// axis_c1
// expected-error @below {{expects an axis to have a name}}
#axis = #dist.axis<"">

// -----

// axis_c2: size
// expected-error @below {{expects a part of an axis to have a size of more than 1, got 1}}
#axis = #dist.axis<"x":(2)1>

// -----

// axis_c2: size, which is 0 inside for a whole axis
// expected-error @below {{expects a part of an axis to have a size of more than 1, got 0}}
#axis = #dist.axis<"x":(1)0>

// -----

// axis_c2: what lies before
// expected-error @below {{expects what lies before a part of an axis to be positive, got 0}}
#axis = #dist.axis<"x":(0)2>

// -----

// dim_c1: from 0
// expected-error @below {{expects cuts to begin at 0, got 1}}
#dim = #dist.dim<["x"] cuts [1, 2]>

// -----

// dim_c1: ascending
// expected-error @below {{expects cuts to ascend, got 3 after 4}}
#dim = #dist.dim<["x"] cuts [0, 4, 3]>

// -----

// dim_c2
// expected-error @below {{expects axes where there are cuts}}
#dim = #dist.dim<[] cuts [0, 4]>

// -----

// partial_c1
// expected-error @below {{expects a partial value to have axes}}
#partial = #dist.partial<sum over {}>

// -----

// kinds
// expected-error @below {{expects sum or max, got mean}}
#kind = #dist.kind<mean>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c1: an axis of the mesh
// expected-error @below {{expects an axis of the mesh, got "z"}}
#layout = #dist.layout<#mesh, [["z"]]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c1: a part that divides
// expected-error @below {{expects a part of axis "x" to divide its size 4, got (1)3}}
#layout = #dist.layout<#mesh, [["x":(1)3]]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c1: twice in dims
// expected-error @below {{expects axes to be used once, but x and x:(2)2 overlap}}
#layout = #dist.layout<#mesh, [["x"], ["x":(2)2]]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c1: in a dim and partial
// expected-error @below {{expects axes to be used once, but y and y overlap}}
#layout = #dist.layout<#mesh, [["y"]], partial = sum over {"y"}>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c2: number of cuts
// expected-error @below {{expects 5 cuts of dim 0, one more than pieces, got 3}}
#layout = #dist.layout<#mesh, [["x"] cuts [0, 1, 5]]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c2: strictly ascending
// expected-error @below {{expects allow_empty on dim 0 with empty pieces, got cuts 0,0,5}}
#layout = #dist.layout<#mesh, [["y"] cuts [0, 0, 5]]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c2: flagged for a reason
// expected-error @below {{expects an empty piece of dim 0 with allow_empty, got cuts 0,1,5}}
#layout = #dist.layout<#mesh, [["y"] cuts [0, 1, 5] allow_empty]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=1], devices = [0 to 3]>
// layout_c3: no axis of size 1
// expected-error @below {{expects no axis of size 1, got y}}
#layout = #dist.layout<#mesh, [["y"]]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c3: no part that is the whole
// expected-error @below {{expects all of axis "x" to be written without a size}}
#layout = #dist.layout<#mesh, [["x":(1)4]]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c3: merged
// expected-error @below {{expects adjacent parts of an axis to be merged, got x:(1)2,x:(2)2 for x}}
#layout = #dist.layout<#mesh, [["x":(1)2, "x":(2)2]]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c3: order of partial axes
// expected-error @below {{expects partial axes in the order of the mesh, got y,x for x,y}}
#layout = #dist.layout<#mesh, [[]], partial = max over {"y", "x"}>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
#layout = #dist.layout<#mesh, [["x"]]>
// layout_c4: one entry per dim
// expected-error @below {{expects one sharding per dim, but the rank is 2 and there are 1}}
func.func private @f(tensor<4x4xf32, #layout>)

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
#layout = #dist.layout<#mesh, [["x"]]>
// layout_c4: static
// expected-error @below {{expects a tensor with a layout to have a static shape}}
func.func private @f(tensor<?xf32, #layout>)

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
#layout = #dist.layout<#mesh, [["x"]]>
// layout_c5: divides
// expected-error @below {{expects shard count of dim 0 to divide 6, but axes x give 4}}
func.func private @f(tensor<6xf32, #layout>)

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
#layout = #dist.layout<#mesh, [["y"] cuts [0, 1, 5]]>
// layout_c5: the end
// expected-error @below {{expects cuts of dim 0 to end at its extent 6, got 0,1,5}}
func.func private @f(tensor<6xf32, #layout>)

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
// layout_c3: even cuts left out
// expected-error @below {{expects even cuts of dim 0 to be left out, got 0,3,6}}
#layout = #dist.layout<#mesh, [["y"] cuts [0, 3, 6]]>

// -----

#mesh = #dist.mesh<["x"=4, "y"=2], devices = [0 to 7]>
#layout = #dist.layout<#mesh, [[]], partial = max over {"x"}>
// layout_c6
// expected-error @below {{expects a partial value to be a number, got 'i1'}}
func.func private @f(tensor<6xi1, #layout>)
