//===- Gather.cpp - What the gather ops share -----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Support/Gather.h"

#include "dialects/Graph/IR/Support/Rules.h"

using namespace partita;
using namespace partita::graph;

Value graph::createGather(OpBuilder &builder, Location loc,
                          RankedTensorType type, Value data, Value indices,
                          AffineMap indicesMap, int64_t axis, PlaceFn place) {
  // No index into an empty tensor is valid.
  if (tensorType(data).getNumElements() == 0)
    return filledTensor(builder, loc, type,
                        numberAttr(type.getElementType(), 0));
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  return createGeneric(
      builder, loc, indices, emptyTensor(builder, loc, type),
      {indicesMap, identity}, [&](ImplicitLocOpBuilder &b, ValueRange x) {
        SmallVector<Value> counters;
        for (int64_t dim = 0; dim < type.getRank(); ++dim)
          counters.push_back(b.create<linalg::IndexOp>(dim));
        Value index = createPosition(b, x[0], shapeOf(data)[axis]);
        return createRead(b, data, place(counters, index));
      });
}

layout::OpCost graph::gatherCost(Operation *op) {
  return {/*flops=*/0,
          /*bytes=*/2 * bytesOf(op->getResult(0)) + bytesOf(op->getOperand(1))};
}
