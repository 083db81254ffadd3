//===- Sqrt.cpp - graph.sqrt ----------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

#include <cmath>

using namespace partita;
using namespace partita::graph;

LogicalResult SqrtOp::verify() { return verifyElementwise(*this); }

OpFoldResult SqrtOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(),
                         [](Numbers x) { return Number(std::sqrt(x[0].f)); });
}

// Not monotone: below 0 it is NaN, which a maximum with a number does not drop.
layout::ShardingRule SqrtOp::getShardingRule() {
  return elementwiseRule(*this);
}

layout::OpCost SqrtOp::getCost() { return elementwiseCost(*this, 4); }

LogicalResult SqrtOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                    SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<math::SqrtOp>(x[0]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
