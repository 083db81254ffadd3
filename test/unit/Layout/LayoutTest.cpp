//===- LayoutTest.cpp - Boxes, rules and normal form ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Worked examples on the mesh x=2, y=2, each message of the verifiers, and the
// claims about all small layouts.
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/Layout.h"
#include "LayoutUniverse.h"
#include "partita/Layout/AxisAlgebra.h"

#include <gtest/gtest.h>

using namespace partita::layout;
using namespace partita::layout::test;

static const Mesh mesh = Mesh::iota({{"x", 2}, {"y", 2}});
static const AxisRef x{"x", 1, 2}, y{"y", 1, 2};

static std::string text(const Problem &problem) {
  return problem.value_or("none");
}

/// The dims' layout on `mesh`, whole.
static Layout whole(std::vector<DimSharding> dims) {
  return Layout{mesh, std::move(dims), std::nullopt};
}

static Layout partialOver(AxisList axes) {
  return Layout{mesh, {{}}, Partial{ReduceKind::Sum, std::move(axes)}};
}

TEST(Mesh, Axes) {
  EXPECT_EQ(mesh.devices, (std::vector<int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(mesh.axisSize("y"), 2);
  EXPECT_EQ(mesh.axisSize("q"), 0);
  EXPECT_EQ(mesh.indexOf(3), 3);
  EXPECT_EQ(mesh.indexOf(9), -1);
  EXPECT_EQ((Mesh{{{"x", 2}}, {7, 4}}.indexOf(4)), 1);
}

TEST(Mesh, Verify) {
  EXPECT_EQ(text(mesh.verify()), "none");
  EXPECT_EQ(text(Mesh{{}, {5}}.verify()), "none");
  EXPECT_EQ(text(Mesh{{{"", 1}}, {0}}.verify()),
            "expects every axis to have a name");
  EXPECT_EQ(text(Mesh{{{"x", 0}}, {}}.verify()),
            "expects axis \"x\" to have a size of at least 1, got 0");
  EXPECT_EQ(text(Mesh{{{"x", 1}, {"x", 2}}, {0, 1}}.verify()),
            "expects axis names to differ, got \"x\" twice");
  EXPECT_EQ(text(Mesh{{{"x", 2}}, {0, 1, 2}}.verify()),
            "expects one device per coordinate, but the axes have 2 and there "
            "are 3 devices");
  EXPECT_EQ(text(Mesh{{{"x", INT64_MAX}, {"y", 4}}, {0}}.verify()),
            "expects one device per coordinate, but the axes have more than "
            "the 1 devices");
  EXPECT_EQ(text(Mesh{{{"x", 2}}, {0, -1}}.verify()),
            "expects device ids of at least 0, got -1");
  EXPECT_EQ(text(Mesh{{{"x", 2}}, {4, 4}}.verify()),
            "expects every device once, got 4 twice");
}

TEST(AxisRef, Coordinate) {
  Mesh wide = Mesh::iota({{"x", 12}, {"y", 2}});
  // Device 23: x = 11 = (1,2,1) in radix 2,3,2; y = 1.
  EXPECT_EQ(wholeAxis(wide, "x").coordinate(wide, 23), 11);
  EXPECT_EQ((AxisRef{"x", 1, 2}.coordinate(wide, 23)), 1);
  EXPECT_EQ((AxisRef{"x", 2, 3}.coordinate(wide, 23)), 2);
  EXPECT_EQ((AxisRef{"x", 6, 2}.coordinate(wide, 23)), 1);
  EXPECT_EQ(wholeAxis(wide, "y").coordinate(wide, 22), 0);
  EXPECT_EQ(wholeAxis(wide, "x").str(wide), "x");
  EXPECT_EQ((AxisRef{"x", 2, 3}.str(wide)), "x:(2)3");
}

TEST(AxisRef, Verify) {
  Mesh wide = Mesh::iota({{"x", 12}});
  EXPECT_EQ(text(AxisRef{"x", 2, 3}.verify(wide)), "none");
  EXPECT_EQ(text(AxisRef{"q", 1, 2}.verify(wide)),
            "expects an axis of the mesh, got \"q\"");
  EXPECT_EQ(text(AxisRef{"x", 4, 6}.verify(wide)),
            "expects a part of axis \"x\" to divide its size 12, got (4)6");
  EXPECT_EQ(text(AxisRef{"x", 0, 6}.verify(wide)),
            "expects a part of axis \"x\" to divide its size 12, got (0)6");
}

TEST(Pieces, IndexIsRowMajorOverTheList) {
  // Device 1 has x=0, y=1.
  EXPECT_EQ(pieceIndex(mesh, {x, y}, 1), 1);
  EXPECT_EQ(pieceIndex(mesh, {y, x}, 1), 2);
  EXPECT_EQ(pieceIndex(mesh, {}, 1), 0);
  EXPECT_EQ(numPieces({x, y}), 4);
  EXPECT_EQ(numPieces({}), 1);
}

TEST(Pieces, Cuts) {
  EXPECT_EQ(balancedCuts(7, 3), (std::vector<int64_t>{0, 3, 5, 7}));
  EXPECT_EQ(balancedCuts(1, 3), (std::vector<int64_t>{0, 1, 1, 1}));
  EXPECT_EQ(splitDim(6, {x}), (DimSharding{{x}, {}}));
  EXPECT_EQ(splitDim(5, {x}), (DimSharding{{x}, {0, 3, 5}}));
  EXPECT_EQ(splitDim(1, {x}), (DimSharding{{x}, {0, 1, 1}, true}));
  EXPECT_EQ(splitDim(5, {}), DimSharding());
  EXPECT_EQ(cutDim({x}, {0, 3, 6}), (DimSharding{{x}, {}}));
  EXPECT_EQ(cutDim({x}, {0, 0, 6}), (DimSharding{{x}, {0, 0, 6}, true}));
  EXPECT_EQ(offsets({{x}, {}}, 6), (std::vector<int64_t>{0, 3, 6}));
  EXPECT_EQ(offsets({{x}, {0, 1, 6}}, 6), (std::vector<int64_t>{0, 1, 6}));
  EXPECT_EQ(offsets({}, 6), (std::vector<int64_t>{0, 6}));
}

TEST(Box, Intersect) {
  Box a{{0, 2}, {4, 4}}, b{{3, 0}, {5, 3}};
  EXPECT_EQ(intersect(a, b), (Box{{3, 2}, {1, 1}}));
  EXPECT_EQ(intersect(a, Box{{4, 2}, {1, 1}}), (Box{{0, 0}, {0, 0}}));
  EXPECT_TRUE(intersect(a, Box{{1, 2}, {0, 1}}).empty());
  EXPECT_EQ(intersect(Box{}, Box{}).numElements(), 1); // rank 0
}

TEST(Layout, BoxesOfTheHeadersExample) {
  Layout layout = whole({splitDim(5, {x}), splitDim(8, {y})});
  Shape shape = {5, 8};
  EXPECT_EQ(text(layout.verify(shape)), "none");
  EXPECT_EQ(layout.box(shape, 0), (Box{{0, 0}, {3, 4}}));
  EXPECT_EQ(layout.box(shape, 1), (Box{{0, 4}, {3, 4}}));
  EXPECT_EQ(layout.box(shape, 2), (Box{{3, 0}, {2, 4}}));
  EXPECT_EQ(layout.box(shape, 3), (Box{{3, 4}, {2, 4}}));
  EXPECT_EQ(layout.localShape(shape, 3), (Shape{2, 4}));
  EXPECT_EQ(layout.str(), "[x{0,3,5} | y]");
}

TEST(Layout, DevicesInAnotherOrder) {
  Layout layout = whole({{{x}, {}}});
  layout.mesh.devices = {6, 2, 4, 0};
  EXPECT_EQ(layout.box({4}, 2), (Box{{0}, {2}})); // index 1: x = 0
  EXPECT_EQ(layout.box({4}, 4), (Box{{2}, {2}})); // index 2: x = 1
}

TEST(Layout, Queries) {
  Layout layout = Layout::replicated(mesh, 2);
  EXPECT_TRUE(layout.isReplicated());
  EXPECT_EQ(layout.str(), "[ | ]");
  layout.partial = Partial{ReduceKind::Max, {x, y}};
  EXPECT_FALSE(layout.isReplicated());
  EXPECT_TRUE(layout.isPartial());
  EXPECT_EQ(layout.str(), "[ | ] partial max over x,y");
  layout.partial->axes = {y};
  layout.dims[1] = {{x}, {}};
  EXPECT_EQ(layout.usedAxes(), (AxisList{x, y}));
}

TEST(Layout, VerifyAxes) {
  EXPECT_EQ(text(whole({{{{"q", 1, 2}}, {}}}).verify()),
            "expects an axis of the mesh, got \"q\"");
  EXPECT_EQ(text(whole({{{{"x", 2, 1}}, {}}}).verify()),
            "expects no axis of size 1, got x:(2)1");
  EXPECT_EQ(text(whole({{{x}, {}}, {{x}, {}}}).verify()),
            "expects axes to be used once, but x and x overlap");
  Layout parts{
      Mesh::iota({{"x", 4}}), {{{{"x", 1, 2}, {"x", 2, 2}}, {}}}, std::nullopt};
  EXPECT_EQ(text(parts.verify()), "expects adjacent parts of an axis to be "
                                  "merged, got x:(1)2,x:(2)2 for x");
}

TEST(Layout, VerifyPartial) {
  EXPECT_EQ(text(partialOver({x, y}).verify()), "none");
  EXPECT_EQ(text(partialOver({}).verify()),
            "expects a partial value to name an axis, got none");
  EXPECT_EQ(text(partialOver({y, x}).verify()),
            "expects partial axes in the order of the mesh, got y,x for x,y");
  Layout both = partialOver({x});
  both.dims[0].axes = {x};
  EXPECT_EQ(text(both.verify()),
            "expects axes to be used once, but x and x overlap");
}

TEST(Layout, VerifyCuts) {
  EXPECT_EQ(text(whole({{{x}, {}, true}}).verify()),
            "expects allow_empty only with cuts, got it on dim 0, which is "
            "even");
  EXPECT_EQ(text(whole({{{}, {0, 5}}}).verify()),
            "expects cuts only on a split dim, got 0,5 on dim 0");
  EXPECT_EQ(text(whole({{{x}, {0, 5}}}).verify()),
            "expects 3 cuts of dim 0, one more than pieces, got 2");
  EXPECT_EQ(text(whole({{{x}, {1, 3, 5}}}).verify()),
            "expects cuts of dim 0 to begin at 0, got 1,3,5");
  EXPECT_EQ(text(whole({{}, {{x}, {0, 6, 5}}}).verify()),
            "expects cuts of dim 1 to ascend, got 0,6,5");
  EXPECT_EQ(text(whole({{{x}, {0, 3, 6}}}).verify()),
            "expects even cuts of dim 0 to be left out, got 0,3,6");
  EXPECT_EQ(text(whole({{{x}, {0, 5, 5}}}).verify()),
            "expects allow_empty on dim 0 with empty pieces, got cuts 0,5,5");
  EXPECT_EQ(text(whole({{{x}, {0, 3, 5}, true}}).verify()),
            "expects an empty piece of dim 0 with allow_empty, got cuts "
            "0,3,5");
}

TEST(Layout, VerifyAgainstShape) {
  EXPECT_EQ(text(whole({{}}).verify({2, 3})),
            "expects one sharding per dim, but the rank is 2 and there are 1");
  EXPECT_EQ(text(whole({{{x}, {0, 3, 5}}}).verify({6})),
            "expects cuts of dim 0 to end at its extent 6, got 0,3,5");
  EXPECT_EQ(text(whole({{}, {{x, y}, {}}}).verify({3, 10})),
            "expects shard count of dim 1 to divide 10, but axes x,y give 4");
}

TEST(Layout, NormalForm) {
  Mesh four = Mesh::iota({{"x", 4}, {"y", 2}});
  AxisRef x1{"x", 1, 2}, x2{"x", 2, 2};
  Layout layout{
      four,
      {{{x1, x2, {"y", 1, 1}}, {0, 2, 4, 6, 8}, true}, {{{"y", 2, 1}}, {0, 3}}},
      Partial{ReduceKind::Sum, {}}};
  Layout normal = layout.normalized({8, 3});
  EXPECT_EQ(normal.str(), "[x | ]");
  EXPECT_EQ(text(normal.verify({8, 3})), "none");
  layout = Layout{four, {{}}, Partial{ReduceKind::Max, {{"y", 1, 2}, x2, x1}}};
  EXPECT_EQ(layout.normalized({3}).str(), "[] partial max over x,y");
  // The order within a dim has a meaning: it is not sorted.
  layout = Layout{four, {{{x2, x1}, {}}}, std::nullopt};
  EXPECT_EQ(layout.normalized({8}).str(), "[x:(2)2,x:(1)2]");
}

// Every element is held by as many devices as there are replicas. Partial axes
// replicate too, as far as boxes go.
TEST(Layout, BoxesCoverTheTensorOncePerReplica) {
  for (int64_t devices = 2; devices <= 6; ++devices)
    for (const Shape &shape : allShapes(devices))
      for (const Mesh &each : allMeshes(devices))
        for (const Layout &layout : allLayouts(each, shape)) {
          int64_t elements = 1, cols = shape.empty() ? 1 : shape.back();
          int64_t replicas = devices;
          for (size_t d = 0; d < shape.size(); ++d) {
            elements *= shape[d];
            replicas /= numPieces(layout.dims[d].axes);
          }
          std::vector<int64_t> holders(elements);
          for (int64_t device : each.devices) {
            Box box = layout.box(shape, device);
            for (int64_t i = 0; i < box.numElements(); ++i) {
              size_t rank = shape.size();
              int64_t width = rank == 0 ? 1 : box.size.back();
              int64_t col = rank < 1 ? 0 : box.start.back() + i % width;
              int64_t row = rank < 2 ? 0 : box.start[0] + i / width;
              ++holders[row * cols + col];
            }
          }
          for (int64_t count : holders)
            ASSERT_EQ(count, replicas) << layout.str();
        }
}
