//===- Relu.cpp - graph.relu ----------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult ReluOp::verify() { return verifyElementwise(*this); }

OpFoldResult ReluOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return applyUnary(x, [](auto v) { return v < 0 ? decltype(v)(0) : v; });
  });
}

layout::ShardingRule ReluOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{}, /*monotone=*/{{0}});
}

layout::OpCost ReluOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult ReluOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                    SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return createMaximum(b, x[0], constant(b, x[0].getType(), 0));
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
