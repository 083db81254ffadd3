//===- GatherElements.cpp - GatherElements.cpp ----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Fold.h"
#include "dialects/Graph/IR/Support/Gather.h"
#include "dialects/Graph/IR/Support/Linalg.h"
#include "dialects/Graph/IR/Support/Rules.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult GatherElementsOp::verify() {
  RankedTensorType data = tensorType(getData());
  ArrayRef<int64_t> indices = shapeOf(getIndices());
  int64_t rank = data.getRank(), axis = getAxis();
  if (failed(verifyAxis(*this, axis, rank)))
    return failure();
  if (static_cast<int64_t>(indices.size()) != rank)
    return emitOpError("expects indices of rank ")
           << rank << ", got " << indices.size();
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis && indices[i] > data.getDimSize(i))
      return emitOpError("expects indices of extent ")
             << data.getDimSize(i) << " or less in dim " << i << ", got "
             << indices[i];
  return verifyResult(*this, indices, data.getElementType());
}

OpFoldResult GatherElementsOp::fold(FoldAdaptor adaptor) {
  std::optional<ConstantElements> indices =
      ConstantElements::get(adaptor.getIndices());
  if (!indices)
    return {};
  ArrayRef<int64_t> data = shapeOf(getData());
  int64_t axis = getAxis(), next = 0;
  Dims strides = stridesOf(data);
  return foldMove(*this, adaptor.getData(), [&](ArrayRef<int64_t> index) {
    // Indices are visited in their own order.
    int64_t chosen = (*indices)[next++].i, position = 0;
    chosen += chosen < 0 ? data[axis] : 0;
    if (chosen < 0 || chosen >= data[axis])
      return int64_t(-1);
    for (int64_t dim = 0, rank = data.size(); dim < rank; ++dim)
      position += (dim == axis ? chosen : index[dim]) * strides[dim];
    return position;
  });
}

layout::ShardingRule GatherElementsOp::getShardingRule() {
  RuleBuilder rule;
  ArrayRef<int64_t> from = shapeOf(getData()), to = shapeOf(getIndices());
  layout::TensorMap data, indices;
  for (auto [dim, extents] : llvm::enumerate(llvm::zip_equal(from, to))) {
    auto [dataExtent, extent] = extents;
    std::string number = std::to_string(dim);
    if (static_cast<int64_t>(dim) == getAxis()) {
      data.push_back(rule.addReplicate("a", dataExtent));
      indices.push_back(rule.add("d" + number, extent));
    } else if (dataExtent == extent) {
      data.push_back(rule.add("d" + number, extent));
      indices.push_back(data.back());
    } else {
      // Index i goes with the same i of data, whose pieces would be others.
      data.push_back(rule.addReplicate("i" + number, dataExtent));
      indices.push_back(rule.addReplicate("o" + number, extent));
    }
  }
  rule.operand(std::move(data));
  rule.operand(indices);
  rule.result(indices);
  return rule.take(/*linear=*/{{0}}, /*monotone=*/{{0}});
}

layout::OpCost GatherElementsOp::getCost() { return gatherCost(*this); }

LogicalResult GatherElementsOp::lowerToLinalg(OpBuilder &builder,
                                              ValueRange operands,
                                              SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  int64_t axis = getAxis();
  results.push_back(createGather(builder, getLoc(), type, operands[0],
                                 operands[1],
                                 builder.getMultiDimIdentityMap(type.getRank()),
                                 axis, [&](ValueRange counters, Value index) {
                                   SmallVector<Value> position(counters);
                                   position[axis] = index;
                                   return position;
                                 }));
  return success();
}
