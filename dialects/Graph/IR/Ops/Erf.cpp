//===- Erf.cpp - graph.erf ------------------------------------------------===//
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

LogicalResult ErfOp::verify() { return verifyElementwise(*this); }

OpFoldResult ErfOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(),
                         [](Numbers x) { return Number(std::erf(x[0].f)); });
}

layout::ShardingRule ErfOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{}, /*monotone=*/{{0}});
}

layout::OpCost ErfOp::getCost() {
  return elementwiseCost(*this, transcendentalFlops);
}

LogicalResult ErfOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<math::ErfOp>(x[0]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
