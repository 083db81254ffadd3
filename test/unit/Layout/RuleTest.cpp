//===- RuleTest.cpp - Rules, assignments and their projection -------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matmul and the reshape of Rule.h on the mesh x=2, y=2, each message of
// the verifiers, and factorsOf against the projection for all small layouts.
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/Rule.h"
#include "LayoutUniverse.h"

#include <gtest/gtest.h>

#include <functional>

using namespace partita::layout;
using namespace partita::layout::test;

static const Mesh mesh = Mesh::iota({{"x", 2}, {"y", 2}});
static const AxisRef x{"x", 1, 2}, y{"y", 1, 2};

static std::string text(const Problem &problem) {
  return problem.value_or("none");
}

/// C[m,n] = A[m,k] x B[k,n] with m=6, n=8, k=10.
static ShardingRule matmul() {
  ShardingRule rule;
  rule.factors = {{"m", 6}, {"n", 8}, {"k", 10, FactorKind::Reduction}};
  rule.operands = {{{0}, {2}}, {{2}, {1}}};
  rule.results = {{{0}, {1}}};
  rule.linear = {{0}, {1}};
  return rule;
}

static const std::vector<Shape> matmulIn = {{6, 10}, {10, 8}};
static const std::vector<Shape> matmulOut = {{6, 8}};

/// a x b -> a*b.
static ShardingRule reshape(int64_t a, int64_t b) {
  ShardingRule rule;
  rule.factors = {{"a", a}, {"b", b}};
  rule.operands = {{{0}, {1}}};
  rule.results = {{{0, 1}}};
  rule.linear = {{0}};
  rule.monotone = {{0}};
  return rule;
}

TEST(ShardingRule, Find) {
  EXPECT_EQ(matmul().find("k"), 2);
  EXPECT_EQ(matmul().find("q"), -1);
}

TEST(ShardingRule, Verify) {
  EXPECT_EQ(text(matmul().verify(matmulIn, matmulOut)), "none");
  EXPECT_EQ(text(reshape(6, 4).verify({{6, 4}}, {{24}})), "none");
  // A dim of extent 1 that is broadcast has no factors.
  ShardingRule add;
  add.factors = {{"i", 4}};
  add.operands = {{{0}}, {{}}};
  add.results = {{{0}}};
  EXPECT_EQ(text(add.verify({{4}, {1}}, {{4}})), "none");
  EXPECT_EQ(text(add.verify({{4}, {4}}, {{4}})),
            "expects the factors of dim 0 of operand 1 to multiply to 4, got "
            "1");
}

TEST(ShardingRule, VerifyMessages) {
  auto problem = [](const std::function<void(ShardingRule &)> &change) {
    ShardingRule rule = matmul();
    change(rule);
    return text(rule.verify(matmulIn, matmulOut));
  };
  EXPECT_EQ(problem([](ShardingRule &r) { r.results.clear(); }),
            "expects a rule for 2 operands and 1 results, got one for 2 and "
            "0");
  EXPECT_EQ(problem([](ShardingRule &r) { r.factors[0].name = ""; }),
            "expects every factor to have a name");
  EXPECT_EQ(problem([](ShardingRule &r) { r.factors[1].name = "m"; }),
            "expects factor names to differ, got \"m\" twice");
  EXPECT_EQ(problem([](ShardingRule &r) { r.factors[1].size = -1; }),
            "expects factor \"n\" to have a size of at least 0, got -1");
  EXPECT_EQ(problem([](ShardingRule &r) { r.factors[1].grain = 0; }),
            "expects factor \"n\" to have a grain of at least 1, got 0");
  EXPECT_EQ(problem([](ShardingRule &r) { r.operands[0].pop_back(); }),
            "expects factors for every dim of operand 0, but the rank is 2 "
            "and the rule has 1");
  EXPECT_EQ(problem([](ShardingRule &r) { r.results[0][1] = {7}; }),
            "expects factor numbers of result 0 below 3, got 7");
  EXPECT_EQ(problem([](ShardingRule &r) { r.results[0][1] = {0}; }),
            "expects factor \"m\" at most once in result 0");
  EXPECT_EQ(problem([](ShardingRule &r) { r.factors[0].size = 5; }),
            "expects the factors of dim 0 of operand 0 to multiply to 6, got "
            "5");
  EXPECT_EQ(problem([](ShardingRule &r) { r.factors.push_back({"q", 3}); }),
            "expects factor \"q\" to be used");
  EXPECT_EQ(problem([](ShardingRule &r) {
              r.factors[0].kind = FactorKind::Reduction;
            }),
            "expects reduction factor \"m\" in no result");
  EXPECT_EQ(problem([](ShardingRule &r) {
              r.factors[2].kind = FactorKind::Parallel;
            }),
            "expects parallel factor \"k\" in a result");
  EXPECT_EQ(problem([](ShardingRule &r) { r.linear.push_back({}); }),
            "expects every linear set to name an operand");
  EXPECT_EQ(problem([](ShardingRule &r) { r.monotone = {{1, 0}}; }),
            "expects every monotone set to hold ascending operand numbers "
            "below 2");
}

