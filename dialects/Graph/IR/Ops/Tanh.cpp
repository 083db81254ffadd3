//===- Tanh.cpp - graph.tanh ----------------------------------------------===//
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

LogicalResult TanhOp::verify() { return verifyElementwise(*this); }

OpFoldResult TanhOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(),
                         [](Numbers x) { return Number(std::tanh(x[0].f)); });
}

layout::ShardingRule TanhOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{}, /*monotone=*/{{0}});
}

layout::OpCost TanhOp::getCost() {
  return elementwiseCost(*this, transcendentalFlops);
}

LogicalResult TanhOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                    SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<math::TanhOp>(x[0]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
