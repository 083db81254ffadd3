//===- Softmax.cpp - Softmax.cpp ------------------------------------------===//
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

LogicalResult SoftmaxOp::verify() {
  RankedTensorType input = tensorType(getInput());
  if (failed(verifyAxis(*this, getAxis(), input.getRank())))
    return failure();
  return verifyResult(*this, input.getShape(), input.getElementType());
}

layout::ShardingRule SoftmaxOp::getShardingRule() {
  RuleBuilder rule;
  layout::TensorMap map;
  for (auto [dim, extent] : llvm::enumerate(shapeOf(getInput())))
    map.push_back(static_cast<int64_t>(dim) == getAxis()
                      ? rule.addReplicate("a", extent)
                      : rule.add("d" + std::to_string(dim), extent));
  rule.operand(map);
  rule.result(map);
  return rule.take();
}

layout::OpCost SoftmaxOp::getCost() {
  return elementwiseCost(*this, transcendentalFlops + 4);
}

LogicalResult SoftmaxOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                       SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  int64_t rank = type.getRank(), axis = getAxis();
  Location loc = getLoc();
  Type element = type.getElementType();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  AffineMap reduced =
      reductionMap(builder.getContext(), rank, axis, /*keepdims=*/false);
  Value greatest = createReduction(builder, loc, operands, axis,
                                   /*keepdims=*/false, lowestAttr(element),
                                   [](ImplicitLocOpBuilder &b, ValueRange x) {
                                     return createMaximum(b, x[0], x[1]);
                                   });
  Value power = createGeneric(
      builder, loc, {operands[0], greatest}, emptyTensor(builder, loc, type),
      {identity, reduced, identity},
      [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
        return b.create<math::ExpOp>(b.create<arith::SubFOp>(x[0], x[1]));
      });
  Value sum = createReduction(builder, loc, power, axis, /*keepdims=*/false,
                              numberAttr(element, 0),
                              [](ImplicitLocOpBuilder &b, ValueRange x) {
                                return createAdd(b, x[0], x[1]);
                              });
  results.push_back(
      createGeneric(builder, loc, {power, sum}, emptyTensor(builder, loc, type),
                    {identity, reduced, identity},
                    [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
                      return b.create<arith::DivFOp>(x[0], x[1]);
                    }));
  return success();
}
