//===- CertificateTreeTest.cpp - Branches and cuts are checked ----------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Certificates of several nodes by hand.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"

#include <gtest/gtest.h>

using namespace partita::solver;

TEST(Certificate, memoryThatABranchSpeaksOfCounts) {
  Problem p = rivalsProblem();
  Certificate c = certificateFor(p);
  c.nodes.resize(3);
  c.nodes[0].variable = 1;
  c.nodes[0].branches = {{{0}, 1}, {{1}, 2}};
  c.nodes[0].steps = {{'d', 0, -1, {1, 0}}};
  EXPECT_EQ(recomputeBound(p, c).error, "");
  std::string wrong =
      "step 0: d: state 1 of 0 can use less memory than state 0";
  Certificate priced = c, crowded = c, over = c, cut = c;
  priced.nodes[2].prices = {{0, 0, 1}};
  crowded.nodes[1].steps = {{'c', 0, -1, {0}, 0, 0}};
  over.nodes[2].steps = {{'o', -1, -1, {}, 0, 0}};
  for (const Certificate &later : {priced, crowded, over})
    EXPECT_EQ(recomputeBound(p, later).error, wrong);
  // The prices of cuts are spoken of as well, and those below cuts.
  cut.cutoff = 1;
  cut.nodes.resize(2);
  cut.nodes[0].variable = -1;
  cut.nodes[0].branches = {{{}, 1}};
  cut.nodes[0].cuts = {{1, {1}}};
  EXPECT_EQ(recomputeBound(p, cut).error, "");
  Certificate below = cut;
  cut.nodes[0].prices = {{0, 0, 1}};
  below.nodes[1].prices = {{0, 0, 1}};
  for (const Certificate &later : {cut, below})
    EXPECT_EQ(recomputeBound(p, later).error, wrong);
}

TEST(Certificate, branchesShareOutStates) {
  Problem p = rivalsProblem();
  Certificate c = certificateFor(p);
  c.nodes.resize(3);
  c.nodes[0].variable = 0;
  c.nodes[0].branches = {{{0}, 1}, {{1}, 2}};
  c.nodes[1].steps = {{'o', -1, -1, {}, 0, 0}}; // 7 + 4
  EXPECT_EQ(recomputeBound(p, c).bound, 9);
  c.nodes[2].steps = {{'o', -1, -1, {}, 0, 0}};
  EXPECT_EQ(recomputeBound(p, c).error,
            "node 2: step 0: o: the least fits at moment 0");
  c.nodes[2].steps.clear();
  c.nodes[0].branches[1].states = {0};
  EXPECT_EQ(recomputeBound(p, c).error, "no branch has state 1 of 0");
  c.nodes[0].branches[1] = {{1}, 1};
  EXPECT_EQ(recomputeBound(p, c).error,
            "node 0: expects branches that are later nodes and nobody else's, "
            "got 1");
  c.nodes[0].branches[1] = {{1}, 3};
  EXPECT_NE(recomputeBound(p, c).error, "");
  c.nodes[0].branches.pop_back();
  EXPECT_EQ(recomputeBound(p, c).error, "node 2 is nobody's branch");
}

TEST(Certificate, cutsReachTheCutoff) {
  Problem p;
  p.addNode(0, 1, {0, 6, 2}, {});
  p.addNode(0, 1, {0, 1}, {});
  p.addEdge(0, 1, p.addTable({4, 9, 0, 0, 5, 5}));
  Certificate c = certificateFor(p);
  c.cutoff = 6;
  c.nodes.resize(2);
  // State 1 costs 6 itself; with state 2 the edge costs 5, and it costs 2.
  c.nodes[0].cuts = {{0, {1, 2}}};
  c.nodes[0].branches = {{{}, 1}};
  c.nodes[1].steps = {{'f', 0, -1, {}}};
  EXPECT_EQ(recomputeBound(p, c).error, "");
  EXPECT_EQ(recomputeBound(p, c).bound, 4);
  c.nodes[1].steps.push_back({'e', 1, -1, {}});
  EXPECT_EQ(recomputeBound(p, c).bound, 4);
  c.nodes[0].cuts[0].states = {0, 1, 2};
  EXPECT_EQ(recomputeBound(p, c).error,
            "state 0 of 0 does not reach the cutoff");
  // Everything is cut: nothing costs less than the cutoff, and that is all.
  c.cutoff = 4;
  EXPECT_EQ(recomputeBound(p, c).bound, 4);
  EXPECT_FALSE(recomputeBound(p, c).infeasible);
  c.nodes[0].cuts.push_back({0, {1}});
  EXPECT_EQ(recomputeBound(p, c).error, "expects a variable once");
  c.nodes[0].cuts.pop_back();
  c.nodes[0].variable = 0;
  EXPECT_EQ(recomputeBound(p, c).error, "expects one branch after cuts");
}
