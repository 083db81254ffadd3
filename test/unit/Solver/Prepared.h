//===- Prepared.h - Problems as engines see them ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A problem with its core, the core's model and a bound: what trees, kernels
// and moves work on; and the way back, from their choices to solutions and from
// their records to certified bounds.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_SOLVER_PREPARED_H
#define PARTITA_TEST_UNIT_SOLVER_PREPARED_H

#include "Search.h"
#include "partita/Solver/Certificate.h"

#include <cmath>
#include <gtest/gtest.h>

namespace partita::solver {

struct Prepared {
  /// Sweeps for `work`. The core is reduced, or the problem as it is.
  explicit Prepared(Problem problem, int64_t work = 0, bool reduced = true);

  /// What a choice for the model costs in the problem.
  Verdict verdict(const std::vector<int32_t> &choice) const;
  /// Leads to the core, and proves nothing more.
  Certificate certificate() const;

  Problem problem;
  Core core;
  Model model;
  Bound bound;
  std::atomic<bool> stop{false};
};

/// What is left of every row of a model beside a choice.
std::vector<int64_t> left(const Model &model,
                          const std::vector<int32_t> &choice);

/// What certificates prove at least of the value that a tree or a prover
/// claims. The duals of a node that is not closed are rounded so as to lose 0.2
/// at most, and messages in fact half of that: per edge four numbers are wrong
/// by half a unit each, and a unit is 0.2 / 4 per edge at most. Prices are far
/// finer. What is closed is rounded so that it stays so. Costs are whole, and
/// the bound is rounded up.
inline double provenAtLeast(double value) {
  return std::ceil(value - 0.1 - 1e-6);
}

/// Expects that the record of a tree or a prover is accepted and proves what it
/// claims; `best` is the cost of the best plan, or infinite.
template <class Side>
void expectProven(const Prepared &p, const Side &side, double best) {
  Certificate certificate = p.certificate();
  side.record(certificate, best);
  for (const Certificate::Node &node : certificate.nodes)
    EXPECT_EQ(node.variable >= 0, node.cuts.empty() && !node.branches.empty());
  CertifiedBound certified = recomputeBound(p.problem, certificate);
  ASSERT_EQ(certified.error, "");
  ASSERT_EQ(certified.infeasible, side.value() == Infinite);
  if (certified.infeasible)
    return;
  EXPECT_GE(double(certified.bound), provenAtLeast(side.value()));
  EXPECT_LE(double(certified.bound), best);
  if (side.finished())
    EXPECT_EQ(double(certified.bound), best);
}

} // namespace partita::solver

#endif // PARTITA_TEST_UNIT_SOLVER_PREPARED_H
