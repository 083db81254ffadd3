//===- CoverTest.cpp - Boxes that tile an index space ---------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/Cover.h"
#include "gtest/gtest.h"

using namespace partita::layout;

TEST(Cover, TakesATilingInAnyOrder) {
  EXPECT_EQ(verifyCover({{{2, 0}, {1, 4}}, {{0, 0}, {2, 1}}, {{0, 1}, {2, 3}}},
                        {3, 4}),
            std::nullopt);
}

TEST(Cover, EmptyBoxesDoNotCount) {
  EXPECT_EQ(verifyCover({{{0}, {3}}, {{3}, {0}}, {{9}, {0}}}, {3}),
            std::nullopt);
  EXPECT_EQ(verifyCover(std::vector<Box>(), {0, 5}), std::nullopt);
}

TEST(Cover, AScalarIsOneElement) {
  std::vector<Box> boxes;
  EXPECT_EQ(verifyCover(boxes, {}), "expects all of [], got 0 of 1 elements");
  boxes.emplace_back();
  EXPECT_EQ(verifyCover(boxes, {}), std::nullopt);
  boxes.emplace_back();
  EXPECT_EQ(verifyCover(boxes, {}),
            "expects every index once, but [] at [] and [] at [] meet");
}

TEST(Cover, FindsGaps) {
  EXPECT_EQ(verifyCover({{{0, 0}, {2, 3}}}, {2, 4}),
            "expects all of [2,4], got 6 of 8 elements");
}

TEST(Cover, FindsOverlapsEvenIfTheCountIsRight) {
  EXPECT_EQ(verifyCover({{{0}, {2}}, {{1}, {2}}}, {4}),
            "expects every index once, but [2] at [1] and [2] at [0] meet");
}

TEST(Cover, FindsBoxesOutside) {
  EXPECT_EQ(verifyCover({{{3}, {2}}}, {4}),
            "expects boxes inside [4], got [2] at [3]");
  EXPECT_EQ(verifyCover({{{-1}, {4}}}, {4}),
            "expects boxes inside [4], got [4] at [-1]");
}

TEST(Cover, LayoutsCoverPerReplica) {
  Mesh mesh = Mesh::iota({{"x", 2}, {"y", 3}});
  AxisRef x = wholeAxis(mesh, "x"), y = wholeAxis(mesh, "y");
  Shape shape = {5, 7};
  for (const DimSharding &rows :
       {DimSharding{}, splitDim(5, {x}), splitDim(5, {x, y})}) {
    Layout layout = Layout::replicated(mesh, 2);
    layout.dims[0] = rows;
    EXPECT_EQ(verifyCover(layout, shape), std::nullopt) << layout.str();
  }
}
