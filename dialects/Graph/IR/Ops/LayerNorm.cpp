//===- LayerNorm.cpp - graph.layer_norm -----------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult LayerNormOp::verify() {
  RankedTensorType input = tensorType(getInput());
  if (failed(verifyAxis(*this, getAxis(), input.getRank())))
    return failure();
  ArrayRef<int64_t> normalized = input.getShape().drop_front(getAxis());
  for (auto [name, value] :
       {std::pair("scale", getScale()), std::pair("bias", getBias())})
    if (value && shapeOf(value) != normalized)
      return emitOpError("expects ") << name << " of shape " << str(normalized)
                                     << ", got " << str(shapeOf(value));
  return verifyResult(*this, input.getShape(), input.getElementType());
}
