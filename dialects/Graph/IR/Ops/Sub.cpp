//===- Sub.cpp - graph.sub ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult SubOp::verify() { return verifyElementwise(*this); }

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  if (isConstant(adaptor.getRhs(), 0) && getLhs().getType() == getType())
    return getLhs();
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return applyWrapping(x, [](auto a, auto b) { return a - b; });
  });
}

layout::ShardingRule SubOp::getShardingRule() {
  // The least integer, which stands for no elements, wraps to the greatest.
  return elementwiseRule(*this, /*linear=*/{{0, 1}}, /*monotone=*/
                         isFloat(*this) ? OperandSets{{0}} : OperandSets{});
}

layout::OpCost SubOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult SubOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return createNumeric<arith::SubFOp, arith::SubIOp>(b, x);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
