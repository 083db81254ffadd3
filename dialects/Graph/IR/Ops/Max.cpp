//===- Max.cpp - graph.max ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult MaxOp::verify() { return verifyElementwise(*this); }

OpFoldResult MaxOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return applyBinary(x, [](auto a, auto b) {
      // NaN is not equal to itself.
      return a != a || a > b ? a : b;
    });
  });
}

layout::ShardingRule MaxOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{}, /*monotone=*/{{0, 1}, {0}, {1}});
}

layout::OpCost MaxOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult MaxOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return createMaximum(b, x[0], x[1]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
