//===- MatMul.cpp - graph.matmul ------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult MatMulOp::verify() {
  Type element = tensorType(getLhs()).getElementType();
  if (failed(verifyElementType(*this, "rhs", element, getRhs())))
    return failure();
  FailureOr<Dims> shape =
      inferMatMulShape(shapeOf(getLhs()), shapeOf(getRhs()), getTransposeA(),
                       getTransposeB(), [&] { return emitOpError(); });
  return failed(shape) ? failure() : verifyResult(*this, *shape, element);
}
