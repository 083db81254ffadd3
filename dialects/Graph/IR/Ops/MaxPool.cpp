//===- MaxPool.cpp - graph.max_pool ---------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult MaxPoolOp::verify() {
  ArrayRef<int64_t> input = shapeOf(getInput());
  if (input.size() < 3)
    return emitOpError("expects an input of rank 3 or more, got ")
           << str(input);
  FailureOr<Dims> spatial = inferWindowShape(
      input.drop_front(2), getKernel(), getStrides(), getPads(), getDilations(),
      [&] { return emitOpError(); });
  if (failed(spatial))
    return failure();
  Dims result = {input[0], input[1]};
  llvm::append_range(result, *spatial);
  return verifyResult(*this, result, tensorType(getInput()).getElementType());
}
