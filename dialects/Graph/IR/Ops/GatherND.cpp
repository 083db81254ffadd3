//===- GatherND.cpp - GatherND.cpp ----------------------------------------===//
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

LogicalResult GatherNDOp::verify() {
  RankedTensorType data = tensorType(getData());
  ArrayRef<int64_t> shape = data.getShape(), indices = shapeOf(getIndices());
  int64_t batch = getBatchDims(), rank = data.getRank();
  int64_t indicesRank = indices.size();
  if (indicesRank == 0)
    return emitOpError("expects indices of rank 1 or more, got a scalar");
  int64_t most = std::min(indicesRank - 1, rank);
  if (batch < 0 || batch > most)
    return emitOpError("expects 'batch_dims' from 0 to ")
           << most << ", got " << batch;
  if (indices.take_front(batch) != shape.take_front(batch))
    return emitOpError("expects data and indices to begin with the same ")
           << batch << " extents, got shapes " << str(shape) << " and "
           << str(indices);
  int64_t length = indices.back();
  if (length > rank - batch)
    return emitOpError("expects vectors of ")
           << rank - batch << " indices or less, got " << length;
  Dims result(indices.drop_back());
  llvm::append_range(result, shape.drop_front(batch + length));
  return verifyResult(*this, result, data.getElementType());
}

/// Row-major position in the data of a vector of indices whose batch index is
/// \p batch; -1 if one is out of bounds.
static int64_t positionOf(GatherNDOp op, const ConstantElements &indices,
                          int64_t vector, ArrayRef<int64_t> batch) {
  ArrayRef<int64_t> data = shapeOf(op.getData());
  Dims strides = stridesOf(data);
  int64_t position = 0, length = indices.shape().back();
  for (auto [dim, i] : llvm::enumerate(batch))
    position += i * strides[dim];
  for (int64_t i = 0; i < length; ++i) {
    int64_t dim = batch.size() + i, index = indices[vector * length + i].i;
    index += index < 0 ? data[dim] : 0;
    if (index < 0 || index >= data[dim])
      return -1;
    position += index * strides[dim];
  }
  return position;
}

OpFoldResult GatherNDOp::fold(FoldAdaptor adaptor) {
  std::optional<ConstantElements> indices =
      ConstantElements::get(adaptor.getIndices());
  if (!indices)
    return {};
  ArrayRef<int64_t> shape = indices->shape();
  int64_t batch = getBatchDims(), vectorRank = shape.size() - 1;
  Dims dataStrides = stridesOf(shapeOf(getData()));
  Dims vectorStrides = stridesOf(shape.drop_back());
  return foldMove(*this, adaptor.getData(), [&](ArrayRef<int64_t> index) {
    int64_t vector = 0;
    for (int64_t i = 0; i < vectorRank; ++i)
      vector += index[i] * vectorStrides[i];
    int64_t position =
        positionOf(*this, *indices, vector, index.take_front(batch));
    ArrayRef<int64_t> rest = index.drop_front(vectorRank);
    for (size_t i = 0; position >= 0 && i < rest.size(); ++i)
      position += rest[i] * dataStrides[batch + shape.back() + i];
    return position;
  });
}

namespace {
/// Indices that visit all they may in row-major order choose nothing; exporters
/// write such gathers for a reshape.
struct OrderedGatherToReshape : OpRewritePattern<GatherNDOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherNDOp op,
                                PatternRewriter &rewriter) const override {
    Attribute attr;
    if (hasLayout(op) || !matchPattern(op.getIndices(), m_Constant(&attr)) ||
        tensorType(op.getData()).getNumElements() !=
            op.getType().getNumElements() ||
        op.getType().getNumElements() == 0)
      return failure();
    std::optional<ConstantElements> indices = ConstantElements::get(attr);
    if (!indices)
      return failure();
    ArrayRef<int64_t> vectors = indices->shape().drop_back();
    int64_t batch = op.getBatchDims(), vector = 0, expected = 0;
    int64_t sliceSize = numElements(
        shapeOf(op.getData()).drop_front(batch + indices->shape().back()));
    bool ordered = forEachIndex(vectors, [&](ArrayRef<int64_t> index) {
      int64_t position =
          positionOf(op, *indices, vector++, index.take_front(batch));
      bool matches = position == expected;
      expected += sliceSize;
      return matches;
    });
    if (!ordered)
      return failure();
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), op.getData());
    return success();
  }
};
} // namespace

void GatherNDOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<OrderedGatherToReshape>(context);
}

layout::ShardingRule GatherNDOp::getShardingRule() {
  RuleBuilder rule;
  ArrayRef<int64_t> shape = shapeOf(getData()), vectors = shapeOf(getIndices());
  size_t batch = getBatchDims(), length = vectors.back();
  layout::TensorMap data, indices, result;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    std::string number = std::to_string(dim);
    bool indexed = dim >= batch && dim < batch + length;
    data.push_back(indexed ? rule.addReplicate("a" + number, extent)
                           : rule.add("d" + number, extent));
  }
  for (size_t dim = 0; dim + 1 < vectors.size(); ++dim)
    indices.push_back(dim < batch
                          ? data[dim]
                          : rule.add("i" + std::to_string(dim), vectors[dim]));
  result = indices;
  result.insert(result.end(), data.begin() + batch + length, data.end());
  indices.push_back(rule.addReplicate("v", length));
  rule.operand(std::move(data));
  rule.operand(std::move(indices));
  rule.result(std::move(result));
  return rule.take(/*linear=*/{{0}}, /*monotone=*/{{0}});
}

layout::OpCost GatherNDOp::getCost() { return gatherCost(*this); }

LogicalResult GatherNDOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                        SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  Value data = operands[0], indices = operands[1];
  if (tensorType(data).getNumElements() == 0) {
    results.push_back(filledTensor(builder, getLoc(), type,
                                   numberAttr(type.getElementType(), 0)));
    return success();
  }
  int64_t batch = getBatchDims(), length = shapeOf(indices).back();
  int64_t vectorRank = tensorType(indices).getRank() - 1;
  results.push_back(createIndexed(
      builder, getLoc(), type,
      [&](ImplicitLocOpBuilder &b, ValueRange counters) {
        SmallVector<Value> position(counters.take_front(batch));
        SmallVector<Value> at(counters.take_front(vectorRank));
        at.push_back(nullptr);
        for (int64_t i = 0; i < length; ++i) {
          at.back() = constantIndex(b, i);
          position.push_back(createPosition(b, createRead(b, indices, at),
                                            shapeOf(data)[batch + i]));
        }
        llvm::append_range(position, counters.drop_front(vectorRank));
        return createRead(b, data, position);
      }));
  return success();
}
