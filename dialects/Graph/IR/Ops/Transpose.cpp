//===- Transpose.cpp - graph.transpose ------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult TransposeOp::verify() {
  ArrayRef<int64_t> shape = shapeOf(getInput()), perm = getPermutation();
  SmallVector<bool> seen(shape.size(), false);
  Dims result;
  for (int64_t dim : perm) {
    if (dim < 0 || dim >= static_cast<int64_t>(shape.size()) || seen[dim])
      break;
    seen[dim] = true;
    result.push_back(shape[dim]);
  }
  if (perm.size() != shape.size() || result.size() != shape.size())
    return emitOpError("expects 'permutation' to hold each of ")
           << shape.size() << " dims once, got [" << perm << "]";
  return verifyResult(*this, result, tensorType(getInput()).getElementType());
}
