//===- Gelu.cpp - graph.gelu ----------------------------------------------===//
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

static constexpr float erfScale = 0.70710678118654752440f;  // 1 / sqrt(2)
static constexpr float tanhScale = 0.79788456080286535588f; // sqrt(2 / pi)
static constexpr float cubicScale = 0.044715f;

LogicalResult GeluOp::verify() {
  if (getApproximate() != "none" && getApproximate() != "tanh")
    return emitOpError(
               "expects 'approximate' to be \"none\" or \"tanh\", got \"")
           << getApproximate() << '"';
  return verifyElementwise(*this);
}

OpFoldResult GeluOp::fold(FoldAdaptor adaptor) {
  bool tanh = getApproximate() == "tanh";
  return foldElementwise(*this, adaptor.getOperands(), [&](Numbers x) {
    float v = x[0].f;
    float inner = tanh ? std::tanh(tanhScale * (v + cubicScale * v * v * v))
                       : std::erf(v * erfScale);
    return Number(0.5f * v * (1.0f + inner));
  });
}

layout::ShardingRule GeluOp::getShardingRule() {
  return elementwiseRule(*this);
}

layout::OpCost GeluOp::getCost() {
  return elementwiseCost(*this, transcendentalFlops + 8);
}

LogicalResult GeluOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                    SmallVectorImpl<Value> &results) {
  bool tanh = getApproximate() == "tanh";
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    Type type = x[0].getType();
    auto scaled = [&](Value value, float factor) -> Value {
      return b.create<arith::MulFOp>(value, constant(b, type, factor));
    };
    Value inner;
    if (tanh) {
      Value square = b.create<arith::MulFOp>(x[0], x[0]);
      Value cube = b.create<arith::MulFOp>(square, x[0]);
      Value sum = b.create<arith::AddFOp>(x[0], scaled(cube, cubicScale));
      inner = b.create<math::TanhOp>(scaled(sum, tanhScale));
    } else {
      inner = b.create<math::ErfOp>(scaled(x[0], erfScale));
    }
    Value sum = b.create<arith::AddFOp>(constant(b, type, 1), inner);
    return b.create<arith::MulFOp>(scaled(x[0], 0.5f), sum);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
