//===- GreaterOrEqual.cpp - graph.greater_or_equal ------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult GreaterOrEqualOp::verify() {
  return verifyElementwise(*this, IntegerType::get(getContext(), 1));
}

OpFoldResult GreaterOrEqualOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return applyBinary(x, [](auto a, auto b) { return a >= b; });
  });
}

layout::ShardingRule GreaterOrEqualOp::getShardingRule() {
  return elementwiseRule(*this);
}

layout::OpCost GreaterOrEqualOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult GreaterOrEqualOp::lowerToLinalg(OpBuilder &builder,
                                              ValueRange operands,
                                              SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return createCompare(b, arith::CmpFPredicate::OGE,
                         arith::CmpIPredicate::sge, x[0], x[1]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
