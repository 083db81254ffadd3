//===- SolveTest.cpp - Answers against brute force ----------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On thousands of small problems: a plan is what it claims to be, no bound is
// above the true optimum, and "infeasible" is said only where it is true, each
// bound being recomputed from its certificate. Same bytes on one and two
// threads.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Solve.h"
#include "Prepared.h"
#include "RandomProblems.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace partita::solver;

static SolveResult solveSmall(const Problem &problem, int threads = 1,
                              int64_t work = 4'000'000) {
  SolveOptions options;
  options.work = work;
  options.threads = threads;
  return solve(problem, options);
}

TEST(Solve, example) {
  struct Case {
    int64_t limit;
    Solution solution;
    Cost cost;
  };
  for (const Case &c : {Case{20, {0, 1, 0, 0}, 12}, Case{16, {1, 1, 0, 0}, 13},
                        Case{12, {1, 1, 1, 0}, 14}}) {
    Problem problem = exampleProblem(c.limit);
    SolveResult result = solveSmall(problem);
    ASSERT_EQ(result.status, SolveStatus::Feasible);
    EXPECT_EQ(result.solution, c.solution);
    EXPECT_EQ(result.cost, c.cost);
    CertifiedBound bound = recomputeBound(problem, result.certificate);
    EXPECT_EQ(bound.error, "");
    EXPECT_LE(bound.bound, c.cost);
  }
  SolveResult none = solveSmall(exampleProblem(11));
  EXPECT_EQ(none.status, SolveStatus::Infeasible);
  EXPECT_TRUE(recomputeBound(exampleProblem(11), none.certificate).infeasible);
}

TEST(Solve, emptyProblem) {
  SolveResult result = solveSmall(Problem());
  EXPECT_EQ(result.status, SolveStatus::Feasible);
  EXPECT_EQ(result.cost, 0);
  EXPECT_EQ(recomputeBound(Problem(), result.certificate).error, "");
}

TEST(Solve, agreesWithBruteForce) {
  int feasible = 0, optimal = 0, tight = 0, infeasible = 0, proven = 0;
  for (uint64_t seed = 0; seed < 6000; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = randomProblem(seed);
    std::optional<Cost> truth = bruteForce(problem);
    SolveResult result = solveSmall(problem, 1, 2'000'000);
    CertifiedBound bound = recomputeBound(problem, result.certificate);
    ASSERT_EQ(bound.error, "");
    EXPECT_EQ(bound.infeasible, result.status == SolveStatus::Infeasible);
    if (!truth) {
      ++infeasible;
      EXPECT_NE(result.status, SolveStatus::Feasible);
      proven += bound.infeasible;
      continue;
    }
    ++feasible;
    EXPECT_NE(result.status, SolveStatus::Infeasible);
    EXPECT_LE(bound.bound, *truth);
    tight += bound.bound == *truth;
    if (result.status != SolveStatus::Feasible)
      continue;
    Verdict verdict = verify(problem, result.solution);
    EXPECT_TRUE(verdict.feasible);
    EXPECT_EQ(verdict.cost, result.cost);
    EXPECT_GE(result.cost, *truth);
    optimal += result.cost == *truth;
  }
  // Small problems that neither bound nor search settles are rare.
  EXPECT_GE(optimal, 0.99 * feasible);
  EXPECT_GE(tight, 0.9 * feasible);
  EXPECT_GE(proven, 0.99 * infeasible);
  std::printf("%d feasible: %d optimal, %d with a tight bound; %d infeasible: "
              "%d proven\n",
              feasible, optimal, tight, infeasible, proven);
}

