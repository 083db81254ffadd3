//===- CheckLimitsTest.cpp - Certificates that ask for too much ---------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few bytes can ask for any amount of memory and time. Limits are lowered
// here, so that the refusals come soon.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

using namespace partita::solver;

/// Every node joined to the `reach` before it, without costs, all live at once.
static Problem band(int nodes, int reach, int states = 4) {
  Problem p;
  p.addLimit(1000);
  for (int i = 0; i < nodes; ++i)
    p.addNode(0, 1, std::vector<Cost>(states, 0),
              std::vector<int64_t>(states, 1));
  int table = p.addTable(std::vector<Cost>(size_t(states) * states, 0));
  for (int i = 0; i < nodes; ++i)
    for (int k = std::max(0, i - reach); k < i; ++k)
      p.addEdge(k, i, table);
  return p;
}

static std::string refusal(const Problem &p, const Certificate &c,
                           CheckLimits limits = {}) {
  return recomputeBound(p, c, limits).error;
}

TEST(CheckLimits, mergesThatMakeHugeTables) {
  Problem p = band(20, 20);
  Certificate c = certificateFor(p);
  CheckLimits limits;
  limits.numbers = 1 << 20;
  // Two variables of 4^10 states would share a table of 4^20 entries.
  for (int half : {0, 10})
    for (int k = 1; k < 10; ++k)
      c.nodes[0].steps.push_back({'m', half, half + k, {}});
  EXPECT_EQ(refusal(p, c, limits), "step 6: takes too much memory to check");
}

TEST(CheckLimits, mergesOfTooManyStates) {
  Problem p = band(12, 1);
  Certificate c = certificateFor(p);
  for (int k = 1; k < 12; ++k)
    c.nodes[0].steps.push_back({'m', 0, k, {}});
  EXPECT_EQ(refusal(p, c), "step 9: m: expects at most 2^20 states");
}

TEST(CheckLimits, branchesThatCopyStates) {
  Problem p = band(20, 20);
  Certificate c = certificateFor(p);
  CheckLimits limits;
  limits.numbers = 1 << 20;
  // Each node doubles the states of variable 0.
  for (int k = 0; k < 20; ++k) {
    std::vector<int32_t> twice;
    for (int s = 0; s < 4 << k; ++s)
      twice.insert(twice.end(), 2, s);
    c.nodes.back().variable = 0;
    c.nodes.back().branches.push_back({twice, k + 1});
    c.nodes.emplace_back();
  }
  EXPECT_EQ(refusal(p, c, limits), "node 11: takes too much memory to check");
}

TEST(CheckLimits, copiesInABushyTree) {
  Problem p = band(40, 40);
  Certificate c = certificateFor(p);
  // All nodes branch down to depth 6: six copies at once in any order.
  for (int k = 0; k < 63; ++k) {
    int next = int(c.nodes.size());
    c.nodes[k].variable = 0;
    c.nodes[k].branches = {{{0, 1, 2, 3}, next}, {{0, 1, 2, 3}, next + 1}};
    c.nodes.resize(next + 2);
  }
  // One takes 8 for each of 780 edges, and a little more; tables are shared.
  CheckLimits limits;
  limits.numbers = 7 * 780 * (8 + 2);
  EXPECT_EQ(refusal(p, c, limits), "");
  limits.numbers = 2 * 780 * 8;
  std::string error = refusal(p, c, limits);
  EXPECT_NE(error.find("takes too much memory to check"), std::string::npos)
      << error;
}

TEST(CheckLimits, edgesThatShareATableAndComeToDiffer) {
  // 40 nodes, an edge between any two, all with the one table.
  Problem p;
  for (int i = 0; i < 40; ++i)
    p.addNode(0, 1, std::vector<Cost>(10, 0), {});
  std::vector<Cost> entries(100);
  std::iota(entries.begin(), entries.end(), 0);
  int table = p.addTable(entries);
  for (int i = 0; i < 40; ++i)
    for (int k = 0; k < i; ++k)
      p.addEdge(k, i, table);
  // Each node gets another order of states: in the end no tables are equal.
  Certificate c = certificateFor(p);
  std::vector<int32_t> order(10);
  std::iota(order.begin(), order.end(), 0);
  for (int k = 0; k < 40; ++k) {
    std::next_permutation(order.begin(), order.end());
    c.nodes.back().variable = k;
    c.nodes.back().branches.push_back({order, k + 1});
    c.nodes.emplace_back();
  }
  // 780 tables of 100 and 8 numbers are 84240: 780 times 100 of them come on
  // top of the limit, but no more than the limit once again.
  CheckLimits limits;
  limits.numbers = 46'000;
  EXPECT_EQ(refusal(p, c, limits), "");
  limits.numbers = 40'000;
  EXPECT_EQ(refusal(p, c, limits), "node 38: takes too much memory to check");
  limits = {INT64_MAX, INT64_MAX};
  EXPECT_EQ(refusal(p, c, limits), "");
}

