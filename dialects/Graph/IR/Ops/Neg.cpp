//===- Neg.cpp - graph.neg ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Elementwise.h"

using namespace partita;
using namespace partita::graph;

LogicalResult NegOp::verify() { return verifyElementwise(*this); }

OpFoldResult NegOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return applyUnary(x, [](auto v) {
      // The least integer has no counterpart and stays, as at run time.
      if constexpr (std::is_integral_v<decltype(v)>)
        return static_cast<int64_t>(-static_cast<uint64_t>(v));
      else
        return -v;
    });
  });
}

layout::ShardingRule NegOp::getShardingRule() {
  return elementwiseRule(*this, /*linear=*/{{0}});
}

layout::OpCost NegOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult NegOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    if (isa<FloatType>(x[0].getType()))
      return b.create<arith::NegFOp>(x[0]);
    return b.create<arith::SubIOp>(constant(b, x[0].getType(), 0), x[0]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
