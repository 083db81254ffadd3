//===- Transpose.cpp - Transpose.cpp --------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Fold.h"
#include "dialects/Graph/IR/Support/Linalg.h"
#include "dialects/Graph/IR/Support/Rules.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

namespace {
/// One transpose instead of two.
struct TransposeOfTranspose : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<TransposeOp>();
    if (!inner || hasLayout(op) || hasLayout(inner))
      return failure();
    Dims permutation;
    for (int64_t dim : op.getPermutation())
      permutation.push_back(inner.getPermutation()[dim]);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), inner.getInput(),
                                             permutation);
    return success();
  }
};
} // namespace

LogicalResult TransposeOp::verify() {
  ArrayRef<int64_t> shape = shapeOf(getInput()), perm = getPermutation();
  SmallVector<bool> seen(shape.size(), false);
  Dims result;
  for (int64_t dim : perm) {
    if (dim < 0 || dim >= static_cast<int64_t>(shape.size()) || seen[dim])
      break;
    seen[dim] = true;
    result.push_back(shape[dim]);
  }
  if (perm.size() != shape.size() || result.size() != shape.size())
    return emitOpError("expects 'permutation' to hold each of ")
           << shape.size() << " dims once, got [" << perm << "]";
  return verifyResult(*this, result, tensorType(getInput()).getElementType());
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  ArrayRef<int64_t> perm = getPermutation();
  bool isIdentity = llvm::equal(perm, llvm::seq<int64_t>(0, perm.size()));
  if (isIdentity && getInput().getType() == getType())
    return getInput();
  Dims strides = stridesOf(shapeOf(getInput()));
  return foldMove(*this, adaptor.getInput(), [&](ArrayRef<int64_t> index) {
    int64_t position = 0;
    for (auto [i, dim] : llvm::zip_equal(index, perm))
      position += i * strides[dim];
    return position;
  });
}

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<TransposeOfTranspose>(context);
}

layout::ShardingRule TransposeOp::getShardingRule() {
  RuleBuilder rule;
  layout::TensorMap input = rule.addDims("d", shapeOf(getInput())), result;
  for (int64_t dim : getPermutation())
    result.push_back(input[dim]);
  rule.operand(std::move(input));
  rule.result(std::move(result));
  return rule.take(/*linear=*/{{0}}, /*monotone=*/{{0}});
}

layout::OpCost TransposeOp::getCost() { return costOf(*this, 0); }

LogicalResult TransposeOp::lowerToLinalg(OpBuilder &builder,
                                         ValueRange operands,
                                         SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  SmallVector<AffineExpr> exprs(type.getRank());
  for (auto [dim, from] : llvm::enumerate(getPermutation()))
    exprs[from] = builder.getAffineDimExpr(dim);
  AffineMap input =
      AffineMap::get(type.getRank(), 0, exprs, builder.getContext());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  results.push_back(
      createGeneric(builder, getLoc(), operands,
                    emptyTensor(builder, getLoc(), type), {input, identity},
                    [](ImplicitLocOpBuilder &, ValueRange x) { return x[0]; }));
  return success();
}
