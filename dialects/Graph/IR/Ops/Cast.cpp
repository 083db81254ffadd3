//===- Cast.cpp - graph.cast ----------------------------------------------===//
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

/// Empty for floats that are no integer of the type: what they become is not
/// defined.
static std::optional<Number> castNumber(Number x, Type to) {
  if (to.isInteger(1))
    return Number(x.isFloat ? x.f != 0 : x.i != 0);
  if (isa<FloatType>(to))
    return x.isFloat ? x : Number(static_cast<float>(x.i));
  if (!x.isFloat)
    return x;
  double limit = std::ldexp(1.0, to.getIntOrFloatBitWidth() - 1);
  if (!(x.f > -limit - 1 && x.f < limit))
    return std::nullopt;
  return Number(static_cast<int64_t>(x.f));
}

static Value castValue(ImplicitLocOpBuilder &b, Value x, Type to) {
  Type from = x.getType();
  if (from == to)
    return x;
  if (to.isInteger(1))
    return createCompare(b, arith::CmpFPredicate::UNE, arith::CmpIPredicate::ne,
                         x, constant(b, from, 0));
  if (isa<FloatType>(from))
    return b.create<arith::FPToSIOp>(to, x);
  if (isa<FloatType>(to)) {
    if (from.isInteger(1))
      return b.create<arith::UIToFPOp>(to, x);
    return b.create<arith::SIToFPOp>(to, x);
  }
  if (from.isInteger(1))
    return b.create<arith::ExtUIOp>(to, x);
  if (from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
    return b.create<arith::ExtSIOp>(to, x);
  return b.create<arith::TruncIOp>(to, x);
}

LogicalResult CastOp::verify() {
  return verifyElementwise(*this, getType().getElementType());
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return getInput();
  Type to = getType().getElementType();
  return foldElementwise(*this, adaptor.getOperands(),
                         [&](Numbers x) { return castNumber(x[0], to); });
}

layout::ShardingRule CastOp::getShardingRule() {
  // Widening and rounding keep the order. x != 0 does not, a narrower integer
  // wraps, and no integer is the -inf that stands for no elements.
  Type from = tensorType(getInput()).getElementType();
  Type to = getType().getElementType();
  bool toInteger = !isa<FloatType>(to);
  bool monotone = !to.isInteger(1) && !(toInteger && isa<FloatType>(from)) &&
                  !(from.isInteger(64) && to.isInteger(32));
  return elementwiseRule(*this, /*linear=*/{},
                         monotone ? OperandSets{{0}} : OperandSets{});
}

layout::OpCost CastOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult CastOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                    SmallVectorImpl<Value> &results) {
  Type to = getType().getElementType();
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    return castValue(b, x[0], to);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
