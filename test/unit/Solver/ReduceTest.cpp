//===- ReduceTest.cpp - What is left has the same optimum ---------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every choice for a reduced core is expanded and priced on the original: the
// core's own price must agree, and the best of them must be the true optimum.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "RandomProblems.h"

#include <algorithm>

#include <gtest/gtest.h>

using namespace partita::solver;

/// The cost of a choice by the core's tables; Inf if forbidden or too large.
static Cost price(const Core &core, const std::vector<int32_t> &states) {
  Cost cost = core.constant;
  std::vector<int64_t> load(core.rows.size(), 0);
  for (size_t v = 0; v < core.vars.size(); ++v) {
    const Var &var = core.vars[v];
    if (!var.alive)
      continue;
    cost = plus(cost, var.cost[states[v]]);
    for (const Run &run : var.runs)
      for (int r = run.first; r < run.last; ++r)
        load[r] += var.use[run.use + states[v]];
  }
  for (const CoreEdge &edge : core.edges)
    if (edge.a >= 0)
      cost =
          plus(cost, core.entry(edge, edge.a, states[edge.a], states[edge.b]));
  for (size_t r = 0; r < load.size(); ++r)
    if (load[r] > core.rows[r].capacity)
      cost = Inf;
  return cost;
}

/// The best over all choices for the core, each checked against the original.
static std::optional<Cost> solveCore(const Problem &problem, const Core &core) {
  std::optional<Cost> best;
  if (core.infeasible)
    return best;
  std::vector<int32_t> states(core.vars.size(), 0);
  while (true) {
    Cost cost = price(core, states);
    Verdict verdict = verify(problem, core.expand(states));
    EXPECT_EQ(verdict.error, "");
    EXPECT_EQ(cost < Inf, verdict.feasible);
    if (cost < Inf) {
      EXPECT_EQ(cost, verdict.cost);
      best = std::min(best.value_or(cost), cost);
    }
    size_t v = 0;
    for (; v < states.size(); ++v) {
      if (!core.vars[v].alive)
        continue;
      if (++states[v] < core.vars[v].states())
        break;
      states[v] = 0;
    }
    if (v == states.size())
      return best;
  }
}

TEST(Reduce, exampleShrinks) {
  Core core(exampleProblem(20));
  reduce(core);
  int alive = 0;
  for (const Var &var : core.vars)
    alive += var.alive;
  EXPECT_LT(alive, 4);
  EXPECT_EQ(solveCore(exampleProblem(20), core), 12);
}

TEST(Reduce, infeasibleByMemoryOrEntries) {
  Core memory(exampleProblem(11));
  reduce(memory);
  EXPECT_TRUE(memory.infeasible);
  Problem p;
  for (int i = 0; i < 3; ++i)
    p.addNode(0, 1, {1, 2}, {});
  // Two must be equal, one and two too, but zero and two must not.
  int equal = p.addTable({0, Forbidden, Forbidden, 0});
  p.addEdge(0, 1, equal);
  p.addEdge(1, 2, equal);
  p.addEdge(0, 2, p.addTable({Forbidden, 0, 0, Forbidden}));
  Core entries(p);
  reduce(entries);
  EXPECT_TRUE(entries.infeasible);
}

TEST(Reduce, keepsTheOptimumOfRandomProblems) {
  int infeasible = 0, solved = 0, alive = 0, nodes = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = randomProblem(seed);
    ASSERT_TRUE(problem.check().empty());
    Core core(problem);
    reduce(core);
    std::optional<Cost> truth = bruteForce(problem);
    if (core.infeasible)
      EXPECT_EQ(truth, std::nullopt);
    EXPECT_EQ(solveCore(problem, core), truth);
    infeasible += !truth;
    solved += bool(truth);
    if (!truth)
      continue;
    nodes += problem.numNodes();
    for (const Var &var : core.vars)
      alive += var.alive;
  }
  // The generator makes both kinds, and reduction does something.
  EXPECT_GT(infeasible, 500);
  EXPECT_GT(solved, 1000);
  EXPECT_LT(alive * 2, nodes);
}
