// RUN: partita-opt %s -split-input-file -verify-diagnostics
// What steps have in common ("step" is StepOpInterface), and the dims of steps
// that have one.

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // Results have layouts
  // expected-error @below {{'dist.all_slice' op result #0 must be ranked tensor with a dist.layout encoding, but got 'tensor<8x6xf32>'}}
  %1 = dist.all_slice %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
#columns = #dist.layout<#mesh, [[], ["x"]]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c1
  // expected-error @below {{'dist.exchange' op expects operand and result to be the same tensor but for the layout}}
  %1 = dist.exchange %0 : tensor<8x6xf32, #rows> to tensor<8x4xf32, #columns>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c2: an axis of the mesh
  // expected-error @below {{expects an axis of the mesh, got "z"}}
  %1 = dist.all_gather %0 along 0 over ["z"] : tensor<8x6xf32, #rows> to tensor<8x6xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c2: a part that divides
  // expected-error @below {{expects a part of axis "x" to divide its size 2, got (1)3}}
  %1 = dist.all_gather %0 along 0 over ["x":(1)3] : tensor<8x6xf32, #rows> to tensor<8x6xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c2: at least one
  // expected-error @below {{expects an axis to act on, got none}}
  %1 = dist.all_gather %0 along 0 over [] : tensor<8x6xf32, #rows> to tensor<8x6xf32, #rows>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
#columns = #dist.layout<#mesh, [[], ["x"]]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c3: slice
  // expected-error @below {{expects a part of what each device has, but device 0 lacks some of dim 0}}
  %1 = dist.all_slice %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #columns>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"y"}>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c3: slice keeps the partial state
  // expected-error @below {{expects a slice to keep the partial state}}
  %1 = dist.all_slice %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #sum>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
#cut = #dist.layout<#mesh, [["x"] cuts [0, 5, 8], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c3: slice to cuts that need more
  // expected-error @below {{expects a part of what each device has, but device 0 lacks some of dim 0}}
  %1 = dist.all_slice %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #cut>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#all_rows = #dist.layout<#mesh, [["x", "y"], []]>
func.func @f(%0: tensor<8x6xf32, #all_rows>) {
  // step_c3: gather takes the minor-most axes
  // expected-error @below {{expects to gather the minor-most axes of dim 0, got x for x,y}}
  %1 = dist.all_gather %0 along 0 over ["x"] : tensor<8x6xf32, #all_rows> to tensor<8x6xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#all_rows = #dist.layout<#mesh, [["x", "y"], []]>
func.func @f(%0: tensor<8x6xf32, #all_rows>) {
  // step_c3: gather gives
  // expected-error @below {{expects the result layout [x | ], got [ | ]}}
  %1 = dist.all_gather %0 along 0 over ["y"] : tensor<8x6xf32, #all_rows> to tensor<8x6xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c3: reduce
  // expected-error @below {{expects a partial value to reduce, got a whole one}}
  %1 = dist.all_reduce %0 over ["y"] : tensor<8x6xf32, #rows> to tensor<8x6xf32, #rows>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"y"}>
func.func @f(%0: tensor<8x6xf32, #sum>) {
  // step_c3: reduce over partial axes
  // expected-error @below {{expects to reduce over partial axes, got x for y}}
  %1 = dist.all_reduce %0 over ["x"] : tensor<8x6xf32, #sum> to tensor<8x6xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"y"}>
func.func @f(%0: tensor<8x6xf32, #sum>) {
  // step_c3: reduce gives
  // expected-error @below {{expects the result layout [ | ], got [x | ]}}
  %1 = dist.all_reduce %0 over ["y"] : tensor<8x6xf32, #sum> to tensor<8x6xf32, #rows>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#columns = #dist.layout<#mesh, [[], ["x"]]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"y"}>
func.func @f(%0: tensor<8x6xf32, #sum>) {
  // step_c3: scatter where it says
  // expected-error @below {{expects dim 0 to be scattered over y, got }}
  %1 = dist.reduce_scatter %0 along 0 over ["y"] : tensor<8x6xf32, #sum> to tensor<8x6xf32, #columns>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"y"}>
func.func @f(%0: tensor<8x6xf32, #sum>) {
  // step_c3: exchange of whole values
  // expected-error @below {{expects whole values to exchange, got a partial one}}
  %1 = dist.exchange %0 : tensor<8x6xf32, #sum> to tensor<8x6xf32, #rows>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c3: to_partial
  // expected-error @below {{expects a partial target, got a whole one}}
  %1 = dist.to_partial %0 sum over ["y"] : tensor<8x6xf32, #rows> to tensor<8x6xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#max = #dist.layout<#mesh, [[], []], partial = max over {"y"}>
func.func @f(%0: tensor<8x6xf32, #whole>) {
  // step_c3: to_partial of the kind it says
  // expected-error @below {{expects the reduction of the result layout, got sum}}
  %1 = dist.to_partial %0 sum over ["y"] : tensor<8x6xf32, #whole> to tensor<8x6xf32, #max>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#other = #dist.mesh<["x"=2, "y"=2], devices = [4 to 7]>
#rows = #dist.layout<#mesh, [["x"], []]>
#moved = #dist.layout<#other, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // step_c3: one mesh
  // expected-error @below {{expects the same devices in both meshes}}
  %1 = dist.exchange %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #moved>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // all_gather_c4
  // expected-error @below {{expects a dim below the rank 2, got 2}}
  %1 = dist.all_gather %0 along 2 over ["x"] : tensor<8x6xf32, #rows> to tensor<8x6xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // all_gather_c4: negative
  // expected-error @below {{expects a dim below the rank 2, got -1}}
  %1 = dist.all_gather %0 along -1 over ["x"] : tensor<8x6xf32, #rows> to tensor<8x6xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"y"}>
func.func @f(%0: tensor<8x6xf32, #sum>) {
  // reduce_scatter_c4
  // expected-error @below {{expects a dim below the rank 2, got 7}}
  %1 = dist.reduce_scatter %0 along 7 over ["y"] : tensor<8x6xf32, #sum> to tensor<8x6xf32, #whole>
  return
}
