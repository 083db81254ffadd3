//===- GraphDialect.td - The graph dialect -----------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, its tensor types and the base class of its ops. The ops stand in
// one .td file per family; what an op means to the compiler (verifier, folder,
// sharding rule, cost, lowering) stands together in Ops/<Op>.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_GRAPHDIALECT_TD
#define PARTITA_DIALECTS_GRAPH_IR_GRAPHDIALECT_TD

include "dialects/Graph/IR/GraphInterfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Graph_Dialect : Dialect {
  let name = "graph";
  let summary = "What a model computes: pure ops on whole tensors";
  let description = [{
    A model is one module with one function `@main`; its arguments and results
    are the model's inputs and outputs. They carry attributes:

    - `graph.name`, a string: the name in the model;
    - `graph.dims` (arguments only), a string per dim: the name of a dim that
      was symbolic in the model before an extent was bound to it, else "".

    All shapes are static; element types are f32, i32, i64 and i1 (i32 and i64
    are signed). The meaning of an op is that of the ONNX operator of its name.

    Result types are written down and checked by each op. A tensor type may
    carry a layout as its encoding (see the dist dialect): the ops compare
    shapes and element types only, and a folder returns an operand only if its
    type equals the result's. No attribute holds the size of a dim that may be
    split, so that an op on shards is a clone of the op on whole tensors.
  }];
  let cppNamespace = "::partita::graph";
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Graph_Tensor : StaticShapeTensorOf<[F32, I32, I64, I1]>;
def Graph_NumberTensor : StaticShapeTensorOf<[F32, I32, I64]>;
def Graph_FloatTensor : StaticShapeTensorOf<[F32]>;
def Graph_IndexTensor : StaticShapeTensorOf<[I32, I64]>;
def Graph_BoolTensor : StaticShapeTensorOf<[I1]>;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// An i64 that C++ sees as the signed number that it is.
def Graph_IntAttr : TypedSignlessIntegerAttrBase<
    I64, "int64_t", "64-bit signless integer attribute"> {
  let convertFromStorage = "$_self.getInt()";
}

//===----------------------------------------------------------------------===//
// Base class
//===----------------------------------------------------------------------===//

class Graph_Op<string mnemonic, list<Trait> traits = []>
    : Op<Graph_Dialect, mnemonic, !listconcat([Pure], traits)> {
  let hasVerifier = 1;
}

/// An op that the planner sees and that lowers itself to linalg.
class Graph_ComputeOp<string mnemonic, list<Trait> traits = []>
    : Graph_Op<mnemonic, !listconcat(
        [DeclareOpInterfaceMethods<ShardableOpInterface>,
         DeclareOpInterfaceMethods<LinalgLoweringInterface>], traits)>;

#endif // PARTITA_DIALECTS_GRAPH_IR_GRAPHDIALECT_TD
