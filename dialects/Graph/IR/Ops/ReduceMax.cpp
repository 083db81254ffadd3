//===- ReduceMax.cpp - ReduceMax.cpp --------------------------------------===//
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

#include <limits>

using namespace partita;
using namespace partita::graph;

LogicalResult ReduceMaxOp::verify() {
  return verifyReduction(*this, getAxes(), getKeepdims());
}

OpFoldResult ReduceMaxOp::fold(FoldAdaptor adaptor) {
  if (getAxes().empty() && getInput().getType() == getType())
    return getInput();
  unsigned width = getType().getElementTypeBitWidth();
  Number least = isFloat(*this)
                     ? Number(-std::numeric_limits<float>::infinity())
                     : Number(llvm::minIntN(width));
  return foldReduce(*this, adaptor.getInput(), getAxes(), least, [](Numbers x) {
    // NaN is not equal to itself.
    return applyBinary(x,
                       [](auto a, auto b) { return a != a || a > b ? a : b; });
  });
}

layout::ShardingRule ReduceMaxOp::getShardingRule() {
  return reductionRule(*this, getAxes(), getKeepdims(),
                       layout::ReduceKind::Max);
}

layout::OpCost ReduceMaxOp::getCost() {
  return costOf(*this, tensorType(getInput()).getNumElements());
}

LogicalResult ReduceMaxOp::lowerToLinalg(OpBuilder &builder,
                                         ValueRange operands,
                                         SmallVectorImpl<Value> &results) {
  Type type = getType().getElementType();
  results.push_back(createReduction(builder, getLoc(), operands, getAxes(),
                                    getKeepdims(), lowestAttr(type),
                                    [](ImplicitLocOpBuilder &b, ValueRange x) {
                                      return createMaximum(b, x[0], x[1]);
                                    }));
  return success();
}
