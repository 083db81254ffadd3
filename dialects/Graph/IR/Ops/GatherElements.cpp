//===- GatherElements.cpp - graph.gather_elements -------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult GatherElementsOp::verify() {
  RankedTensorType data = tensorType(getData());
  ArrayRef<int64_t> indices = shapeOf(getIndices());
  int64_t rank = data.getRank(), axis = getAxis();
  if (failed(verifyAxis(*this, axis, rank)))
    return failure();
  if (static_cast<int64_t>(indices.size()) != rank)
    return emitOpError("expects indices of rank ")
           << rank << ", got " << indices.size();
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis && indices[i] > data.getDimSize(i))
      return emitOpError("expects indices of extent ")
             << data.getDimSize(i) << " or less in dim " << i << ", got "
             << indices[i];
  return verifyResult(*this, indices, data.getElementType());
}
