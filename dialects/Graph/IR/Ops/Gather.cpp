//===- Gather.cpp - Gather.cpp --------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Support/Gather.h"
#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Fold.h"
#include "dialects/Graph/IR/Support/Linalg.h"
#include "dialects/Graph/IR/Support/Rules.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult GatherOp::verify() {
  RankedTensorType data = tensorType(getData());
  if (failed(verifyAxis(*this, getAxis(), data.getRank())))
    return failure();
  Dims result(data.getShape().take_front(getAxis()));
  llvm::append_range(result, shapeOf(getIndices()));
  llvm::append_range(result, data.getShape().drop_front(getAxis() + 1));
  return verifyResult(*this, result, data.getElementType());
}

OpFoldResult GatherOp::fold(FoldAdaptor adaptor) {
  std::optional<ConstantElements> indices =
      ConstantElements::get(adaptor.getIndices());
  if (!indices)
    return {};
  ArrayRef<int64_t> data = shapeOf(getData());
  int64_t axis = getAxis(), indicesRank = indices->shape().size();
  Dims strides = stridesOf(data), indicesStrides = stridesOf(indices->shape());
  return foldMove(*this, adaptor.getData(), [&](ArrayRef<int64_t> index) {
    int64_t at = 0, position = 0;
    for (int64_t i = 0; i < indicesRank; ++i)
      at += index[axis + i] * indicesStrides[i];
    int64_t chosen = (*indices)[at].i;
    chosen += chosen < 0 ? data[axis] : 0;
    if (chosen < 0 || chosen >= data[axis])
      return int64_t(-1);
    for (int64_t dim = 0, rank = data.size(); dim < rank; ++dim) {
      int64_t i = dim < axis    ? index[dim]
                  : dim == axis ? chosen
                                : index[dim + indicesRank - 1];
      position += i * strides[dim];
    }
    return position;
  });
}

layout::ShardingRule GatherOp::getShardingRule() {
  RuleBuilder rule;
  int64_t axis = getAxis();
  layout::TensorMap data;
  for (auto [dim, extent] : llvm::enumerate(shapeOf(getData())))
    data.push_back(static_cast<int64_t>(dim) == axis
                       ? rule.addReplicate("a", extent)
                       : rule.add("d" + std::to_string(dim), extent));
  layout::TensorMap indices = rule.addDims("i", shapeOf(getIndices()));
  layout::TensorMap result(data.begin(), data.begin() + axis);
  llvm::append_range(result, indices);
  result.insert(result.end(), data.begin() + axis + 1, data.end());
  rule.operand(std::move(data));
  rule.operand(std::move(indices));
  rule.result(std::move(result));
  return rule.take(/*linear=*/{{0}}, /*monotone=*/{{0}});
}

layout::OpCost GatherOp::getCost() { return gatherCost(*this); }

LogicalResult GatherOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                      SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  Value data = operands[0];
  int64_t axis = getAxis(), rank = tensorType(data).getRank();
  int64_t indicesRank = tensorType(operands[1]).getRank();
  results.push_back(createGather(
      builder, getLoc(), type, data, operands[1],
      builder.getMultiDimIdentityMap(type.getRank())
          .getSliceMap(axis, indicesRank),
      axis, [&](ValueRange counters, Value index) {
        SmallVector<Value> position;
        for (int64_t dim = 0; dim < rank; ++dim)
          position.push_back(dim < axis    ? counters[dim]
                             : dim == axis ? index
                                           : counters[dim + indicesRank - 1]);
        return position;
      }));
  return success();
}
