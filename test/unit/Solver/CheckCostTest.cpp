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

#include <algorithm>
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
  // The first of two begins with a copy. There is room for it, but then not for
  // the table that the state left to it needs.
  c.nodes.emplace_back();
  c.nodes[0].branches.push_back({{0}, 201});
  EXPECT_EQ(recomputeBound(p, c, limits).error,
            "takes too much memory to check");
}

TEST(CheckCost, deepTreesNeedRoomForOneCopy) {
  Problem p = pair(300);
  std::vector<int32_t> all(300);
  std::iota(all.begin(), all.end(), 0);
  CheckLimits limits;
  limits.numbers = 5000;
  for (bool first : {false, true}) {
    Certificate c;
    c.fingerprint = p.fingerprint();
    // 200 nodes with a leaf and a branch that goes on, before or after it.
    for (int k = 0, at = 0; k < 200; ++k) {
      int next = int(c.nodes.size());
      c.nodes[at].variable = k % 2;
      c.nodes[at].branches = {{all, next}, {all, next + 1}};
      c.nodes.resize(next + 2);
      at = next + int(!first);
    }
    EXPECT_EQ(recomputeBound(p, c, limits).error, "");
  }
}

/// A chain of nodes that have to agree, each live for five moments of its own.
static Problem aliases(int n) {
  Problem p;
  p.addLimit(15);
  int alias = p.addTable({0, Forbidden, Forbidden, 0});
  for (int i = 0; i < n; ++i)
    p.addNode(i, i + 5, {0, 9}, {4, 2 + i % 3 / 2});
  for (int i = 1; i < n; ++i)
    p.addEdge(i - 1, i, alias);
  return p;
}

TEST(CheckCost, mergesLookAtTheRowsThatChange) {
  int n = 20000;
  Problem p = aliases(n);
  Certificate forth;
  forth.fingerprint = p.fingerprint();
  for (int k = 0; k < n; ++k)
    forth.nodes[0].prices.push_back({0, k, 1});
  Certificate back = forth, inPairs = forth;
  for (int k = 1; k < n; ++k) {
    forth.nodes[0].steps.push_back({'m', 0, k, {}});
    back.nodes[0].steps.push_back({'m', n - k - 1, n - k, {}});
  }
  for (int gap = 1; gap < n; gap *= 2)
    for (int k = 0; k + gap < n; k += 2 * gap)
      inPairs.nodes[0].steps.push_back({'m', k, k + gap, {}});
  CheckLimits limits;
  limits.work = int64_t(n) * 3000;
  for (Certificate *c : {&forth, &back, &inPairs}) {
    EXPECT_EQ(recomputeBound(p, *c, limits).error, "");
    // State 0 needs 20 at all moments but the first ones, where it needs 4, 8,
    // 12 and 16. State 1 is dearer.
    EXPECT_EQ(recomputeBound(p, *c, limits).bound, 5 * n - 40);
  }
}

TEST(CheckCost, leastsStayRightWhereMergedUsesMeet) {
  // Runs that begin, end and lie within each other; apart from state 1 of node
  // 0, nothing is left of the limit at moment 4.
  Problem p;
  p.addLimit(15);
  int alias = p.addTable({0, Forbidden, Forbidden, 0});
  int64_t live[][2] = {{0, 9}, {2, 5}, {4, 6}, {4, 5}, {7, 12}};
  for (auto &interval : live)
    p.addNode(interval[0], interval[1], {0, 9}, {4, 3});
  for (int i = 1; i < 5; ++i)
    p.addEdge(i - 1, i, alias);
  ASSERT_EQ(p.check(), std::vector<std::string>{});
  std::vector<int> order = {0, 1, 2, 3, 4};
  do {
    Certificate c;
    c.fingerprint = p.fingerprint();
    // A merge needs an edge: neighbours in the chain, in any order of edges.
    std::vector<int> now = {0, 1, 2, 3, 4};
    for (int edge : order)
      if (edge > 0) {
        c.nodes[0].steps.push_back({'m', now[edge - 1], now[edge], {}});
        int gone = now[edge], kept = now[edge - 1];
        for (int &v : now)
          v = v == gone ? kept : v;
      }
    // At moment 4 state 0 needs 16, and state 1 needs 12.
    c.nodes[0].steps.push_back({'c', 0, -1, {0}, 0, 4});
    EXPECT_EQ(recomputeBound(p, c).error, "");
    EXPECT_EQ(recomputeBound(p, c).bound, 45);
    for (int64_t moment : {-1, 0, 1, 2, 3, 5, 6, 7, 8, 9, 11, 12}) {
      c.nodes[0].steps.back().moment = moment;
      EXPECT_EQ(recomputeBound(p, c).error,
                "step 4: c: state 0 of 0 may fit at moment " +
                    std::to_string(moment));
    }
    c.nodes[0].steps.back() = {'o', -1, -1, {}, 0, 4};
    EXPECT_EQ(recomputeBound(p, c).error,
              "step 4: o: the least fits at moment 4");
    p.setLimit(0, 11);
    c.fingerprint = p.fingerprint();
    EXPECT_TRUE(recomputeBound(p, c).infeasible);
    p.setLimit(0, 15);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(CheckCost, mergesWithoutAPairEndTheReplay) {
  Problem p;
  p.addLimit(9);
  for (int i = 0; i < 2; ++i)
    p.addNode(0, 2, {0, 0}, {1, 1});
  p.addEdge(0, 1, p.addTable({Forbidden, Forbidden, Forbidden, Forbidden}));
  Certificate c;
  c.fingerprint = p.fingerprint();
  c.nodes[0].prices.push_back({0, 1, 1});
  c.nodes[0].steps.push_back({'m', 0, 1, {}});
  EXPECT_EQ(recomputeBound(p, c).error, "");
  EXPECT_TRUE(recomputeBound(p, c).infeasible);
}
