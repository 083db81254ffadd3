//===- Not.cpp - graph.not ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult NotOp::verify() { return verifyElementwise(*this); }

OpFoldResult NotOp::fold(FoldAdaptor adaptor) {
  // Two cancel out.
  if (auto inner = getInput().getDefiningOp<NotOp>())
    if (inner.getInput().getType() == getType())
      return inner.getInput();
  return foldElementwise(*this, adaptor.getOperands(),
                         [](Numbers x) { return Number(x[0].i == 0); });
}

layout::ShardingRule NotOp::getShardingRule() { return elementwiseRule(*this); }

layout::OpCost NotOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult NotOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<arith::XOrIOp>(x[0], constant(b, x[0].getType(), 1));
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
