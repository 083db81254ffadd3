// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Constants and weights check their types.

func.func @constant_c1_shape() {
  // expected-error @below {{expects result type 'tensor<2xi64>', got 'tensor<3xi64>'}}
  %0 = graph.constant dense<[1, 2]> : tensor<2xi64> -> tensor<3xi64>
  return
}

// -----

func.func @constant_c1_type() {
  // expected-error @below {{expects result type 'tensor<2xi64>', got 'tensor<2xi32>'}}
  %0 = graph.constant dense<[1, 2]> : tensor<2xi64> -> tensor<2xi32>
  return
}

// -----

func.func @constant_type() {
  // expected-error @below {{result #0 must be statically shaped tensor}}
  %0 = graph.constant dense<[1, 2]> : tensor<2xi16>
  return
}

// -----

func.func @weight_c1_name() {
  // expected-error @below {{expects a name, got ""}}
  %0 = graph.weight "" in "" at 0 : tensor<4xf32>
  return
}

// -----

func.func @weight_c1_offset() {
  // expected-error @below {{expects an offset of 0 or more, got -4}}
  %0 = graph.weight "w" in "" at -4 : tensor<4xf32>
  return
}
