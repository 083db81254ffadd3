//===- Div.cpp - graph.div ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

/// Division that never traps: by 0 it gives 0, and dividing by -1 wraps.
static Value divideIntegers(ImplicitLocOpBuilder &b, Value x, Value y) {
  Type type = x.getType();
  Value zero = constant(b, type, 0), one = constant(b, type, 1);
  auto equals = [&](Value value) -> Value {
    return b.create<arith::CmpIOp>(arith::CmpIPredicate::eq, y, value);
  };
  Value byZero = equals(zero), byMinusOne = equals(constant(b, type, -1));
  Value special = b.create<arith::OrIOp>(byZero, byMinusOne);
  Value divisor = b.create<arith::SelectOp>(special, one, y);
  Value quotient = b.create<arith::DivSIOp>(x, divisor);
  Value negated = b.create<arith::SubIOp>(zero, x);
  quotient = b.create<arith::SelectOp>(byMinusOne, negated, quotient);
  return b.create<arith::SelectOp>(byZero, zero, quotient);
}

LogicalResult DivOp::verify() { return verifyElementwise(*this); }

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  if (isConstant(adaptor.getRhs(), 1) && getLhs().getType() == getType())
    return getLhs();
  return foldElementwise(
      *this, adaptor.getOperands(), [](Numbers x) -> std::optional<Number> {
        if (x[0].isFloat)
          return Number(x[0].f / x[1].f);
        if (x[1].i == 0)
          return std::nullopt;
        if (x[1].i == -1) // The least integer would overflow.
          return Number(static_cast<int64_t>(-static_cast<uint64_t>(x[0].i)));
        return Number(x[0].i / x[1].i);
      });
}

layout::ShardingRule DivOp::getShardingRule() {
  return elementwiseRule(*this,
                         isFloat(*this) ? OperandSets{{0}} : OperandSets{});
}

layout::OpCost DivOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult DivOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    if (isa<FloatType>(x[0].getType()))
      return b.create<arith::DivFOp>(x[0], x[1]);
    return divideIntegers(b, x[0], x[1]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
