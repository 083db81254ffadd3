//===- ReshardTest.cpp - Plans, steps, groups and transfers ---------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which steps are chosen for which pair of layouts, each message of inferStep,
// and small examples of groups and transfers. That all plans are right is
// ReshardExhaustiveTest's subject.
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/Reshard.h"
#include "partita/Layout/AxisAlgebra.h"

#include <gtest/gtest.h>

using namespace partita::layout;

static const Mesh mesh = Mesh::iota({{"x", 2}, {"y", 2}});
static const AxisRef x{"x", 1, 2}, y{"y", 1, 2};
static const Shape shape = {8, 8};

using Ids = std::vector<int64_t>;

/// A layout of `shape`, or of other extents, each dim as even as can be.
static Layout make(AxisList rows, AxisList cols, AxisList partial = {},
                   ReduceKind kind = ReduceKind::Sum,
                   const Shape &extents = shape) {
  Layout layout{
      mesh, {splitDim(extents[0], rows), splitDim(extents[1], cols)}, {}};
  if (!partial.empty())
    layout.partial = Partial{kind, partial};
  return layout;
}

/// `reduce-scatter x on 0, slice`.
static std::string describe(const std::vector<Step> &steps) {
  static const char *names[] = {"slice",          "all-gather", "all-reduce",
                                "reduce-scatter", "exchange",   "to-partial"};
  std::string text;
  for (const Step &step : steps) {
    text += (text.empty() ? "" : ", ") +
            std::string(names[static_cast<int>(step.kind)]);
    if (!step.axes.empty())
      text += " " + str(step.from.mesh, step.axes);
    if (step.dim >= 0)
      text += " on " + std::to_string(step.dim);
  }
  return text;
}

static std::string plan(const Layout &from, const Layout &to,
                        bool exact = false) {
  return describe(planReshard(from, to, shape, exact));
}

TEST(PlanReshard, OneStep) {
  EXPECT_EQ(plan(make({x}, {}), make({x}, {})), "");
  EXPECT_EQ(plan(make({}, {}), make({x}, {y})), "slice");
  EXPECT_EQ(plan(make({x}, {}), make({x, y}, {})), "slice");
  EXPECT_EQ(plan(make({x, y}, {}), make({x}, {})), "all-gather y on 0");
  EXPECT_EQ(plan(make({x, y}, {}), make({}, {})), "all-gather x,y on 0");
  EXPECT_EQ(plan(make({}, {}, {x}), make({}, {})), "all-reduce x");
  EXPECT_EQ(plan(make({}, {}, {x, y}), make({}, {}, {y})), "all-reduce x");
  EXPECT_EQ(plan(make({}, {}, {x}), make({x}, {})), "reduce-scatter x on 0");
  EXPECT_EQ(plan(make({y}, {}, {x}), make({y, x}, {})),
            "reduce-scatter x on 0");
  EXPECT_EQ(plan(make({x}, {}), make({}, {x})), "exchange");
  EXPECT_EQ(plan(make({y, x}, {}), make({x}, {})), "exchange");
  EXPECT_EQ(plan(make({}, {}), make({}, {}, {y})), "to-partial y");
}

TEST(PlanReshard, SeveralSteps) {
  EXPECT_EQ(plan(make({x}, {y}), make({}, {})),
            "all-gather x on 0, all-gather y on 1");
  EXPECT_EQ(plan(make({x}, {}), make({}, {y})), "slice, all-gather x on 0");
  EXPECT_EQ(plan(make({}, {}, {x, y}), make({x}, {y})),
            "reduce-scatter x on 0, reduce-scatter y on 1");
  // What shrinks comes before what reduces.
  EXPECT_EQ(plan(make({}, {}, {x}), make({y}, {})), "slice, all-reduce x");
  EXPECT_EQ(plan(make({}, {}, {x}), make({x, y}, {})),
            "reduce-scatter x on 0, slice");
  EXPECT_EQ(plan(make({}, {}, {x}), make({y, x}, {})),
            "slice, reduce-scatter x on 0");
  EXPECT_EQ(plan(make({y}, {}, {x}), make({}, {x})),
            "reduce-scatter x on 1, all-gather y on 0");
}

TEST(PlanReshard, PartialValues) {
  // What both share stays partial.
  EXPECT_EQ(plan(make({x}, {}, {y}), make({}, {}, {y})), "all-gather x on 0");
  EXPECT_EQ(plan(make({}, {}, {y}), make({}, {}, {x, y})), "to-partial x");
  EXPECT_EQ(plan(make({}, {}, {x}), make({}, {}, {y})),
            "all-reduce x, to-partial y");
  // A sum becomes a maximum only as a whole value.
  EXPECT_EQ(plan(make({}, {}, {x}), make({}, {}, {x}, ReduceKind::Max)),
            "all-reduce x, to-partial x");
  // Gathering half of a partial value is cheaper than making it whole.
  EXPECT_EQ(plan(make({x}, {}, {y}), make({}, {x}, {y})),
            "all-gather x on 0, slice");
}

