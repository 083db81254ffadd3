//===- ExchangeTest.cpp - Boxes that go from rank to rank -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RT_EXCHANGE: pulls, plain copies to oneself, empty boxes, idle ranks.
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"

#include <algorithm>

#include <gtest/gtest.h>

using namespace partita::rt::test;

namespace {

rt_transfer transfer(Store &store, int64_t src, int64_t dst,
                     const Words &srcShape, const Words &srcStart,
                     const Words &dstShape, const Words &dstStart,
                     const Words &sizes) {
  return {src,
          dst,
          store.words(srcShape),
          store.words(srcStart),
          store.words(dstShape),
          store.words(dstStart),
          store.words(sizes)};
}

/// Rows of an 8 x 3 tensor move from cuts `from` to cuts `to`.
void reshard(const Words &from, const Words &to) {
  int64_t n = static_cast<int64_t>(from.size()) - 1, columns = 3;
  ImageBuilder image(n);
  image.input("x", RT_F32, {8, columns});
  image.output("y", RT_F32, {8, columns});
  std::vector<rt_transfer> transfers;
  int64_t moved = 0;
  for (int64_t s = 0; s < n; ++s)
    for (int64_t d = 0; d < n; ++d) {
      int64_t begin = std::max(from[s], to[d]);
      int64_t end = std::min(from[s + 1], to[d + 1]);
      if (begin >= end)
        continue;
      transfers.push_back(
          transfer(image.store, s, d, {from[s + 1] - from[s], columns},
                   {begin - from[s], 0}, {to[d + 1] - to[d], columns},
                   {begin - to[d], 0}, {end - begin, columns}));
      moved += s == d ? 0 : (end - begin) * columns * 4;
    }
  for (int64_t r = 0; r < n; ++r) {
    ClassBuilder &cls = image.addClass({r});
    int64_t x = cls.input(0, {from[r + 1] - from[r], columns}, {{from[r], 0}});
    int64_t y = cls.arena(RT_F32, {to[r + 1] - to[r], columns});
    rt_instr &start = cls.start(0, 4, {x, y}, {RT_EXCHANGE, 4, 2}, {}, {});
    start.num_transfers = static_cast<int64_t>(transfers.size());
    start.transfers = image.store.transfers(transfers);
    cls.wait(0);
    cls.result(y, {{to[r], 0}});
  }
  TestSession session(image.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  for (int run = 1; run <= 20; ++run) {
    std::vector<float> in = values(8 * columns, run), out(8 * columns);
    ASSERT_EQ(session.run({in.data()}, {out.data()}), RT_OK)
        << session.message();
    EXPECT_EQ(out, in);
    EXPECT_EQ(session.bytes(RT_EXCHANGE), run * moved);
  }
}

TEST(Exchange, Alone) { reshard({0, 8}, {0, 8}); }
TEST(Exchange, Same) { reshard({0, 3, 8}, {0, 3, 8}); }
TEST(Exchange, Shift) { reshard({0, 2, 5, 8}, {0, 4, 6, 8}); }
TEST(Exchange, Empty) { reshard({0, 0, 8, 8, 8}, {0, 8, 8, 8, 8}); }
TEST(Exchange, FourRanks) { reshard({0, 1, 4, 6, 8}, {0, 5, 5, 7, 8}); }

/// A halo in two dims, written into the frame of a larger buffer; one class.
TEST(Exchange, HaloIntoOneClass) {
  ImageBuilder image(2);
  image.input("x", RT_I32, {2, 6});
  image.output("y", RT_I32, {2, 8});
  ClassBuilder &cls = image.addClass({0, 1});
  int64_t x = cls.input(0, {2, 3}, {{0, 0}, {0, 3}}, RT_I32);
  int64_t y = cls.arena(RT_I32, {2, 4});
  std::vector<rt_transfer> transfers = {
      transfer(image.store, 0, 0, {2, 3}, {0, 0}, {2, 4}, {0, 0}, {2, 3}),
      transfer(image.store, 1, 0, {2, 3}, {0, 0}, {2, 4}, {0, 3}, {2, 1}),
      transfer(image.store, 1, 1, {2, 3}, {0, 0}, {2, 4}, {0, 1}, {2, 3}),
      transfer(image.store, 0, 1, {2, 3}, {0, 2}, {2, 4}, {0, 0}, {2, 1})};
  rt_instr &start = cls.start(0, 0, {x, y}, {RT_EXCHANGE, 4, 2}, {}, {});
  start.num_transfers = 4;
  start.transfers = image.store.transfers(transfers);
  cls.wait(0);
  cls.result(y, {{0, 0}, {0, 4}});
  TestSession session(image.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  std::vector<int32_t> in = {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15}, out(16);
  ASSERT_EQ(session.run({in.data()}, {out.data()}), RT_OK);
  EXPECT_EQ(out, (std::vector<int32_t>{0, 1, 2, 3, 2, 3, 4, 5, 10, 11, 12, 13,
                                       12, 13, 14, 15}));
  EXPECT_EQ(session.bytes(RT_EXCHANGE), 2 * 2 * 4);
}

} // namespace
