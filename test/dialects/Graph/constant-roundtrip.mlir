// RUN: partita-opt %s | partita-opt | FileCheck %s
// Constants and weights print as they were parsed.

// CHECK-LABEL: func @constants
func.func @constants() {
  // CHECK: graph.constant dense<[1, 2]> : tensor<2xi64>
  %0 = graph.constant dense<[1, 2]> : tensor<2xi64>
  // CHECK: graph.constant dense<0xFF800000> : tensor<f32>
  %1 = graph.constant dense<0xFF800000> : tensor<f32>
  // CHECK: graph.constant dense<true> : tensor<4xi1>
  %2 = graph.constant dense<true> : tensor<4xi1>
  // CHECK: graph.constant dense<> : tensor<0xi32>
  %3 = graph.constant dense<> : tensor<0xi32>
  // CHECK: graph.constant dense<0> : tensor<4xi32> {origin = "x"}
  %4 = graph.constant dense<0> : tensor<4xi32> {origin = "x"}
  return
}

// CHECK-LABEL: func @weights
func.func @weights() {
  // CHECK: graph.weight "fc.weight" in "" at 4096 : tensor<1000x2048xf32>
  %0 = graph.weight "fc.weight" in "" at 4096 : tensor<1000x2048xf32>
  // CHECK: graph.weight "table" in "data/table.bin" at 0 : tensor<2xi64>
  %1 = graph.weight "table" in "data/table.bin" at 0 : tensor<2xi64>
  return
}
