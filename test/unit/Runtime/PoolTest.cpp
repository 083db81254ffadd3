//===- PoolTest.cpp - Max pooling against a loop --------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RT_MAX_POOL over strides, paddings, dilations, sizes and formats.
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

using namespace partita::rt::test;

namespace {

struct Case {
  int64_t n, c, h, w, kh, kw, oh, ow;
  Words strides, pads = {0, 0, 0, 0}, dilations = {1, 1};
};

void check(const Case &c, int64_t threads = 1, bool last = false) {
  Words shapeX = {c.n, c.c, c.h, c.w}, shapeY = {c.n, c.c, c.oh, c.ow};
  ImageBuilder image(1, threads);
  image.input("x", RT_F32, shapeX);
  image.output("y", RT_F32, shapeY);
  ClassBuilder &cls = image.addClass({0});
  int64_t x = cls.input(0, shapeX, {{0, 0, 0, 0}});
  int64_t y = cls.arena(RT_F32, shapeY);
  cls.instr(RT_MAX_POOL, "pool", {x, y},
            {c.n, c.c, c.h, c.w, c.kh, c.kw, c.oh, c.ow, c.strides[0],
             c.strides[1], c.pads[0], c.pads[1], c.pads[2], c.pads[3],
             c.dilations[0], c.dilations[1], last});
  cls.result(y, {{0, 0, 0, 0}});
  TestSession session(image.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();

  std::vector<float> in = values(c.n * c.c * c.h * c.w);
  std::vector<float> out(c.n * c.c * c.oh * c.ow), expected(out.size());
  for (float &value : in)
    value -= 20; // padding is not zero
  // Where channel j of point k of an image lies.
  auto place = [&](int64_t plane, int64_t k, int64_t points) {
    return last ? (plane / c.c * points + k) * c.c + plane % c.c
                : plane * points + k;
  };
  for (size_t i = 0; i < out.size(); ++i) {
    int64_t at = static_cast<int64_t>(i), col = at % c.ow;
    int64_t row = at / c.ow % c.oh, plane = at / c.ow / c.oh;
    float best = -INFINITY;
    for (int64_t p = 0; p < c.kh; ++p)
      for (int64_t q = 0; q < c.kw; ++q) {
        int64_t r = row * c.strides[0] - c.pads[0] + p * c.dilations[0];
        int64_t s = col * c.strides[1] - c.pads[1] + q * c.dilations[1];
        if (r >= 0 && r < c.h && s >= 0 && s < c.w)
          best = std::max(best, in[place(plane, r * c.w + s, c.h * c.w)]);
      }
    expected[place(plane, row * c.ow + col, c.oh * c.ow)] = best;
  }
  ASSERT_EQ(session.run({in.data()}, {out.data()}), RT_OK);
  EXPECT_EQ(out, expected);
}

TEST(Pool, Plain) { check({2, 3, 8, 6, 2, 2, 4, 3, {2, 2}}); }
TEST(Pool, Padded) {
  check({1, 16, 12, 12, 3, 3, 6, 6, {2, 2}, {1, 1, 1, 1}});
  check({1, 2, 5, 5, 3, 2, 5, 5, {1, 1}, {1, 0, 1, 1}});
}
TEST(Pool, Dilated) {
  check({1, 2, 9, 9, 3, 3, 5, 5, {1, 1}, {0, 0, 0, 0}, {2, 2}});
}
/// 6 rows by 3x3 windows at stride 2, rounded up: the last window sticks out.
TEST(Pool, CeilMode) { check({1, 2, 6, 6, 3, 3, 3, 3, {2, 2}}); }
TEST(Pool, ChannelsLast) {
  check({2, 5, 8, 6, 2, 3, 4, 3, {2, 2}, {0, 1, 0, 1}}, 1, true);
}
TEST(Pool, Threads) { check({3, 8, 16, 16, 3, 3, 14, 14, {1, 1}}, 3); }
TEST(Pool, Empty) { check({0, 3, 8, 6, 2, 2, 4, 3, {2, 2}}); }

} // namespace
