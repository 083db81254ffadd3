// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Every constraint of dist.assignment.

// assignment_c1: split
// expected-error @below {{expects only factors that are split, got m without axes}}
#a = #dist.assignment<{m = []}>

// -----

// assignment_c1: once
// expected-error @below {{expects each factor once, got m again}}
#a = #dist.assignment<{m = ["x"], m = ["y"]}>

// -----

// assignment_c2
// expected-error @below {{expects a set exactly where a partial state passes, got set -1}}
#a = #dist.assignment<{}, passing = sum over {"x"}, set = -1>

// -----

// The attribute is nothing else.
func.func @f(%0: tensor<4xf32>) {
  // expected-error @below {{'graph.relu' op expects "dist.assignment" to be a #dist.assignment, got "m"}}
  %1 = graph.relu %0 {dist.assignment = "m"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// There is no other attribute.
func.func @f(%0: tensor<4xf32>) {
  // expected-error @below {{'graph.relu' op expects no attribute "dist.layouts"}}
  %1 = graph.relu %0 {dist.layouts = []} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// assignment_c3: a rule
func.func @f() {
  // expected-error @below {{'func.return' op expects an op with a sharding rule where there is a dist.assignment}}
  return {dist.assignment = #dist.assignment<{}>}
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
func.func @f(%0: tensor<4x4xf32, #whole>) {
  // assignment_c3: names
  // expected-error @below {{'graph.relu' op expects a factor of the op's sharding rule, got m}}
  %1 = graph.relu %0 {dist.assignment = #dist.assignment<{m = ["x"]}>}
      : (tensor<4x4xf32, #whole>) -> tensor<4x4xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
func.func @f(%0: tensor<4x4xf32, #whole>) {
  // assignment_c3: order
  // expected-error @below {{'graph.relu' op expects factors in the order of the op's sharding rule, got d0 after d1}}
  %1 = graph.relu %0 {dist.assignment = #dist.assignment<{d1 = ["x"], d0 = ["y"]}>}
      : (tensor<4x4xf32, #whole>) -> tensor<4x4xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
func.func @f(%0: tensor<4x4xf32, #whole>) {
  // assignment_c4: axes
  // expected-error @below {{expects an axis of the mesh, got "z"}}
  %1 = graph.relu %0 {dist.assignment = #dist.assignment<{d0 = ["z"]}>}
      : (tensor<4x4xf32, #whole>) -> tensor<4x4xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
func.func @f(%0: tensor<5x4xf32, #whole>) {
  // assignment_c4: pieces divide
  // expected-error @below {{expects shard count of dim 0 to divide 5, but axes x give 2 (dims are the factors d0,d1)}}
  %1 = graph.relu %0 {dist.assignment = #dist.assignment<{d0 = ["x"]}>}
      : (tensor<5x4xf32, #whole>) -> tensor<5x4xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<4x4xf32, #rows>) {
  // assignment_c4: a factor that may not be split
  // expected-error @below {{'graph.softmax' op expects factor "a" not to be split}}
  %1 = graph.softmax %0 {axis = 0, dist.assignment = #dist.assignment<{a = ["x"]}>}
      : (tensor<4x4xf32, #rows>) -> tensor<4x4xf32, #rows>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#sum = #dist.layout<#mesh, [[], []], partial = sum over {"x"}>
func.func @f(%0: tensor<4x4xf32, #sum>) {
  // assignment_c4: where partial values pass
  // expected-error-re @below {{'graph.relu' op expects a partial sum {{.*}}}}
  %1 = graph.relu %0 {dist.assignment = #dist.assignment<{}, passing = sum over {"x"}, set = 0>}
      : (tensor<4x4xf32, #sum>) -> tensor<4x4xf32, #sum>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
func.func @f(%0: tensor<4x4xf32>) {
  // assignment_c5: layouts
  // expected-error @below {{'graph.relu' op expects operand 0 to have a layout, got 'tensor<4x4xf32>'}}
  %1 = graph.relu %0 {dist.assignment = #dist.assignment<{}>}
      : (tensor<4x4xf32>) -> tensor<4x4xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2], devices = [0 to 1]>
#other = #dist.mesh<["x"=2], devices = [2 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#there = #dist.layout<#other, [[], []]>
func.func @f(%0: tensor<4x4xf32, #whole>) {
  // assignment_c5: one mesh
  // expected-error @below {{'graph.relu' op expects result 0 to be on the mesh #dist.mesh<["x"=2], devices = [0 to 1]>, got #dist.mesh<["x"=2], devices = [2 to 3]>}}
  %1 = graph.relu %0 {dist.assignment = #dist.assignment<{}>}
      : (tensor<4x4xf32, #whole>) -> tensor<4x4xf32, #there>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
#rows = #dist.layout<#mesh, [["x"], []]>
func.func @f(%0: tensor<4x4xf32, #rows>) {
  // expected-note @below {{the operand comes from here}}
  %1 = dist.reshard %0 : tensor<4x4xf32, #rows> to tensor<4x4xf32, #whole>
  // assignment_c6: operands
  // expected-error @below {{'graph.add' op expects operand 1 to have the layout [x | ], got [ | ]}}
  %2 = graph.add %0, %1 {dist.assignment = #dist.assignment<{d0 = ["x"]}>}
      : (tensor<4x4xf32, #rows>, tensor<4x4xf32, #whole>) -> tensor<4x4xf32, #rows>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#columns = #dist.layout<#mesh, [[], ["x"]]>
#rows = #dist.layout<#mesh, [["x"], []]>
#whole = #dist.layout<#mesh, [[], []]>
func.func @f(%0: tensor<6x8xf32, #columns>, %1: tensor<8x4xf32, #rows>) {
  // assignment_c6: results; a sum over parts is partial
  // expected-error @below {{'graph.matmul' op expects result 0 to have the layout [ | ] partial sum over x, got [ | ]}}
  %2 = graph.matmul %0, %1 {dist.assignment = #dist.assignment<{k = ["x"]}>}
      : (tensor<6x8xf32, #columns>, tensor<8x4xf32, #rows>) -> tensor<6x4xf32, #whole>
  return
}

// -----

#mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
#whole = #dist.layout<#mesh, [[], []]>
func.func @f(%0: tensor<4x4xf32, #whole>, %1: tensor<3x4xf32, #whole>) {
  // A malformed op is told what is wrong with it, and once.
  // expected-error @below {{'graph.add' op}}
  %2 = graph.add %0, %1 {dist.assignment = #dist.assignment<{}>}
      : (tensor<4x4xf32, #whole>, tensor<3x4xf32, #whole>) -> tensor<4x4xf32, #whole>
  return
}
