//===- Passes.td - Localization as a pass ------------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_LOCALIZE_PASSES_TD
#define PARTITA_LIB_LOCALIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def Localize : Pass<"localize", "::mlir::ModuleOp"> {
  let summary = "Write one program per class of ranks with equal local shapes";
  let description = [{
    From `dist` to `comm`; see partita/Localize/Localize.h.

    - Before: @main in `dist`, without dist.reshard.
    - After: comm programs on plain local tensors; no layout is left.

    ```mlir
    func.func @main(%x: tensor<6x8xf32, #rows>) -> tensor<6x8xf32, #rows> {
      %0 = graph.relu %x {dist.assignment = #dist.assignment<{d0 = ["x"]}>}
          : (tensor<6x8xf32, #rows>) -> tensor<6x8xf32, #rows>
      return %0 : tensor<6x8xf32, #rows>
    }
    ```

    becomes

    ```mlir
    comm.program @class0 ranks [0, 1] {
      %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
      %0 = graph.relu %x : (tensor<3x8xf32>) -> tensor<3x8xf32>
      comm.output %0, 0 "y" starts [[0, 0], [3, 0]] owner [true, true]
          of tensor<6x8xf32> : tensor<3x8xf32>
      comm.return
    }
    ```
  }];
  let dependentDialects = ["::partita::comm::CommDialect"];
  let options = [
    Option<"overlap", "overlap", "bool", /*default=*/"true",
           "Wait for a collective right before its first use, not at once">
  ];
}

def PlannedBytes : Pass<"localize-planned-bytes", "::mlir::ModuleOp"> {
  let summary = "Print what ranks receive from other ranks";
  let description = [{
    Prints one line per kind of collective of a `comm` module to the standard
    error stream: its bytes in one run, summed over ranks. Changes nothing.
  }];
}

#endif // PARTITA_LIB_LOCALIZE_PASSES_TD
