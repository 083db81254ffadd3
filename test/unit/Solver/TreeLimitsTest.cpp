//===- TreeLimitsTest.cpp - Trees that may not grow as they like --------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits that no test reaches by itself, lowered: a tree that is too deep or
// too large ends without claiming more than it proves, and one that holds too
// much takes another way to the same end.
//
//===----------------------------------------------------------------------===//

#include "Prepared.h"
#include "Prover.h"
#include "RandomProblems.h"

#include <gtest/gtest.h>

using namespace partita::solver;

/// Explores, a node at a time, until nothing more can be done; returns the most
/// bytes that open nodes have held.
static int64_t exploreAll(const Prepared &p, Tree &tree) {
  int64_t most = tree.bytes();
  double best = Infinite, value = tree.value();
  while (!tree.ended()) {
    tree.explore(1, best, p.stop);
    most = std::max(most, tree.bytes());
    best = std::min(best, tree.takePlan().cost);
    EXPECT_GE(tree.value(), value - 1e-9);
    value = tree.value();
  }
  EXPECT_EQ(tree.explore(1'000'000, best, p.stop), 0);
  EXPECT_LE(value, best);
  if (!tree.finished())
    EXPECT_LT(value, best);
  expectProven(p, tree, best);
  return most;
}

/// Expects that a tree comes to its end before it is finished.
static void expectCutShort(TreeLimits limits) {
  Prepared p(gridProblem(4, 7, 1), 100'000);
  Tree tree(p.core, p.bound, limits);
  exploreAll(p, tree);
  EXPECT_FALSE(tree.finished());
}

TEST(TreeLimits, tooDeep) {
  for (int depth : {1, 2, 5}) {
    SCOPED_TRACE(depth);
    TreeLimits limits;
    limits.depth = depth;
    expectCutShort(limits);
  }
}

TEST(TreeLimits, tooLarge) {
  for (int64_t numbers : {0, 3'000, 10'000}) {
    SCOPED_TRACE(numbers);
    TreeLimits limits;
    limits.numbers = numbers;
    expectCutShort(limits);
  }
}

TEST(TreeLimits, holdingTooMuch) {
  for (uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    Prepared p(gridProblem(4, 7, seed), 100'000);
    Tree free(p.core, p.bound);
    TreeLimits limits;
    limits.held = 0;
    Tree narrow(p.core, p.bound, limits);
    int64_t most = exploreAll(p, free);
    EXPECT_LT(2 * exploreAll(p, narrow), most);
    EXPECT_TRUE(free.finished());
    EXPECT_TRUE(narrow.finished());
    EXPECT_EQ(narrow.value(), free.value());
    // Nothing is open, and nothing is held.
    EXPECT_EQ(free.bytes(), 0);
    EXPECT_EQ(narrow.bytes(), 0);
  }
}

TEST(TreeLimits, sweepsGoOnBesideAFullTree) {
  Prepared p(gridProblem(4, 10, 3));
  TreeLimits limits;
  limits.numbers = 0; // full once it has begun
  Prover prover(p.core, p.model, limits);
  double best = Infinite;
  for (int round = 0; round < 5; ++round) {
    prover.improve(100'000, best, p.stop);
    best = std::min(best, prover.takePlan().cost);
  }
  expectProven(p, prover, best);
  // From now on all of a round is sweeps.
  Bound alone = prover.bound();
  double before = prover.value();
  for (int round = 0; round < 20; ++round) {
    double value = prover.value();
    prover.improve(20'000, best, p.stop);
    alone.improve(20'000, best, p.stop);
    EXPECT_EQ(prover.bound().current().price, alone.current().price);
    EXPECT_GE(prover.value(), value);
  }
  EXPECT_GT(prover.value(), before);
  EXPECT_FALSE(prover.finished());
  expectProven(p, prover, best);
}
