//===- StartTest.cpp - Beginning from an earlier answer -----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan keeps its worth on its way into the core, and no answer costs more
// than the plan it began with. What is no plan is said to be none.
//
//===----------------------------------------------------------------------===//

#include "Start.h"
#include "RandomProblems.h"

#include <cmath>

#include <gtest/gtest.h>

using namespace partita::solver;

static SolveResult solveFrom(const Problem &problem, const Solution &start,
                             int64_t work) {
  SolveOptions options;
  options.work = work;
  options.start = &start;
  return solve(problem, options);
}

TEST(Start, example) {
  SolveResult result = solveFrom(exampleProblem(20), {0, 0, 1, 0}, 1);
  EXPECT_EQ(verify(exampleProblem(20), {0, 0, 1, 0}).cost, 18);
  EXPECT_EQ(result.startError, "");
  ASSERT_EQ(result.status, SolveStatus::Feasible);
  EXPECT_LE(result.cost, 18);
  result = solveFrom(exampleProblem(16), {0, 0, 1, 0}, 20'000);
  EXPECT_EQ(result.startError, "needs 20 of class 0, whose limit is 16");
  EXPECT_EQ(result.cost, 13);
}

TEST(Start, saysWhatIsNoSolution) {
  Problem p = exampleProblem(20);
  EXPECT_EQ(solveFrom(p, {0, 1}, 1000).startError,
            "expects 4 strategies, got 2");
  EXPECT_EQ(solveFrom(p, {0, 1, 2, 0}, 1000).startError,
            "node 2 has no strategy 2 among its 2");
  EXPECT_EQ(solveFrom(p, {0, -7, 0, 0}, 1000).cost, 12);
  p.setTable(0, p.addTable({0, Forbidden, 0, 0}));
  EXPECT_EQ(solveFrom(p, {0, 1, 0, 0}, 1000).startError,
            "uses a forbidden entry");
}

TEST(Start, projectionKeepsFeasiblePlansAsGood) {
  int64_t kept = 0, better = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = randomProblem(seed);
    Core core(problem);
    reduce(core);
    if (core.infeasible)
      continue;
    Model model(core);
    int visited = 0;
    forEachSolution(problem, [&](const Solution &solution) {
      Verdict verdict = verify(problem, solution);
      if (!verdict.feasible || ++visited > 300)
        return;
      std::vector<int32_t> states = project(core, problem, solution);
      std::vector<int32_t> choice = select(model, states), same = choice;
      EXPECT_TRUE(allowed(model, choice));
      EXPECT_TRUE(repair(model, choice)); // nothing to do
      EXPECT_EQ(choice, same);
      for (int32_t &state : states)
        state = std::max(state, 0); // of those that are gone
      Verdict after = verify(problem, core.expand(states));
      EXPECT_TRUE(after.feasible);
      EXPECT_LE(after.cost, verdict.cost);
      ++kept;
      better += after.cost < verdict.cost;
    });
  }
  EXPECT_GT(kept, 10'000);
  EXPECT_GT(better, 1'000);
}

TEST(Start, answersCostNoMoreThanTheStart) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = randomProblem(seed);
    int visited = 0;
    forEachSolution(problem, [&](const Solution &solution) {
      if (++visited % 37 || visited > 400)
        return;
      Verdict verdict = verify(problem, solution);
      SolveResult result = solveFrom(problem, solution, 1);
      EXPECT_EQ(result.startError.empty(), verdict.feasible);
      if (!verdict.feasible)
        return;
      ASSERT_EQ(result.status, SolveStatus::Feasible);
      EXPECT_LE(result.cost, verdict.cost);
      EXPECT_EQ(verify(problem, result.solution).cost, result.cost);
    });
  }
}

TEST(Start, repairKeepsMostOfAPlan) {
  Problem problem = gridProblem(6, 20, 1);
  Solution plan = solve(problem, withWork(20'000'000)).solution;
  problem.setLimit(0, problem.limit(0) - 2);
  Core core(problem);
  reduce(core);
  Model model(core);
  std::vector<int32_t> choice = select(model, project(core, problem, plan));
  ASSERT_TRUE(allowed(model, choice));
  std::vector<int32_t> before = choice;
  ASSERT_TRUE(repair(model, choice));
  int changed = 0;
  for (int v = 0; v < model.size(); ++v)
    changed += choice[v] != before[v];
  EXPECT_GT(changed, 0);
  EXPECT_LT(changed * 2, model.size());
  EXPECT_FALSE(verify(problem, plan).feasible);
  EXPECT_TRUE(verify(problem, expand(core, model, choice)).feasible);
}

TEST(Start, anEndIsNoWorseABeginning) {
  for (uint64_t seed : {1, 2, 3}) {
    Problem problem = gridProblem(5, 12, seed);
    SolveOptions options = withWork(20'000'000);
    options.saveDuals = true;
    options.without.add(Technique::Exact); // duals are of the whole core
    SolveResult cold = solve(problem, options);
    ASSERT_EQ(cold.status, SolveStatus::Feasible);
    options.start = &cold.solution;
    options.startDuals = &cold.duals;
    options.work = cold.work / 50;
    SolveResult warm = solve(problem, options);
    EXPECT_EQ(warm.startError, "");
    EXPECT_LE(warm.cost, cold.cost);
    EXPECT_GE(warm.bound, cold.bound * (1 - 1e-9));
    options.threads = 2;
    SolveResult two = solve(problem, options);
    EXPECT_EQ(two.solution, warm.solution);
    EXPECT_EQ(writeCertificate(two.certificate),
              writeCertificate(warm.certificate));
    // A plan that has become too large still points the way.
    problem.setLimit(0, problem.limit(0) - 3);
    SolveResult less = solve(problem, options);
    EXPECT_EQ(less.startError.substr(0, 5), "needs");
    EXPECT_EQ(less.status, SolveStatus::Feasible);
  }
}

TEST(Start, nonsenseDualsDoNoHarm) {
  Problem problem = gridProblem(4, 6, 1);
  SolveOptions options = withWork(3'000'000);
  options.saveDuals = true;
  SolveResult cold = solve(problem, options);
  SavedDuals duals = cold.duals;
  for (SavedDuals::Price &price : duals.prices)
    price.price = 1e300;
  for (SavedDuals::Message &message : duals.messages) {
    std::fill(message.toA.begin(), message.toA.end(), -1e300);
    std::fill(message.toB.begin(), message.toB.end(), 1e300);
    if (message.a % 2)
      message.toB.assign(99, NAN);
    if (message.a % 3 == 0)
      message.a += 1000;
  }
  duals.prices.push_back({7, INT64_MIN, 5});
  duals.variables.push_back({-3, {1, 2}});
  options.startDuals = &duals;
  SolveResult result = solve(problem, options);
  ASSERT_EQ(result.status, SolveStatus::Feasible);
  CertifiedBound bound = recomputeBound(problem, result.certificate);
  EXPECT_EQ(bound.error, "");
  EXPECT_LE(bound.bound, result.cost);
}
