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
