//===- Rule.h - What an op asks of its operands' layouts --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sharding rule is like an einsum: the op's index space is a product of named
// factors, and each dim of each operand and result is made of some of them
// (major to minor; none for an extent of 1 that is broadcast).
//
// Worked example: C[m,n] = A[m,k] x B[k,n]
//
//   factors   m: 6 parallel   n: 8 parallel   k: 10 reduction(sum)
//   operands  A: [[m],[k]]    B: [[k],[n]]    results  C: [[m],[n]]
//   linear    {A}, {B}        (partial A, whole B: C is partial; or the
//   reverse)
//
// An op is valid under layouts iff one assignment factor -> (axes, cuts)
// projects onto every operand and result type. With m on axis x and k on y:
//
//   A: [x | y]   B: [y | ]   C: [x | ] partial sum over y
//
// A reshape 6 x 4 -> 24 has factors a=6, b=4 and maps [[a],[b]] -> [[a,b]].
// The idea of factors is Shardy's (openxla/shardy, sharding_rule).
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LAYOUT_RULE_H
#define PARTITA_LAYOUT_RULE_H

#include "partita/Layout/Layout.h"

namespace partita::layout {

enum class FactorKind {
  Parallel,  ///< may be split freely
  Reduction, ///< in no result; split gives a partial result
  Window,    ///< may be split only with a halo (see `Window`)
  Replicate  ///< must not be split
};

/// Access of a window factor: out index i reads in indices
/// i*stride + [-lo, hi] (in steps of `dilation`).
struct Window {
  int64_t stride = 1, dilation = 1, lo = 0, hi = 0;
  bool operator==(const Window &o) const {
    return stride == o.stride && dilation == o.dilation && lo == o.lo &&
           hi == o.hi;
  }
};

struct Factor {
  std::string name;
  int64_t size = 1;
  FactorKind kind = FactorKind::Parallel;
  ReduceKind reduce = ReduceKind::Sum; ///< Reduction only
  Window window = {};                  ///< Window only
  int64_t grain = 1;                   ///< pieces must be multiples of this
};

/// dim -> factor numbers, major to minor.
using TensorMap = std::vector<std::vector<unsigned>>;

struct ShardingRule {
  std::vector<Factor> factors;
  std::vector<TensorMap> operands;
  std::vector<TensorMap> results;
  /// Sets of operands in which the op is jointly linear: if exactly the
  /// operands of one set are partial sums (over the same axes) and the others
  /// whole, then so are the results. add: {{0,1}}; mul, matmul: {{0},{1}}.
  /// For finite numbers and up to rounding: 0 times infinity, which a part may
  /// meet where the sum would not, is NaN.
  std::vector<std::vector<unsigned>> linear;
  /// Operands through which a partial max passes in the same way (max,
  /// relu and other monotone ops): sets as above. The op must be monotone on
  /// all numbers, NaN for none of them, and on the least one (-inf, the least
  /// integer), which a device without elements holds: sqrt and the sum of
  /// integers, which may wrap, are not.
  std::vector<std::vector<unsigned>> monotone;

  /// Number of the factor called `name`, or -1.
  int find(const std::string &name) const;
  /// Factor numbers in range and used, no reduction factor in a result, the
  /// factors of a dim multiply to its extent.
  Problem verify(const std::vector<Shape> &operandShapes,
                 const std::vector<Shape> &resultShapes) const;
};

/// What was decided for an op: one DimSharding per factor of its rule, and the
/// partial state that passes through from operands to results.
struct Assignment {
  std::vector<DimSharding> factors;
  /// Partial state of the operands of `linearSet` (and so of the results).
  std::optional<Partial> passing;
  /// Which set of rule.linear (Sum) or rule.monotone (Max); -1 without passing.
  int passingSet = -1;
  bool operator==(const Assignment &o) const {
    return factors == o.factors && passing == o.passing &&
           passingSet == o.passingSet;
  }
};

/// Everything replicated.
Assignment replicatedAssignment(const ShardingRule &rule);

/// Axes exist and are used once, pieces divide or are cut, replicate and
/// window factors are not split, grain holds.
Problem verify(const ShardingRule &rule, const Assignment &assignment,
               const Mesh &mesh);

/// The layout that the assignment demands of operand or result `number`, in
/// normal form. Precondition: verify() finds no problem.
Layout projectOperand(const ShardingRule &rule, const Assignment &assignment,
                      const Mesh &mesh, unsigned number);
Layout projectResult(const ShardingRule &rule, const Assignment &assignment,
                     const Mesh &mesh, unsigned number);

/// The inverse, per tensor: what the factors of `map` must be so that a tensor
/// of `shape` has the dims of `layout` (partial is not looked at). Empty if no
/// assignment gives that layout, e.g. a cut inside a minor factor.
std::optional<std::vector<std::pair<unsigned, DimSharding>>>
factorsOf(const ShardingRule &rule, const TensorMap &map, const Layout &layout,
          const Shape &shape);

/// Work of one op on whole tensors. Units: floating-point operations; bytes
/// read and written once each.
struct OpCost {
  double flops = 0;
  double bytes = 0;
};

} // namespace partita::layout

#endif // PARTITA_LAYOUT_RULE_H
