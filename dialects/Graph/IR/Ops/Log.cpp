//===- Log.cpp - graph.log ------------------------------------------------===//
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

LogicalResult LogOp::verify() { return verifyElementwise(*this); }

OpFoldResult LogOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(),
                         [](Numbers x) { return Number(std::log(x[0].f)); });
}

// Not monotone: below 0 it is NaN, which a maximum with a number does not drop.
layout::ShardingRule LogOp::getShardingRule() { return elementwiseRule(*this); }

layout::OpCost LogOp::getCost() {
  return elementwiseCost(*this, transcendentalFlops);
}

LogicalResult LogOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<math::LogOp>(x[0]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
