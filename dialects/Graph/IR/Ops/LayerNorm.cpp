//===- LayerNorm.cpp - LayerNorm.cpp --------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Linalg.h"
#include "dialects/Graph/IR/Support/Rules.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult LayerNormOp::verify() {
  RankedTensorType input = tensorType(getInput());
  if (failed(verifyAxis(*this, getAxis(), input.getRank())))
    return failure();
  ArrayRef<int64_t> normalized = input.getShape().drop_front(getAxis());
  for (auto [name, value] :
       {std::pair("scale", getScale()), std::pair("bias", getBias())})
    if (value && shapeOf(value) != normalized)
      return emitOpError("expects ") << name << " of shape " << str(normalized)
                                     << ", got " << str(shapeOf(value));
  return verifyResult(*this, input.getShape(), input.getElementType());
}

layout::ShardingRule LayerNormOp::getShardingRule() {
  RuleBuilder rule;
  layout::TensorMap map;
  for (auto [dim, extent] : llvm::enumerate(shapeOf(getInput())))
    map.push_back(static_cast<int64_t>(dim) >= getAxis()
                      ? rule.addReplicate("a" + std::to_string(dim), extent)
                      : rule.add("d" + std::to_string(dim), extent));
  layout::TensorMap normalized(map.begin() + getAxis(), map.end());
  rule.operand(map);
  rule.operand(normalized);
  if (getBias())
    rule.operand(normalized);
  rule.result(map);
  return rule.take();
}

layout::OpCost LayerNormOp::getCost() { return elementwiseCost(*this, 8); }

LogicalResult LayerNormOp::lowerToLinalg(OpBuilder &builder,
                                         ValueRange operands,
                                         SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  int64_t rank = type.getRank();
  Location loc = getLoc();
  Type element = type.getElementType();
  auto axes = llvm::to_vector(llvm::seq<int64_t>(getAxis(), rank));
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  AffineMap row =
      reductionMap(builder.getContext(), rank, axes, /*keepdims=*/false);
  AffineMap affine = identity.getSliceMap(getAxis(), axes.size());
  int64_t count = numElements(type.getShape().drop_front(getAxis()));
  TypedAttr zero = numberAttr(element, 0);
  TypedAttr scale = numberAttr(element, 1.0 / static_cast<double>(count));
  APFloat epsilon = getEpsilon();

  auto createCentered = [&](ImplicitLocOpBuilder &b, Value x, Value sum) {
    Value mean = b.create<arith::MulFOp>(sum, constant(b, scale));
    return b.create<arith::SubFOp>(x, mean).getResult();
  };
  Value sum = createReduction(builder, loc, operands[0], axes,
                              /*keepdims=*/false, zero,
                              [](ImplicitLocOpBuilder &b, ValueRange x) {
                                return createAdd(b, x[0], x[1]);
                              });
  Value squares = createReduction(
      builder, loc, {operands[0], sum}, axes, /*keepdims=*/false, zero,
      [&](ImplicitLocOpBuilder &b, ValueRange x) {
        Value centered = createCentered(b, x[0], x[1]);
        return createAdd(b, x[2], createMul(b, centered, centered));
      });
  // 1 / deviation, once per row.
  auto rowType = tensorType(squares);
  AffineMap rowIdentity = builder.getMultiDimIdentityMap(rowType.getRank());
  Value inverse = createGeneric(
      builder, loc, squares, emptyTensor(builder, loc, rowType),
      {rowIdentity, rowIdentity},
      [&](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
        Value variance = b.create<arith::MulFOp>(x[0], constant(b, scale));
        Value shifted = b.create<arith::AddFOp>(
            variance, constant(b, b.getFloatAttr(element, epsilon)));
        return b.create<arith::DivFOp>(constant(b, element, 1),
                                       b.create<math::SqrtOp>(shifted));
      });
  SmallVector<Value> inputs = {operands[0], sum, inverse, operands[1]};
  SmallVector<AffineMap> maps = {identity, row, row, affine};
  if (getBias()) {
    inputs.push_back(operands[2]);
    maps.push_back(affine);
  }
  maps.push_back(identity);
  results.push_back(createGeneric(
      builder, loc, inputs, emptyTensor(builder, loc, type), maps,
      [&](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
        Value scaled = createMul(b, createCentered(b, x[0], x[1]), x[2]);
        scaled = createMul(b, scaled, x[3]);
        return getBias() ? createAdd(b, scaled, x[4]) : scaled;
      }));
  return success();
}
