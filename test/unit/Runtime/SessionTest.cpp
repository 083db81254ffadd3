//===- SessionTest.cpp - Kernels, inputs and results ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a session does without communication or libraries.
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"

#include <gtest/gtest.h>

using namespace partita::rt::test;
using partita::rt::Block;

namespace {

extern "C" void addOne(void *const *buffers, const int64_t *, int64_t begin,
                       int64_t end, void *) {
  const float *x = static_cast<const float *>(buffers[0]);
  float *y = static_cast<float *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    y[i] = x[i] + 1;
}

/// y = x * the rank's parameter.
extern "C" void scale(void *const *buffers, const int64_t *params,
                      int64_t begin, int64_t end, void *) {
  const float *x = static_cast<const float *>(buffers[0]);
  float *y = static_cast<float *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    y[i] = x[i] * static_cast<float>(params[0]);
}

/// Reverses rows of 100 by way of the scratch block.
extern "C" void reverseRows(void *const *buffers, const int64_t *,
                            int64_t begin, int64_t end, void *scratch) {
  const float *x = static_cast<const float *>(buffers[0]);
  float *y = static_cast<float *>(buffers[1]),
        *row = static_cast<float *>(scratch);
  for (int64_t i = begin; i < end; ++i) {
    for (int64_t j = 0; j < 100; ++j)
      row[j] = x[i * 100 + 99 - j];
    for (int64_t j = 0; j < 100; ++j)
      y[i * 100 + j] = row[j];
  }
}

/// Writes where its first operand lies.
extern "C" void addressOf(void *const *buffers, const int64_t *, int64_t,
                          int64_t, void *) {
  *static_cast<int64_t *>(buffers[1]) = reinterpret_cast<int64_t>(buffers[0]);
}

TEST(Session, KernelsOnThreads) {
  for (int threads : {1, 2, 3, 5}) {
    ImageBuilder image(1, threads);
    image.input("x", RT_F32, {37, 100});
    image.output("y", RT_F32, {37, 100});
    ClassBuilder &cls = image.addClass({0});
    int64_t x = cls.input(0, {37, 100}, {{0, 0}});
    int64_t t = cls.arena(RT_F32, {37, 100}), y = cls.arena(RT_F32, {37, 100});
    cls.kernel("add", addOne, {x, t}, 3700);
    cls.kernel("reverse", reverseRows, {t, y}, 37).scratch_bytes = 400;
    cls.kernel("nothing", nullptr, {t, y}, 0);
    cls.result(y, {{0, 0}});

    TestSession session(image.finish());
    ASSERT_EQ(session.status, RT_OK) << session.message();
    for (int run = 0; run < 3; ++run) {
      std::vector<float> in = values(3700, run), out(3700);
      ASSERT_EQ(session.run({in.data()}, {out.data()}), RT_OK);
      for (int64_t i = 0; i < 37; ++i)
        for (int64_t j = 0; j < 100; ++j)
          ASSERT_EQ(out[i * 100 + j], in[i * 100 + 99 - j] + 1);
    }
    EXPECT_GE(rt_session_memory(session.session), 3 * 3700 * 4);
  }
}

TEST(Session, ShardsOfInputsAndResults) {
  // 5 x 6 over 2 x 2 ranks: rows cut at 3, columns halved. Four classes would
  // do; ranks of equal shape share one.
  ImageBuilder image(4);
  image.input("x", RT_F32, {5, 6});
  image.output("y", RT_F32, {5, 6});
  for (int64_t half : {0, 1}) {
    ClassBuilder &cls = image.addClass({2 * half, 2 * half + 1});
    int64_t rows = half ? 2 : 3;
    Rows starts = {{3 * half, 0}, {3 * half, 3}};
    int64_t x = cls.input(0, {rows, 3}, starts);
    int64_t y = cls.arena(RT_F32, {rows, 3});
    cls.kernel("scale", scale, {x, y}, rows * 3,
               {{2 * half + 2}, {2 * half + 3}});
    cls.result(y, starts);
  }
  TestSession session(image.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  std::vector<float> in = values(30), out(30);
  ASSERT_EQ(session.run({in.data()}, {out.data()}), RT_OK);
  for (int64_t i = 0; i < 5; ++i)
    for (int64_t j = 0; j < 6; ++j)
      EXPECT_EQ(out[i * 6 + j], in[i * 6 + j] * ((i >= 3) * 2 + (j >= 3) + 2));
}

TEST(Session, OwnersWrite) {
  ImageBuilder image(3);
  image.input("x", RT_F32, {4});
  image.output("y", RT_F32, {4});
  ClassBuilder &cls = image.addClass({0, 1, 2});
  int64_t x = cls.input(0, {4}, {{0}, {0}, {0}}), y = cls.arena(RT_F32, {4});
  cls.kernel("scale", scale, {x, y}, 4, {{10}, {20}, {30}});
  cls.result(y, {{0}, {0}, {0}}, {0, 1, 0});
  TestSession session(image.finish());
  std::vector<float> in = {1, 2, 3, 4}, out(4);
  ASSERT_EQ(session.run({in.data()}, {out.data()}), RT_OK);
  EXPECT_EQ(out, (std::vector<float>{20, 40, 60, 80}));
}

TEST(Session, WholeInputsAreUsedInPlace) {
  ImageBuilder image(1);
  image.input("x", RT_F32, {32});
  image.output("y", RT_I64, {});
  ClassBuilder &cls = image.addClass({0});
  int64_t x = cls.input(0, {32}, {{0}}), y = cls.arena(RT_I64, {});
  cls.kernel("address", addressOf, {x, y}, 1);
  cls.result(y, {{}});
  TestSession session(image.finish());
  Block memory(256), other(256);
  int64_t address;
  ASSERT_EQ(session.run({memory.data()}, {&address}), RT_OK);
  EXPECT_EQ(address, reinterpret_cast<int64_t>(memory.data()));
  ASSERT_EQ(session.run({other.data()}, {&address}), RT_OK);
  EXPECT_EQ(address, reinterpret_cast<int64_t>(other.data()));
  // Kernels may count on 64-byte alignment.
  ASSERT_EQ(session.run({memory.data() + 4}, {&address}), RT_OK);
  EXPECT_EQ(address % 64, 0);
}

TEST(Session, InputConstantOrTwiceAsResult) {
  ImageBuilder image(1);
  image.input("x", RT_I64, {2});
  for (const char *name : {"a", "b", "c"})
    image.output(name, RT_I64, {2});
  ClassBuilder &cls = image.addClass({0});
  int64_t data[] = {7, 8};
  int64_t x = cls.input(0, {2}, {{0}}, RT_I64);
  int64_t c = cls.constant(RT_I64, {2}, data);
  cls.result(x, {{0}});
  cls.result(c, {{0}});
  cls.result(x, {{0}});
  TestSession session(image.finish());
  Words in = {1, 2}, a(2), b(2), e(2);
  ASSERT_EQ(session.run({in.data()}, {a.data(), b.data(), e.data()}), RT_OK);
  EXPECT_EQ(a, in);
  EXPECT_EQ(b, (Words{7, 8}));
  EXPECT_EQ(e, in);
}

TEST(Session, MoreRanksThanCores) {
  ImageBuilder image(16, 2);
  image.input("x", RT_F32, {16});
  image.output("y", RT_F32, {16});
  Words ranks;
  Rows starts;
  for (int64_t r = 0; r < 16; ++r) {
    ranks.push_back(r);
    starts.push_back({r});
  }
  ClassBuilder &cls = image.addClass(ranks);
  int64_t x = cls.input(0, {1}, starts), y = cls.arena(RT_F32, {1});
  cls.kernel("scale", scale, {x, y}, 1, starts);
  cls.result(y, starts);
  TestSession session(image.finish());
  std::vector<float> in(16, 3), out(16);
  for (int run = 0; run < 50; ++run)
    ASSERT_EQ(session.run({in.data()}, {out.data()}), RT_OK);
  for (int64_t r = 0; r < 16; ++r)
    EXPECT_EQ(out[r], 3.0f * static_cast<float>(r));
}

} // namespace
