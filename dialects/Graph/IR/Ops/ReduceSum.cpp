//===- ReduceSum.cpp - ReduceSum.cpp --------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Fold.h"
#include "dialects/Graph/IR/Support/Linalg.h"
#include "dialects/Graph/IR/Support/Rules.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult ReduceSumOp::verify() {
  return verifyReduction(*this, getAxes(), getKeepdims());
}

OpFoldResult ReduceSumOp::fold(FoldAdaptor adaptor) {
  if (getAxes().empty() && getInput().getType() == getType())
    return getInput();
  Number zero = isFloat(*this) ? Number(0.0f) : Number(int64_t(0));
  return foldReduce(*this, adaptor.getInput(), getAxes(), zero, [](Numbers x) {
    return applyWrapping(x, [](auto a, auto b) { return a + b; });
  });
}

layout::ShardingRule ReduceSumOp::getShardingRule() {
  return reductionRule(*this, getAxes(), getKeepdims(),
                       layout::ReduceKind::Sum);
}

layout::OpCost ReduceSumOp::getCost() {
  return costOf(*this, tensorType(getInput()).getNumElements());
}

LogicalResult ReduceSumOp::lowerToLinalg(OpBuilder &builder,
                                         ValueRange operands,
                                         SmallVectorImpl<Value> &results) {
  Type type = getType().getElementType();
  results.push_back(createReduction(builder, getLoc(), operands, getAxes(),
                                    getKeepdims(), numberAttr(type, 0),
                                    [](ImplicitLocOpBuilder &b, ValueRange x) {
                                      return createAdd(b, x[0], x[1]);
                                    }));
  return success();
}
