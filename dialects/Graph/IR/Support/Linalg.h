//===- Linalg.h - Building blocks of the lowerings to linalg ----*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All lowerings produce tensor.empty, linalg.fill and linalg.generic; what is
// read by an index that is computed is read by tensor.extract in a body. No op
// is made for loops that never run, so extents of 0 need no care elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_SUPPORT_LINALG_H
#define PARTITA_DIALECTS_GRAPH_IR_SUPPORT_LINALG_H

#include "dialects/Graph/IR/Support/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace partita::graph {

/// Builds the body of a linalg.generic: gets the inputs' elements, then the
/// output's, and returns the new element.
using BodyFn = llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)>;

//===----------------------------------------------------------------------===//
// Ops on tensors
//===----------------------------------------------------------------------===//

Value emptyTensor(OpBuilder &builder, Location loc, RankedTensorType type);
/// A tensor all of whose elements are `value`.
Value filledTensor(OpBuilder &builder, Location loc, RankedTensorType type,
                   TypedAttr value);
/// linalg.generic with one output. `maps` are those of the inputs and of the
/// output; the loops that are not in the output's map are reductions.
Value createGeneric(OpBuilder &builder, Location loc, ValueRange inputs,
                    Value output, ArrayRef<AffineMap> maps, BodyFn body);
/// The map by which loops over `toShape` read a tensor of `shape` that is
/// broadcast to it.
AffineMap broadcastAffineMap(MLIRContext *context, ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> toShape);

/// Lowers an element-wise op whose operands broadcast: `body` gets one element
/// of each operand.
LogicalResult lowerElementwise(OpBuilder &builder, Operation *op,
                               ValueRange operands,
                               SmallVectorImpl<Value> &results, BodyFn body);
/// Loops over the result's index space; `body` gets the loops' counters and
/// reads operands by tensor.extract.
Value createIndexed(OpBuilder &builder, Location loc, RankedTensorType type,
                    BodyFn body);
/// Reduces the dims `axes` of the first of `inputs`; the result lacks them or,
/// with `keepdims`, has extent 1 there. Other inputs have the shape of the
/// result. `body` gets an element of each and the accumulator, which begins as
/// `init`.
Value createReduction(OpBuilder &builder, Location loc, ValueRange inputs,
                      ArrayRef<int64_t> axes, bool keepdims, TypedAttr init,
                      BodyFn body);
/// The map by which loops over a tensor of that rank see the result of a
/// reduction over `axes`.
AffineMap reductionMap(MLIRContext *context, int64_t rank,
                       ArrayRef<int64_t> axes, bool keepdims);

//===----------------------------------------------------------------------===//
// Scalars in bodies
//===----------------------------------------------------------------------===//

/// A number of a float or integer type.
TypedAttr numberAttr(Type type, double value);
/// The least value of a type: -inf for floats.
TypedAttr lowestAttr(Type type);
Value constant(ImplicitLocOpBuilder &b, TypedAttr value);
inline Value constant(ImplicitLocOpBuilder &b, Type type, double value) {
  return constant(b, numberAttr(type, value));
}
inline Value constantIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return b.create<arith::ConstantIndexOp>(value);
}

/// FloatOp or IntOp, by the type of the operands.
template <typename FloatOp, typename IntOp>
Value createNumeric(ImplicitLocOpBuilder &b, ValueRange x) {
  if (isa<FloatType>(x[0].getType()))
    return b.create<FloatOp>(x[0], x[1]);
  return b.create<IntOp>(x[0], x[1]);
}
inline Value createMaximum(ImplicitLocOpBuilder &b, Value x, Value y) {
  return createNumeric<arith::MaximumFOp, arith::MaxSIOp>(b, {x, y});
}
inline Value createAdd(ImplicitLocOpBuilder &b, Value x, Value y) {
  return createNumeric<arith::AddFOp, arith::AddIOp>(b, {x, y});
}
inline Value createMul(ImplicitLocOpBuilder &b, Value x, Value y) {
  return createNumeric<arith::MulFOp, arith::MulIOp>(b, {x, y});
}
/// A comparison: one predicate for floats, one for integers.
Value createCompare(ImplicitLocOpBuilder &b, arith::CmpFPredicate floats,
                    arith::CmpIPredicate integers, Value x, Value y);

/// An element of an index tensor as a position in a dim: negative values count
/// from the end, and what lies outside is moved inside.
Value createPosition(ImplicitLocOpBuilder &b, Value index, int64_t extent);
/// `index` moved into [0, extent).
Value createClamp(ImplicitLocOpBuilder &b, Value index, int64_t extent);
/// One element of `tensor` at `indices`.
inline Value createRead(ImplicitLocOpBuilder &b, Value tensor,
                        ValueRange indices) {
  return b.create<tensor::ExtractOp>(tensor, indices);
}
/// The element at `indices`, or `outside` where they are out of bounds; the
/// dims `checked` may be.
Value createPaddedRead(ImplicitLocOpBuilder &b, Value tensor,
                       SmallVector<Value> indices, ArrayRef<bool> checked,
                       Value outside);

} // namespace partita::graph

#endif // PARTITA_DIALECTS_GRAPH_IR_SUPPORT_LINALG_H
