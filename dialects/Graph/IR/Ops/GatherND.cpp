//===- GatherND.cpp - graph.gather_nd -------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult GatherNDOp::verify() {
  RankedTensorType data = tensorType(getData());
  ArrayRef<int64_t> shape = data.getShape(), indices = shapeOf(getIndices());
  int64_t batch = getBatchDims(), rank = data.getRank();
  int64_t indicesRank = indices.size();
  if (batch < 0 || batch >= indicesRank || batch > rank)
    return emitOpError("expects 'batch_dims' to be less than ")
           << indicesRank << " and at most " << rank << ", got " << batch;
  if (indices.take_front(batch) != shape.take_front(batch))
    return emitOpError("expects data and indices to begin with the same ")
           << batch << " extents, got shapes " << str(shape) << " and "
           << str(indices);
  int64_t length = indices.back();
  if (length > rank - batch)
    return emitOpError("expects vectors of ")
           << rank - batch << " indices or less, got " << length;
  Dims result(indices.drop_back());
  llvm::append_range(result, shape.drop_front(batch + length));
  return verifyResult(*this, result, data.getElementType());
}
