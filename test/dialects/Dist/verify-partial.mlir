// RUN: partita-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -dist-verify-partial
// Partial values go where an assignment lets them pass, and nowhere else.

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#columns = #dist.layout<#mesh, [[], ["x"]]>
#rows = #dist.layout<#mesh, [["x"], []]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"x"}>
#whole = #dist.layout<#mesh, [[], []]>
func.func @fine(%0: tensor<6x8xf32, #columns>, %1: tensor<8x4xf32, #rows>, %2: tensor<4x4xf32, #whole>)
    -> tensor<6x4xf32, #whole> {
  %3 = graph.matmul %0, %1 {dist.assignment = #dist.assignment<{k = ["x"]}>}
      : (tensor<6x8xf32, #columns>, tensor<8x4xf32, #rows>) -> tensor<6x4xf32, #sum>
  %4 = graph.matmul %3, %2 {dist.assignment = #dist.assignment<{}, passing = sum over {"x"}, set = 0>}
      : (tensor<6x4xf32, #sum>, tensor<4x4xf32, #whole>) -> tensor<6x4xf32, #sum>
  %5 = dist.reshard %4 : tensor<6x4xf32, #sum> to tensor<6x4xf32, #whole>
  return %5 : tensor<6x4xf32, #whole>
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#columns = #dist.layout<#mesh, [[], ["x"]]>
#rows = #dist.layout<#mesh, [["x"], []]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"x"}>
// partial_c1: an op that does not say why it may
func.func @relu(%0: tensor<6x8xf32, #columns>, %1: tensor<8x4xf32, #rows>) {
  // expected-note @below {{the value comes from here}}
  %2 = graph.matmul %0, %1 {dist.assignment = #dist.assignment<{k = ["x"]}>}
      : (tensor<6x8xf32, #columns>, tensor<8x4xf32, #rows>) -> tensor<6x4xf32, #sum>
  // expected-error @below {{'graph.relu' op expects a whole value, or an assignment by which a partial one passes, as operand 0, got [ | ] partial sum over x}}
  %3 = graph.relu %2 : (tensor<6x4xf32, #sum>) -> tensor<6x4xf32, #sum>
  return
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#whole = #dist.layout<#mesh, [[]]>
#sum = #dist.layout<#mesh, [[]], partial = sum over {"x"}>
// partial_c1: an op without a rule
func.func @call(%0: tensor<4xf32, #whole>) {
  // expected-note @below {{the value comes from here}}
  %1 = dist.to_partial %0 sum over ["x"]
      : tensor<4xf32, #whole> to tensor<4xf32, #sum>
  // expected-error @below {{'test.use' op expects a whole value}}
  "test.use"(%1) : (tensor<4xf32, #sum>) -> ()
  return
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#whole = #dist.layout<#mesh, [[]]>
#sum = #dist.layout<#mesh, [[]], partial = sum over {"x"}>
// partial_c2: results
func.func @result(%0: tensor<4xf32, #whole>) -> tensor<4xf32, #sum> {
  // expected-note @below {{the value comes from here}}
  %1 = dist.to_partial %0 sum over ["x"]
      : tensor<4xf32, #whole> to tensor<4xf32, #sum>
  // expected-error @below {{'func.return' op expects a whole value as result 0, got [] partial sum over x}}
  return %1 : tensor<4xf32, #sum>
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#sum = #dist.layout<#mesh, [[]], partial = sum over {"x"}>
// partial_c2: arguments
// expected-error @below {{'func.func' op expects a whole value as argument 0, got [] partial sum over x}}
func.func @argument(%0: tensor<4xf32, #sum>) {
  return
}
