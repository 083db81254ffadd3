// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Every constraint of reshard and transfer.

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // reshard_c1: shape
  // expected-error @below {{'dist.reshard' op expects operand and result to be the same tensor but for the layout, got 'tensor<8x6xf32>' and 'tensor<6x8xf32>'}}
  %1 = dist.reshard %0 : tensor<8x6xf32, #rows> to tensor<6x8xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // reshard_c1: element type
  // expected-error @below {{'dist.reshard' op expects operand and result to be the same tensor but for the layout, got 'tensor<8x6xf32>' and 'tensor<8x6xi32>'}}
  %1 = dist.reshard %0 : tensor<8x6xf32, #rows> to tensor<8x6xi32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#three = #dist.mesh<["x"=3], devices = [0 to 2]>
#rows = #dist.layout<#mesh, [["x"], []]>
#rows_three = #dist.layout<#three, [["x"] cuts [0, 3, 6, 8], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // reshard_c2
  // expected-error @below {{expects both meshes to hold the same devices, got #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]> and #dist.mesh<["x"=3], devices = [0 to 2]>}}
  %1 = dist.reshard %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #rows_three>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<8x6xf32>) {
  // Operands have layouts
  // expected-error @below {{'dist.reshard' op operand #0 must be ranked tensor with a dist.layout encoding, but got 'tensor<8x6xf32>'}}
  %1 = dist.reshard %0 : tensor<8x6xf32> to tensor<8x6xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#other = #dist.mesh<["x"=2, "y"=2], devices = [4 to 7]>
#rows = #dist.layout<#mesh, [["x"], []]>
#moved = #dist.layout<#other, [["x"], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // transfer_c1
  // expected-error @below {{'dist.transfer' op expects operand and result to be the same tensor but for the layout}}
  %1 = dist.transfer %0 : tensor<8x6xf32, #rows> to tensor<8x6xi64, #moved>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#three = #dist.mesh<["x"=3], devices = [0 to 2]>
#rows = #dist.layout<#mesh, [["x"], []]>
#rows_three = #dist.layout<#three, [["x"] cuts [0, 3, 6, 8], []]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // transfer_c2: the same axes
  // expected-error @below {{expects both meshes to have the same axes, got}}
  %1 = dist.transfer %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #rows_three>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
#columns = #dist.layout<#mesh, [[], ["x"]]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // transfer_c2: other devices
  // expected-error @below {{expects two meshes, got the same twice}}
  %1 = dist.transfer %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #columns>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#other = #dist.mesh<["x"=2, "y"=2], devices = [4 to 7]>
#rows = #dist.layout<#mesh, [["x"], []]>
#moved_columns = #dist.layout<#other, [[], ["x"]]>
func.func @f(%0: tensor<8x6xf32, #rows>) {
  // transfer_c3
  // expected-error @below {{expects layouts that are equal but for the mesh, got [x | ] and [ | x]}}
  %1 = dist.transfer %0 : tensor<8x6xf32, #rows> to tensor<8x6xf32, #moved_columns>
  return
}