TEST(Solve, gridWithinMemory) {
  Problem problem = gridProblem(6, 20, 1);
  ASSERT_TRUE(problem.check().empty());
  SolveResult result = solveSmall(problem, 1, 200'000'000);
  ASSERT_EQ(result.status, SolveStatus::Feasible);
  EXPECT_TRUE(verify(problem, result.solution).feasible);
  CertifiedBound bound = recomputeBound(problem, result.certificate);
  ASSERT_EQ(bound.error, "");
  // The certificate loses no more than rounding. Grids under tight memory are
  // hard for the relaxation, so the gap is only sane.
  EXPECT_GE(double(bound.bound), result.bound - 1);
  EXPECT_LE(double(result.cost), 1.4 * double(bound.bound));
}

/// Solves on one and on two threads, and expects the same of both.
static SolveResult solveTwice(const Problem &problem) {
  SolveResult one = solveSmall(problem, 1, 20'000'000);
  SolveResult two = solveSmall(problem, 2, 20'000'000);
  EXPECT_EQ(one.status, SolveStatus::Feasible);
  EXPECT_EQ(one.solution, two.solution);
  EXPECT_EQ(one.work, two.work);
  EXPECT_EQ(writeCertificate(one.certificate),
            writeCertificate(two.certificate));
  return one;
}

TEST(Solve, sameBytesOnOneAndTwoThreads) {
  for (uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    solveTwice(gridProblem(5, 12, seed));
    // Small enough for exact search.
    SolveResult exact = solveTwice(gridProblem(4, 7, seed));
    EXPECT_GT(exact.certificate.nodes.size(), 1u);
  }
}

TEST(Solve, stopsWhenAsked) {
  std::atomic<bool> stop{true};
  SolveOptions options;
  options.stop = &stop;
  options.work = INT64_MAX;
  SolveResult none = solve(gridProblem(5, 12, 1), options);
  EXPECT_EQ(none.status, SolveStatus::NotFound);
  stop = false;
  options.progress = [&](const SolveProgress &progress) {
    if (progress.cost)
      stop = true;
  };
  SolveResult some = solve(gridProblem(5, 12, 1), options);
  EXPECT_EQ(some.status, SolveStatus::Feasible);
  EXPECT_TRUE(verify(gridProblem(5, 12, 1), some.solution).feasible);
}

/// Expects that a solve that was stopped has a certificate of what it says.
/// Returns whether exact search is part of it.
static bool expectSound(const Problem &problem, const SolveResult &result) {
  EXPECT_NE(result.status, SolveStatus::Infeasible);
  CertifiedBound bound = recomputeBound(problem, result.certificate);
  EXPECT_EQ(bound.error, "");
  EXPECT_GE(double(bound.bound), provenAtLeast(result.bound));
  if (result.status == SolveStatus::Feasible) {
    EXPECT_EQ(verify(problem, result.solution).cost, result.cost);
    EXPECT_LE(bound.bound, result.cost);
  }
  return result.certificate.nodes.size() > 1;
}

TEST(Solve, aStopAfterAnyRoundLeavesAProof) {
  Problem problem = gridProblem(4, 7, 1);
  int searched = 0;
  for (int rounds : {1, 2, 3, 5, 8, 13, 21, 34, 55, 89}) {
    SCOPED_TRACE(rounds);
    std::atomic<bool> stop{false};
    SolveOptions options = withWork(10'000'000'000);
    options.roundWork = 500'000;
    options.stop = &stop;
    int reports = 0;
    options.progress = [&](const SolveProgress &) {
      stop = ++reports == rounds;
    };
    searched += expectSound(problem, solve(problem, options));
  }
  EXPECT_GE(searched, 3);
}

// Wherever in a round that is; how far the search comes is up to the machine.
TEST(Solve, aStopAtAnyTimeLeavesAProof) {
  Problem problem = gridProblem(4, 7, 1);
  for (int delay : {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233}) {
    SCOPED_TRACE(delay);
    std::atomic<bool> stop{delay == 0};
    std::thread timer([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(delay));
      stop = true;
    });
    SolveOptions options = withWork(10'000'000'000);
    options.threads = 1 + delay % 2;
    options.stop = &stop;
    SolveResult result = solve(problem, options);
    timer.join();
    expectSound(problem, result);
  }
}
