//===- CommOps.td - Ops of one class of ranks --------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints are numbered per op. (T) stands for what every per-rank table
// obeys: one row per rank of the program.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_OPS_TD
#define PARTITA_COMM_OPS_TD

include "dialects/Comm/IR/CommInterfaces.td"
include "dialects/Comm/IR/CommTypes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Comm_Tensor : Type<CPred<"::partita::comm::isLocalTensor($_self)">,
    "static tensor without encoding", "::mlir::RankedTensorType">;
def Comm_Future : Type<
    CPred<"::llvm::isa<::partita::comm::FutureType>($_self)">, "future",
    "::partita::comm::FutureType">;
def Comm_TableAttr : TypedArrayAttrBase<DenseI64ArrayAttr,
    "table of integers, one row per rank">;
def Comm_GroupsAttr : TypedArrayAttrBase<Comm_GroupAttr, "groups of ranks">;
def Comm_TransfersAttr : TypedArrayAttrBase<Comm_TransferAttr,
    "transfers between ranks">;
def Comm_GlobalType : TypeAttrOf<Comm_Tensor>;

class Comm_Op<string mnemonic, list<Trait> traits = []>
    : Op<Comm_Dialect, mnemonic, traits>;

/// An op inside a program; its tables have a row per rank of it.
class Comm_ProgramItem<string mnemonic, list<Trait> traits = []>
    : Comm_Op<mnemonic, !listconcat([HasParent<"ProgramOp">], traits)>;

