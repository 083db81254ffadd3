//===- Mul.cpp - graph.mul ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult MulOp::verify() { return verifyElementwise(*this); }

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (isConstant(adaptor.getRhs(), 1) && getLhs().getType() == getType())
    return getLhs();
  if (isConstant(adaptor.getLhs(), 1) && getRhs().getType() == getType())
    return getRhs();
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return applyWrapping(x, [](auto a, auto b) { return a * b; });
  });
}

layout::ShardingRule MulOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{{0}, {1}});
}

layout::OpCost MulOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult MulOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return createMul(b, x[0], x[1]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
