//===- Passes.td - Passes on dist --------------------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file per pass, named as the pass. The verifying passes change nothing;
// they stand between stages.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_PASSES_TD
#define PARTITA_DIST_PASSES_TD

include "mlir/Pass/PassBase.td"

def DistLowerReshards : Pass<"dist-lower-reshards", "::mlir::ModuleOp"> {
  let summary = "Replace reshards by steps";
  let description = [{
    Replaces every `dist.reshard` by the steps that `layout::planReshard` finds.
    Steps that several reshards of one value have in common are taken once.

    Before:

    ```mlir
    %1 = dist.reshard %0 : tensor<6x8xf32, #partial> to tensor<6x8xf32, #rows>
    ```

    After:

    ```mlir
    %1 = dist.reduce_scatter %0 along 0 over ["x"]
        : tensor<6x8xf32, #partial> to tensor<6x8xf32, #rows>
    ```

    Postcondition: no `dist.reshard` is left.
  }];
  let options = [
    Option<"exact", "exact", "bool", /*default=*/"false",
           "use only all_reduce, exchange and to_partial">];
  let dependentDialects = ["::partita::dist::DistDialect"];
}

def DistVerifyTypes : Pass<"dist-verify-types", "::mlir::ModuleOp"> {
  let summary = "Verify the layout of every value";
  let description = [{
    MLIR verifies an encoding only where a type is parsed or built by
    `getChecked`. This pass verifies all of them again, and demands that

    - (C1) each layout is valid and fits its tensor
    - (C2) if one tensor of a function has a layout, all have
    - (C3) an op with a sharding rule and layouts has a `dist.assignment`
      (whose own verifier then compares it with the types)
  }];
}

def DistVerifyPartial : Pass<"dist-verify-partial", "::mlir::ModuleOp"> {
  let summary = "Verify that partial values go only where they may";
  let description = [{
    - (C1) an op that takes a partial value is linear (sum) or monotone (max) in
      it, and its assignment says so: the value is one of the set through which
      its partial state passes; ops of `dist` may take any
    - (C2) arguments and results of functions are whole
  }];
}

def DistVerifyCover : Pass<"dist-verify-cover", "::mlir::ModuleOp"> {
  let summary = "Verify that the boxes of each layout cover the tensor once";
  let description = [{
    Computes, for the layout of every value, the box of every device, and
    demands that the boxes of each replica cover the index space exactly once.
  }];
}

def DistVerifyLocalized : Pass<"dist-verify-localized", "::mlir::ModuleOp"> {
  let summary = "Verify that no layout is left";
  let description = [{
    The gate behind localization: other dialects drop an encoding without a
    word. No op of `dist`, and no attribute of it in an op or a type, may be
    left.
  }];
}

#endif // PARTITA_DIST_PASSES_TD
