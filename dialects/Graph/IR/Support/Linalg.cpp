//===- Linalg.cpp - Building blocks of the lowerings to linalg ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Support/Linalg.h"

using namespace partita;
using namespace partita::graph;

//===----------------------------------------------------------------------===//
// Ops on tensors
//===----------------------------------------------------------------------===//

Value graph::emptyTensor(OpBuilder &builder, Location loc,
                         RankedTensorType type) {
  return builder.create<tensor::EmptyOp>(loc, type.getShape(),
                                         type.getElementType());
}

Value graph::filledTensor(OpBuilder &builder, Location loc,
                          RankedTensorType type, TypedAttr value) {
  Value scalar = builder.create<arith::ConstantOp>(loc, value);
  return builder
      .create<linalg::FillOp>(loc, scalar, emptyTensor(builder, loc, type))
      .getResult(0);
}

Value graph::createGeneric(OpBuilder &builder, Location loc, ValueRange inputs,
                           Value output, ArrayRef<AffineMap> maps,
                           BodyFn body) {
  // A loop of extent 0 shows in a tensor of no elements.
  auto isEmpty = [](Value value) {
    return tensorType(value).getNumElements() == 0;
  };
  if (isEmpty(output) || llvm::any_of(inputs, isEmpty))
    return output;
  AffineMap outputMap = maps.back();
  SmallVector<utils::IteratorType> iterators(outputMap.getNumDims(),
                                             utils::IteratorType::reduction);
  for (unsigned dim = 0; dim < outputMap.getNumDims(); ++dim)
    if (outputMap.isFunctionOfDim(dim))
      iterators[dim] = utils::IteratorType::parallel;
  auto generic = builder.create<linalg::GenericOp>(
      loc, output.getType(), inputs, output, maps, iterators,
      [&](OpBuilder &nested, Location nestedLoc, ValueRange arguments) {
        ImplicitLocOpBuilder b(nestedLoc, nested);
        b.create<linalg::YieldOp>(body(b, arguments));
      });
  return generic.getResult(0);
}

AffineMap graph::broadcastAffineMap(MLIRContext *context,
                                    ArrayRef<int64_t> shape,
                                    ArrayRef<int64_t> toShape) {
  size_t lead = toShape.size() - shape.size();
  SmallVector<AffineExpr> exprs;
  for (size_t i = 0; i < shape.size(); ++i)
    exprs.push_back(shape[i] == toShape[lead + i]
                        ? getAffineDimExpr(lead + i, context)
                        : getAffineConstantExpr(0, context));
  return AffineMap::get(toShape.size(), 0, exprs, context);
}

LogicalResult graph::lowerElementwise(OpBuilder &builder, Operation *op,
                                      ValueRange operands,
                                      SmallVectorImpl<Value> &results,
                                      BodyFn body) {
  RankedTensorType type = plainType(op->getResult(0).getType());
  SmallVector<AffineMap> maps;
  for (Value operand : operands)
    maps.push_back(broadcastAffineMap(builder.getContext(), shapeOf(operand),
                                      type.getShape()));
  maps.push_back(builder.getMultiDimIdentityMap(type.getRank()));
  Value output = emptyTensor(builder, op->getLoc(), type);
  results.push_back(
      createGeneric(builder, op->getLoc(), operands, output, maps,
                    [&](ImplicitLocOpBuilder &b, ValueRange arguments) {
                      return body(b, arguments.drop_back());
                    }));
  return success();
}

Value graph::createIndexed(OpBuilder &builder, Location loc,
                           RankedTensorType type, BodyFn body) {
  return createGeneric(builder, loc, {}, emptyTensor(builder, loc, type),
                       builder.getMultiDimIdentityMap(type.getRank()),
                       [&](ImplicitLocOpBuilder &b, ValueRange) {
                         SmallVector<Value> counters;
                         for (int64_t dim = 0; dim < type.getRank(); ++dim)
                           counters.push_back(b.create<linalg::IndexOp>(dim));
                         return body(b, counters);
                       });
}

