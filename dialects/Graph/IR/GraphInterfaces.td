//===- GraphInterfaces.td - What is asked of an op ---------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner, the localizer and code generation know ops only through these
// interfaces; there is no table of ops anywhere. Each op implements them in its
// own file, Ops/<Op>.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_GRAPHINTERFACES_TD
#define PARTITA_DIALECTS_GRAPH_IR_GRAPHINTERFACES_TD

include "mlir/IR/OpBase.td"

def ShardableOpInterface : OpInterface<"ShardableOpInterface"> {
  let cppNamespace = "::partita::graph";
  let description = [{
    An op that can be split over devices: see partita/Layout/Rule.h for what a
    sharding rule is.
  }];
  let methods = [
    InterfaceMethod<[{
      The rule for the op on its present shapes: factors, the factors of each
      operand and result dim, and where partial values may pass.
    }], "::partita::layout::ShardingRule", "getShardingRule">,
    InterfaceMethod<[{
      Work of the op on its present shapes: floating-point operations, and bytes
      read and written once each.
    }], "::partita::layout::OpCost", "getCost">
  ];
}

def LinalgLoweringInterface : OpInterface<"LinalgLoweringInterface"> {
  let cppNamespace = "::partita::graph";
  let description = [{
    An op that can be expressed in linalg on tensors without layouts.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds the op on `operands`, whose types are those of the op's operands,
      and appends one value per result. Emits linalg.generic and linalg.fill on
      tensor.empty, with arith, math and, for indexed reads, tensor.extract in
      the bodies; no other tensor op.
    }], "::llvm::LogicalResult", "lowerToLinalg",
    (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
         "::llvm::SmallVectorImpl<::mlir::Value> &":$results)>
  ];
}

#endif // PARTITA_DIALECTS_GRAPH_IR_GRAPHINTERFACES_TD