/// A certificate with ten branches that keep the only state of a variable, each
/// with the same steps.
static Certificate tenTimes(const Problem &p, int variable,
                            const std::vector<Certificate::Step> &steps) {
  Certificate c = certificateFor(p);
  c.nodes.resize(11);
  c.nodes[0].variable = variable;
  for (int k = 1; k <= 10; ++k) {
    c.nodes[0].branches.push_back({{0}, k});
    c.nodes[k].steps = steps;
  }
  return c;
}

static void expectWork(const Problem &p, const Certificate &c, int64_t work) {
  CheckLimits limits;
  limits.work = work * 6 / 5;
  EXPECT_EQ(refusal(p, c, limits), "");
  limits.work = work * 4 / 5;
  std::string error = refusal(p, c, limits);
  EXPECT_NE(error.find("takes too much work to check"), std::string::npos)
      << error;
}

TEST(CheckLimits, mergesThatLookAtMuchAndKeepLittle) {
  int n = 1000;
  Problem p;
  for (int states : {n, n, 1})
    p.addNode(0, 1, std::vector<Cost>(states, 0), {});
  std::vector<Cost> diagonal(size_t(n) * n, Forbidden);
  for (int s = 0; s < n; ++s)
    diagonal[size_t(s) * n + s] = 0;
  p.addEdge(0, 1, p.addTable(diagonal));
  expectWork(p, tenTimes(p, 2, {{'m', 0, 1, {}}}), 10 * int64_t(n) * n);
  expectWork(p, tenTimes(p, 2, {{'m', 1, 0, {}}}), 10 * int64_t(n) * n);
}

TEST(CheckLimits, foldsIntoAVariableOfManyStates) {
  int n = 20'000, leaves = 200;
  Problem p;
  p.addNode(0, 1, std::vector<Cost>(n, 0), {});
  int table = p.addTable(std::vector<Cost>(n, 0));
  std::vector<Certificate::Step> steps;
  for (int k = 1; k <= leaves + 1; ++k) {
    p.addNode(0, 1, {0}, {});
    if (k > leaves)
      break;
    p.addEdge(0, k, table);
    steps.push_back({'f', k, -1, {}});
  }
  expectWork(p, tenTimes(p, leaves + 1, steps), 10 * int64_t(n) * leaves);
}

TEST(CheckLimits, whatCouldNotBeReadBack) {
  Problem p = band(8, 8);
  Certificate c = certificateFor(p);
  c.nodes[0].steps.push_back({'m', 0, 1, {}});
  c.nodes[0].variable = 0;
  c.nodes[0].branches = {{{0, 1, 2, 3, 4, 5, 6, 7}, 1}, {{8, 9}, 2}};
  for (int32_t s = 10; s < 16; ++s)
    c.nodes[0].branches[1].states.push_back(s);
  c.nodes.resize(3);
  CheckLimits limits;
  limits.values = valuesOf(c);
  limits.nodes = 3;
  EXPECT_EQ(refusal(p, c, limits), "");
  std::string most = std::to_string(--limits.values);
  EXPECT_EQ(refusal(p, c, limits), "cannot be read back: expects at most " +
                                       most + " values, got " +
                                       std::to_string(valuesOf(c)));
  limits.nodes = 2;
  EXPECT_EQ(refusal(p, c, limits),
            "cannot be read back: expects at most 2 nodes, got 3");
}

TEST(CheckLimits, tooMuchWork) {
  Problem p = band(8, 8);
  Certificate c = certificateFor(p);
  for (int k = 1; k < 4; ++k)
    c.nodes[0].steps.push_back({'m', 0, k, {}});
  CheckLimits limits;
  limits.work = 1 << 22;
  EXPECT_EQ(refusal(p, c, limits), "");
  // The same state again and again: every mention counts.
  c.nodes[0].steps.push_back({'c', 0, -1, std::vector<int32_t>(1 << 22), 0, 0});
  EXPECT_EQ(refusal(p, c, limits), "step 3: takes too much work to check");
  c.nodes[0].steps.back() = {'u', 0, 5, std::vector<int32_t>(1 << 22)};
  EXPECT_EQ(refusal(p, c, limits), "step 3: takes too much work to check");
  c.nodes[0].steps.back() = {'m', 0, 4, {}};
  limits.work = 30'000;
  EXPECT_EQ(refusal(p, c, limits), "step 3: takes too much work to check");
}
