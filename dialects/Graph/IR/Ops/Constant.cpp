//===- Constant.cpp - Constant.cpp ----------------------------------------===//
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

LogicalResult ConstantOp::verify() {
  return verifyResult(*this, getValue().getShapedType().getShape(),
                      getValue().getElementType());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

layout::ShardingRule ConstantOp::getShardingRule() {
  RuleBuilder rule;
  rule.result(rule.addDims("d", shapeOf(getResult())));
  return rule.take();
}

layout::OpCost ConstantOp::getCost() { return costOf(*this, 0); }

LogicalResult ConstantOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                        SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  auto dense = dyn_cast<DenseElementsAttr>(getValue());
  if (!dense)
    return emitOpError("expects dense elements to be lowered to linalg, got ")
           << getValue();
  if (dense.isSplat())
    results.push_back(filledTensor(builder, getLoc(), type,
                                   dense.getSplatValue<TypedAttr>()));
  else
    results.push_back(
        builder.create<arith::ConstantOp>(getLoc(), type, dense.reshape(type)));
  return success();
}
