//===- CommTypes.td - Attributes and types of comm ---------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_TYPES_TD
#define PARTITA_COMM_TYPES_TD

include "dialects/Comm/IR/CommDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

class Comm_Attr<string name, string mnemonic_> : AttrDef<Comm_Dialect, name> {
  let mnemonic = mnemonic_;
}

def Comm_GroupAttr : Comm_Attr<"Group", "group"> {
  let summary = "Ranks that talk to each other in a collective";
  let description = [{
    The members, in the order of their pieces, and, where the collective cuts a
    dim, the offsets of the pieces inside the whole extent.

    ```mlir
    #comm.group<[0, 2]>
    #comm.group<[0, 1], cuts = [0, 3, 5]>
    ```

    Constraints:
    - (C1) at least one member, each once, none negative
    - (C2) no cuts, or one more than members, ascending from 0
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$members,
                        ArrayRefParameter<"int64_t">:$cuts);
  let builders = [
    AttrBuilder<(ins "const ::partita::layout::Group &":$group)>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The rank's place among the members, or -1.
    int64_t indexOf(int64_t rank) const;
    bool contains(int64_t rank) const { return indexOf(rank) >= 0; }
    /// Extent of the member's piece. Precondition: there are cuts.
    int64_t pieceSize(int64_t index) const {
      return getCuts()[index + 1] - getCuts()[index];
    }
  }];
}

def Comm_TransferAttr : Comm_Attr<"Transfer", "transfer"> {
  let summary = "One box of an exchange";
  let description = [{
    The box of `size` at `srcStart` of the source rank's tensor becomes the box
    at `dstStart` of the destination rank's tensor. The shapes are those of the
    two local tensors.

    ```mlir
    #comm.transfer<0 [0, 4] of [3, 8] -> 1 [0, 0] of [6, 4], size [3, 4]>
    ```

    Constraints:
    - (C1) all lists have the same length; ranks are not negative
    - (C2) the box is not empty and inside both tensors
  }];
  let parameters = (ins
    "int64_t":$src, "int64_t":$dst,
    ArrayRefParameter<"int64_t">:$srcStart,
    ArrayRefParameter<"int64_t">:$dstStart,
    ArrayRefParameter<"int64_t">:$size,
    ArrayRefParameter<"int64_t">:$srcShape,
    ArrayRefParameter<"int64_t">:$dstShape);
  let builders = [
    AttrBuilder<(ins "const ::partita::layout::Transfer &":$transfer,
                     "::llvm::ArrayRef<int64_t>":$srcShape,
                     "::llvm::ArrayRef<int64_t>":$dstShape)>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Comm_IoAttr : Comm_Attr<"Io", "io"> {
  let summary = "A whole input or output of the program";
  let description = [{
    ```mlir
    #comm.io<"x", tensor<5x8xf32>>
    ```

    Constraints:
    - (C1) the tensor is static and plain
  }];
  let parameters = (ins "::mlir::StringAttr":$name,
                        "::mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $name `,` $tensor `>`";
  let genVerifyDecl = 1;
}

def Comm_KindAttr : Comm_Attr<"Kind", "kind"> {
  let summary = "A reduction: sum or max";
  let description = [{
    ```mlir
    #comm.kind<sum>
    ```
  }];
  let parameters = (ins "::partita::layout::ReduceKind":$value);
  let hasCustomAssemblyFormat = 1;
}

def Comm_FutureType : TypeDef<Comm_Dialect, "Future"> {
  let mnemonic = "future";
  let summary = "A tensor that is under way";
  let description = [{
    The result of a collective that has been started; `comm.wait` turns it into
    the tensor. Awaited exactly once (`comm-verify-futures`).

    ```mlir
    !comm.future<tensor<5x8xf32>>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $tensor `>`";
}

#endif // PARTITA_COMM_TYPES_TD