TEST(PlanReshard, UnevenCuts) {
  Layout uneven = make({}, {});
  uneven.dims[0] = {{x}, {0, 5, 8}};
  EXPECT_EQ(plan(uneven, make({}, {})), "all-gather x on 0");
  EXPECT_EQ(plan(uneven, make({x}, {})), "exchange");
  EXPECT_EQ(plan(make({}, {}, {x}), uneven), "reduce-scatter x on 0");
  Layout finer = make({}, {});
  finer.dims[0] = {{x, y}, {0, 3, 5, 7, 8}};
  EXPECT_EQ(plan(uneven, finer), "slice");
  EXPECT_EQ(plan(finer, uneven), "all-gather y on 0");
}

TEST(PlanReshard, OtherMesh) {
  Layout row{Mesh::iota({{"d", 4}}), {{}, {}}, std::nullopt};
  EXPECT_EQ(plan(make({}, {}), row), "slice");
  row.dims[0] = {{{"d", 1, 4}}, {}};
  EXPECT_EQ(plan(make({x}, {}), row), "slice"); // each box lies in its old one
  EXPECT_EQ(plan(make({y}, {}), row), "exchange");
  EXPECT_EQ(plan(make({y}, {}, {x}), row), "all-reduce x, exchange");
}

TEST(PlanReshard, Exact) {
  EXPECT_EQ(plan(make({x}, {}), make({x}, {}), true), "");
  EXPECT_EQ(plan(make({}, {}), make({x}, {}), true), "exchange");
  EXPECT_EQ(plan(make({}, {}, {x}), make({}, {}), true), "all-reduce x");
  EXPECT_EQ(plan(make({x}, {}, {y}), make({}, {x}, {y}), true),
            "all-reduce y, exchange, to-partial y");
}

/// What inferStep makes of a step: the layout, or the problem.
static std::string infer(StepKind kind, const Layout &from, const Layout &to,
                         int dim = -1, AxisList axes = {}) {
  Layout result;
  Problem problem = inferStep(Step{kind, from, to, dim, axes}, shape, result);
  return problem ? *problem : result.str();
}

TEST(InferStep, Results) {
  Layout any = make({}, {}); // steps that determine their target ignore it
  EXPECT_EQ(infer(StepKind::AllGather, make({x, y}, {}), any, 0, {y}),
            "[x | ]");
  EXPECT_EQ(infer(StepKind::AllReduce, make({}, {}, {x, y}), any, -1, {x}),
            "[ | ] partial sum over y");
  EXPECT_EQ(infer(StepKind::ReduceScatter, make({y}, {}, {x}), make({y, x}, {}),
                  0, {x}),
            "[y,x | ]");
  EXPECT_EQ(infer(StepKind::ToPartial, make({}, {}, {y}), make({}, {}, {x, y}),
                  -1, {x}),
            "[ | ] partial sum over x,y");
  EXPECT_EQ(infer(StepKind::Slice, make({x}, {}), make({x}, {y})), "[x | y]");
  EXPECT_EQ(infer(StepKind::Exchange, make({x}, {}), make({}, {x})), "[ | x]");
}

TEST(InferStep, Messages) {
  Layout any = make({}, {});
  Layout bad = make({}, {});
  bad.dims[0].axes = {{"q", 1, 2}};
  EXPECT_EQ(infer(StepKind::Slice, bad, any),
            "expects an axis of the mesh, got \"q\"");
  EXPECT_EQ(infer(StepKind::Slice, any, bad),
            "expects an axis of the mesh, got \"q\"");
  EXPECT_EQ(infer(StepKind::AllGather, make({x}, {}), any, 0),
            "expects an axis to act on, got none");
  EXPECT_EQ(infer(StepKind::AllGather, make({x}, {}), any, 0, {{"q", 1, 2}}),
            "expects an axis of the mesh, got \"q\"");
  EXPECT_EQ(infer(StepKind::AllGather, make({x}, {}), any, 2, {x}),
            "expects a dim below the rank 2, got 2");
  EXPECT_EQ(infer(StepKind::AllGather, make({x, y}, {}), any, 0, {x}),
            "expects to gather the minor-most axes of dim 0, got x for x,y");
  EXPECT_EQ(infer(StepKind::AllReduce, any, any, -1, {x}),
            "expects a partial value to reduce, got a whole one");
  EXPECT_EQ(infer(StepKind::AllReduce, make({}, {}, {x}), any, -1, {y}),
            "expects to reduce over partial axes, got y for x");
  EXPECT_EQ(infer(StepKind::ReduceScatter, make({y}, {}, {x}), make({x, y}, {}),
                  0, {x}),
            "expects dim 0 to be scattered over y,x, got x,y");
  Layout other = make({y, x}, {});
  other.dims[0].cuts = {0, 1, 5, 6, 8};
  EXPECT_EQ(infer(StepKind::ReduceScatter, make({y}, {}, {x}), other, 0, {x}),
            "expects the scattered pieces of dim 0 to lie in the pieces they "
            "come from");
  EXPECT_EQ(infer(StepKind::ToPartial, any, any, -1, {x}),
            "expects a partial target, got a whole one");
  EXPECT_EQ(infer(StepKind::ToPartial, make({}, {}, {x}),
                  make({}, {}, {x, y}, ReduceKind::Max), -1, {y}),
            "expects the kind of the source's partial value to stay");
  EXPECT_EQ(
      infer(StepKind::ToPartial, make({x}, {}), make({}, {}, {x}), -1, {x}),
      "expects axes to be used once, but x and x overlap");
  EXPECT_EQ(infer(StepKind::Slice, make({x}, {}), make({}, {x})),
            "expects a part of what each device has, but device 0 lacks some "
            "of dim 0");
  EXPECT_EQ(infer(StepKind::Slice, make({}, {}, {x}), make({y}, {})),
            "expects a slice to keep the partial state");
  EXPECT_EQ(infer(StepKind::Exchange, make({}, {}, {x}), make({}, {}, {x})),
            "expects whole values to exchange, got a partial one");
  Layout moved = any;
  moved.mesh.devices = {4, 5, 6, 7};
  EXPECT_EQ(infer(StepKind::Exchange, any, moved),
            "expects the same devices in both meshes");
  moved = make({}, {}, {x});
  moved.mesh.devices = {1, 0, 2, 3};
  EXPECT_EQ(infer(StepKind::Slice, make({}, {}, {x}), moved),
            "expects a slice of a partial value to keep the mesh");
}

