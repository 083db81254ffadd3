//===- Abs.cpp - graph.abs ------------------------------------------------===//
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

LogicalResult AbsOp::verify() { return verifyElementwise(*this); }

OpFoldResult AbsOp::fold(FoldAdaptor adaptor) {
  return foldElementwise(*this, adaptor.getOperands(), [](Numbers x) {
    return applyUnary(x, [](auto v) {
      // The least integer has no counterpart and stays, as at run time.
      if constexpr (std::is_integral_v<decltype(v)>)
        return v < 0 ? static_cast<int64_t>(-static_cast<uint64_t>(v)) : v;
      else
        return std::fabs(v);
    });
  });
}

layout::ShardingRule AbsOp::getShardingRule() { return elementwiseRule(*this); }

layout::OpCost AbsOp::getCost() { return elementwiseCost(*this, 1); }

LogicalResult AbsOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  auto body = [](ImplicitLocOpBuilder &b, ValueRange x) -> Value {
    if (isa<FloatType>(x[0].getType()))
      return b.create<math::AbsFOp>(x[0]);
    return b.create<math::AbsIOp>(x[0]);
  };
  return lowerElementwise(builder, *this, operands, results, body);
}