TEST(Assignment, MatmulOfTheHeader) {
  ShardingRule rule = matmul();
  Assignment assignment = replicatedAssignment(rule);
  assignment.factors[0] = splitDim(6, {x});
  assignment.factors[2] = splitDim(10, {y});
  EXPECT_EQ(text(verify(rule, assignment, mesh)), "none");
  EXPECT_EQ(projectOperand(rule, assignment, mesh, 0).str(), "[x | y]");
  EXPECT_EQ(projectOperand(rule, assignment, mesh, 1).str(), "[y | ]");
  EXPECT_EQ(projectResult(rule, assignment, mesh, 0).str(),
            "[x | ] partial sum over y");
}

TEST(Assignment, PartialPassesThroughALinearSet) {
  ShardingRule rule = matmul();
  Assignment assignment = replicatedAssignment(rule);
  assignment.factors[2] = splitDim(10, {x});
  assignment.passing = Partial{ReduceKind::Sum, {y}};
  assignment.passingSet = 1;
  EXPECT_EQ(text(verify(rule, assignment, mesh)), "none");
  EXPECT_EQ(projectOperand(rule, assignment, mesh, 0).str(), "[ | x]");
  EXPECT_EQ(projectOperand(rule, assignment, mesh, 1).str(),
            "[x | ] partial sum over y");
  // Over what passes and over the split reduction, in mesh order.
  EXPECT_EQ(projectResult(rule, assignment, mesh, 0).str(),
            "[ | ] partial sum over x,y");
}

TEST(Assignment, Reshape) {
  ShardingRule rule = reshape(6, 4);
  Assignment assignment = replicatedAssignment(rule);
  assignment.factors[0] = {{x}, {0, 4, 6}};
  EXPECT_EQ(projectResult(rule, assignment, mesh, 0).str(), "[x{0,16,24}]");
  assignment.passing = Partial{ReduceKind::Max, {y}};
  assignment.passingSet = 0;
  EXPECT_EQ(text(verify(rule, assignment, mesh)), "none");
  EXPECT_EQ(projectResult(rule, assignment, mesh, 0).str(),
            "[x{0,16,24}] partial max over y");
}

TEST(Assignment, MinorFactorBehindSingleIndices) {
  ShardingRule rule = reshape(2, 3);
  Assignment assignment = replicatedAssignment(rule);
  assignment.factors[0] = splitDim(2, {x});
  assignment.factors[1] = splitDim(3, {y});
  EXPECT_EQ(text(verify(rule, assignment, mesh)), "none");
  EXPECT_EQ(projectOperand(rule, assignment, mesh, 0).str(), "[x | y{0,2,3}]");
  EXPECT_EQ(projectResult(rule, assignment, mesh, 0).str(), "[x,y{0,2,3,5,6}]");
  // An empty piece of the major factor is split into empty pieces.
  rule = reshape(1, 3);
  assignment.factors[0] = splitDim(1, {x});
  EXPECT_EQ(text(verify(rule, assignment, mesh)), "none");
  EXPECT_EQ(projectResult(rule, assignment, mesh, 0).str(), "[x,y{0,2,3,3,3}]");
}

