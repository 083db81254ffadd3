//===- Sigmoid.cpp - graph.sigmoid ----------------------------------------===//
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

LogicalResult SigmoidOp::verify() { return verifyElementwise(*this); }

OpFoldResult SigmoidOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return Number(1.0f / (1.0f + std::exp(-x[0].f)));
  });
}

layout::ShardingRule SigmoidOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{}, /*monotone=*/{{0}});
}

layout::OpCost SigmoidOp::getCost() {
  return elementwiseCost(*this, transcendentalFlops + 2);
}

LogicalResult SigmoidOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                       SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    Value one = constant(b, x[0].getType(), 1);
    Value power = b.create<math::ExpOp>(b.create<arith::NegFOp>(x[0]));
    return b.create<arith::DivFOp>(one, b.create<arith::AddFOp>(one, power));
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
