//===- OptionsTest.cpp - What the user says about the plan ----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Plan/Options.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace partita;
using namespace partita::plan;

static std::string meshError(StringRef text) {
  std::string error;
  EXPECT_TRUE(failed(parseMesh(text, error))) << text.str();
  return error;
}

static std::string shardError(StringRef text) {
  std::string error;
  EXPECT_TRUE(failed(parseShard(text, error))) << text.str();
  return error;
}

TEST(Options, Mesh) {
  std::string error;
  FailureOr<layout::Mesh> mesh = parseMesh("x=2,y=3", error);
  ASSERT_TRUE(succeeded(mesh)) << error;
  EXPECT_EQ(mesh->axes, (std::vector<layout::Axis>{{"x", 2}, {"y", 3}}));
  EXPECT_EQ(mesh->devices, (std::vector<int64_t>{0, 1, 2, 3, 4, 5}));
}

TEST(Options, MeshErrors) {
  EXPECT_EQ(meshError(""), "expects a mesh like x=2,y=2, got \"\"");
  EXPECT_EQ(meshError("x"), "expects a mesh like x=2,y=2, got \"x\"");
  EXPECT_EQ(meshError("2=x"), "expects a mesh like x=2,y=2, got \"2=x\"");
  EXPECT_EQ(meshError("x=0"),
            "expects axis \"x\" to have a size of at least 1, got 0");
  EXPECT_EQ(meshError("x=2,x=3"),
            "expects each mesh axis once, got \"x\" twice in \"x=2,x=3\"");
  EXPECT_EQ(meshError("x=9999999999,y=9999999999"),
            "expects a mesh of at most 4096 devices, got "
            "\"x=9999999999,y=9999999999\"");
}

TEST(Options, ShardNamesHoldAnyCharacter) {
  for (const char *name : {"x", "/a/b:0", "a=b", "a[0]", "a[1]=x", "é.w"}) {
    std::string error;
    FailureOr<ShardRequest> shard =
        parseShard(std::string(name) + "[-1]=x", error);
    ASSERT_TRUE(succeeded(shard)) << error;
    EXPECT_EQ(shard->tensor, name);
    EXPECT_EQ(shard->axis, -1);
    EXPECT_EQ(shard->meshAxes, (std::vector<layout::AxisRef>{{"x", 1, 0}}));
  }
}

TEST(Options, ShardAxes) {
  std::string error;
  FailureOr<ShardRequest> shard = parseShard("t[0]=x:(2)3,y", error);
  ASSERT_TRUE(succeeded(shard)) << error;
  EXPECT_EQ(shard->meshAxes,
            (std::vector<layout::AxisRef>{{"x", 2, 3}, {"y", 1, 0}}));
}

TEST(Options, ShardErrors) {
  std::string form = "expects TENSOR[AXIS]=x, =x,y or =x:(1)2, got ";
  EXPECT_EQ(shardError("t=x"), form + "\"t=x\"");
  EXPECT_EQ(shardError("t[0]"), form + "\"t[0]\"");
  EXPECT_EQ(shardError("t0]=x"), form + "\"t0]=x\"");
  EXPECT_EQ(shardError("t[0]="), form + "\"t[0]=\"");
  EXPECT_EQ(shardError("t[0]=x:2"), form + "\"t[0]=x:2\"");
  EXPECT_EQ(shardError("t[0]=x:(0)2"), form + "\"t[0]=x:(0)2\"");
  EXPECT_EQ(shardError("[0]=x"),
            "expects a tensor's name before '[', got \"[0]=x\"");
  EXPECT_EQ(shardError("t[a]=x"),
            "expects the number of a dim in [ ], got \"a\" in \"t[a]=x\"");
}

TEST(Options, ShardDim) {
  std::string error;
  auto dim = parseShardDim("a=b=x", error);
  ASSERT_TRUE(succeeded(dim)) << error;
  EXPECT_EQ(*dim, std::make_pair(std::string("a=b"), std::string("x")));
  for (const char *bad : {"", "batch", "=x", "batch=", "batch=1"}) {
    EXPECT_TRUE(failed(parseShardDim(bad, error))) << bad;
    EXPECT_EQ(error, "expects DIM=AXIS like batch=x, got \"" +
                         std::string(bad) + "\"");
  }
}

TEST(Options, ResolveAxes) {
  layout::Mesh mesh = layout::Mesh::iota({{"x", 6}, {"y", 1}});
  std::vector<layout::AxisRef> axes = {{"x", 1, 0}, {"y", 1, 0}};
  EXPECT_FALSE(resolveAxes(mesh, axes));
  EXPECT_EQ(axes, (std::vector<layout::AxisRef>{{"x", 1, 6}}));
  axes = {{"z", 1, 0}};
  EXPECT_EQ(*resolveAxes(mesh, axes),
            "expects a mesh axis, one of x, y, got \"z\"");
  axes = {{"x", 1, 4}};
  EXPECT_EQ(*resolveAxes(mesh, axes),
            "expects the part x:(1)4 to divide axis \"x\" of size 6");
  // The product of these two is 0 in 64 bits.
  axes = {{"x", int64_t(1) << 32, int64_t(1) << 32}};
  EXPECT_EQ(*resolveAxes(mesh, axes),
            "expects the part x:(4294967296)4294967296 to divide axis \"x\" of "
            "size 6");
  axes = {{"x", 1, 0}, {"x", 1, 2}};
  EXPECT_EQ(*resolveAxes(mesh, axes),
            "expects each mesh axis to be used once in a tensor, got x and "
            "x:(1)2");
}

TEST(Options, NearNames) {
  std::vector<std::string> names = {"conv1", "conv2", "/enc/w_query", "out"};
  EXPECT_EQ(nearNames("conv3", names), "\"conv1\", \"conv2\"");
  EXPECT_EQ(nearNames("w_query", names), "\"/enc/w_query\"");
  EXPECT_EQ(nearNames("logits", names), "");
}
