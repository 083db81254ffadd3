//===- ProfiledSolveTest.cpp - Profiles against brute force -------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small random problems against trying all profiles with all strategies, both
// by way of the expansion's own brute force and by solving it.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/ProfiledSolve.h"
#include "RandomProblems.h"
#include "RandomProfiles.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace partita::solver;

TEST(ProfiledSolve, agreesWithBruteForce) {
  int feasible = 0, infeasible = 0, optimal = 0, best = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    ProfiledProblem problem = randomProfiled(seed);
    ASSERT_EQ(problem.check(), std::vector<std::string>());
    Expansion plain = expand(problem);
    std::optional<Cost> truth;
    forEachChoice(problem, [&](const ProfiledSolution &choice) {
      Verdict verdict = verify(problem, choice);
      Solution labelled = plain.label(choice);
      Verdict same = verify(plain.problem, labelled);
      ASSERT_EQ(same.feasible, verdict.feasible);
      if (!verdict.feasible)
        return;
      EXPECT_EQ(same.cost, verdict.cost);
      EXPECT_EQ(same.peak, verdict.peak);
      EXPECT_EQ(plain.collapse(labelled).strategies, choice.strategies);
      truth = std::min(truth.value_or(verdict.cost), verdict.cost);
    });
    SolveResult result = solve(plain.problem, withWork(400'000));
    if (result.status == SolveStatus::Infeasible) {
      EXPECT_FALSE(truth);
    }
    if (result.status == SolveStatus::Feasible) {
      Verdict verdict = verify(problem, plain.collapse(result.solution));
      ASSERT_TRUE(truth);
      EXPECT_TRUE(verdict.feasible);
      EXPECT_EQ(verdict.cost, result.cost);
      EXPECT_GE(result.cost, *truth);
    }
    ProfiledResult together = solve(problem, withWork(400'000));
    EXPECT_EQ(together.status == SolveStatus::Infeasible,
              result.status == SolveStatus::Infeasible);
    if (truth) {
      EXPECT_EQ(together.status, SolveStatus::Feasible);
      EXPECT_EQ(verify(problem, together.solution).cost, together.cost);
      EXPECT_TRUE(verify(problem, together.solution).feasible);
      EXPECT_GE(together.cost, *truth);
      best += together.cost == *truth;
    }
    feasible += bool(truth);
    infeasible += !truth;
    optimal += truth && result.cost == *truth &&
               result.status == SolveStatus::Feasible;
  }
  EXPECT_GT(feasible, 1000);
  EXPECT_GT(infeasible, 200);
  EXPECT_GE(optimal, 0.99 * feasible);
  EXPECT_GE(best, 0.99 * feasible);
}

TEST(ProfiledSolve, noDearerThanTheStart) {
  int changed = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    ProfiledProblem problem = randomProfiled(seed);
    int visited = 0;
    forEachChoice(problem, [&](const ProfiledSolution &choice) {
      if (++visited % 53 || visited > 1000)
        return;
      Verdict verdict = verify(problem, choice);
      ProfiledResult result = solve(problem, withWork(1), &choice);
      EXPECT_EQ(result.startError.empty(), verdict.feasible);
      if (!verdict.feasible)
        return;
      ASSERT_EQ(result.status, SolveStatus::Feasible);
      EXPECT_LE(result.cost, verdict.cost);
      EXPECT_EQ(verify(problem, result.solution).cost, result.cost);
      ProfiledSolution other = choice;
      changeProfiles(problem, other);
      Verdict after = verify(problem, other);
      EXPECT_TRUE(after.feasible);
      EXPECT_EQ(other.strategies, choice.strategies);
      EXPECT_LE(after.cost, verdict.cost);
      EXPECT_EQ(after.cost < verdict.cost, other.profiles != choice.profiles);
      changed += other.profiles != choice.profiles;
    });
  }
  EXPECT_GT(changed, 100);
}

TEST(ProfiledSolve, sameBytesOnOneAndTwoThreads) {
  ProfiledProblem problem;
  problem.addLimit(60);
  std::mt19937_64 random(5);
  for (int g = 0; g < 4; ++g) {
    problem.addSegment(3);
    for (int k = 0; k < 6; ++k) {
      std::vector<std::vector<Cost>> costs(3), memory(3);
      for (int p = 0; p < 3; ++p)
        for (int s = 0; s < 3; ++s) {
          costs[p].push_back(Cost(random() % 50));
          memory[p].push_back(int64_t(random() % 9));
        }
      int node = problem.addNode(g, 6 * g + k, 6 * g + k + 8, costs, memory);
      for (int back : {1, 2, 6}) {
        if (node < back)
          continue;
        int other = node - back;
        int count = problem.segment(other) == g ? 3 : 9;
        std::vector<int> tables;
        for (int t = 0; t < count; ++t) {
          std::vector<Cost> entries;
          for (int e = 0; e < 9; ++e)
            entries.push_back(Cost(random() % 40));
          tables.push_back(problem.addTable(entries));
        }
        problem.addEdge(other, node, tables);
      }
    }
  }
  ASSERT_EQ(problem.check(), std::vector<std::string>());
  SolveOptions options = withWork(20'000'000);
  ProfiledResult one = solve(problem, options);
  options.threads = 2;
  ProfiledResult two = solve(problem, options);
  ASSERT_EQ(one.status, SolveStatus::Feasible);
  EXPECT_EQ(one.solution.profiles, two.solution.profiles);
  EXPECT_EQ(one.solution.strategies, two.solution.strategies);
  EXPECT_EQ(one.work, two.work);
  EXPECT_EQ(writeCertificate(one.certificate),
            writeCertificate(two.certificate));
  CertifiedBound bound =
      recomputeBound(expand(problem).problem, one.certificate);
  EXPECT_EQ(bound.error, "");
  EXPECT_LE(bound.bound, one.cost);
}

namespace {
/// Rows of nodes, each row a segment with three profiles: the best one differs
/// from row to row, and none is good for all.
ProfiledProblem rowsOfNodes(int rows, int columns) {
  std::mt19937_64 random(7);
  auto draw = [&](int most) { return Cost(random() % uint64_t(most + 1)); };
  ProfiledProblem p;
  p.addLimit(16 * columns);
  for (int r = 0; r < rows; ++r) {
    p.addSegment(3);
    for (int c = 0; c < columns; ++c) {
      std::vector<std::vector<Cost>> costs(3), memory(3);
      for (int profile = 0; profile < 3; ++profile)
        for (int s = 0; s < 4; ++s) {
          costs[profile].push_back((profile == r % 3 ? 20 : 60) + draw(60) +
                                   30 * s);
          memory[profile].push_back(1 + draw(9) * (3 - s));
        }
      int node = p.addNode(r, r, r + 2, costs, memory);
      for (int back : {1, columns}) {
        if ((back == 1 && c == 0) || node < back)
          continue;
        std::vector<int> tables;
        for (int t = 0; t < (back == 1 ? 3 : 9); ++t) {
          std::vector<Cost> entries;
          for (int e = 0; e < 16; ++e)
            entries.push_back(draw(60));
          tables.push_back(p.addTable(entries));
        }
        p.addEdge(node - back, node, tables);
      }
    }
  }
  return p;
}
} // namespace

// With no budget but a stop, nobody waits for the end of the first part.
TEST(ProfiledSolve, stopsWithSomethingOfEveryPart) {
  ProfiledProblem p = rowsOfNodes(12, 16);
  ASSERT_EQ(p.check(), std::vector<std::string>());
  SolveResult first =
      solve(fix(p, std::vector<int32_t>(12, 0)), withWork(100'000'000));
  ASSERT_EQ(first.status, SolveStatus::Feasible);
  std::atomic<bool> stop{false};
  SolveOptions options;
  options.work = INT64_MAX;
  options.stop = &stop;
  double bound = 0;
  std::optional<Cost> cost;
  for (int64_t most : {int64_t(800'000'000), int64_t(3'000'000'000)}) {
    stop = false;
    options.progress = [&](const SolveProgress &progress) {
      EXPECT_GE(progress.bound, bound);
      bound = progress.bound;
      if (progress.cost && cost) {
        EXPECT_LE(*progress.cost, *cost);
      }
      cost = progress.cost;
      stop = progress.work > most;
    };
    ProfiledResult result = solve(p, options);
    EXPECT_GE(result.work, most);
    ASSERT_EQ(result.status, SolveStatus::Feasible);
    EXPECT_LT(result.cost, first.cost);
    EXPECT_GT(std::set<int32_t>(result.solution.profiles.begin(),
                                result.solution.profiles.end())
                  .size(),
              1u);
    CertifiedBound certified =
        recomputeBound(expand(p).problem, result.certificate);
    EXPECT_EQ(certified.error, "");
    EXPECT_GT(certified.bound, 0.8 * double(result.cost));
    EXPECT_LE(certified.bound, result.cost);
    EXPECT_TRUE(result.duals.variables.empty());
    bound = 0;
    cost = std::nullopt;
  }
}
