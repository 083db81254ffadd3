// RUN: partita-opt %s -split-input-file -verify-diagnostics --localize
// What cannot be localized is said at the op or tensor it is about.

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#rows = #dist.layout<#mesh, [["x"]]>
#whole = #dist.layout<#mesh, [[]]>
func.func @main(%x: tensor<4xf32, #rows>) -> tensor<4xf32, #whole> {
  // expected-error @+1 {{expects dist-lower-reshards to have run before localize}}
  %0 = dist.reshard %x : tensor<4xf32, #rows> to tensor<4xf32, #whole>
  return %0 : tensor<4xf32, #whole>
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [1 to 2]>
#rows = #dist.layout<#mesh, [["x"]]>
// expected-error @+1 {{expects every mesh to hold devices 0 to 1, which are the ranks, got #dist.mesh<["x"=2], devices = [1 to 2]>}}
func.func @main(%x: tensor<4xf32, #rows>) -> tensor<4xf32, #rows> {
  return %x : tensor<4xf32, #rows>
}

// -----

// expected-error @+1 {{expects a tensor with a layout, got 'tensor<4xf32>'}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

#first = #dist.layout<#dist.mesh<["x"=2], devices = [0 to 1]>, [["x"]]>
#second = #dist.layout<#dist.mesh<["x"=2], devices = [2 to 3]>, [["x"]]>
func.func @main(%x: tensor<4xf32, #first>) -> tensor<4xf32, #second> {
  // expected-error @+1 {{cannot be localized: all tensors must live on the same devices}}
  %0 = dist.transfer %x : tensor<4xf32, #first> to tensor<4xf32, #second>
  return %0 : tensor<4xf32, #second>
}

// -----

// expected-error @+1 {{expects a function @main of one block}}
module {
}
