//===- TechniquesTest.cpp - Right with anything left out ----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever is left out, plans fit, certified bounds hold, and "infeasible" is
// said only where it is true.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"
#include "partita/Solver/Solve.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace partita::solver;

TEST(Techniques, namesAreRead) {
  Techniques some;
  EXPECT_EQ(some.parse("merging,reserve"), "");
  EXPECT_TRUE(some.has(Technique::Merging));
  EXPECT_TRUE(some.has(Technique::Reserve));
  EXPECT_FALSE(some.has(Technique::Dominance));
  EXPECT_EQ(Techniques().parse("magic"),
            "there is no technique 'magic'; there are " + Techniques::names());
}

TEST(Techniques, answersStayRightWithoutAny) {
  std::istringstream names(Techniques::names());
  for (std::string name; std::getline(names, name, ',');)
    for (uint64_t seed = 1; seed <= 150; ++seed) {
      Problem p = randomProblem(seed);
      SolveOptions options = withWork(20'000);
      ASSERT_EQ(options.without.parse(name), "");
      SolveResult result = solve(p, options);
      CertifiedBound bound = recomputeBound(p, result.certificate);
      std::optional<Cost> best = bruteForce(p);
      EXPECT_EQ(bound.error, "") << name << " " << seed;
      if (result.status == SolveStatus::Feasible) {
        Verdict verdict = verify(p, result.solution);
        EXPECT_TRUE(verdict.feasible) << name << " " << seed;
        ASSERT_TRUE(best) << name << " " << seed;
        EXPECT_GE(result.cost, *best) << name << " " << seed;
      }
      if (best)
        EXPECT_LE(bound.bound, *best) << name << " " << seed;
      if (best)
        EXPECT_FALSE(bound.infeasible) << name << " " << seed;
      if (result.status == SolveStatus::Infeasible)
        EXPECT_TRUE(!best && bound.infeasible) << name << " " << seed;
    }
}

/// The costs and bounds of all rounds, and the answer.
static std::string story(const Problem &problem, SolveOptions options) {
  std::ostringstream out;
  options.work = 20'000'000;
  options.roundWork = 50'000;
  options.progress = [&](const SolveProgress &progress) {
    out << progress.work << ' ' << progress.cost.value_or(-1) << ' '
        << progress.bound << '\n';
  };
  SolveResult result = solve(problem, options);
  for (int32_t state : result.solution)
    out << state << ' ';
  out << writeCertificate(result.certificate);
  return out.str();
}

// Rounds are short here, so that hundreds of them leave none out.
TEST(Techniques, allTakePartAndTwoThreadsTellTheSameStory) {
  Problem problem = gridProblem(6, 20, 1);
  // One to be eliminated, and one that is bound to follow another.
  int leaf = problem.addNode(0, 1, {3, 1}, {0, 0});
  problem.addEdge(0, leaf, problem.addTable({0, 2, 5, 0, 1, 1, 0, 7}));
  int follower = problem.addNode(0, 4, {5, 1, 2}, {1, 3, 2});
  Cost no = Forbidden;
  problem.addEdge(
      1, follower,
      problem.addTable({0, no, no, no, 2, no, no, no, 1, 4, no, no}));
  std::string all = story(problem, SolveOptions());
  std::istringstream names(Techniques::names());
  for (std::string name; std::getline(names, name, ',');) {
    SCOPED_TRACE(name);
    SolveOptions options;
    ASSERT_EQ(options.without.parse(name), "");
    std::string one = story(problem, options);
    EXPECT_NE(one, all);
    options.threads = 2;
    EXPECT_EQ(one, story(problem, options));
  }
  SolveOptions options;
  options.threads = 2;
  EXPECT_EQ(all, story(problem, options));
}
