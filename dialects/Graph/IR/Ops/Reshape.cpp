//===- Reshape.cpp - graph.reshape ----------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult ReshapeOp::verify() {
  RankedTensorType input = tensorType(getInput()), result = getType();
  if (failed(verifyElementType(*this, "result", input.getElementType(),
                               getResult())))
    return failure();
  if (input.getNumElements() != result.getNumElements())
    return emitOpError("expects a result of ")
           << input.getNumElements() << " elements, got "
           << result.getNumElements() << " in shape " << str(result.getShape());
  return success();
}
