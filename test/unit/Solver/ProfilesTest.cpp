//===- ProfilesTest.cpp - Shares of unlike devices as labels ------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The worked example of Profiles.h; what becomes of nodes that do not depend on
// profiles; what is malformed.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"
#include "RandomProfiles.h"
#include "partita/Solver/ProfiledSolve.h"

#include <gtest/gtest.h>

using namespace partita::solver;

TEST(Profiles, example) {
  struct Case {
    int64_t limit;
    int32_t profile;
    Cost cost;
  };
  for (const Case &c : {Case{20, 0, 12}, Case{21, 1, 11}}) {
    ProfiledProblem problem = profiledExample(c.limit);
    EXPECT_EQ(problem.check(), std::vector<std::string>());
    Expansion plain = expand(problem);
    EXPECT_EQ(plain.problem.numNodes(), 4); // edges join the whole body
    SolveResult result = solve(plain.problem, withWork(400'000));
    ASSERT_EQ(result.status, SolveStatus::Feasible);
    EXPECT_EQ(result.cost, c.cost);
    ProfiledSolution plan = plain.collapse(result.solution);
    EXPECT_EQ(plan.profiles, (std::vector<int32_t>{c.profile, 0}));
    EXPECT_EQ(plan.strategies, (Solution{0, 1, 0, 0}));
    EXPECT_EQ(verify(problem, plan).cost, c.cost);
    EXPECT_EQ(plain.label(plan), result.solution);
    ProfiledResult together = solve(problem, withWork(400'000));
    EXPECT_EQ(together.cost, c.cost);
    EXPECT_EQ(together.solution.profiles, plan.profiles);
    EXPECT_EQ(together.solution.strategies, plan.strategies);
    EXPECT_LE(recomputeBound(plain.problem, together.certificate).bound,
              c.cost);
  }
}

TEST(Profiles, whatDoesNotDependKeepsItsStates) {
  ProfiledProblem p;
  int segment = p.addSegment(3, {5, 2, 7});
  p.addNode(segment, 0, 1, {{1, 2}, {1, 2}, {1, 2}}, {{}, {}, {}});
  Expansion alone = expand(p);
  EXPECT_EQ(alone.problem.numStrategies(0), 2);
  EXPECT_EQ(alone.problem.numNodes(), 2); // one for the segment's cost
  SolveResult result = solve(alone.problem, withWork(400'000));
  EXPECT_EQ(result.cost, 3);
  EXPECT_EQ(alone.collapse(result.solution).profiles[0], 1);
  // Two nodes that do depend and no edge between them.
  for (int k = 0; k < 2; ++k)
    p.addNode(segment, 0, 1, {{k, 9}, {9, 9}, {9, 1 - k}}, {{}, {}, {}});
  Expansion joined = expand(p);
  EXPECT_EQ(joined.problem.numStrategies(1), 6);
  EXPECT_EQ(joined.problem.numNodes(), 4);
  result = solve(joined.problem, withWork(400'000));
  EXPECT_EQ(result.cost, 5 + 1 + 0 + 1);
  EXPECT_EQ(joined.collapse(result.solution).profiles[0], 0);
}

// A node's cost and its segment's may become one number, which then must not be
// the one that forbids.
TEST(Profiles, costsThatAddUpToForbiddenAreRefused) {
  for (Cost missing : {0, 1}) {
    ProfiledProblem p;
    int segment = p.addSegment(2, {0, Forbidden / 2});
    p.addNode(segment, 0, 1, {{Forbidden, 3}, {Forbidden / 2 - missing, -1}},
              {{}, {}});
    p.addNode(segment, 0, 1, {{1, 1}, {INT64_MIN, 1}}, {{}, {}});
    std::vector<std::string> wrong = p.check();
    ASSERT_EQ(wrong.size(), missing ? 2u : 1u);
    if (!missing) {
      EXPECT_EQ(wrong[0], "node 0, profile 1, costs 500000000000000000 and its "
                          "segment 500000000000000000: expects less than 10^18 "
                          "together");
    }
  }
  ProfiledProblem fine;
  int segment = fine.addSegment(2, {Forbidden, Forbidden / 2});
  fine.addNode(segment, 0, 1, {{0}, {Forbidden / 2 - 1}}, {{}, {}});
  EXPECT_EQ(fine.check(), std::vector<std::string>());
  SolveResult result = solve(expand(fine).problem, withWork(1000));
  EXPECT_EQ(result.cost, Forbidden - 1);
}

TEST(Profiles, checkNamesWhatIsMalformed) {
  ProfiledProblem p = profiledExample(20);
  p.addSegment(0);
  p.addSegment(1, {-1});
  p.addSegment(2, {1});
  p.addNode(9, 0, 1, {{1}}, {{1}});
  p.addNode(0, 0, 1, {{1}}, {{1}});
  p.addNode(0, 0, 1, {{1}, {1, 2}}, {{1}, {1}});
  p.addEdge(0, 99, {0});
  p.addEdge(0, 1, {-4});
  std::vector<std::string> expected = {
      "segment 2 expects at least one profile",
      "segment 3 cost expects 0 to 10^18, got -1",
      "segment 4 expects 2 costs, got 1",
      "node 4 names segment 9, but there are 5 segments",
      "node 5 expects costs and memory for 2 profiles, got 1 and 1",
      "node 6, profile 1, expects 1 costs and 1 memory uses, got 2 and 1",
      "edge 4 names node 99, but there are 7 nodes",
      "edge 5 names table -4, but there are 4 tables",
  };
  EXPECT_EQ(p.check(), expected);
  EXPECT_EQ(p.check(2).back(), "and 6 more");
  ProfiledProblem tables = profiledExample(20);
  tables.addEdge(0, 1, {0});
  tables.addEdge(0, 1, {0, 2});
  EXPECT_EQ(tables.check(),
            (std::vector<std::string>{"edge 4 expects 2 tables, got 1",
                                      "edge 5 expects 2 x 2 costs, got 2"}));
  ProfiledProblem numbers = profiledExample(-3);
  EXPECT_EQ(numbers.check().size(), 1u);
  EXPECT_EQ(verify(profiledExample(20), {{0}, {0, 0, 0, 0}}).error,
            "expects 2 profiles, got 1");
  EXPECT_EQ(verify(profiledExample(20), {{0, 1}, {0, 0, 0, 0}}).error,
            "segment 1 has no profile 1 among its 1");
}