TEST(Assignment, VerifyMessages) {
  auto problem =
      [](const std::function<void(ShardingRule &, Assignment &)> &change) {
        ShardingRule rule = matmul();
        Assignment assignment = replicatedAssignment(rule);
        change(rule, assignment);
        return text(verify(rule, assignment, mesh));
      };
  using R = ShardingRule;
  using A = Assignment;
  EXPECT_EQ(problem([](R &, A &a) { a.factors.pop_back(); }),
            "expects one sharding per factor, but the rule has 3 and the "
            "assignment 2");
  EXPECT_EQ(problem([](R &, A &a) { a.factors[0].axes = {{"q", 1, 2}}; }),
            "expects an axis of the mesh, got \"q\" (dims are the factors "
            "m,n,k)");
  EXPECT_EQ(
      problem([](R &, A &a) { a.factors[0].axes = a.factors[2].axes = {x}; }),
      "expects axes to be used once, but x and x overlap (dims are the "
      "factors m,n,k)");
  EXPECT_EQ(problem([](R &, A &a) { a.factors[0].axes = {x, y}; }),
            "expects shard count of dim 0 to divide 6, but axes x,y give 4 "
            "(dims are the factors m,n,k)");
  EXPECT_EQ(problem([](R &r, A &a) {
              r.factors[0].kind = FactorKind::Replicate;
              a.factors[0].axes = {x};
            }),
            "expects factor \"m\" not to be split");
  EXPECT_EQ(problem([](R &r, A &a) {
              r.factors[0].kind = FactorKind::Window;
              a.factors[0].axes = {x};
            }),
            "expects factor \"m\" not to be split, as its window needs a "
            "halo");
  EXPECT_EQ(problem([](R &r, A &a) {
              r.factors[0].grain = 2;
              a.factors[0].axes = {x};
            }),
            "expects pieces of factor \"m\" to be multiples of 2, got a cut "
            "at 3");
  EXPECT_EQ(problem([](R &, A &a) { a.passingSet = 0; }),
            "expects no passing set without a passing partial value, got 0");
  EXPECT_EQ(problem([](R &, A &a) {
              a.passing = Partial{ReduceKind::Sum, {x}};
              a.passingSet = 2;
            }),
            "expects a partial sum to pass through one of the op's 2 linear "
            "sets, got set 2");
  EXPECT_EQ(problem([](R &, A &a) {
              a.passing = Partial{ReduceKind::Max, {x}};
              a.passingSet = 0;
            }),
            "expects a partial max to pass through one of the op's 0 monotone "
            "sets, got set 0");
  EXPECT_EQ(problem([](R &r, A &a) {
              r.factors[2].reduce = ReduceKind::Max;
              a.factors[2].axes = {y};
              a.passing = Partial{ReduceKind::Sum, {x}};
              a.passingSet = 0;
            }),
            "expects one kind of partial result, got sum and, by factor "
            "\"k\", max");
  ShardingRule rule = reshape(6, 4);
  Assignment assignment = replicatedAssignment(rule);
  assignment.factors[1].axes = {y};
  EXPECT_EQ(text(verify(rule, assignment, mesh)),
            "expects factor \"a\" to be split into single indices, as it "
            "comes before \"b\" in dim 0 of result 0");
}

