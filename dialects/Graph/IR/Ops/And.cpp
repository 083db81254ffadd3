//===- And.cpp - graph.and ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult AndOp::verify() { return verifyElementwise(*this); }

OpFoldResult AndOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return Number(x[0].i != 0 && x[1].i != 0);
  });
}

layout::ShardingRule AndOp::getShardingRule() { return elementwiseRule(*this); }

layout::OpCost AndOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult AndOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<arith::AndIOp>(x[0], x[1]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
