//===- Concat.cpp - graph.concat ------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult ConcatOp::verify() {
  if (getInputs().empty())
    return emitOpError("expects an operand, got none");
  RankedTensorType first = tensorType(getInputs()[0]);
  int64_t rank = first.getRank(), axis = getAxis();
  if (failed(verifyAxis(*this, axis, rank)))
    return failure();
  Dims result(first.getShape());
  result[axis] = 0;
  for (auto [number, input] : llvm::enumerate(getInputs())) {
    std::string what = "operand " + std::to_string(number);
    if (failed(verifyElementType(*this, what, first.getElementType(), input)))
      return failure();
    ArrayRef<int64_t> shape = shapeOf(input);
    bool fits = static_cast<int64_t>(shape.size()) == rank;
    for (int64_t i = 0; fits && i < rank; ++i)
      fits = i == axis || shape[i] == result[i];
    if (!fits)
      return emitOpError("expects ")
             << what << " to have the shape " << str(first.getShape())
             << " but for dim " << axis << ", got " << str(shape);
    result[axis] += shape[axis];
  }
  return verifyResult(*this, result, first.getElementType());
}