TEST(GroupsOf, UnevenPiecesDifferByGroup) {
  Layout fine{mesh, {{{x, y}, {0, 3, 5, 9, 10}}}, std::nullopt};
  Layout coarse{mesh, {{{x}, {}}}, std::nullopt};
  Step step{StepKind::AllGather, fine, coarse, 0, {y}};
  std::vector<Group> groups = groupsOf(step, {10});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].members, (Ids{0, 1}));
  EXPECT_EQ(groups[0].cuts, (Ids{0, 3, 5}));
  EXPECT_EQ(groups[1].members, (Ids{2, 3}));
  EXPECT_EQ(groups[1].cuts, (Ids{0, 4, 5}));
  EXPECT_EQ(elementsMoved(step, {10}), 10);
}

TEST(GroupsOf, MembersComeInTheOrderOfTheirPieces) {
  Mesh shuffled{{{"x", 2}, {"y", 2}}, {3, 1, 0, 2}};
  Layout whole{shuffled, {{}}, std::nullopt}, split = whole, partial = whole;
  split.dims[0].axes = {x};
  partial.partial = Partial{ReduceKind::Sum, {x}};
  // x pairs 3 with 0 and 1 with 2.
  std::vector<Group> groups =
      groupsOf({StepKind::AllGather, split, whole, 0, {x}}, {4});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].members, (Ids{1, 2}));
  EXPECT_EQ(groups[1].members, (Ids{3, 0}));
  groups = groupsOf({StepKind::AllReduce, partial, whole, -1, {x}}, {4});
  EXPECT_EQ(groups[0].members, (Ids{0, 3})); // ascending
  EXPECT_EQ(groups[1].members, (Ids{1, 2}));
  EXPECT_TRUE(groups[0].cuts.empty());
  EXPECT_EQ(elementsMoved({StepKind::AllReduce, partial, whole, -1, {x}}, {4}),
            2 * 2 * 4);
}

TEST(TransfersOf, NearestHolder) {
  // Rows by x, to columns by y: device 1 has rows [0,4), needs columns [4,8).
  Layout from = make({x}, {}), to = make({}, {y});
  std::vector<Transfer> transfers = transfersOf(from, to, shape);
  ASSERT_EQ(transfers.size(), 8u);
  EXPECT_EQ(transfers[2].dstDevice, 1);
  EXPECT_EQ(transfers[2].srcDevice, 1); // what it has it takes from itself
  EXPECT_EQ(transfers[2].srcStart, (Ids{0, 4}));
  EXPECT_EQ(transfers[2].dstStart, (Ids{0, 0}));
  EXPECT_EQ(transfers[3].srcDevice, 2); // of 2 and 3 the nearer
  EXPECT_EQ(transfers[3].srcStart, (Ids{0, 4}));
  EXPECT_EQ(transfers[3].dstStart, (Ids{4, 0}));
  EXPECT_EQ(transfers[3].size, (Ids{4, 4}));
  EXPECT_EQ(elementsMoved({StepKind::Exchange, from, to, -1, {}}, shape),
            4 * 16);
}

TEST(TransfersOf, EmptyBoxes) {
  Layout from{mesh, {splitDim(1, {x, y})}, std::nullopt};
  Layout to{mesh, {{{x}, {0, 0, 1}, true}}, std::nullopt};
  std::vector<Transfer> transfers = transfersOf(from, to, {1});
  ASSERT_EQ(transfers.size(), 2u);
  EXPECT_EQ(transfers[0].dstDevice, 2);
  EXPECT_EQ(transfers[1].dstDevice, 3);
  EXPECT_EQ(transfers[1].srcDevice, 0);
  // A tensor without elements.
  Layout even{mesh, {{{x}, {}}}, std::nullopt};
  EXPECT_TRUE(transfersOf(even, Layout::replicated(mesh, 1), {0}).empty());
}
