//===- CheckCostTest.cpp - What honest certificates take to check -------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other side of CheckLimitsTest: certificates as solvers write them for
// large problems have to get through. Limits are set a little above what is
// necessary.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Certificate.h"

#include <gtest/gtest.h>
#include <numeric>

using namespace partita::solver;

/// Two nodes; it costs 9 unless both choose state 0.
static Problem pair(int states) {
  Problem p;
  for (int i = 0; i < 2; ++i)
    p.addNode(0, 1, std::vector<Cost>(states, 0), {});
  std::vector<Cost> table(size_t(states) * states, 9);
  table[0] = 0;
  p.addEdge(0, 1, p.addTable(table));
  return p;
}

/// A certificate whose first node has one cut after the other.
static Certificate cutAll(const Problem &p) {
  Certificate c;
  c.fingerprint = p.fingerprint();
  c.cutoff = 9;
  c.nodes.resize(2);
  for (int v : {0, 1}) {
    c.nodes[0].cuts.push_back({v, {}});
    for (int s = 1; s < p.numStrategies(v); ++s)
      c.nodes[0].cuts.back().states.push_back(s);
  }
  c.nodes[0].branches = {{{}, 1}};
  return c;
}

TEST(CheckCost, cutsLookAtATableOncePerEnd) {
  Problem p = pair(300);
  Certificate c = cutAll(p);
  CheckLimits limits;
  limits.work = 10 * 300 * 300;
  EXPECT_EQ(recomputeBound(p, c, limits).error, "");
  EXPECT_EQ(recomputeBound(p, c, limits).bound, 0);
  // With 1 instead of 9 anywhere in a row, its state has to stay.
  std::vector<Cost> table(300 * 300, 9);
  table[0] = 0;
  table[7 * 300 + 5] = 1;
  p.setTable(0, p.addTable(table));
  c.fingerprint = p.fingerprint();
  EXPECT_EQ(recomputeBound(p, c, limits).error,
            "state 7 of 0 does not reach the cutoff");
  c.nodes[0].cuts.erase(c.nodes[0].cuts.begin());
  EXPECT_EQ(recomputeBound(p, c, limits).error,
            "state 5 of 1 does not reach the cutoff");
}

TEST(CheckCost, whatIsTakenOverNeedsNoRoom) {
  Problem p = pair(300);
  Certificate c = cutAll(p);
  CheckLimits limits;
  limits.numbers = 1000;
  EXPECT_EQ(recomputeBound(p, c, limits).error, "");
  // Nor does the last branch, again and again.
  std::vector<int32_t> all(300);
  std::iota(all.begin(), all.end(), 0);
  c.nodes.assign(201, {});
  for (int k = 0; k < 200; ++k) {
    c.nodes[k].variable = k % 2;
    c.nodes[k].branches = {{all, k + 1}};
  }
  EXPECT_EQ(recomputeBound(p, c, limits).error, "");
  // The first of two does.
  c.nodes.emplace_back();
  c.nodes[0].branches.push_back({{0}, 201});
  EXPECT_EQ(recomputeBound(p, c, limits).error,
            "takes too much memory to check");
}
