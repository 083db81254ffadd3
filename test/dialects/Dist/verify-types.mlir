// RUN: partita-opt %s -split-input-file -verify-diagnostics -dist-verify-types
// Layouts are on all tensors of a function, and ops say how they come about.
// (That a type built without verification is found is tested in C++, as the
// parser lets none through: test/unit/Dist/DistTest.cpp.)

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#rows = #dist.layout<#mesh, [["x"]]>
func.func @fine(%0: tensor<4xf32, #rows>) -> tensor<4xf32, #rows> {
  %1 = graph.relu %0 {dist.assignment = #dist.assignment<{d0 = ["x"]}>}
      : (tensor<4xf32, #rows>) -> tensor<4xf32, #rows>
  return %1 : tensor<4xf32, #rows>
}
func.func @also_fine(%0: tensor<4xf32>) -> tensor<4xf32> {
  %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#rows = #dist.layout<#mesh, [["x"]]>
// types_c2
// expected-note @below {{there is one here}}
func.func @some(%0: tensor<4xf32, #rows>) {
  // expected-error @below {{'tensor.empty' op expects a layout on every tensor of a function, or on none}}
  %1 = tensor.empty() : tensor<4xf32>
  return
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#rows = #dist.layout<#mesh, [["x"]]>
// types_c3
func.func @unsaid(%0: tensor<4xf32, #rows>) {
  // expected-error @below {{'graph.relu' op expects a dist.assignment beside layouts}}
  %1 = graph.relu %0 : (tensor<4xf32, #rows>) -> tensor<4xf32, #rows>
  return
}
