//===- ProblemTest.cpp - Checking and pricing ---------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The worked example's claims, and one case per thing that `check` refuses.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"

#include <gtest/gtest.h>

using namespace partita::solver;

TEST(Problem, example) {
  Verdict verdict = verify(exampleProblem(20), {0, 1, 0, 0});
  EXPECT_EQ(verdict.error, "");
  EXPECT_EQ(verdict.cost, 12);
  EXPECT_EQ(verdict.peak, std::vector<int64_t>{20});
  EXPECT_TRUE(verdict.feasible);
  EXPECT_EQ(bruteForce(exampleProblem(20)), 12);
  EXPECT_EQ(bruteForce(exampleProblem(16)), 13);
  EXPECT_EQ(bruteForce(exampleProblem(12)), 14);
  EXPECT_EQ(bruteForce(exampleProblem(11)), std::nullopt);
  EXPECT_FALSE(verify(exampleProblem(19), {0, 1, 0, 0}).feasible);
}

TEST(Problem, verifyCountsForbiddenEntries) {
  Problem p;
  p.addNode(0, 1, {7, Forbidden}, {});
  p.addNode(0, 1, {5}, {});
  p.addEdge(0, 1, p.addTable({Forbidden, 2}));
  Verdict first = verify(p, {0, 0});
  EXPECT_EQ(first.cost, 12);
  EXPECT_EQ(first.forbidden, 1);
  EXPECT_FALSE(first.feasible);
  EXPECT_EQ(verify(p, {1, 0}).cost, 7);
}

TEST(Problem, verifyRefusesWhatIsNoSolution) {
  Problem p = exampleProblem(20);
  EXPECT_EQ(verify(p, {0, 0, 0}).error, "expects 4 strategies, got 3");
  EXPECT_EQ(verify(p, {0, 2, 0, 0}).error,
            "node 1 has no strategy 2 among its 2");
  EXPECT_FALSE(verify(p, {0, -1, 0, 0}).feasible);
}

TEST(Problem, memoryCountsFromBeginToBeforeEnd) {
  Problem p;
  p.addLimit(10);
  p.addLimit(3);
  p.addNode(0, 5, {0}, {6, 1});
  p.addNode(5, 6, {0}, {10, 3});  // begins when the first one ends
  p.addNode(2, 2, {0}, {99, 99}); // never live
  Verdict verdict = verify(p, {0, 0, 0});
  EXPECT_EQ(verdict.peak, (std::vector<int64_t>{10, 3}));
  EXPECT_TRUE(verdict.feasible);
}

TEST(Problem, tablesAreShared) {
  Problem p;
  EXPECT_EQ(p.addTable({1, 2}), p.addTable({1, 2}));
  EXPECT_NE(p.addTable({1, 2}), p.addTable({2, 1}));
  EXPECT_EQ(p.numTables(), 2);
}

TEST(Problem, changesStayWhereTheyAreMade) {
  Problem p = exampleProblem(20);
  p.setTable(0, p.addTable({0, 5, 3, 0}));
  EXPECT_EQ(p.entry(0, 0, 1), 5);
  EXPECT_EQ(p.entry(1, 0, 1), 0); // had shared the table
  p.setCosts(0, {7, 2});
  p.setMemory(0, {9, 4});
  p.setLimit(0, 21);
  EXPECT_EQ(p.costs(0)[0], 7);
  EXPECT_EQ(p.costs(1)[0], 8);
  EXPECT_TRUE(p.check().empty());
  Verdict verdict = verify(p, {0, 1, 0, 0});
  EXPECT_EQ(verdict.cost, 12 + 5 + 3);
  EXPECT_EQ(verdict.peak, std::vector<int64_t>{21});
  EXPECT_TRUE(verdict.feasible);
  // More strategies, fewer strategies.
  p.setCosts(3, {1, 1});
  EXPECT_EQ(p.check().size(), 3u); // its memory and two edges
  p.setMemory(3, {1, 0});
  int table = p.addTable({0, 0, 3, 0});
  p.setTable(2, table);
  p.setTable(3, table);
  EXPECT_TRUE(p.check().empty());
  EXPECT_EQ(verify(p, {0, 1, 0, 1}).cost, 17);
  EXPECT_EQ(p.costs(0)[1], 2);
  p.setCosts(3, {1});
  p.setMemory(3, {1});
  p.setTable(2, p.addTable({0, 3}));
  p.setTable(3, p.addTable({0, 3}));
  EXPECT_EQ(verify(p, {0, 1, 0, 0}).cost, 20);
}