def Comm_ProgramOp : Comm_Op<"program",
    [IsolatedFromAbove, Symbol, SingleBlock, HasParent<"::mlir::ModuleOp">,
     NoRegionArguments]> {
  let summary = "What one class of ranks executes";
  let description = [{
    ```mlir
    comm.program @even ranks [0, 2] {
      %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
      comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true]
          of tensor<6x8xf32> : tensor<3x8xf32>
      comm.return
    }
    ```

    Constraints:
    - (C1) ranks ascend, none negative, at least one
    - (C2) each of the module's outputs is there exactly once
    - (C3) each of the module's inputs is there at most once
    - (C4) ends with comm.return
    - (C5) the module says `comm.num_ranks`, `comm.inputs` and `comm.outputs`
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DenseI64ArrayAttr:$ranks);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `ranks` $ranks attr-dict-with-keyword $body
  }];
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    int64_t getNumRanks() { return getRanks().size(); }
  }];
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name,
                   "::llvm::ArrayRef<int64_t>":$ranks)>];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Comm_ReturnOp : Comm_ProgramItem<"return", [Terminator, Pure]> {
  let summary = "Ends a program";
  let description = [{
    ```mlir
    comm.return
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Comm_InputOp : Comm_ProgramItem<"input", [Pure]> {
  let summary = "The rank's part of a program input";
  let description = [{
    ```mlir
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    ```

    Constraints:
    - (C1) number, name, element type and rank are those of one of the
      module's `comm.inputs`
    - (C2) (T); every rank's box lies inside the whole tensor
  }];
  let arguments = (ins I64Attr:$index, StrAttr:$name, Comm_TableAttr:$starts);
  let results = (outs Comm_Tensor:$result);
  let assemblyFormat = [{
    $index $name `starts` custom<Table>($starts) attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Comm_WeightOp : Comm_ProgramItem<"weight", [Pure]> {
  let summary = "The rank's part of a weight";
  let description = [{
    `file` and `offset` say where the whole tensor's bytes lie, as in
    `graph.weight`.

    ```mlir
    %w = comm.weight "w" in "" at 128 starts [[0, 0], [0, 4]]
        of tensor<16x8xf32> : tensor<16x4xf32>
    ```

    Constraints:
    - (C1) the whole tensor has the same rank and element type
    - (C2) (T); every rank's box lies inside the whole tensor
    - (C3) the offset is not negative
  }];
  let arguments = (ins StrAttr:$weight, StrAttr:$file, I64Attr:$offset,
                       Comm_GlobalType:$global, Comm_TableAttr:$starts);
  let results = (outs Comm_Tensor:$result);
  let assemblyFormat = [{
    $weight `in` $file `at` $offset `starts` custom<Table>($starts)
    `of` $global attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Comm_OutputOp : Comm_ProgramItem<"output"> {
  let summary = "The rank's part of a program output";
  let description = [{
    A rank that is the owner writes its part; others hold a copy of a part that
    some owner writes.

    ```mlir
    comm.output %0, 0 "y" starts [[0, 0], [3, 0]] owner [true, true]
        of tensor<6x8xf32> : tensor<3x8xf32>
    ```

    Constraints:
    - (C1) number, name and whole tensor are those of one of the module's
      `comm.outputs`
    - (C2) (T); every rank's box lies inside the whole tensor
    - (C3) `owner` has one entry per rank
  }];
  let arguments = (ins Comm_Tensor:$value, I64Attr:$index, StrAttr:$name,
                       Comm_GlobalType:$global, Comm_TableAttr:$starts,
                       DenseBoolArrayAttr:$owner);
  let assemblyFormat = [{
    $value `,` $index $name `starts` custom<Table>($starts) `owner` $owner
    `of` $global attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

def Comm_SliceOp : Comm_ProgramItem<"slice", [Pure]> {
  let summary = "Keeps a part of a local tensor";
  let description = [{
    ```mlir
    %1 = comm.slice %0 starts [[0, 0], [0, 4]]
        : tensor<3x8xf32> to tensor<3x4xf32>
    ```

    Constraints:
    - (C1) operand and result have the same rank and element type
    - (C2) (T); every rank's box lies inside the operand
  }];
  let arguments = (ins Comm_Tensor:$input, Comm_TableAttr:$starts);
  let results = (outs Comm_Tensor:$result);
  let assemblyFormat = [{
    $input `starts` custom<Table>($starts) attr-dict
    `:` type($input) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Comm_ToPartialOp : Comm_ProgramItem<"to_partial",
    [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "Keeps the tensor or replaces it by the neutral element";
  let description = [{
    Neutral: zero for sum, the least value for max.

    ```mlir
    %1 = comm.to_partial %0 sum keep [true, false] : tensor<3x8xf32>
    ```

    Constraints:
    - (C1) `keep` has one entry per rank
  }];
  let arguments = (ins Comm_Tensor:$input, Comm_KindAttr:$kind,
                       DenseBoolArrayAttr:$keep);
  let results = (outs Comm_Tensor:$result);
  let assemblyFormat = [{
    $input custom<Kind>($kind) `keep` $keep attr-dict `:` type($input)
  }];
  let hasVerifier = 1;
}

/// The start of a collective. No effects are declared, so that it is neither
/// removed nor moved.
class Comm_Collective<string mnemonic, list<string> overridden = []>
    : Comm_ProgramItem<mnemonic,
        [DeclareOpInterfaceMethods<CollectiveOpInterface, overridden>]> {
  let results = (outs Comm_Future:$future);
  let hasVerifier = 1;
}

def Comm_AllGatherOp : Comm_Collective<"all_gather"> {
  let summary = "Starts to join the group's tensors along a dim";
  let description = [{
    ```mlir
    %1 = comm.all_gather %0 channel 0 along 0
        groups [<[0, 1], cuts = [0, 3, 5]>]
        : tensor<3x8xf32> -> !comm.future<tensor<5x8xf32>>
    ```

    Constraints:
    - (C1) each rank of the program is in exactly one group; groups are disjoint
    - (C2) `dim` is a dim of the tensor, and every group has cuts
    - (C3) the operand's extent is each rank's piece, the result's the whole
    - (C4) other extents and the element type are equal
  }];
  let arguments = (ins Comm_Tensor:$input, I64Attr:$channel, I64Attr:$dim,
                       Comm_GroupsAttr:$groups);
  let assemblyFormat = [{
    $input `channel` $channel `along` $dim `groups` custom<Groups>($groups)
    attr-dict `:` type($input) `->` custom<Future>(type($future))
  }];
}

def Comm_AllReduceOp : Comm_Collective<"all_reduce"> {
  let summary = "Starts to reduce the group's tensors element by element";
  let description = [{
    ```mlir
    %1 = comm.all_reduce %0 sum channel 1 groups [<[0, 1]>, <[2, 3]>]
        : tensor<3x8xf32> -> !comm.future<tensor<3x8xf32>>
    ```

    Constraints:
    - (C1) each rank of the program is in exactly one group; groups are disjoint
    - (C2) groups have no cuts
    - (C3) the result has the operand's type
  }];
  let arguments = (ins Comm_Tensor:$input, I64Attr:$channel,
                       Comm_KindAttr:$kind, Comm_GroupsAttr:$groups);
  let assemblyFormat = [{
    $input custom<Kind>($kind) `channel` $channel
    `groups` custom<Groups>($groups)
    attr-dict `:` type($input) `->` custom<Future>(type($future))
  }];
}

def Comm_ReduceScatterOp : Comm_Collective<"reduce_scatter"> {
  let summary = "Starts to reduce the group's tensors and hand out the pieces";
  let description = [{
    ```mlir
    %1 = comm.reduce_scatter %0 sum channel 2 along 0
        groups [<[0, 1], cuts = [0, 3, 5]>]
        : tensor<5x8xf32> -> !comm.future<tensor<3x8xf32>>
    ```

    Constraints:
    - (C1) each rank of the program is in exactly one group; groups are disjoint
    - (C2) `dim` is a dim of the tensor, and every group has cuts
    - (C3) the result's extent is each rank's piece, the operand's the whole
    - (C4) other extents and the element type are equal
  }];
  let arguments = (ins Comm_Tensor:$input, I64Attr:$channel,
                       Comm_KindAttr:$kind, I64Attr:$dim,
                       Comm_GroupsAttr:$groups);
  let assemblyFormat = [{
    $input custom<Kind>($kind) `channel` $channel `along` $dim
    `groups` custom<Groups>($groups)
    attr-dict `:` type($input) `->` custom<Future>(type($future))
  }];
}

def Comm_ExchangeOp : Comm_Collective<"exchange",
    ["getPartners", "getGroupsOrNull"]> {
  let summary = "Starts to send boxes from rank to rank";
  let description = [{
    The transfers of all ranks, the same list in every program; each rank looks
    for its own. A transfer from a rank to itself is a copy.

    ```mlir
    %1 = comm.exchange %0 channel 3 transfers [
        <0 [0, 0] of [3, 8] -> 0 [0, 0] of [6, 4], size [3, 4]>,
        <1 [0, 0] of [3, 8] -> 0 [3, 0] of [6, 4], size [3, 4]>]
        : tensor<3x8xf32> -> !comm.future<tensor<6x4xf32>>
    ```

    Constraints:
    - (C1) operand and result have the same rank and element type
    - (C2) a transfer's source shape is the operand's for source ranks of this
      program, its destination shape the result's for destination ranks
    - (C3) the boxes that a rank receives cover its result exactly once
  }];
  let arguments = (ins Comm_Tensor:$input, I64Attr:$channel,
                       Comm_TransfersAttr:$transfers);
  let assemblyFormat = [{
    $input `channel` $channel `transfers` custom<Transfers>($transfers)
    attr-dict `:` type($input) `->` custom<Future>(type($future))
  }];
}

def Comm_WaitOp : Comm_ProgramItem<"wait",
    [TypesMatchWith<"result is the future's tensor", "future", "result",
         "::llvm::cast<::partita::comm::FutureType>($_self).getTensor()">]> {
  let summary = "Waits until a collective has completed";
  let description = [{
    ```mlir
    %2 = comm.wait %1 : !comm.future<tensor<5x8xf32>>
    ```
  }];
  let arguments = (ins Comm_Future:$future);
  let results = (outs Comm_Tensor:$result);
  let assemblyFormat = "$future attr-dict `:` custom<Future>(type($future))";
}

#endif // PARTITA_COMM_OPS_TD
