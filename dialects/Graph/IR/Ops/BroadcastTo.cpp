//===- BroadcastTo.cpp - BroadcastTo.cpp ----------------------------------===//
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

LogicalResult BroadcastToOp::verify() {
  ArrayRef<int64_t> from = shapeOf(getInput()), to = shapeOf(getResult());
  if (failed(verifyElementType(*this, "result",
                               tensorType(getInput()).getElementType(),
                               getResult())))
    return failure();
  bool fits = from.size() <= to.size();
  for (size_t i = 0; fits && i < from.size(); ++i)
    fits = from[i] == 1 || from[i] == to[to.size() - from.size() + i];
  if (fits)
    return success();
  return emitOpError("expects a result shape that ")
         << str(from) << " broadcasts to, got " << str(to);
}

OpFoldResult BroadcastToOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return getInput();
  return foldElementwise(*this, adaptor.getInput(),
                         [](Numbers x) { return x[0]; });
}

layout::ShardingRule BroadcastToOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{{0}}, /*monotone=*/{{0}});
}

layout::OpCost BroadcastToOp::getCost() { return costOf(*this, 0); }

LogicalResult BroadcastToOp::lowerToLinalg(OpBuilder &builder,
                                           ValueRange operands,
                                           SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &, ValueRange x) { return x[0]; };
  return lowerElementwise(builder, *this, operands, results, body);
}
