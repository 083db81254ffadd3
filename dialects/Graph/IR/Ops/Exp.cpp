//===- Exp.cpp - graph.exp ------------------------------------------------===//
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

LogicalResult ExpOp::verify() { return verifyElementwise(*this); }

OpFoldResult ExpOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(),
                         [](Numbers x) { return Number(std::exp(x[0].f)); });
}

layout::ShardingRule ExpOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{}, /*monotone=*/{{0}});
}

layout::OpCost ExpOp::getCost() {
  return elementwiseCost(*this, transcendentalFlops);
}

LogicalResult ExpOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<math::ExpOp>(x[0]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
