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

#include "Kernel.h"
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
    std::vector<double> lift = c.bound.tension(c.bound.duals()).lift;
    for (double part : {0.0, 0.05, 0.2, 1.0}) {
      Kernel kernel(c.core, c.model, c.bound.duals(), lift,
                    part * (c.plan.cost - c.bound.value()), c.plan, seed);
      EXPECT_LE(kernel.cost(), c.plan.cost);
      for (int round = 0; round < 10; ++round)
        kernel.improve(200'000, c.stop);
      EXPECT_LE(kernel.cost(), c.plan.cost);
      Verdict verdict = c.verdict(kernel.choice());
      EXPECT_TRUE(verdict.feasible);
      EXPECT_EQ(double(verdict.cost), kernel.cost());
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
    std::vector<double> lift = c.bound.tension(c.bound.duals()).lift;
    Kernel kernel(c.core, c.model, c.bound.duals(), lift,
                  c.plan.cost - c.bound.value() + 1e-3, c.plan, seed);
    for (int round = 0; round < 100 && !kernel.finished(); ++round)
      kernel.improve(1'000'000, c.stop);
    if (!kernel.finished())
      continue;
    ++finished;
    EXPECT_EQ(kernel.cost(), double(result.cost));
  }
  EXPECT_GT(finished, 0);
}

TEST(Kernels, neverMakeThePlanWorse) {
  int better = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    Case c(seed);
    if (c.plan.cost == Infinite)
      continue;
    Kernels kernels(c.core, c.model, seed);
    Plan best = c.plan;
    for (int round = 0; round < 200; ++round) {
      if (!kernels.begin(c.bound, best))
        continue;
      kernels.improve(500'000, best, c.stop);
      Plan plan = kernels.takePlan();
      if (plan.cost == Infinite)
        continue;
      EXPECT_LT(plan.cost, best.cost);
      Verdict verdict = c.verdict(plan.choice);
      EXPECT_TRUE(verdict.feasible);
      EXPECT_EQ(double(verdict.cost), plan.cost);
      best = plan;
      ++better;
    }
  }
  EXPECT_GT(better, 0);
}
