//===- CommCodegenOps.cpp - What a rank's steps become --------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, and the shape of a library product, which fusion and code
// generation ask for too.
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/IR/Comm.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <numeric>

using namespace mlir;

namespace partita::comm {

static int64_t product(ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1),
                         std::multiplies<>());
}

std::optional<GemmShape> getGemmShape(RankedTensorType lhs,
                                      RankedTensorType rhs,
                                      RankedTensorType result, bool transposeA,
                                      bool transposeB) {
  int64_t rank = result.getRank();
  if (!result.getElementType().isF32() || lhs.getNumElements() == 0 ||
      rhs.getNumElements() == 0 || lhs.getRank() < 2 || rhs.getRank() < 2 ||
      rank < 2)
    return std::nullopt;
  ArrayRef<int64_t> a = lhs.getShape(), b = rhs.getShape();
  ArrayRef<int64_t> batch = result.getShape().drop_back(2);
  GemmShape shape;
  shape.batch = product(batch);
  shape.m = result.getDimSize(rank - 2);
  shape.n = result.getDimSize(rank - 1);
  shape.k = a[a.size() - (transposeA ? 2 : 1)];
  if (shape.m != a[a.size() - (transposeA ? 1 : 2)] ||
      shape.k != b[b.size() - (transposeB ? 1 : 2)] ||
      shape.n != b[b.size() - (transposeB ? 2 : 1)])
    return std::nullopt;

  // An operand has all of the batch or none of it.
  auto batched = [&](ArrayRef<int64_t> dims) -> std::optional<bool> {
    dims = dims.drop_back(2);
    if (product(dims) == 1)
      return false;
    if (product(dims) == product(batch))
      return true;
    return std::nullopt;
  };
  std::optional<bool> batchedA = batched(a), batchedB = batched(b);
  if (!batchedA || !batchedB)
    return std::nullopt;
  shape.batchedA = *batchedA;
  shape.batchedB = *batchedB;
  // One right-hand matrix for all: the rows of the batch are more rows.
  if (shape.batchedA && !shape.batchedB && !transposeA) {
    shape.m *= shape.batch;
    shape.batch = 1;
    shape.batchedA = false;
  }
  return shape;
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getKernelAttr());
  if (!function)
    return emitOpError("expects a function named @") << getKernel();
  if (!llvm::equal(function.getArgumentTypes(), getOperandTypes()) ||
      !llvm::equal(function.getResultTypes(), getResultTypes()))
    return emitOpError("expects operands and results of @")
           << getKernel() << ", which are " << function.getFunctionType();
  return success();
}

static LogicalResult verifyEpilogue(Operation *op, Value bias, Value residual,
                                    RankedTensorType result, int64_t channels) {
  if (bias) {
    auto type = cast<RankedTensorType>(bias.getType());
    if (type.getNumElements() != channels)
      return op->emitOpError("expects ")
             << channels << " elements of bias, got " << type;
  }
  if (residual && residual.getType() != result)
    return op->emitOpError("expects residual of type ")
           << result << ", got " << residual.getType();
  return success();
}

LogicalResult GemmOp::verify() {
  auto result = getResult().getType();
  if (!getGemmShape(getLhs().getType(), getRhs().getType(), result,
                    getTransposeA(), getTransposeB()))
    return emitOpError("expects a product that the library has, got ")
           << getLhs().getType() << " by " << getRhs().getType();
  return verifyEpilogue(*this, getBias(), getResidual(), result,
                        result.getShape().back());
}

static LogicalResult verifySpatial(Operation *op, RankedTensorType type) {
  if (type.getElementType().isF32() && type.getNumElements() > 0 &&
      (type.getRank() == 3 || type.getRank() == 4))
    return success();
  return op->emitOpError("expects f32 with one or two spatial dims, got ")
         << type;
}

LogicalResult ConvOp::verify() {
  if (failed(verifySpatial(*this, getInput().getType())))
    return failure();
  auto result = getResult().getType();
  return verifyEpilogue(*this, getBias(), getResidual(), result,
                        getResultLast() ? result.getShape().back()
                                        : result.getDimSize(1));
}

LogicalResult MaxPoolOp::verify() {
  return verifySpatial(*this, getInput().getType());
}

LogicalResult ConcatOp::verify() {
  auto result = getResult().getType();
  int64_t axis = getAxis(), extent = 0;
  if (axis < 0 || axis >= result.getRank())
    return emitOpError("expects a dim of the result, got ") << axis;
  for (Value input : getInputs()) {
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<int64_t> shape(type.getShape());
    if (type.getRank() == result.getRank()) {
      extent += shape[axis];
      shape[axis] = result.getDimSize(axis);
    }
    if (ArrayRef<int64_t>(shape) != result.getShape() ||
        type.getElementType() != result.getElementType())
      return emitOpError("expects operands like ")
             << result << " but for dim " << axis << ", got " << type;
  }
  if (extent != result.getDimSize(axis))
    return emitOpError("expects ") << result.getDimSize(axis) << " along dim "
                                   << axis << ", got " << extent;
  return success();
}

} // namespace partita::comm
