//===- MatMul.cpp - MatMul.cpp --------------------------------------------===//
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

LogicalResult MatMulOp::verify() {
  Type element = tensorType(getLhs()).getElementType();
  if (failed(verifyElementType(*this, "rhs", element, getRhs())))
    return failure();
  FailureOr<Dims> shape =
      inferMatMulShape(shapeOf(getLhs()), shapeOf(getRhs()), getTransposeA(),
                       getTransposeB(), [&] { return emitOpError(); });
  return failed(shape) ? failure() : verifyResult(*this, *shape, element);
}

layout::ShardingRule MatMulOp::getShardingRule() {
  RuleBuilder rule;
  ArrayRef<int64_t> lhs = shapeOf(getLhs()), rhs = shapeOf(getRhs());
  ArrayRef<int64_t> batchShape = shapeOf(getResult()).drop_back(2);
  ArrayRef<int64_t> matrix = shapeOf(getResult()).take_back(2);
  layout::TensorMap batch = rule.addDims("b", batchShape);
  Factors m = rule.add("m", matrix[0]), n = rule.add("n", matrix[1]);
  Factors k =
      rule.addReduction("k", lhs[lhs.size() - (getTransposeA() ? 2 : 1)],
                        layout::ReduceKind::Sum);
  auto addOperand = [&](ArrayRef<int64_t> shape, Factors row, Factors column,
                        bool transposed) {
    layout::TensorMap map = broadcastMap(shape.drop_back(2), batch, batchShape);
    if (transposed)
      std::swap(row, column);
    map.push_back(std::move(row));
    map.push_back(std::move(column));
    rule.operand(std::move(map));
  };
  addOperand(lhs, m, k, getTransposeA());
  addOperand(rhs, k, n, getTransposeB());
  layout::TensorMap result = batch;
  result.push_back(m);
  result.push_back(n);
  rule.result(std::move(result));
  return rule.take(/*linear=*/{{0}, {1}});
}

layout::OpCost MatMulOp::getCost() {
  int64_t k = shapeOf(getLhs()).take_back(2)[getTransposeA() ? 0 : 1];
  return costOf(*this, 2.0 * k * getType().getNumElements());
}

LogicalResult MatMulOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                      SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  int64_t rank = type.getRank();
  MLIRContext *context = builder.getContext();
  // Loops: the result's dims, then k.
  AffineExpr m = getAffineDimExpr(rank - 2, context);
  AffineExpr n = getAffineDimExpr(rank - 1, context);
  AffineExpr k = getAffineDimExpr(rank, context);
  ArrayRef<int64_t> batchShape = type.getShape().drop_back(2);
  auto map = [&](Value operand, AffineExpr row, AffineExpr column,
                 bool transposed) {
    AffineMap batch =
        broadcastAffineMap(context, shapeOf(operand).drop_back(2), batchShape);
    SmallVector<AffineExpr> exprs(batch.getResults());
    if (transposed)
      std::swap(row, column);
    exprs.append({row, column});
    return AffineMap::get(rank + 1, 0, exprs, context);
  };
  SmallVector<AffineMap> maps = {
      map(operands[0], m, k, getTransposeA()),
      map(operands[1], k, n, getTransposeB()),
      AffineMap::getMultiDimIdentityMap(rank + 1, context).dropResult(rank)};
  Value init = filledTensor(builder, getLoc(), type,
                            numberAttr(type.getElementType(), 0));
  results.push_back(createGeneric(builder, getLoc(), operands, init, maps,
                                  [](ImplicitLocOpBuilder &b, ValueRange x) {
                                    return createAdd(b, x[2],
                                                     createMul(b, x[0], x[1]));
                                  }));
  return success();
}
