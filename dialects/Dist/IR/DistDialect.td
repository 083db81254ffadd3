//===- DistDialect.td - The dist dialect -------------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_DIALECT_TD
#define PARTITA_DIST_DIALECT_TD

include "mlir/IR/DialectBase.td"

def Dist_Dialect : Dialect {
  let name = "dist";
  let cppNamespace = "::partita::dist";
  let summary = "Where every tensor lives: layouts and reshards";
  let description = [{
    A program in `dist` is the program in `graph` with the decisions of the
    planner written down. Tensors are still seen whole; each tensor type carries
    a `#dist.layout` as its encoding, which says what part of the tensor each
    device holds. Nothing else says so.

    ```mlir
    #mesh = #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
    #rows = #dist.layout<#mesh, [["x"], []]>
    #cols = #dist.layout<#mesh, [[], ["x"]]>

    func.func @main(%x: tensor<6x8xf32, #rows>) -> tensor<6x8xf32, #cols> {
      %0 = graph.relu %x {dist.assignment = #dist.assignment<{d0 = ["x"]}>}
          : (tensor<6x8xf32, #rows>) -> tensor<6x8xf32, #rows>
      %1 = dist.reshard %0 : tensor<6x8xf32, #rows> to tensor<6x8xf32, #cols>
      return %1 : tensor<6x8xf32, #cols>
    }
    ```

    - Compute ops stay `graph` ops. The discardable attribute `dist.assignment`
      says how the factors of the op's sharding rule are split; it must project
      onto the type of every operand and result.
    - `dist.reshard` goes from any layout to any other. `dist-lower-reshards`
      turns it into steps (slice, gather, reduce, exchange), each of which a
      verifier computes anew from its operand.
    - Localization to `comm` removes all layouts; `dist-verify-localized` is the
      gate behind it.

    What a layout means is defined once, in `partita/Layout/Layout.h`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let dependentDialects = [];
}

#endif // PARTITA_DIST_DIALECT_TD
