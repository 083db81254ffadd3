//===- ReplayTablesTest.cpp - What copies of a replay hold together -----*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The account of numbers, to the last one: a table counts its entries and 8
// more, once for all that have it and until it is dropped.
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include <gtest/gtest.h>

using namespace partita::solver;

static CheckLimits withNumbers(int64_t numbers) {
  CheckLimits limits;
  limits.numbers = numbers;
  return limits;
}

TEST(ReplayTables, equalTablesCountOnce) {
  ReplayTables shared(withNumbers(1000));
  ReplayTables::Table x = shared.share({1, 2, 3}), y = shared.share({1, 2, 3});
  EXPECT_EQ(x, y);
  EXPECT_EQ(shared.left.numbers, 1000 - (3 + 8));
  ReplayTables::Table z = shared.share({1, 2, 4}), w = shared.share({1, 2});
  EXPECT_NE(x, z);
  EXPECT_EQ(shared.left.numbers, 1000 - 2 * (3 + 8) - (2 + 8));
}

TEST(ReplayTables, whatNobodyUsesMakesRoom) {
  ReplayTables shared(withNumbers(1000));
  ReplayTables::Table x = shared.share({1, 2, 3}), y = x;
  shared.share({1, 2, 4});
  // It stays for whoever makes the same one, while there is room.
  EXPECT_TRUE(shared.room(1000 - 2 * 11));
  EXPECT_EQ(shared.left.numbers, 1000 - 2 * 11);
  EXPECT_TRUE(shared.room(1000 - 11));
  EXPECT_EQ(shared.left.numbers, 1000 - 11);
  EXPECT_FALSE(shared.room(1000 - 10));
  // What is used stays, and whoever makes the same one gets it.
  EXPECT_TRUE(x->list() == std::vector<Wide>({1, 2, 3}));
  EXPECT_EQ(shared.share({1, 2, 3}), x);
  x.reset();
  EXPECT_FALSE(shared.room(1000));
  EXPECT_EQ(shared.share({1, 2, 3}), y);
  y.reset();
  EXPECT_TRUE(shared.room(1000));
}

TEST(ReplayTables, whatNobodyUsesGoesWithoutNeed) {
  int64_t most = int64_t(1) << 40, size = 1 << 18, least = most;
  ReplayTables shared(withNumbers(most));
  for (int k = 0; k < 40; ++k) {
    shared.share(std::vector<Wide>(size, k));
    least = std::min(least, shared.left.numbers);
  }
  EXPECT_GE(least, most - 4 * (size + 8));
}

namespace {
/// Three nodes with four states, and one table for the edges between any two:
/// the cost of (s, t) is 4 s + t.
struct Triangle : ::testing::Test {
  Triangle() {
    for (int i = 0; i < 3; ++i)
      problem.addNode(0, 1, {0, 0, 0, 0}, {});
    std::vector<Cost> entries;
    for (int k = 0; k < 16; ++k)
      entries.push_back(k);
    int table = problem.addTable(entries);
    for (auto [a, b] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)})
      problem.addEdge(a, b, table);
  }
  static int64_t bound(const Replay &replay) {
    return int64_t(replay.shift({}).total);
  }
  /// What a replay has of its own: for nodes, their states and edges 8 each.
  static constexpr int64_t Own = 3 * (8 + 4) + 3 * 8;
  Problem problem;
};
} // namespace

TEST_F(Triangle, copiesThatDifferHaveTablesOfTheirOwn) {
  ReplayTables shared(withNumbers(1000));
  Replay first(problem, {}, shared);
  // There is room for a table of each edge.
  int64_t left = 1000 + 2 * 16;
  EXPECT_EQ(shared.left.numbers, left);
  {
    ASSERT_TRUE(first.mayCopy());
    Replay second(first), third(first);
    EXPECT_EQ(shared.left.numbers, left -= 2 * Own);
    // Both edges of node 0 have the same new table, and two states are gone.
    ASSERT_TRUE(second.restrict(0, {2, 3}));
    EXPECT_EQ(shared.left.numbers, left -= 2 * 4 + 8 - 2);
    ASSERT_TRUE(third.restrict(0, {1, 3}));
    EXPECT_EQ(shared.left.numbers, left -= 2 * 4 + 8 - 2);
    // Another copy of the second shares what that has.
    Replay fourth(second);
    EXPECT_EQ(shared.left.numbers, left -= Own - 2);
    // So does one that comes to the same by itself.
    ASSERT_TRUE(first.restrict(0, {2, 3}));
    EXPECT_EQ(shared.left.numbers, left += 2);
    // Node 1 has one edge to either, so there are two new tables.
    ASSERT_TRUE(fourth.restrict(1, {3}));
    EXPECT_EQ(shared.left.numbers, left -= (2 + 8) + (4 + 8) - 3);
    EXPECT_EQ(bound(first), 8 + 8);
    EXPECT_EQ(bound(second), 8 + 8);
    EXPECT_EQ(bound(third), 4 + 4);
    EXPECT_EQ(bound(fourth), (8 + 3) + 8 + 12);
  }
  EXPECT_EQ(shared.left.numbers, left += 3 * Own - 2 - 2 - (2 + 3));
  // Only the table of `first` is in use besides the problem's.
  left += (2 * 4 + 8) + (2 + 8) + (4 + 8);
  EXPECT_FALSE(shared.room(left + 1));
  EXPECT_TRUE(shared.room(left));
  EXPECT_EQ(shared.left.numbers, 1000 + 2 * 16 + 2 - (2 * 4 + 8));
}

TEST_F(Triangle, roomIsMadeAroundLiveCopies) {
  ReplayTables shared(withNumbers(77));
  Replay first(problem, {}, shared);
  ASSERT_TRUE(first.mayCopy());
  Replay second(first);
  // The table of the first choice is nobody's after the second.
  ASSERT_TRUE(second.restrict(0, {2, 3}));
  ASSERT_TRUE(second.restrict(0, {1, 0}));
  ASSERT_TRUE(first.restrict(0, {1, 2}));
  int64_t left = 77 + 2 * 16 - Own - 3 * (2 * 4 + 8) + 2 + 2;
  EXPECT_EQ(shared.left.numbers, left);
  // Tables of 2 and 4 entries do not fit in beside it.
  ASSERT_LT(left, 2 + 4);
  ASSERT_TRUE(second.restrict(1, {1}));
  EXPECT_EQ(shared.left.numbers, left += (2 * 4 + 8) - (2 + 8) - (4 + 8) + 3);
  EXPECT_EQ(bound(first), 4 + 4);
  EXPECT_EQ(bound(second), (8 + 1) + 8 + 4);
  // All others are in use.
  EXPECT_FALSE(first.restrict(1, {0, 1}));
  EXPECT_EQ(first.error(), "takes too much memory to check");
  EXPECT_EQ(shared.left.numbers, left);
  EXPECT_EQ(bound(second), (8 + 1) + 8 + 4);
}
