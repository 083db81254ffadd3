// RUN: partita-opt %s -split-input-file -verify-diagnostics
// The attributes of a model's inputs and outputs are checked.

func.func @good(%x: tensor<4x8xf32> {graph.name = "x", graph.dims = ["batch", ""]}) -> (tensor<4x8xf32> {graph.name = "y"}) {
  return %x : tensor<4x8xf32>
}

// -----

// expected-error @below {{expects 'graph.name' to be a string, got 'graph.name' = 1}}
func.func @name(%x: tensor<4xf32> {graph.name = 1}) {
  return
}

// -----

// expected-error @below {{expects 'graph.name' to be a string, got 'graph.nmae' = "x"}}
func.func @unknown(%x: tensor<4xf32> {graph.nmae = "x"}) {
  return
}

// -----

// expected-error @below {{expects 'graph.dims' to be 2 strings, got ["batch"]}}
func.func @dims(%x: tensor<4x8xf32> {graph.dims = ["batch"]}) {
  return
}

// -----

// expected-error @below {{expects 'graph.name' to be a string, got 'graph.dims' = ["n"]}}
func.func @result(%x: tensor<4xf32>) -> (tensor<4xf32> {graph.dims = ["n"]}) {
  return %x : tensor<4xf32>
}
