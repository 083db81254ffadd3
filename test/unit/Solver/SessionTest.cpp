//===- SessionTest.cpp - Solving a problem that keeps changing ----------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The worked example of Session.h; then small problems that change again and
// again, each answer checked against brute force.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Session.h"
#include "RandomProblems.h"

#include <gtest/gtest.h>
#include <random>

using namespace partita::solver;

static SolveOptions little() { return withWork(200'000); }

TEST(Session, example) {
  Session session(exampleProblem(20));
  EXPECT_EQ(session.solve(little()).cost, 12);
  session.setLimit(0, 16);
  SolveResult tighter = session.solve(little());
  EXPECT_EQ(tighter.cost, 13);
  EXPECT_EQ(tighter.startError, "needs 20 of class 0, whose limit is 16");
  session.setCosts(1, {2, 3});
  session.setTable(2, {0, 9});
  SolveResult dearer = session.solve(little());
  EXPECT_EQ(dearer.startError, "");
  EXPECT_EQ(dearer.cost, bruteForce(session.problem()));
  EXPECT_EQ(dearer.cost, 13);
  EXPECT_EQ(dearer.solution, (Solution{1, 0, 1, 0}));
}

TEST(Session, remembersThroughInfeasibleTimes) {
  Session session(exampleProblem(16));
  EXPECT_EQ(session.solve(little()).cost, 13);
  session.setLimit(0, 11);
  EXPECT_EQ(session.solve(little()).status, SolveStatus::Infeasible);
  session.setLimit(0, 16);
  SolveOptions none = little();
  none.work = 0;
  SolveResult again = session.solve(none);
  EXPECT_EQ(again.startError, "");
  EXPECT_EQ(again.cost, 13);
  session.forget();
  EXPECT_EQ(session.solve(little()).cost, 13);
}

/// The bound after the first round, which is not much work.
static double firstBound(Session &session) {
  SolveOptions options = withWork(100'000);
  double bound = -1;
  int reports = 0;
  options.progress = [&](const SolveProgress &progress) {
    if (++reports == 2)
      bound = progress.bound;
  };
  session.solve(options);
  return bound;
}

TEST(Session, aStopBeforeTheFirstSweepTakesNothingAway) {
  Session cold(gridProblem(6, 20, 1)), warm(gridProblem(6, 20, 1));
  warm.solve(withWork(3'000'000));
  std::atomic<bool> stop{true};
  SolveOptions options;
  options.stop = &stop;
  warm.solve(options);
  EXPECT_GT(firstBound(warm), 1.5 * firstBound(cold));
}

TEST(Session, agreesWithBruteForceThroughChanges) {
  int solves = 0, optimal = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    auto draw = [&](int64_t least, int64_t most) {
      return least + int64_t(random() % uint64_t(most - least + 1));
    };
    Session session(randomProblem(seed));
    const Problem &p = session.problem();
    for (int round = 0; round < 5; ++round) {
      ASSERT_TRUE(p.check().empty());
      std::optional<Cost> truth = bruteForce(p);
      SolveResult result = session.solve(little());
      CertifiedBound bound = recomputeBound(p, result.certificate);
      ASSERT_EQ(bound.error, "");
      if (result.status == SolveStatus::Feasible) {
        ASSERT_TRUE(truth);
        EXPECT_TRUE(verify(p, result.solution).feasible);
        EXPECT_GE(result.cost, *truth);
        EXPECT_LE(bound.bound, *truth);
      }
      if (result.status == SolveStatus::Infeasible) {
        EXPECT_FALSE(truth);
      }
      if (truth) {
        ++solves;
        optimal += result.cost == *truth;
      }
      int node = int(draw(0, p.numNodes() - 1));
      std::vector<Cost> costs(p.costs(node).begin(), p.costs(node).end());
      for (Cost &cost : costs)
        cost = draw(0, 5) ? draw(0, 100) : cost;
      session.setCosts(node, costs);
      if (p.numLimits() && draw(0, 1))
        session.setLimit(0, std::max<int64_t>(0, p.limit(0) + draw(-2, 3)));
      std::vector<int64_t> memory(p.memory(node).begin(), p.memory(node).end());
      for (int64_t &use : memory)
        use = std::max<int64_t>(0, use + draw(-1, 1));
      session.setMemory(node, memory);
      if (p.numEdges()) {
        int edge = int(draw(0, p.numEdges() - 1));
        CostSpan old = p.entries(p.table(edge));
        std::vector<Cost> entries(old.begin(), old.end());
        entries[draw(0, entries.size() - 1)] = draw(0, 100);
        session.setTable(edge, entries);
      }
    }
  }
  EXPECT_GT(solves, 500);
  EXPECT_GE(optimal, 0.99 * solves);
}

// A long session holds little more than its problem, whose tables are numbered
// anew from time to time.
TEST(Session, doesNotGrow) {
  Session session(exampleProblem(16));
  Problem plain = exampleProblem(16);
  std::mt19937_64 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Cost> entries;
    for (int k = 0; k < 4; ++k)
      entries.push_back(Cost(random() % 1'000'000));
    int edge = int(random() % 2);
    session.setTable(edge, entries);
    plain.setTable(edge, plain.addTable(entries));
    // Longer and shorter in turn, which leaves holes.
    std::vector<Cost> costs(2 + round % 2, round);
    session.setCosts(1, costs);
    session.setMemory(1, costs);
    session.setCosts(1, {8, 3});
    session.setMemory(1, {8, 4});
  }
  plain.setCosts(1, {8, 3});
  plain.setMemory(1, {8, 4});
  EXPECT_GT(plain.numTables(), 10'000);
  EXPECT_LT(session.problem().numTables(), 1'000);
  EXPECT_LT(session.problem().held(), 2'000u);
  EXPECT_EQ(session.problem().fingerprint(), plain.fingerprint());
  EXPECT_EQ(session.solve(little()).cost, solve(plain, little()).cost);
}
