// RUN: partita-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -dist-verify-localized
// Whatever is left of dist after localization is found.

// Nothing left.
func.func @fine(%0: tensor<4xf32>) -> tensor<4xf32> {
  %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#rows = #dist.layout<#mesh, [["x"]]>
// In a function's type.
// expected-error @below {{'func.func' op expects nothing of dist after localization, got attribute function_type}}
func.func private @type(tensor<4xf32, #rows>)

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#rows = #dist.layout<#mesh, [["x"]]>
// In a result.
func.func @result() {
  // expected-error @below {{'tensor.empty' op expects nothing of dist after localization, got result 0}}
  %0 = tensor.empty() : tensor<4xf32, #rows>
  return
}

// -----

// Deep in an attribute.
func.func @attribute() {
  // expected-error @below {{'func.return' op expects nothing of dist after localization, got attribute test.list}}
  return {test.list = [[1, #dist.axis<"x">]]}
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#rows = #dist.layout<#mesh, [["x"]]>
#whole = #dist.layout<#mesh, [[]]>
// An op.
module {
  "test.region"() ({
  ^bb0(%0: tensor<4xf32, #rows>):
    // expected-error @below {{'dist.reshard' op expects nothing of dist after localization, got this op}}
    %1 = dist.reshard %0 : tensor<4xf32, #rows> to tensor<4xf32, #whole>
  }) : () -> ()
}
