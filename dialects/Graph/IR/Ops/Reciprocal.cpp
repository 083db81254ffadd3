//===- Reciprocal.cpp - graph.reciprocal ----------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult ReciprocalOp::verify() { return verifyElementwise(*this); }

OpFoldResult ReciprocalOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(),
                         [](Numbers x) { return Number(1.0f / x[0].f); });
}

layout::ShardingRule ReciprocalOp::getShardingRule() {
  return elementwiseRule(*this);
}

layout::OpCost ReciprocalOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult ReciprocalOp::lowerToLinalg(OpBuilder &builder,
                                          ValueRange operands,
                                          SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<arith::DivFOp>(constant(b, x[0].getType(), 1), x[0]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
