//===- VoteTest.cpp - One op's split --------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lib/Plan/Vote.h"

#include <gtest/gtest.h>

using namespace partita;
using namespace partita::layout;
using namespace partita::plan;

static Mesh mesh() { return Mesh::iota({{"x", 2}, {"y", 3}}); }

static Layout splitLayout(const Shape &shape, unsigned dim,
                          const std::string &axis) {
  Layout layout = Layout::replicated(mesh(), shape.size());
  layout.dims[dim] = splitDim(shape[dim], {wholeAxis(mesh(), axis)});
  return layout;
}

static Factor factor(const std::string &name, int64_t size,
                     FactorKind kind = FactorKind::Parallel) {
  Factor factor;
  factor.name = name;
  factor.size = size;
  factor.kind = kind;
  return factor;
}

/// C[m,n] = A[m,k] x B[k,n]
static ShardingRule matmul() {
  ShardingRule rule;
  rule.factors = {factor("m", 6), factor("n", 8),
                  factor("k", 10, FactorKind::Reduction)};
  rule.operands = {{{0}, {2}}, {{2}, {1}}};
  rule.results = {{{0}, {1}}};
  rule.linear = {{0}, {1}};
  return rule;
}

/// C[i] = A[i] + B[i]
static ShardingRule add() {
  ShardingRule rule;
  rule.factors = {factor("i", 6)};
  rule.operands = {{{0}}, {{0}}};
  rule.results = {{{0}}};
  rule.linear = {{0, 1}};
  return rule;
}

TEST(Vote, LaterVotesTakeWhatIsLeft) {
  ShardingRule rule = matmul();
  Assignment assignment = replicatedAssignment(rule);
  castVote(rule, mesh(),
           {&rule.operands[0], {6, 10}, splitLayout({6, 10}, 1, "x")},
           assignment);
  castVote(rule, mesh(),
           {&rule.operands[1], {10, 8}, splitLayout({10, 8}, 1, "x")},
           assignment);
  EXPECT_EQ(assignment.factors[2].axes.size(), 1u);
  EXPECT_TRUE(assignment.factors[1].isReplicated());
  castVote(rule, mesh(),
           {&rule.operands[1], {10, 8}, splitLayout({10, 8}, 1, "y")},
           assignment);
  EXPECT_EQ(assignment.factors[1], splitDim(8, {wholeAxis(mesh(), "y")}));
  EXPECT_TRUE(projectResult(rule, assignment, mesh(), 0).isPartial());
}

TEST(Vote, ReplicateFactorsStayWhole) {
  ShardingRule rule = add();
  rule.factors[0].kind = FactorKind::Replicate;
  Assignment assignment = replicatedAssignment(rule);
  castVote(rule, mesh(), {&rule.operands[0], {6}, splitLayout({6}, 0, "x")},
           assignment);
  EXPECT_EQ(assignment, replicatedAssignment(rule));
}

TEST(Vote, CutInsideAMinorFactorMovesToTheMajor) {
  // 24 -> 6 x 4; three pieces of 8 fall on multiples of 4, cuts at 5 do not.
  ShardingRule rule;
  rule.factors = {factor("a", 6), factor("b", 4)};
  rule.operands = {{{0, 1}}};
  rule.results = {{{0}, {1}}};
  Layout layout = Layout::replicated(mesh(), 1);
  layout.dims[0] = {{wholeAxis(mesh(), "x")}, {0, 5, 24}, false};
  Assignment assignment = replicatedAssignment(rule);
  castVote(rule, mesh(), {&rule.operands[0], {24}, layout}, assignment);
  EXPECT_EQ(assignment.factors[0], splitDim(6, {wholeAxis(mesh(), "x")}));
  EXPECT_TRUE(assignment.factors[1].isReplicated());
}

TEST(Vote, PartialSumsPassThroughJointlyLinearOps) {
  ShardingRule rule = add();
  Layout partial = Layout::replicated(mesh(), 1);
  partial.partial = Partial{ReduceKind::Sum, {wholeAxis(mesh(), "x")}};
  Layout whole = Layout::replicated(mesh(), 1);
  Assignment assignment = replicatedAssignment(rule);
  EXPECT_FALSE(tryPassing(rule, mesh(), {partial, whole}, assignment));
  EXPECT_TRUE(tryPassing(rule, mesh(), {partial, partial}, assignment));
  EXPECT_EQ(assignment.passingSet, 0);
  EXPECT_TRUE(projectResult(rule, assignment, mesh(), 0).isPartial());
}

TEST(Vote, PartialMaximaDoNotPassLinearOps) {
  ShardingRule rule = add();
  Layout partial = Layout::replicated(mesh(), 1);
  partial.partial = Partial{ReduceKind::Max, {wholeAxis(mesh(), "x")}};
  Assignment assignment = replicatedAssignment(rule);
  EXPECT_FALSE(tryPassing(rule, mesh(), {partial, partial}, assignment));
}

TEST(Vote, Contractions) {
  EXPECT_TRUE(isContraction(matmul()));
  EXPECT_FALSE(isContraction(add()));
  EXPECT_EQ(outputChannels(matmul(), 1), 1);
  EXPECT_EQ(outputChannels(matmul(), 0), 0);
  EXPECT_EQ(outputChannels(add(), 0), -1);
}

TEST(Vote, Grain) {
  std::vector<AxisRef> y = {wholeAxis(mesh(), "y")};
  EXPECT_EQ(splitWithGrain(64, y, 16).cuts,
            (std::vector<int64_t>{0, 32, 48, 64}));
  EXPECT_EQ(splitWithGrain(48, y, 16), splitDim(48, y));
  // Two heads for three devices: better cut inside a head.
  EXPECT_EQ(splitWithGrain(64, y, 32), splitDim(64, y));
  EXPECT_EQ(splitWithGrain(64, y, 5), splitDim(64, y));
}
