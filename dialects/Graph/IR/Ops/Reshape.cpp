//===- Reshape.cpp - Reshape.cpp ------------------------------------------===//
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

#include <numeric>

using namespace partita;
using namespace partita::graph;

namespace {
/// Splits the dims of both shapes into common factors, major to minor. 4 x 6
/// and 2 x 2 x 6 have the factors 2, 2, 6. Where the next dims have no common
/// divisor that is major in both (2 x 6 and 3 x 4), what remains of the dims up
/// to the place where both shapes have seen as many elements cannot be split.
class ReshapeFactors {
public:
  ReshapeFactors(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
    sides[0] = Side(from);
    sides[1] = Side(to);
  }

  layout::ShardingRule build() {
    if (numElements(sides[0].shape) == 0) {
      for (Side &side : sides)
        side.map = rule.addDims(&side == sides ? "i" : "o", side.shape,
                                layout::FactorKind::Replicate);
    } else {
      // Both walks end together.
      for (sides[0].skipDone(), sides[1].skipDone(); !sides[0].isAtEnd();
           sides[0].skipDone(), sides[1].skipDone())
        step();
    }
    rule.operand(std::move(sides[0].map));
    rule.result(std::move(sides[1].map));
    return rule.take(/*linear=*/{{0}}, /*monotone=*/{{0}});
  }

private:
  /// A walk over the dims of a shape.
  struct Side {
    Side() = default;
    Side(ArrayRef<int64_t> shape) : shape(shape), map(shape.size()) {
      if (!shape.empty())
        left = shape[0];
    }

    ArrayRef<int64_t> shape;
    layout::TensorMap map;
    size_t dim = 0;
    int64_t left = 1; // of the current dim: its extent without factors taken

    bool isAtEnd() const { return dim == shape.size(); }
    /// Goes on to a dim of which something is left.
    void skipDone() {
      while (!isAtEnd() && left == 1)
        if (++dim < shape.size())
          left = shape[dim];
    }
    void take(int64_t size, const Factors &factors) {
      map[dim].insert(map[dim].end(), factors.begin(), factors.end());
      left /= size;
    }
  };

  std::string newName() { return "d" + std::to_string(count++); }

  /// The numbers of elements are equal, so both sides end together and neither
  /// has come to its end here.
  void step() {
    int64_t common = std::gcd(sides[0].left, sides[1].left);
    if (common > 1) {
      Factors factors = rule.add(newName(), common);
      for (Side &side : sides)
        side.take(common, factors);
      return;
    }
    // Take whole rests of dims on the side that has seen less.
    int64_t seen[2] = {1, 1};
    do {
      int less = seen[0] <= seen[1] ? 0 : 1;
      Side &side = sides[less];
      side.skipDone();
      int64_t rest = side.left;
      side.take(rest, rule.addReplicate(newName(), rest));
      seen[less] *= rest;
    } while (seen[0] != seen[1]);
  }

  Side sides[2];
  RuleBuilder rule;
  int count = 0;
};

/// One reshape instead of two.
struct ReshapeOfReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReshapeOp>();
    if (!inner || hasLayout(op) || hasLayout(inner))
      return failure();
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), inner.getInput());
    return success();
  }
};
} // namespace

LogicalResult ReshapeOp::verify() {
  RankedTensorType input = tensorType(getInput()), result = getType();
  if (failed(verifyElementType(*this, "result", input.getElementType(),
                               getResult())))
    return failure();
  if (input.getNumElements() != result.getNumElements())
    return emitOpError("expects a result of ")
           << input.getNumElements() << " elements, got "
           << result.getNumElements() << " in shape " << str(result.getShape());
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return getInput();
  // There and back.
  if (auto inner = getInput().getDefiningOp<ReshapeOp>())
    if (inner.getInput().getType() == getType())
      return inner.getInput();
  auto dense = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput());
  if (!dense || hasLayout(*this))
    return {};
  return dense.reshape(getType());
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<ReshapeOfReshape>(context);
}

layout::ShardingRule ReshapeOp::getShardingRule() {
  return ReshapeFactors(shapeOf(getInput()), shapeOf(getResult())).build();
}

layout::OpCost ReshapeOp::getCost() { return costOf(*this, 0); }

/// Where in a tensor of shape \p from the element at an index of shape \p to
/// stands. Runs of dims with equal products are taken for themselves, so that
/// the map has divisions only where dims are merged.
static AffineMap reshapeMap(MLIRContext *context, ArrayRef<int64_t> from,
                            ArrayRef<int64_t> to) {
  SmallVector<AffineExpr> exprs(from.size());
  for (size_t i = 0, o = 0; i < from.size() || o < to.size();) {
    size_t firstI = i;
    int64_t sizeI = 1, sizeO = 1;
    AffineExpr position = getAffineConstantExpr(0, context);
    do {
      if (i < from.size() && (sizeI <= sizeO || o == to.size())) {
        sizeI *= from[i++];
      } else {
        position = position * to[o] + getAffineDimExpr(o, context);
        sizeO *= to[o++];
      }
    } while (sizeI != sizeO);
    for (size_t dim = i; dim-- > firstI;) {
      exprs[dim] = dim == firstI ? position : position % from[dim];
      position = position.floorDiv(from[dim]);
    }
  }
  return AffineMap::get(to.size(), 0, exprs, context);
}

LogicalResult ReshapeOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                       SmallVectorImpl<Value> &results) {
  // Code generation makes a reshape an alias of its operand. This is for those
  // that stand inside a kernel.
  RankedTensorType type = plainType(getType());
  Value output = emptyTensor(builder, getLoc(), type);
  if (type.getNumElements() == 0) {
    results.push_back(output);
    return success();
  }
  AffineMap input =
      reshapeMap(builder.getContext(), shapeOf(operands[0]), type.getShape());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  results.push_back(
      createGeneric(builder, getLoc(), operands, output, {input, identity},
                    [](ImplicitLocOpBuilder &, ValueRange x) { return x[0]; }));
  return success();
}
