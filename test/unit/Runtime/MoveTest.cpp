//===- MoveTest.cpp - Copies and conversions to partial -------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RT_COPY and RT_TO_PARTIAL.
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace partita::rt::test;

namespace {

/// Each of two ranks takes its own box; the rest of dst keeps what it had.
TEST(Move, CopyByRank) {
  ImageBuilder image(2);
  image.input("x", RT_F32, {4, 6});
  image.input("y0", RT_F32, {3, 3});
  for (int r = 0; r < 2; ++r)
    image.output("y", RT_F32, {3, 3});
  ClassBuilder &cls = image.addClass({0, 1});
  Rows origins = {{0, 0}, {0, 0}};
  int64_t x = cls.input(0, {4, 6}, origins);
  int64_t before = cls.input(1, {3, 3}, origins);
  int64_t y = cls.arena(RT_F32, {3, 3});
  cls.instr(RT_COPY, "copy all", {before, y}, {4, 2, 3, 3, 3, 3, 3, 3},
            {{0, 0, 0, 0}, {0, 0, 0, 0}});
  cls.instr(RT_COPY, "copy box", {x, y}, {4, 2, 4, 6, 3, 3, 2, 2},
            {{1, 2, 0, 1}, {2, 4, 1, 0}});
  cls.instr(RT_COPY, "copy nothing", {x, y}, {4, 2, 4, 6, 3, 3, 0, 2},
            {{1, 2, 0, 1}, {2, 4, 1, 0}});
  cls.result(y, origins, {1, 0});
  cls.result(y, origins, {0, 1});
  TestSession session(image.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  std::vector<float> in(24), old(9, -1), a(9), b(9);
  for (int i = 0; i < 24; ++i)
    in[i] = static_cast<float>(i);
  ASSERT_EQ(session.run({in.data(), old.data()}, {a.data(), b.data()}), RT_OK);
  EXPECT_EQ(a, (std::vector<float>{-1, 8, 9, -1, 14, 15, -1, -1, -1}));
  EXPECT_EQ(b, (std::vector<float>{-1, -1, -1, 16, 17, -1, 22, 23, -1}));
}

template <typename T>
void toPartial(int64_t dtype, int64_t op, T neutral) {
  ImageBuilder image(2);
  image.input("x", dtype, {5});
  for (int r = 0; r < 2; ++r)
    image.output("y", dtype, {5});
  ClassBuilder &cls = image.addClass({0, 1});
  int64_t x = cls.input(0, {5}, {{0}, {0}}, dtype);
  int64_t y = cls.arena(dtype, {5});
  cls.instr(RT_TO_PARTIAL, "partial", {x, y},
            {static_cast<int64_t>(sizeof(T)), 5, op, dtype}, {{0}, {1}});
  cls.result(y, {{0}, {0}}, {1, 0});
  cls.result(y, {{0}, {0}}, {0, 1});
  TestSession session(image.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  std::vector<T> in = values<T>(5), a(5), b(5);
  ASSERT_EQ(session.run({in.data()}, {a.data(), b.data()}), RT_OK);
  EXPECT_EQ(a, std::vector<T>(5, neutral));
  EXPECT_EQ(b, in);
}

TEST(Move, ToPartial) {
  toPartial<float>(RT_F32, RT_SUM, 0);
  toPartial<float>(RT_F32, RT_MAX, -INFINITY);
  toPartial<int32_t>(RT_I32, RT_SUM, 0);
  toPartial<int32_t>(RT_I32, RT_MAX, std::numeric_limits<int32_t>::min());
  toPartial<int64_t>(RT_I64, RT_SUM, 0);
  toPartial<int64_t>(RT_I64, RT_MAX, std::numeric_limits<int64_t>::min());
  toPartial<int8_t>(RT_BOOL, RT_MAX, 0);
}

} // namespace
