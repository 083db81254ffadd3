//===- Pow.cpp - graph.pow ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

#include <cmath>

using namespace partita;
using namespace partita::graph;

/// The exponent is cut to [0, 63] with its parity kept. That is exact wherever
/// the power does not overflow: only 0, 1 and -1 have larger powers. Negative
/// exponents are for 1 and -1, whose powers are their own reciprocals; the
/// reciprocals of others are truncated to 0.
static int64_t integerPower(int64_t x, int64_t y) {
  if (y < 0 && x != 1 && x != -1)
    return 0;
  uint64_t exponent = y < 0 || y > 63 ? 62 + (y & 1) : y;
  uint64_t square = x, power = 1;
  for (; exponent; exponent >>= 1, square *= square)
    if (exponent & 1)
      power *= square;
  return static_cast<int64_t>(power);
}

/// The same in a body, with the six steps of the loop written out.
static Value createIntegerPower(ImplicitLocOpBuilder &b, Value x, Value y) {
  Type type = x.getType();
  auto number = [&](int64_t value) { return constant(b, type, value); };
  auto compare = [&](arith::CmpIPredicate predicate, Value l,
                     Value r) -> Value {
    return b.create<arith::CmpIOp>(predicate, l, r);
  };
  Value zero = number(0), one = number(1);
  Value parity = b.create<arith::AndIOp>(y, one);
  Value large = compare(arith::CmpIPredicate::ugt, y, number(63));
  Value cut = b.create<arith::AddIOp>(number(62), parity);
  Value exponent = b.create<arith::SelectOp>(large, cut, y);
  Value square = x, power = one;
  for (int64_t bit = 1; bit < 64; bit *= 2) {
    Value masked = b.create<arith::AndIOp>(exponent, number(bit));
    Value isSet = compare(arith::CmpIPredicate::ne, masked, zero);
    Value next = b.create<arith::MulIOp>(power, square);
    power = b.create<arith::SelectOp>(isSet, next, power);
    square = b.create<arith::MulIOp>(square, square);
  }
  // x + 1 is in [0, 2] for -1, 0 and 1. (0 needs no care: its power is 0.)
  Value isNegative = compare(arith::CmpIPredicate::slt, y, zero);
  Value beyond = compare(arith::CmpIPredicate::ugt,
                         b.create<arith::AddIOp>(x, one), number(2));
  Value vanishes = b.create<arith::AndIOp>(isNegative, beyond);
  return b.create<arith::SelectOp>(vanishes, zero, power);
}

namespace {
/// x^2 is x * x, which normalizations are full of.
struct SquareToMul : OpRewritePattern<PowOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PowOp op,
                                PatternRewriter &rewriter) const override {
    DenseElementsAttr exponent;
    if (hasLayout(op) || !matchPattern(op.getRhs(), m_Constant(&exponent)) ||
        !isConstant(exponent, 2) || op.getLhs().getType() != op.getType())
      return failure();
    rewriter.replaceOpWithNewOp<MulOp>(op, op.getType(), op.getLhs(),
                                       op.getLhs());
    return success();
  }
};
} // namespace

void PowOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<SquareToMul>(context);
}

LogicalResult PowOp::verify() { return verifyElementwise(*this); }

OpFoldResult PowOp::fold(FoldAdaptor adaptor) {
  if (isConstant(adaptor.getRhs(), 1) && getLhs().getType() == getType())
    return getLhs();
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    if (x[0].isFloat)
      return Number(std::pow(x[0].f, x[1].f));
    return Number(integerPower(x[0].i, x[1].i));
  });
}

layout::ShardingRule PowOp::getShardingRule() { return elementwiseRule(*this); }

layout::OpCost PowOp::getCost() {
  return elementwiseCost(*this, 2 * transcendentalFlops);
}

LogicalResult PowOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    if (isa<FloatType>(x[0].getType()))
      return b.create<math::PowFOp>(x[0], x[1]);
    return createIntegerPower(b, x[0], x[1]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
