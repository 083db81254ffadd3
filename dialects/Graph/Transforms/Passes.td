//===- Passes.td - Passes of the graph dialect -------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_TRANSFORMS_PASSES_TD
#define PARTITA_DIALECTS_GRAPH_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def GraphLowerToLinalg : Pass<"graph-lower-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "Replace graph ops by linalg on tensors";
  let description = [{
    Calls each op's LinalgLoweringInterface.

    ```mlir
    %1 = graph.relu %0 : (tensor<8xf32>) -> tensor<8xf32>
    ```
    becomes
    ```mlir
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.generic {...} ins(%0) outs(%1) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<8xf32>
    ```

    Precondition: no type has a layout. Postcondition: no graph op is left but
    those that do not lower, such as graph.weight.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

def GraphPrintShardingRules
    : Pass<"graph-print-sharding-rules", "::mlir::func::FuncOp"> {
  let summary = "Print the sharding rule and the cost of each op";
  let description = [{
    Emits a remark per op, after the rule was verified:

    ```
    remark: m: 4, n: 6, k: 8 sum; [m k] [k n] -> [m n]; linear {0} {1};
            384 flops, 448 bytes
    ```

    A factor is parallel unless said otherwise; within brackets, dims are
    separated by blanks, factors of one dim by dots, and `_` is a dim without
    factors.
  }];
}

#endif // PARTITA_DIALECTS_GRAPH_TRANSFORMS_PASSES_TD
