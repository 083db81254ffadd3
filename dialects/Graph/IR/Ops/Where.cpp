//===- Where.cpp - graph.where --------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult WhereOp::verify() { return verifyElementwise(*this, nullptr, 1); }

OpFoldResult WhereOp::fold(FoldAdaptor adaptor) {
  for (auto [value, chosen] : {std::pair(1, getX()), std::pair(0, getY())})
    if (isConstant(adaptor.getCondition(), value) &&
        chosen.getType() == getType())
      return chosen;
  return foldElementwise(*this, adaptor.getOperands(),
                         [](Numbers x) { return x[0].i ? x[1] : x[2]; });
}

layout::ShardingRule WhereOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{{1, 2}}, /*monotone=*/{{1, 2}});
}

layout::OpCost WhereOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult WhereOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                     SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<arith::SelectOp>(x[0], x[1], x[2]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
