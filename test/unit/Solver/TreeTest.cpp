//===- TreeTest.cpp - Exact search against brute force ------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With reduction left out, small problems are left to branching: the optimum or
// that there is none must come out, and its certificate must prove just that.
// An unfinished tree must prove what it claims, wherever it was stopped.
//
//===----------------------------------------------------------------------===//

#include "Tree.h"
#include "Prepared.h"
#include "RandomProblems.h"
#include "partita/Solver/Solve.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace partita::solver;

TEST(Tree, endsWithAProof) {
  int branched = 0, cut = 0;
  for (const char *without :
       {"", "merging,dominance,elimination,memory-pruning",
        "dominance,elimination,memory-prices"})
    for (uint64_t seed = 0; seed < 700; ++seed) {
      SCOPED_TRACE(std::string(without) + " " + std::to_string(seed));
      Problem problem = randomProblem(seed);
      std::optional<Cost> truth = bruteForce(problem);
      SolveOptions options = withWork(20'000'000);
      ASSERT_EQ(options.without.parse(without), "");
      SolveResult result = solve(problem, options);
      CertifiedBound bound = recomputeBound(problem, result.certificate);
      ASSERT_EQ(bound.error, "");
      ASSERT_EQ(result.status,
                truth ? SolveStatus::Feasible : SolveStatus::Infeasible);
      EXPECT_EQ(bound.infeasible, !truth);
      if (truth) {
        EXPECT_EQ(result.cost, *truth);
        EXPECT_EQ(bound.bound, *truth);
      }
      branched += result.certificate.nodes.size() > 1;
      for (const Certificate::Node &node : result.certificate.nodes)
        cut += !node.cuts.empty();
    }
  EXPECT_GT(branched, 20);
  EXPECT_GT(cut, 5);
  std::printf("%d branched, %d cuts\n", branched, cut);
}

/// The cheapest plan that a tree has found since the last time, as a solution;
/// expects that it costs less than `best`.
static void takePlan(const Prepared &p, Tree &tree, double &best) {
  Plan plan = tree.takePlan();
  if (plan.cost == Infinite)
    return;
  EXPECT_NEAR(price(p.model, plan.choice), plan.cost, 1e-6);
  EXPECT_LT(plan.cost, best);
  best = plan.cost;
  Verdict verdict = p.verdict(plan.choice);
  EXPECT_TRUE(verdict.feasible);
  EXPECT_EQ(double(verdict.cost), plan.cost);
}

TEST(Tree, provesWhatItClaimsAtAnyTime) {
  Prepared p(gridProblem(4, 8, 3), 100'000);
  Tree tree(p.core, p.bound);
  expectProven(p, tree, Infinite);
  double best = Infinite, value = tree.value();
  int64_t round = 0;
  while (!tree.finished() && ++round < 100'000) {
    SCOPED_TRACE(round);
    tree.explore(200'000, best, p.stop);
    takePlan(p, tree, best);
    EXPECT_GE(tree.value(), value - 1e-9);
    value = tree.value();
    EXPECT_LE(value, best);
    if ((round & (round - 1)) == 0)
      expectProven(p, tree, best);
  }
  ASSERT_TRUE(tree.finished());
  EXPECT_GT(round, 40);
  expectProven(p, tree, best);
}

TEST(Tree, stopsInsideANode) {
  Prepared p(gridProblem(4, 7, 1), 100'000);
  Tree tree(p.core, p.bound);
  double best = Infinite, value = tree.value();
  for (int round = 0; !tree.finished(); ++round) {
    SCOPED_TRACE(round);
    // Ever longer, so that it ends on any machine.
    std::atomic<bool> stop{round == 0};
    std::thread timer([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(100 + 10 * round));
      stop = true;
    });
    tree.explore(INT64_MAX, best, stop);
    timer.join();
    takePlan(p, tree, best);
    EXPECT_GE(tree.value(), value - 1e-9);
    value = tree.value();
    expectProven(p, tree, best);
  }
  EXPECT_EQ(value, best);
}

TEST(Tree, aBetterPlanThanTheTreeKnewIsAcceptedInItsProof) {
  int cuts = 0;
  for (uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    Prepared p(gridProblem(4, 7, seed), 100'000);
    SolveResult result = solve(p.problem, withWork(500'000'000));
    ASSERT_EQ(double(result.cost), result.bound);
    double best = double(result.cost);
    for (double more : {1, 5, 30}) {
      SCOPED_TRACE(more);
      Tree tree(p.core, p.bound);
      for (int round = 0; round < 20 && !tree.finished(); ++round) {
        tree.explore(100'000, best + more, p.stop);
        // The cuts were made against a plan that costs more.
        Certificate certificate = p.certificate();
        tree.record(certificate, best);
        for (const Certificate::Node &node : certificate.nodes)
          cuts += !node.cuts.empty();
        CertifiedBound bound = recomputeBound(p.problem, certificate);
        ASSERT_EQ(bound.error, "");
        EXPECT_LE(double(bound.bound), best);
        EXPECT_GE(double(bound.bound),
                  provenAtLeast(std::min(best, tree.value())));
      }
    }
  }
  EXPECT_GT(cuts, 20);
}
