//===- ExplainTest.cpp - What makes a plan dear -------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The worked example of Explain.h to the letter; on random problems every
// figure against `verify` of the changed solution.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Explain.h"
#include "RandomProblems.h"

#include <gtest/gtest.h>
#include <random>

using namespace partita::solver;

TEST(Explain, example) {
  Problem problem = exampleProblem(20);
  EXPECT_EQ(print(problem, explain(problem, {0, 1, 0, 0}, 2)),
            R"(cost 12 = nodes 9 + edges 3
dearest nodes  strategy  cost  changed alone
  node 0         0 of 2     4  to 1: +1
  node 1         1 of 2     3  to 0: +2, does not fit
dearest edges  cost  changed alone
  edge 2: 1-3     3  node 1 to 0: +2, does not fit
fullest moments  live  limit    full  held by (least possible)
  class 0 at 1     20     20  100.0%  node 0: 8 (4), node 2: 8 (4)
  class 0 at 3      9     20   45.0%  node 2: 8 (4), node 3: 1 (1)
)");
  Difference difference = compare(problem, {0, 1, 0, 0}, {1, 1, 0, 0}, 5);
  EXPECT_EQ(difference.more, 1);
  EXPECT_EQ(difference.differing, 1);
  ASSERT_EQ(difference.nodes.size(), 1u);
  EXPECT_EQ(difference.nodes[0].more, -2);
  ASSERT_EQ(difference.edges.size(), 1u);
  EXPECT_EQ(difference.edges[0].edge, 1);
  EXPECT_EQ(difference.edges[0].more, 3);
}

TEST(Explain, saysWhatIsWrongWithAPlan) {
  Problem problem = exampleProblem(19);
  EXPECT_EQ(print(problem, explain(problem, {0, 1}, 2)),
            "no plan: expects 4 strategies, got 2\n");
  std::string text = print(problem, explain(problem, {0, 1, 0, 0}, 1));
  EXPECT_NE(text.find("not feasible: needs 20 of class 0, whose limit is 19\n"),
            std::string::npos);
  EXPECT_NE(text.find("105.3%"), std::string::npos);
  // A limit of 0, forbidden entries, no limit at all.
  problem.setLimit(0, 0);
  problem.setCosts(0, {Forbidden, 5});
  text = print(problem, explain(problem, {0, 1, 0, 0}, 1));
  EXPECT_NE(text.find("0 of 2  forbidden  to 1: +8, does not fit"),
            std::string::npos)
      << text;
  Problem free;
  free.addNode(0, 1, {3}, {});
  EXPECT_EQ(print(free, explain(free, {0}, 3)),
            "cost 3 = nodes 3 + edges 0\n"
            "dearest nodes  strategy  cost  changed alone\n"
            "  node 0         0 of 1     3  no other choice\n"
            "dearest edges  cost  changed alone\n");
}

/// The verdict after one change.
static Verdict after(const Problem &problem, Solution solution, int node,
                     int strategy) {
  solution[node] = strategy;
  return verify(problem, solution);
}

TEST(Explain, changesAreWorthWhatVerifySays) {
  int changes = 0, unfit = 0;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = randomProblem(seed);
    std::mt19937_64 random(seed);
    Solution solution;
    for (int i = 0; i < problem.numNodes(); ++i)
      solution.push_back(int(random() % uint64_t(problem.numStrategies(i))));
    Explanation all = explain(problem, solution, 100);
    Verdict now = verify(problem, solution);
    Cost last = Forbidden, nodes = 0, edges = 0;
    for (const DearNode &dear : all.nodes) {
      EXPECT_LE(dear.cost, last);
      last = dear.cost;
      nodes += dear.cost < Forbidden ? dear.cost : 0;
    }
    for (const DearEdge &dear : all.edges)
      edges += dear.cost < Forbidden ? dear.cost : 0;
    EXPECT_EQ(nodes, all.nodeCost);
    EXPECT_EQ(edges, all.edgeCost);
    EXPECT_EQ(nodes + edges, now.cost);
    bool inTime = true; // no moment but those of the change too full
    for (int c = 0; c < problem.numLimits(); ++c)
      inTime &= now.peak[c] <= problem.limit(c);
    if (now.forbidden || !inTime)
      continue;
    for (const DearNode &dear : all.nodes) {
      std::optional<Cost> best, fitting;
      for (int s = 0; s < problem.numStrategies(dear.node); ++s) {
        Verdict then = after(problem, solution, dear.node, s);
        if (s == solution[dear.node] || then.forbidden)
          continue;
        Cost more = then.cost - now.cost;
        best = std::min(best.value_or(more), more);
        if (then.feasible)
          fitting = std::min(fitting.value_or(more), more);
      }
      ASSERT_EQ(bool(dear.next.cheapest), bool(best));
      ASSERT_EQ(bool(dear.next.fitting), bool(fitting));
      if (fitting) {
        EXPECT_EQ(dear.next.fitting->more, *fitting);
      }
      if (!best)
        continue;
      const Change &change = *dear.next.cheapest;
      EXPECT_EQ(change.more, *best);
      EXPECT_EQ(
          change.fits,
          after(problem, solution, change.node, change.strategy).feasible);
      ++changes;
      unfit += !change.fits;
    }
    for (int c = 0; c < problem.numLimits(); ++c) {
      int64_t peak = 0;
      for (const FullMoment &moment : all.moments)
        if (moment.cls == c)
          peak = std::max(peak, moment.live);
      EXPECT_EQ(peak, now.peak[c]);
    }
    for (const FullMoment &moment : all.moments) {
      int64_t sum = 0;
      for (const Holder &holder : moment.holders)
        sum += holder.use;
      EXPECT_EQ(sum, moment.live); // all holders are listed
    }
  }
  EXPECT_GT(changes, 500);
  EXPECT_GT(unfit, 50);
}
