//===- Min.cpp - graph.min ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult MinOp::verify() { return verifyElementwise(*this); }

OpFoldResult MinOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return applyBinary(x, [](auto a, auto b) {
      // NaN is not equal to itself.
      return a != a || a < b ? a : b;
    });
  });
}

layout::ShardingRule MinOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{}, /*monotone=*/{{0}, {1}});
}

layout::OpCost MinOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult MinOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return createNumeric<arith::MinimumFOp, arith::MinSIOp>(b, x);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