AffineMap graph::reductionMap(MLIRContext *context, int64_t rank,
                              ArrayRef<int64_t> axes, bool keepdims) {
  SmallVector<AffineExpr> exprs;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::is_contained(axes, dim))
      exprs.push_back(getAffineDimExpr(dim, context));
    else if (keepdims)
      exprs.push_back(getAffineConstantExpr(0, context));
  }
  return AffineMap::get(rank, 0, exprs, context);
}

Value graph::createReduction(OpBuilder &builder, Location loc,
                             ValueRange inputs, ArrayRef<int64_t> axes,
                             bool keepdims, TypedAttr init, BodyFn body) {
  RankedTensorType type = tensorType(inputs[0]);
  Dims shape;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!llvm::is_contained(axes, dim))
      shape.push_back(type.getDimSize(dim));
    else if (keepdims)
      shape.push_back(1);
  }
  AffineMap reduced =
      reductionMap(builder.getContext(), type.getRank(), axes, keepdims);
  SmallVector<AffineMap> maps(inputs.size() + 1, reduced);
  maps[0] = builder.getMultiDimIdentityMap(type.getRank());
  Value output = filledTensor(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), init);
  return createGeneric(builder, loc, inputs, output, maps, body);
}

//===----------------------------------------------------------------------===//
// Scalars in bodies
//===----------------------------------------------------------------------===//

TypedAttr graph::numberAttr(Type type, double value) {
  if (isa<FloatType>(type))
    return FloatAttr::get(type, value);
  return IntegerAttr::get(type, static_cast<int64_t>(value));
}

TypedAttr graph::lowestAttr(Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat::getInf(floatType.getFloatSemantics(),
                                                /*Negative=*/true));
  unsigned width = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, APInt::getSignedMinValue(width));
}

Value graph::constant(ImplicitLocOpBuilder &b, TypedAttr value) {
  return b.create<arith::ConstantOp>(value);
}

Value graph::createCompare(ImplicitLocOpBuilder &b, arith::CmpFPredicate floats,
                           arith::CmpIPredicate integers, Value x, Value y) {
  if (isa<FloatType>(x.getType()))
    return b.create<arith::CmpFOp>(floats, x, y);
  return b.create<arith::CmpIOp>(integers, x, y);
}

Value graph::createClamp(ImplicitLocOpBuilder &b, Value index, int64_t extent) {
  Value last = constantIndex(b, extent - 1);
  Value low = b.create<arith::MaxSIOp>(index, constantIndex(b, 0));
  return b.create<arith::MinSIOp>(low, last);
}

Value graph::createPosition(ImplicitLocOpBuilder &b, Value index,
                            int64_t extent) {
  Value position = b.create<arith::IndexCastOp>(b.getIndexType(), index);
  Value isNegative = b.create<arith::CmpIOp>(arith::CmpIPredicate::slt,
                                             position, constantIndex(b, 0));
  Value fromEnd = b.create<arith::AddIOp>(position, constantIndex(b, extent));
  position = b.create<arith::SelectOp>(isNegative, fromEnd, position);
  return createClamp(b, position, extent);
}

Value graph::createPaddedRead(ImplicitLocOpBuilder &b, Value tensor,
                              SmallVector<Value> indices,
                              ArrayRef<bool> checked, Value outside) {
  Value inside;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    if (!checked[dim])
      continue;
    // One unsigned comparison: negative indices are large.
    int64_t extent = tensorType(tensor).getDimSize(dim);
    Value fits = b.create<arith::CmpIOp>(arith::CmpIPredicate::ult, index,
                                         constantIndex(b, extent));
    inside = inside ? b.create<arith::AndIOp>(inside, fits) : fits;
    index = createClamp(b, index, extent);
  }
  Value element = createRead(b, tensor, indices);
  if (!inside)
    return element;
  return b.create<arith::SelectOp>(inside, element, outside);
}
