//===- AxisAlgebraTest.cpp - Lists of axes --------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Worked examples, one test per function. Mesh x=4, y=2, z=6.
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/AxisAlgebra.h"

#include <gtest/gtest.h>

using namespace partita::layout;

static const Mesh mesh = Mesh::iota({{"x", 4}, {"y", 2}, {"z", 6}});
static const AxisRef x{"x", 1, 4}, y{"y", 1, 2}, z{"z", 1, 6};
static const AxisRef x1{"x", 1, 2}, x2{"x", 2, 2};   // x as 2 x 2
static const AxisRef z12{"z", 1, 2}, z23{"z", 2, 3}; // z as 2 x 3
static const AxisRef z13{"z", 1, 3}, z32{"z", 3, 2}; // z as 3 x 2

/// Axes as text, "-" for nothing.
static std::string text(const std::optional<AxisList> &axes) {
  return axes ? str(mesh, *axes) : "-";
}

TEST(AxisAlgebra, Overlaps) {
  EXPECT_TRUE(x.overlaps(x1));
  EXPECT_TRUE(x2.overlaps(x));
  EXPECT_TRUE(x1.overlaps(x1));
  EXPECT_FALSE(x1.overlaps(x2));
  EXPECT_FALSE(x2.overlaps(x1));
  EXPECT_FALSE(x.overlaps(y));
  EXPECT_FALSE(z12.overlaps(z23));
  EXPECT_FALSE(z13.overlaps(z32));
  // 6 as 2 x 3 and as 3 x 2: all digits depend on each other.
  EXPECT_TRUE(z12.overlaps(z13));
  EXPECT_TRUE(z12.overlaps(z32));
  EXPECT_TRUE(z23.overlaps(z32));
  EXPECT_TRUE(overlapsAny(x1, {y, x}));
  EXPECT_FALSE(overlapsAny(x1, {y, x2}));
}

TEST(AxisAlgebra, MergedAxes) {
  EXPECT_EQ(text(mergedAxes({x1, x2, y})), "x,y");
  EXPECT_EQ(text(mergedAxes({x2, x1})), "x:(2)2,x:(1)2");
  EXPECT_EQ(text(mergedAxes({x1, y, x2})), "x:(1)2,y,x:(2)2");
  EXPECT_EQ(text(mergedAxes({{"x", 2, 1}, y, {"z", 6, 1}})), "y");
}

TEST(AxisAlgebra, SortedAxes) {
  EXPECT_EQ(text(sortedAxes(mesh, {z, x2, y, x1})), "x,y,z");
  EXPECT_EQ(text(sortedAxes(mesh, {z32, x2})), "x:(2)2,z:(3)2");
}

TEST(AxisAlgebra, ConcatAxes) {
  EXPECT_EQ(text(concatAxes({y, x1}, {x2, z})), "y,x,z");
  EXPECT_EQ(text(concatAxes({}, {x})), "x");
}

TEST(AxisAlgebra, CommonPrefix) {
  EXPECT_EQ(text(commonPrefix({x, y}, {x, z})), "x");
  EXPECT_EQ(text(commonPrefix({x, y}, {x1, z})), "x:(1)2");
  EXPECT_EQ(text(commonPrefix({x1, y}, {x})), "x:(1)2");
  EXPECT_EQ(text(commonPrefix({x}, {x2})), "");
  EXPECT_EQ(text(commonPrefix({z12, y}, {z13, y})), "");
  EXPECT_EQ(text(commonPrefix({y}, {x})), "");
}

TEST(AxisAlgebra, WithoutPrefix) {
  EXPECT_EQ(text(withoutPrefix({x, y}, {x1})), "x:(2)2,y");
  EXPECT_EQ(text(withoutPrefix({x, y}, {x1, x2})), "y");
  EXPECT_EQ(text(withoutPrefix({x, y}, {})), "x,y");
  EXPECT_EQ(text(withoutPrefix({x, y}, {x, y})), "");
  EXPECT_EQ(text(withoutPrefix({x, y}, {y})), "-");
  EXPECT_EQ(text(withoutPrefix({x1, y}, {x})), "-");
  EXPECT_EQ(text(withoutPrefix({x}, {x, y})), "-");
}

TEST(AxisAlgebra, WithoutSuffix) {
  EXPECT_EQ(text(withoutSuffix({y, x}, {x2})), "y,x:(1)2");
  EXPECT_EQ(text(withoutSuffix({y, x}, {x})), "y");
  EXPECT_EQ(text(withoutSuffix({y, x}, {y, x})), "");
  EXPECT_EQ(text(withoutSuffix({y, x}, {x1})), "-");
  EXPECT_EQ(text(withoutSuffix({y, x}, {y})), "-");
  EXPECT_EQ(text(withoutSuffix({x2}, {x})), "-");
  EXPECT_EQ(text(withoutSuffix({z}, {z23})), "z:(1)2");
}

TEST(AxisAlgebra, LongestPrefix) {
  auto notX2 = [](const AxisRef &axis) { return !axis.overlaps(x2); };
  EXPECT_EQ(text(longestPrefix({y, x, z}, notX2)), "y,x:(1)2");
  EXPECT_EQ(text(longestPrefix({y, z}, notX2)), "y,z");
  EXPECT_EQ(text(longestPrefix({x2, y}, notX2)), "");
}

TEST(AxisAlgebra, Without) {
  EXPECT_EQ(text(without({x, y}, {x2})), "x:(1)2,y");
  EXPECT_EQ(text(without({x, y}, {y, x1})), "x:(2)2");
  EXPECT_EQ(text(without({x, y}, {x1, y, x2})), "");
  EXPECT_EQ(text(without({x1}, {x})), "-");
  EXPECT_EQ(text(without({x}, {x, x})), "-");
  EXPECT_EQ(text(without({z12}, {z13})), "-");
}

TEST(AxisAlgebra, CommonAxes) {
  EXPECT_EQ(text(commonAxes({x, y}, {x2, z})), "x:(2)2");
  EXPECT_EQ(text(commonAxes({x1, z}, {z23, x})), "x:(1)2,z:(2)3");
  EXPECT_EQ(text(commonAxes({z12}, {z13})), "");
  EXPECT_EQ(text(commonAxes({x}, {y})), "");
}

TEST(AxisAlgebra, Coarsened) {
  DimSharding cut{{y, x1}, {0, 2, 3, 3, 7}, true};
  EXPECT_EQ(coarsened(cut, {y}, 7), (DimSharding{{y}, {0, 3, 7}}));
  EXPECT_EQ(coarsened(cut, {}, 7), DimSharding());
  EXPECT_EQ(coarsened(DimSharding{{x}, {}}, {x1}, 8), (DimSharding{{x1}, {}}));
  // Coarse pieces may be even where the fine ones are not.
  EXPECT_EQ(coarsened(DimSharding{{x}, {0, 1, 4, 6, 8}}, {x1}, 8),
            (DimSharding{{x1}, {}}));
}
