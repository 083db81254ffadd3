//===- DistOps.td - Ops between layouts --------------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step ops share their constraints (C1)..(C3): DistInterfaces.td. What
// each step does to a layout is defined by `layout::inferStep`.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_OPS_TD
#define PARTITA_DIST_OPS_TD

include "dialects/Dist/IR/DistAttrs.td"
include "dialects/Dist/IR/DistInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Dist_Tensor : Type<CPred<"::partita::dist::getLayoutAttr($_self)">,
    "ranked tensor with a dist.layout encoding", "::mlir::RankedTensorType">;

def Dist_AxesAttr : TypedArrayAttrBase<Dist_AxisAttr, "axes of a mesh">;

class Dist_Op<string mnemonic, list<Trait> traits = []>
    : Op<Dist_Dialect, mnemonic, traits> {
  let results = (outs Dist_Tensor:$result);
}

def Dist_ReshardOp : Dist_Op<"reshard", [Pure]> {
  let summary = "Gives a tensor another layout";
  let description = [{
    From any layout to any layout on the same devices. Inserted by the planner
    where the layouts of a definition and a use differ; `dist-lower-reshards`
    replaces it by steps.

    ```mlir
    %1 = dist.reshard %0 : tensor<6x8xf32, #rows> to tensor<6x8xf32, #cols>
    ```

    Constraints:
    - (C1) operand and result have the same shape and element type
    - (C2) the meshes of both layouts hold the same set of devices
  }];
  let arguments = (ins Dist_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

class Dist_StepOp<string mnemonic, list<string> overridden = []>
    : Dist_Op<mnemonic, [Pure,
        DeclareOpInterfaceMethods<StepOpInterface, overridden>]>;

def Dist_AllSliceOp : Dist_StepOp<"all_slice"> {
  let summary = "Each device keeps a part of what it has";
  let description = [{
    No bytes move: a replicated dim becomes split, or a split one is split
    further.

    ```mlir
    %1 = dist.all_slice %0
        : tensor<6x8xf32, #replicated> to tensor<6x8xf32, #rows>
    ```
  }];
  let arguments = (ins Dist_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
}

def Dist_AllGatherOp : Dist_StepOp<"all_gather", ["getStepAxes"]> {
  let summary = "Joins the pieces of one dim";
  let description = [{
    The dim's minor-most axes are `axes`, major to minor; after the step the dim
    is not split over them.

    ```mlir
    %1 = dist.all_gather %0 along 0 over ["x"]
        : tensor<6x8xf32, #rows> to tensor<6x8xf32, #replicated>
    ```

    Constraints:
    - (C4) `dim` is a dim of the tensor
  }];
  let arguments = (ins Dist_Tensor:$input, I64Attr:$dim, Dist_AxesAttr:$axes);
  let assemblyFormat = [{
    $input `along` $dim `over` custom<Axes>($axes) attr-dict
    `:` type($input) `to` type($result)
  }];
}

def Dist_AllReduceOp : Dist_StepOp<"all_reduce", ["getStepAxes"]> {
  let summary = "Makes a partial value whole over some axes";
  let description = [{
    ```mlir
    %1 = dist.all_reduce %0 over ["x"]
        : tensor<6x8xf32, #partial> to tensor<6x8xf32, #replicated>
    ```
  }];
  let arguments = (ins Dist_Tensor:$input, Dist_AxesAttr:$axes);
  let assemblyFormat = [{
    $input `over` custom<Axes>($axes) attr-dict
    `:` type($input) `to` type($result)
  }];
}

def Dist_ReduceScatterOp : Dist_StepOp<"reduce_scatter", ["getStepAxes"]> {
  let summary = "Makes a partial value whole and splits it in one go";
  let description = [{
    The value is partial over `axes`; after the step they are the minor-most
    axes of the dim.

    ```mlir
    %1 = dist.reduce_scatter %0 along 0 over ["x"]
        : tensor<6x8xf32, #partial> to tensor<6x8xf32, #rows>
    ```

    Constraints:
    - (C4) `dim` is a dim of the tensor
  }];
  let arguments = (ins Dist_Tensor:$input, I64Attr:$dim, Dist_AxesAttr:$axes);
  let assemblyFormat = [{
    $input `along` $dim `over` custom<Axes>($axes) attr-dict
    `:` type($input) `to` type($result)
  }];
}

def Dist_ExchangeOp : Dist_StepOp<"exchange"> {
  let summary = "Sends the common part of each pair of source and target box";
  let description = [{
    The general step between two layouts of whole (not partial) values; also
    the one that changes the mesh, if that holds the same devices.

    ```mlir
    %1 = dist.exchange %0 : tensor<6x8xf32, #rows> to tensor<6x8xf32, #cols>
    ```
  }];
  let arguments = (ins Dist_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
}

def Dist_ToPartialOp : Dist_StepOp<"to_partial", ["getStepAxes"]> {
  let summary = "Makes a whole value partial";
  let description = [{
    Devices at coordinate 0 along `axes` keep the value, the others hold the
    reduction's neutral element. No bytes move.

    ```mlir
    %1 = dist.to_partial %0 sum over ["x"]
        : tensor<6x8xf32, #replicated> to tensor<6x8xf32, #partial>
    ```
  }];
  let arguments = (ins Dist_Tensor:$input, Dist_KindAttr:$kind,
                       Dist_AxesAttr:$axes);
  let assemblyFormat = [{
    $input custom<Kind>($kind) `over` custom<Axes>($axes) attr-dict
    `:` type($input) `to` type($result)
  }];
}

def Dist_TransferOp : Dist_Op<"transfer"> {
  let summary = "Moves a tensor to another mesh";
  let description = [{
    From device to device of two meshes with the same axes, which may be
    disjoint. Not pure: a transfer is never removed, merged or moved.

    ```mlir
    %1 = dist.transfer %0
        : tensor<6x8xf32, #on_first> to tensor<6x8xf32, #on_second>
    ```

    Constraints:
    - (C1) operand and result have the same shape and element type
    - (C2) the meshes differ in their devices, and only in them
    - (C3) the layouts are equal but for the mesh
  }];
  let arguments = (ins Dist_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
}

#endif // PARTITA_DIST_OPS_TD
