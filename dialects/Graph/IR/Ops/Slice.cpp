//===- Slice.cpp - graph.slice --------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult SliceOp::verify() {
  ArrayRef<int64_t> from = shapeOf(getInput()), to = shapeOf(getResult());
  ArrayRef<int64_t> starts = getStarts(), steps = getSteps();
  if (failed(verifyElementType(*this, "result",
                               tensorType(getInput()).getElementType(),
                               getResult())))
    return failure();
  if (to.size() != from.size())
    return emitOpError("expects a result of rank ")
           << from.size() << ", got " << to.size();
  if (starts.size() != from.size() || steps.size() != from.size())
    return emitOpError("expects ") << from.size() << " starts and steps, got "
                                   << starts.size() << " and " << steps.size();
  for (size_t i = 0; i < from.size(); ++i) {
    if (steps[i] == 0)
      return emitOpError("expects steps other than 0, got 0 in dim ") << i;
    if (to[i] == 0)
      continue;
    int64_t last = starts[i] + (to[i] - 1) * steps[i];
    for (int64_t index : {starts[i], last})
      if (index < 0 || index >= from[i])
        return emitOpError("expects to read indices from 0 to ")
               << from[i] - 1 << " of dim " << i << ", got " << index;
  }
  return success();
}