TEST(Problem, fingerprintTellsProblemsApart) {
  EXPECT_EQ(exampleProblem(20).fingerprint(), exampleProblem(20).fingerprint());
  EXPECT_NE(exampleProblem(20).fingerprint(), exampleProblem(16).fingerprint());
}

TEST(Problem, checkAcceptsEmptyAndExample) {
  EXPECT_TRUE(Problem().check().empty());
  EXPECT_TRUE(exampleProblem(20).check().empty());
  EXPECT_TRUE(verify(Problem(), {}).feasible);
}

TEST(Problem, checkNamesEverythingMalformed) {
  Problem p;
  p.addLimit(-1);
  p.addNode(4, 2, {-3}, {1});
  p.addNode(0, 1, {}, {});
  p.addNode(0, 1, {1, Forbidden + 1}, {1});
  p.addNode(0, 1, {1}, {-5});
  p.addEdge(0, 9, p.addTable({1}));
  p.addEdge(3, 3, p.addTable({1}));
  p.addEdge(0, 3, p.addTable({1, 2}));
  p.addEdge(0, 3, 77);
  std::vector<std::string> expected = {
      "limit of class 0 expects 0 to 2*10^18, got -1",
      "node 0 expects an interval that ends after it begins, got [4, 2)",
      "node 0 cost[0] expects 0 to 10^18, got -3",
      "node 1 expects at least one strategy",
      "node 2 cost[1] expects 0 to 10^18, got 1000000000000000001",
      "node 2 expects 2 memory uses (strategies x limits), got 1",
      "node 3 memory[0] expects 0 to 10^18, got -5",
      "edge 0 names node 9, but there are 4 nodes",
      "edge 1 joins node 3 to itself",
      "edge 2 expects 1 x 1 costs, got 2",
      "edge 3 names table 77, but there are 2 tables",
  };
  EXPECT_EQ(p.check(), expected);
  EXPECT_EQ(p.check(3).size(), 4u);
  EXPECT_EQ(p.check(3).back(), "and 8 more");
}

TEST(Problem, checkRefusesMomentsThatNoCertificateCanName) {
  Problem p;
  p.addLimit(1);
  p.addNode(-MaxTotal, MaxTotal, {1}, {1});
  EXPECT_EQ(p.check(), std::vector<std::string>{});
  p.addNode(-MaxTotal - 1, 0, {1}, {1});
  p.addNode(0, INT64_MAX, {1}, {1});
  std::string range = " expects moments from -2*10^18 to 2*10^18, got [";
  EXPECT_EQ(p.check(), (std::vector<std::string>{
                           "node 1" + range + "-2000000000000000001, 0)",
                           "node 2" + range + "0, 9223372036854775807)"}));
}

TEST(Problem, checkRefusesSumsThatOverflow) {
  Problem costs;
  for (int i = 0; i < 3; ++i)
    costs.addNode(0, 1, {Forbidden - 1}, {});
  EXPECT_EQ(costs.check(),
            std::vector<std::string>{"node 2 cost makes a sum that can exceed "
                                     "2*10^18"});
  Problem memory;
  memory.addLimit(5);
  for (int i = 0; i < 3; ++i)
    memory.addNode(0, 1, {0}, {Forbidden});
  EXPECT_EQ(memory.check(), std::vector<std::string>{
                                "node 2 memory makes a sum that can exceed "
                                "2*10^18"});
}

TEST(Problem, compactingKeepsWhatIsMalformed) {
  Problem p = exampleProblem(16);
  p.addTable({7, 7, 7});
  p.addEdge(0, 9, 99);
  p.addEdge(1, 3, -2);
  std::vector<std::string> wrong = p.check();
  EXPECT_EQ(wrong.size(), 3u);
  p.compact();
  EXPECT_EQ(p.numTables(), 2);
  EXPECT_EQ(p.check().size(), 3u);
  p.compact();
  EXPECT_EQ(p.check().size(), 3u);
}
