//===- Floor.cpp - graph.floor --------------------------------------------===//
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

LogicalResult FloorOp::verify() { return verifyElementwise(*this); }

OpFoldResult FloorOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(),
                         [](Numbers x) { return Number(std::floor(x[0].f)); });
}

layout::ShardingRule FloorOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{}, /*monotone=*/{{0}});
}

layout::OpCost FloorOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult FloorOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                     SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return b.create<math::FloorOp>(x[0]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
