//===- KernelTest.cpp - The states that the bound favours ---------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans of a kernel are plans of the whole, at the same cost, and never worse
// than the one it was made around.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Prepared.h"
#include "RandomProblems.h"
#include "partita/Solver/Solve.h"

#include <gtest/gtest.h>

using namespace partita::solver;

namespace {
/// A grid with a first plan and bound.
struct Case : Prepared {
  explicit Case(uint64_t seed, int columns = 15)
      : Prepared(gridProblem(6, columns, seed), 2'000'000),
        plan(decode(model, bound.duals(), 1)) {}
  /// The states of the plan and those that lift the bound by less.
  std::vector<char> kept(double most) const {
    std::vector<double> lift = bound.tension(bound.duals()).lift;
    std::vector<char> out(lift.size());
    for (size_t k = 0; k < lift.size(); ++k)
      out[k] = lift[k] < most;
    keep(plan, out);
    return out;
  }
  void keep(const Plan &of, std::vector<char> &out) const {
    for (int v = 0; v < model.size(); ++v)
      out[model.at[v] + of.choice[v]] = 1;
  }
  Kernel kernel(const std::vector<char> &kept, const Plan *first,
                uint64_t seed) const {
    return Kernel(core, model, bound.duals(), kept, first, seed, &stop);
  }
  /// Expects that a kernel's plan is one of the problem.
  void expectPlan(const Kernel &kernel) const {
    Verdict found = verdict(kernel.choice());
    EXPECT_TRUE(found.feasible);
    EXPECT_EQ(double(found.cost), kernel.cost());
  }
  void finish(Kernel &kernel) const {
    for (int round = 0; round < 200 && !kernel.finished(); ++round)
      kernel.improve(1'000'000, stop);
  }
  Plan plan;
};
} // namespace

TEST(Kernel, plansAreThoseOfTheWhole) {
  int better = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed);
    if (c.plan.cost == Infinite)
      continue;
    double gap = c.plan.cost - c.bound.value();
    for (double part : {0.0, 0.05, 0.2, 1.0}) {
      Kernel kernel = c.kernel(c.kept(part * gap), &c.plan, seed);
      EXPECT_LE(kernel.cost(), c.plan.cost);
      for (int round = 0; round < 10; ++round)
        kernel.improve(200'000, c.stop);
      EXPECT_LE(kernel.cost(), c.plan.cost);
      c.expectPlan(kernel);
      better += kernel.cost() < c.plan.cost;
    }
  }
  EXPECT_GT(better, 0);
}

TEST(Kernel, thatOfTheWholeGapHasTheBestPlan) {
  int finished = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed, 5);
    if (c.plan.cost == Infinite)
      continue;
    SolveResult result = solve(c.problem, withWork(100'000'000));
    if (double(result.cost) > result.bound + 0.5)
      continue;
    double gap = c.plan.cost - c.bound.value();
    Kernel kernel = c.kernel(c.kept(gap + 1e-3), &c.plan, seed);
    c.finish(kernel);
    if (!kernel.finished())
      continue;
    ++finished;
    EXPECT_EQ(kernel.cost(), double(result.cost));
  }
  EXPECT_GT(finished, 0);
}

TEST(Kernel, ofTwoPlansIsNoWorseThanEither) {
  int better = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed, 8);
    Plan other = decode(c.model, c.bound.duals(), 4);
    if (c.plan.cost == Infinite || other.cost == Infinite)
      continue;
    std::vector<char> kept(c.model.unary.size(), 0);
    c.keep(c.plan, kept);
    c.keep(other, kept);
    Kernel kernel = c.kernel(kept, nullptr, seed);
    c.finish(kernel);
    ASSERT_TRUE(kernel.finished());
    double least = std::min(c.plan.cost, other.cost);
    EXPECT_LE(kernel.cost(), least);
    better += kernel.cost() < least;
    c.expectPlan(kernel);
  }
  EXPECT_GT(better, 0);
}

TEST(Kernel, withNothingThatIsAllowedHasNoPlan) {
  // The last states are those that need most.
  Case c(1);
  std::vector<char> kept(c.model.unary.size(), 0);
  for (int v = 0; v < c.model.size(); ++v)
    kept[c.model.at[v + 1] - 1] = 1;
  Kernel kernel = c.kernel(kept, nullptr, 1);
  EXPECT_TRUE(kernel.finished());
  EXPECT_EQ(kernel.cost(), Infinite);
}

TEST(Kernels, plansAreThoseOfTheWhole) {
  int better = 0, worse = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed);
    if (c.plan.cost == Infinite)
      continue;
    Kernels kernels(c.core, c.model, seed);
    Plan best = c.plan;
    for (int round = 0; round < 400; ++round) {
      if (!kernels.begin(c.bound, best))
        continue;
      kernels.improve(500'000, best, c.stop);
      Plan plan = kernels.takePlan();
      if (plan.cost == Infinite)
        continue;
      Verdict verdict = c.verdict(plan.choice);
      EXPECT_TRUE(verdict.feasible);
      EXPECT_EQ(double(verdict.cost), plan.cost);
      bool is = plan.cost < best.cost;
      (is ? better : worse) += 1;
      if (is)
        best = plan;
    }
  }
  EXPECT_GT(better, 0);
  EXPECT_GT(worse, 0); // what fresh ones have come to
}
