//===- Add.cpp - graph.add ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult AddOp::verify() { return verifyElementwise(*this); }

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  if (isConstant(adaptor.getRhs(), 0) && getLhs().getType() == getType())
    return getLhs();
  if (isConstant(adaptor.getLhs(), 0) && getRhs().getType() == getType())
    return getRhs();
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return applyWrapping(x, [](auto a, auto b) { return a + b; });
  });
}

layout::ShardingRule AddOp::getShardingRule() {
  // The least integer, which stands for no elements, wraps to the greatest.
  return elementwiseRule(*this, /*linear=*/{{0, 1}}, /*monotone=*/
                         isFloat(*this) ? OperandSets{{0}, {1}}
                                        : OperandSets{});
}

layout::OpCost AddOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult AddOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return createAdd(b, x[0], x[1]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