/// The factors' shardings of the dim a*b as text, "-" if there are none.
static std::string factorsText(const ShardingRule &rule, DimSharding dim) {
  int64_t extent = rule.factors[0].size * rule.factors[1].size;
  auto factors =
      factorsOf(rule, rule.results[0],
                Layout{mesh, {std::move(dim)}, std::nullopt}, {extent});
  if (!factors)
    return "-";
  std::string text;
  for (const auto &[number, split] : *factors)
    text += rule.factors[number].name +
            Layout{mesh, {split}, std::nullopt}.str() + " ";
  return text;
}

TEST(FactorsOf, Reshape) {
  ShardingRule rule = reshape(6, 4);
  EXPECT_EQ(factorsText(rule, {}), "a[] b[] ");
  EXPECT_EQ(factorsText(rule, splitDim(24, {x})), "a[x] b[] ");
  EXPECT_EQ(factorsText(rule, {{x}, {0, 16, 24}}), "a[x{0,4,6}] b[] ");
  // A cut inside the minor factor.
  EXPECT_EQ(factorsText(rule, {{x}, {0, 14, 24}}), "-");
  EXPECT_EQ(factorsText(reshape(2, 6), splitDim(12, {x, y})), "a[x] b[y] ");
  EXPECT_EQ(factorsText(reshape(2, 3), {{x, y}, {0, 2, 3, 5, 6}}),
            "a[x] b[y{0,2,3}] ");
  // The blocks must be cut alike.
  EXPECT_EQ(factorsText(reshape(2, 3), {{x, y}, {0, 2, 3, 4, 6}}), "-");
  EXPECT_EQ(factorsText(reshape(1, 4), splitDim(4, {x})), "a[] b[x] ");
  rule = reshape(4, 1);
  EXPECT_EQ(factorsText(rule, splitDim(4, {x})), "a[x] b[] ");
  rule.factors[0].kind = FactorKind::Replicate;
  EXPECT_EQ(factorsText(rule, splitDim(4, {x})), "-");
}

TEST(FactorsOf, BroadcastDimHasNothingToSplit) {
  ShardingRule rule;
  TensorMap map = {{}};
  EXPECT_TRUE(factorsOf(rule, map, Layout{mesh, {{}}, std::nullopt}, {1}));
  EXPECT_FALSE(factorsOf(rule, map,
                         Layout{mesh, {splitDim(1, {x})}, std::nullopt}, {1}));
}

// Of every layout of a dim a*b: if factors are found, they are allowed and
// project to the layout; and whatever projects to it, something is found.
TEST(FactorsOf, InvertsTheProjection) {
  int64_t found = 0;
  for (int64_t devices : {2, 3, 4, 6})
    for (const Mesh &each : allMeshes(devices))
      for (const Shape &sizes : std::vector<Shape>{
               {2, 3}, {3, 2}, {1, 4}, {4, 1}, {4, 6}, {6, 4}, {2, 2}}) {
        int64_t a = sizes[0], b = sizes[1];
        ShardingRule rule = reshape(a, b);
        auto back = [&](const Layout &layout) {
          return factorsOf(rule, rule.results[0], layout, {a * b});
        };
        for (const Layout &layout : allLayouts(each, {a * b})) {
          auto factors = back(layout);
          if (layout.partial || !factors)
            continue;
          ++found;
          Assignment assignment = replicatedAssignment(rule);
          for (const auto &[number, split] : *factors)
            assignment.factors[number] = split;
          ASSERT_EQ(text(verify(rule, assignment, each)), "none");
          ASSERT_EQ(projectResult(rule, assignment, each, 0).str(),
                    layout.str());
        }
        for (const Layout &layout : allLayouts(each, {a, b})) {
          Assignment assignment = replicatedAssignment(rule);
          assignment.factors = layout.dims;
          if (layout.partial || verify(rule, assignment, each))
            continue;
          Layout result = projectResult(rule, assignment, each, 0);
          ASSERT_EQ(text(result.verify({a * b})), "none");
          ASSERT_TRUE(back(result)) << layout.str() << " " << result.str();
        }
      }
  EXPECT_GT(found, 500);
}
