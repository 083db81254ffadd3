//===- Passes.td - The planner as a pass -------------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_PLAN_PASSES_TD
#define PARTITA_LIB_PLAN_PASSES_TD

include "mlir/Pass/PassBase.td"

def PlanStrategy : Pass<"plan-strategy", "::mlir::ModuleOp"> {
  let summary = "Give every tensor a layout by a simple strategy or by hand";
  let description = [{
    From `graph` to `dist`. The strategies are explained in
    partita/Plan/Strategy.h, the forms of the options in partita/Plan/Options.h.

    - Before: @main on tensors without layouts.
    - After: every tensor type carries a layout, every compute op a
      `dist.assignment`; where they differ stands a `dist.reshard`.

    `strategy=data mesh=x=2` makes of

    ```mlir
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = graph.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```

    the program

    ```mlir
    #rows = #dist.layout<#dist.mesh<["x"=2], devices = [0 to 1]>, [["x"], []]>
    func.func @main(%x: tensor<4x8xf32, #rows>) -> tensor<4x8xf32, #rows> {
      %0 = graph.relu %x {dist.assignment = #dist.assignment<{d0 = ["x"]}>}
          : (tensor<4x8xf32, #rows>) -> tensor<4x8xf32, #rows>
      return %0 : tensor<4x8xf32, #rows>
    }
    ```
  }];
  let dependentDialects = ["::partita::dist::DistDialect"];
  let options = [
    Option<"strategy", "strategy", "std::string", /*default=*/"",
           "none, data, model; empty: only what is given by hand">,
    Option<"mesh", "mesh", "std::string", /*default=*/"\"x=1\"",
           "Axes and sizes, like x=2,y=2">,
    Option<"shards", "shards", "std::string", /*default=*/"",
           "TENSOR[AXIS]=x requests, separated by ';'">,
    Option<"shardDims", "shard-dims", "std::string", /*default=*/"",
           "DIM=x requests, separated by ';'">
  ];
}

def PlanDescribe : Pass<"plan-describe", "::mlir::ModuleOp"> {
  let summary = "Print the plan in words";
  let description = [{
    Prints what partita/Plan/Describe.h shows to the standard error stream, for
    a `dist` module before or after dist-lower-reshards. Changes nothing.
  }];
}

#endif // PARTITA_LIB_PLAN_PASSES_TD
