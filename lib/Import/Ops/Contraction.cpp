//===- Contraction.cpp - ONNX's matrix products and convolutions ----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../OpTable.h"
#include "Windows.h"

using namespace partita;
using namespace partita::import_;

/// A vector is a matrix of one row on the left, of one column on the right; the
/// dim of extent 1 that this gives the result is taken away again.
static LogicalResult convertMatMul(Node &node) {
  if (failed(node.checkRank(0, 1)) || failed(node.checkRank(1, 1)))
    return failure();
  Value lhs = node.getOperand(0), rhs = node.getOperand(1);
  bool isLhsVector = shapeOf(lhs).size() == 1;
  bool isRhsVector = shapeOf(rhs).size() == 1;
  if (isLhsVector)
    lhs = node.makeReshape(lhs, {1, shapeOf(lhs)[0]});
  if (isRhsVector)
    rhs = node.makeReshape(rhs, {shapeOf(rhs)[0], 1});
  Value result = node.makeMatMul(lhs, rhs, false, false);
  Dims shape(shapeOf(result));
  if (isRhsVector)
    shape.pop_back();
  if (isLhsVector && !node.hasFailed())
    shape.erase(shape.end() - (isRhsVector ? 1 : 2));
  if (!node.hasFailed())
    node.setResult(node.makeReshape(result, shape));
  return success();
}

/// alpha A B + beta C
static LogicalResult convertGemm(Node &node) {
  float alpha = node.getFloat("alpha", 1), beta = node.getFloat("beta", 1);
  bool transA = node.getFlag("transA", false);
  bool transB = node.getFlag("transB", false);
  for (unsigned i : {0, 1})
    if (shapeOf(node.getOperand(i)).size() != 2)
      return node.error() << "expects matrices, got "
                          << graph::str(shapeOf(node.getOperand(i)));
  auto scale = [&](Value value, float factor) {
    return factor == 1.0f ? value
                          : node.makeElementwise<graph::MulOp>(
                                {value, node.makeScalar(factor, value)});
  };
  Value product =
      node.makeMatMul(node.getOperand(0), node.getOperand(1), transA, transB);
  product = scale(product, alpha);
  // C is not even read if beta is 0.
  if (node.hasOperand(2) && beta != 0.0f) {
    Dims shape(shapeOf(product));
    product = node.makeElementwise<graph::AddOp>(
        {product, scale(node.getOperand(2), beta)});
    if (!node.hasFailed() && shapeOf(product) != ArrayRef<int64_t>(shape))
      return node.error() << "expects input 2 to broadcast to "
                          << graph::str(shape) << ", got "
                          << graph::str(shapeOf(node.getOperand(2)));
  }
  node.setResult(product);
  return success();
}

static LogicalResult convertConv(Node &node) {
  if (failed(node.checkRank(0, 3)) || failed(node.checkRank(1, 3)))
    return failure();
  Value input = node.getOperand(0), filter = node.getOperand(1);
  ArrayRef<int64_t> filterShape = shapeOf(filter);
  if (shapeOf(input).size() != filterShape.size())
    return node.error() << "expects input and filter of one rank, got "
                        << graph::str(shapeOf(input)) << " and "
                        << graph::str(filterShape);
  Dims kernel = node.getInts("kernel_shape", Dims(filterShape.drop_front(2)));
  if (ArrayRef<int64_t>(kernel) != filterShape.drop_front(2))
    return node.error() << "expects kernel_shape to be that of the filter, "
                        << graph::str(filterShape.drop_front(2)) << ", got "
                        << graph::str(kernel);
  int64_t group = node.getInt("group", 1);
  FailureOr<Windows> windows = readWindows(node, kernel);
  if (failed(windows))
    return failure();
  FailureOr<Value> result = makeConv(node, input, filter, *windows, group);
  if (failed(result))
    return failure();
  if (node.hasOperand(2)) {
    Value bias = node.getOperand(2);
    if (shapeOf(bias) != filterShape.take_front(1))
      return node.error() << "expects a bias of " << filterShape[0]
                          << " elements, got " << graph::str(shapeOf(bias));
    Dims perChannel(filterShape.size(), 1);
    perChannel[1] = filterShape[0];
    result = node.makeElementwise<graph::AddOp>(
        {*result, node.makeReshape(bias, perChannel)});
  }
  node.setResult(*result);
  return success();
}

void partita::import_::addContractionOps(OpTable &table) {
  static const OpEntry entries[] = {
      {"Conv", oldestOpset, 2, 3, convertConv},
      {"Gemm", oldestOpset, 2, 3, convertGemm},
      {"MatMul", oldestOpset, 2, 2, convertMatMul},
  };
  addOps(table, entries);
}
