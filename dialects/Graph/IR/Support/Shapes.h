//===- Shapes.h - Shapes of results and their verification ------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shape functions that the ops' verifiers share. The importer may call the
// infer functions too, with errors of its own: each says what it expects and
// what it got.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_SUPPORT_SHAPES_H
#define PARTITA_DIALECTS_GRAPH_IR_SUPPORT_SHAPES_H

#include "dialects/Graph/IR/GraphDialect.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace partita::graph {

using Dims = SmallVector<int64_t>;
using EmitError = llvm::function_ref<InFlightDiagnostic()>;

inline RankedTensorType tensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}
inline ArrayRef<int64_t> shapeOf(Value value) {
  return tensorType(value).getShape();
}
/// Product of the extents; 1 for a scalar.
int64_t numElements(ArrayRef<int64_t> shape);
/// `4x8`, or `scalar`.
std::string str(ArrayRef<int64_t> shape);
/// Whether a type of the op has an encoding. Rewrites leave such ops alone: the
/// layouts, and the assignment on the op, are decisions that stand.
bool hasLayout(Operation *op);
/// The tensor type without an encoding.
RankedTensorType plainType(Type type);

/// The common shape of numpy's broadcasting.
FailureOr<Dims> broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes,
                                EmitError emitError);
FailureOr<Dims> inferMatMulShape(ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs,
                                 bool transposeA, bool transposeB,
                                 EmitError emitError);
/// The spatial dims that windows over `spatial` give.
FailureOr<Dims>
inferWindowShape(ArrayRef<int64_t> spatial, ArrayRef<int64_t> kernel,
                 ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                 ArrayRef<int64_t> dilations, EmitError emitError);
FailureOr<Dims> inferReduceShape(ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> axes, bool keepdims,
                                 EmitError emitError);

/// The op's only result is a tensor of that shape and element type.
LogicalResult verifyResult(Operation *op, ArrayRef<int64_t> shape,
                           Type elementType);
/// A reduction of operand 0 over `axes`: they are dims of it, and the result
/// has what is left.
LogicalResult verifyReduction(Operation *op, ArrayRef<int64_t> axes,
                              bool keepdims);
/// `axis` counts a dim of a tensor of that rank.
LogicalResult verifyAxis(Operation *op, int64_t axis, int64_t rank);
/// The values have the same element type; `what` names the first and then the
/// others, as in "rhs".
LogicalResult verifyElementType(Operation *op, StringRef what, Type expected,
                                Value value);
/// An element-wise op: the operands from number `first` on have one element
/// type, and the result has the shape of all operands, broadcast, with element
/// type `result` (by default theirs).
LogicalResult verifyElementwise(Operation *op, Type result = nullptr,
                                unsigned first = 0);

} // namespace partita::graph

#endif // PARTITA_DIALECTS_GRAPH_IR_SUPPORT_SHAPES_H
