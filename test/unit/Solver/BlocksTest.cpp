//===- BlocksTest.cpp - Repeated blocks are worked on once --------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stacks of equal blocks in which every step of reduction has something to do:
// aliases (merge), useless strategies (dominance), forbidden ones (support),
// chains and leaves (elimination).
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "partita/Solver/Solve.h"

#include <gtest/gtest.h>
#include <set>

using namespace partita::solver;

/// Eleven nodes a block with up to four strategies; the cheaper, the more
/// memory. `drift` makes every block's costs differ from the others'.
static Problem stack(int blocks, bool limited, int drift = 0) {
  Problem p;
  if (limited)
    p.addLimit(24);
  std::vector<Cost> same(16, Forbidden), move(16), narrow(12);
  for (int s = 0; s < 4; ++s) {
    same[s * 5] = 0;
    for (int t = 0; t < 4; ++t)
      move[s * 4 + t] = s == t ? 0 : 20 + 3 * s + 9 * ((s + 2 * t) % 3);
    for (int t = 0; t < 3; ++t)
      narrow[s * 3 + t] = s == t + 1 ? Forbidden : 4 * s + t;
  }
  int alias = p.addTable(same), reshard = p.addTable(move);
  int few = p.addTable(narrow), gather = p.addTable({0, 4, 4, 9});
  int64_t now = 0;
  auto node = [&](std::vector<Cost> costs, std::vector<int64_t> uses) {
    ++now;
    return p.addNode(now, now + 3, costs,
                     limited ? uses : std::vector<int64_t>());
  };
  int stream = node({5, 6, 7, 8}, {9, 6, 3, 3});
  for (int b = 0; b < blocks; ++b) {
    Cost d = Cost(b) * drift;
    auto wide = [&](Cost cost, int64_t use) {
      return node({cost + 9 + d, cost + 7, cost + 2, cost + d},
                  {use, use / 2, use / 2, use / 4});
    };
    int norm = wide(3, 12), left = wide(20, 16), right = wide(11, 8);
    int weight = wide(1, 4), bias = node({2, Forbidden, 9}, {1, 1, 1});
    int scale = node({2}, {1});
    int act = wide(6, 12), up = wide(30, 16), down = wide(13, 8);
    int next = wide(4, 12);
    p.addEdge(stream, norm, alias);
    p.addEdge(norm, left, reshard);
    p.addEdge(norm, right, reshard);
    p.addEdge(weight, left, reshard);
    p.addEdge(left, bias, few);
    p.addEdge(left, scale, gather);
    p.addEdge(left, act, alias);
    p.addEdge(right, act, reshard);
    p.addEdge(act, up, reshard);
    p.addEdge(up, down, reshard);
    p.addEdge(down, next, reshard);
    p.addEdge(stream, next, reshard);
    stream = next;
  }
  return p;
}

static std::set<Step::Kind> kinds(const Core &core) {
  std::set<Step::Kind> kinds;
  for (const Step &step : core.steps)
    kinds.insert(step.kind);
  return kinds;
}

TEST(Blocks, copiesComputeNothingNew) {
  for (bool limited : {false, true}) {
    Core some(stack(100, limited)), many(stack(300, limited));
    reduce(some);
    reduce(many);
    EXPECT_GT(some.steps.size(), 100u * 4);
    EXPECT_GT(many.steps.size(), 300u * 4);
    EXPECT_GE(kinds(many).size(), limited ? 4u : 3u);
    EXPECT_EQ(some.tables.computed(), many.tables.computed());
    EXPECT_GT(many.tables.asked(), 20 * many.tables.computed());
  }
}

TEST(Blocks, unlikeCopiesAreComputedEach) {
  Core core(stack(300, false, 1));
  reduce(core);
  EXPECT_GT(core.tables.computed(), 300);
}

/// What is left, as text: steps, variables and tables by contents.
static std::vector<int64_t> describe(const Core &core) {
  std::vector<int64_t> out = {core.constant};
  auto add = [&](auto numbers) {
    out.push_back(-1);
    out.insert(out.end(), numbers.begin(), numbers.end());
  };
  for (const Step &step : core.steps) {
    out.insert(out.end(), {step.kind, step.a, step.b, step.left, step.right});
    for (int map : {step.states, step.back, step.back2})
      add(core.tables.map(map));
  }
  for (const Var &var : core.vars) {
    add(var.cost);
    add(var.use);
  }
  for (const CoreEdge &edge : core.edges) {
    out.insert(out.end(), {edge.a, edge.b});
    if (edge.a >= 0)
      add(core.tables.entries(edge.table));
  }
  return out;
}

TEST(Blocks, lookingUpIsAsGoodAsComputing) {
  for (int drift : {0, 1})
    for (bool limited : {false, true}) {
      Core once(stack(40, limited, drift));
      Core again(stack(40, limited, drift));
      again.tables.forgetAlways();
      reduce(once);
      reduce(again);
      EXPECT_GT(again.tables.computed(), once.tables.computed());
      EXPECT_EQ(describe(once), describe(again));
      std::vector<int32_t> states(once.vars.size(), 0);
      EXPECT_EQ(once.expand(states), again.expand(states));
    }
}

TEST(Blocks, plansAndBoundsOfStacksReplay) {
  for (int blocks : {1, 2, 30}) {
    SCOPED_TRACE(blocks);
    Cost loose = 0;
    for (bool limited : {false, true}) {
      Problem problem = stack(blocks, limited);
      SolveOptions options;
      options.work = 60'000'000;
      SolveResult result = solve(problem, options);
      ASSERT_EQ(result.status, SolveStatus::Feasible);
      Verdict verdict = verify(problem, result.solution);
      EXPECT_TRUE(verdict.feasible);
      EXPECT_EQ(verdict.cost, result.cost);
      CertifiedBound bound = recomputeBound(problem, result.certificate);
      EXPECT_EQ(bound.error, "");
      EXPECT_LE(bound.bound, result.cost);
      if (!limited)
        EXPECT_EQ(bound.bound, result.cost);
      EXPECT_GE(result.cost, loose);
      loose = result.cost;
    }
  }
}

TEST(Blocks, longChainsOfAliasesTakeLinearTime) {
  // Quadratic work on the memory of the merged nodes would take minutes.
  int n = 100000;
  Problem p;
  p.addLimit(60);
  for (int i = 0; i < n; ++i)
    p.addNode(i, i + 5, {5, 3 + i % 3, 9}, {4, 2, 20});
  std::vector<Cost> same = {0,         Forbidden, Forbidden, Forbidden, 0,
                            Forbidden, Forbidden, Forbidden, 0};
  int alias = p.addTable(same);
  for (int i = 1; i < n; ++i)
    p.addEdge(i - 1, i, alias);
  Core core(p);
  reduce(core);
  EXPECT_FALSE(core.infeasible);
  EXPECT_EQ(verify(p, core.expand(std::vector<int32_t>(n, 0))).feasible, true);
}
