//===- Softmax.cpp - graph.softmax ----------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult SoftmaxOp::verify() {
  RankedTensorType input = tensorType(getInput());
  if (failed(verifyAxis(*this, getAxis(), input.getRank())))
    return failure();
  return verifyResult(*this, input.getShape(), input.getElementType());
}
