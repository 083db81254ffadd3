//===- Rules.h - Building sharding rules and costs --------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is built one tensor map at a time. Dims of extent 1 have no factor:
// they cannot be split and may be broadcast. The rule of matmul without batch
// dims, which partita/Layout/Rule.h explains:
//
//   RuleBuilder rule;
//   Factors m = rule.add("m", 6), n = rule.add("n", 8);
//   Factors k = rule.addReduction("k", 10, ReduceKind::Sum);
//   rule.operand({m, k});
//   rule.operand({k, n});
//   rule.result({m, n});
//   return rule.take(/*linear=*/{{0}, {1}});
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_SUPPORT_RULES_H
#define PARTITA_DIALECTS_GRAPH_IR_SUPPORT_RULES_H

#include "dialects/Graph/IR/Support/Shapes.h"
#include "partita/Layout/Rule.h"

namespace partita::graph {

/// The factors of one dim.
using Factors = std::vector<unsigned>;
/// Sets of operands, as ShardingRule::linear and monotone.
using OperandSets = std::vector<std::vector<unsigned>>;

class RuleBuilder {
public:
  /// A new factor, parallel unless said otherwise; none if the size is 1.
  Factors add(std::string name, int64_t size,
              layout::FactorKind kind = layout::FactorKind::Parallel);
  Factors addReplicate(std::string name, int64_t size) {
    return add(std::move(name), size, layout::FactorKind::Replicate);
  }
  Factors addReduction(std::string name, int64_t size,
                       layout::ReduceKind reduce);
  /// A factor per dim, called `prefix` and the number of the dim.
  layout::TensorMap
  addDims(const std::string &prefix, ArrayRef<int64_t> shape,
          layout::FactorKind kind = layout::FactorKind::Parallel);

  void operand(layout::TensorMap map) {
    rule.operands.push_back(std::move(map));
  }
  void result(layout::TensorMap map) { rule.results.push_back(std::move(map)); }

  layout::ShardingRule take(OperandSets linear = {}, OperandSets monotone = {});

private:
  layout::ShardingRule rule;
};

/// The map of an operand of `shape` that is broadcast to a tensor of
/// `toShape` whose map is `to`.
layout::TensorMap broadcastMap(ArrayRef<int64_t> shape,
                               const layout::TensorMap &to,
                               ArrayRef<int64_t> toShape);

/// All result dims parallel, operands broadcast to them.
layout::ShardingRule elementwiseRule(Operation *op, OperandSets linear = {},
                                     OperandSets monotone = {});

/// Parallel dims but for \p axes, which are reduced.
layout::ShardingRule reductionRule(Operation *op, ArrayRef<int64_t> axes,
                                   bool keepdims, layout::ReduceKind kind);

/// Whether `op`'s results have float elements: integer division is not linear,
/// for instance.
bool isFloat(Operation *op);

/// Bytes of a tensor; a bool takes one.
double bytesOf(Value value);
/// `flops`, and the bytes of all operands and results.
layout::OpCost costOf(Operation *op, double flops);
/// So many flops per element of the result.
layout::OpCost elementwiseCost(Operation *op, double flopsPerElement);

/// About how many floating-point operations exp, tanh and their like cost when
/// they are computed by polynomials.
constexpr double transcendentalFlops = 16;

} // namespace partita::graph

#endif // PARTITA_DIALECTS_GRAPH_IR_SUPPORT_RULES_H
