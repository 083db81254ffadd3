//===- Gather.cpp - graph.gather ------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult GatherOp::verify() {
  RankedTensorType data = tensorType(getData());
  if (failed(verifyAxis(*this, getAxis(), data.getRank())))
    return failure();
  Dims result(data.getShape().take_front(getAxis()));
  llvm::append_range(result, shapeOf(getIndices()));
  llvm::append_range(result, data.getShape().drop_front(getAxis() + 1));
  return verifyResult(*this, result, data.getElementType());
}
