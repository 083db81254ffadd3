//===- TreeTest.cpp - Exact search against brute force ------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With reduction left out, small problems are left to branching: the optimum or
// that there is none must come out, and its certificate must prove just that.
// An unfinished tree must prove what it claims.
//
//===----------------------------------------------------------------------===//

#include "Tree.h"
#include "RandomProblems.h"
#include "partita/Solver/Solve.h"

#include <cmath>
#include <gtest/gtest.h>

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
      SolveOptions options;
      options.work = 20'000'000;
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

/// A plan decoded on the way, the bound, and what the certificate says of it.
static void exploreGrid(int64_t rounds, bool &finished) {
  Problem problem = gridProblem(4, 10, 3);
  Core core(problem);
  reduce(core);
  Model model(core);
  Bound bound(model);
  std::atomic<bool> stop{false};
  bound.improve(20 * bound.workPerSweep(), Infinite, stop);
  Tree tree(core, bound);
  double best = Infinite;
  for (int64_t k = 0; k < rounds && !tree.finished(); ++k) {
    tree.explore(200'000, best, stop);
    Plan plan = tree.takePlan();
    if (plan.cost == Infinite)
      continue;
    EXPECT_NEAR(price(model, plan.choice), plan.cost, 1e-6);
    EXPECT_LT(plan.cost, best);
    best = plan.cost;
    std::vector<int32_t> states(core.vars.size(), 0);
    for (int v = 0; v < model.size(); ++v)
      states[model.var[v]] = plan.choice[v];
    Verdict verdict = verify(problem, core.expand(std::move(states)));
    EXPECT_TRUE(verdict.feasible);
    EXPECT_EQ(double(verdict.cost), plan.cost);
  }
  finished = tree.finished();
  EXPECT_LE(tree.value(), best);
  Certificate certificate;
  certificate.fingerprint = problem.fingerprint();
  SolveOptions options; // for the steps that lead to the core
  options.work = 1;
  certificate.nodes[0].steps =
      solve(problem, options).certificate.nodes[0].steps;
  tree.record(certificate, best);
  CertifiedBound certified = recomputeBound(problem, certificate);
  ASSERT_EQ(certified.error, "");
  EXPECT_GE(double(certified.bound), std::floor(tree.value()) - 1);
  if (best < Infinite)
    EXPECT_LE(double(certified.bound), best);
  if (finished)
    EXPECT_EQ(double(certified.bound), best);
}

TEST(Tree, provesWhatItClaimsAtAnyTime) {
  bool finished = false;
  for (int64_t rounds : {1, 2, 5, 20, 100}) {
    SCOPED_TRACE(rounds);
    exploreGrid(rounds, finished);
  }
  for (int64_t rounds = 1000; !finished && rounds < 100'000; rounds *= 10)
    exploreGrid(rounds, finished);
  EXPECT_TRUE(finished);
}
