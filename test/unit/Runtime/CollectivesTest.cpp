//===- CollectivesTest.cpp - Gathers, sums and scatters over ranks --------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each collective at 1 to 4 ranks against a loop over the whole tensors, with
// uneven and empty pieces, and the bytes that it may move.
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"
#include "core/Box.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>

using namespace partita::rt;
using namespace partita::rt::test;

namespace {

/// A program in which each rank hands its own input to one collective: rank r
/// has the input "x" of shape in[r] and the output of shape out[r].
class OneCollective {
public:
  OneCollective(const std::vector<Words> &in, const std::vector<Words> &out,
                int64_t dtype, int64_t threads = 1)
      : image(static_cast<int64_t>(in.size()), threads) {
    for (size_t r = 0; r < in.size(); ++r) {
      image.input("x", dtype, in[r]);
      image.output("y", dtype, out[r]);
    }
    for (size_t r = 0; r < in.size(); ++r) {
      ClassBuilder &cls = image.addClass({static_cast<int64_t>(r)});
      Rows origin = {Words(in[r].size(), 0)};
      int64_t x = cls.input(static_cast<int64_t>(r), in[r], origin, dtype);
      operands.push_back({x, cls.arena(dtype, out[r])});
      classes.push_back(&cls);
      shapes.push_back(out[r]);
    }
  }
  /// attrs: from the kind on.
  void collective(const Words &attrs, const Words &members,
                  const Words &cuts = {}) {
    for (int64_t r : members) {
      ClassBuilder &cls = *classes[r];
      cls.start(5, 9, operands[r], attrs, {cls.group(members, cuts)}, {{0}});
      cls.wait(5);
    }
  }
  const rt_image &finish() {
    for (size_t r = 0; r < classes.size(); ++r)
      for (size_t o = 0; o < classes.size(); ++o)
        classes[r]->result(operands[r][1], {Words(shapes[r].size(), 0)},
                           {o == r});
    return image.finish();
  }

private:
  ImageBuilder image;
  std::vector<ClassBuilder *> classes;
  std::vector<Words> operands, shapes;
};

template <typename T>
void runAll(TestSession &session, const std::vector<std::vector<T>> &in,
            std::vector<std::vector<T>> &out) {
  std::vector<const void *> inputs;
  std::vector<void *> outputs;
  for (const std::vector<T> &x : in)
    inputs.push_back(x.data());
  for (std::vector<T> &y : out)
    outputs.push_back(y.data());
  ASSERT_EQ(session.run(inputs, outputs), RT_OK) << session.message();
}

Words ascending(int64_t n) {
  Words ranks(n);
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

/// Cuts of a dim over n members, by pattern: even, uneven, with empty pieces.
std::vector<Words> cutsFor(int64_t n) {
  static const std::vector<Words> extents = {
      {3, 3, 3, 3}, {4, 1, 3, 2}, {0, 5, 0, 1}, {2, 0, 0, 0}, {0, 0, 0, 0}};
  std::vector<Words> all;
  for (const Words &pieces : extents) {
    Words cuts = {0};
    for (int64_t i = 0; i < n; ++i)
      cuts.push_back(cuts.back() + pieces[i]);
    all.push_back(cuts);
  }
  return all;
}

using Members = std::vector<Words>;
/// Orders of the pieces: as the ranks, and another.
Members ordersOf(int64_t n) {
  Words reversed = ascending(n);
  std::reverse(reversed.begin(), reversed.end());
  return n == 1 ? Members{{0}} : Members{ascending(n), reversed};
}

TEST(Collectives, AllGather) {
  for (int64_t n = 1; n <= 4; ++n)
    for (const Words &cuts : cutsFor(n))
      for (const Words &members : ordersOf(n)) {
        int64_t outer = 2, inner = 3, whole = cuts.back();
        std::vector<Words> in(n), out(n, {outer, whole, inner});
        for (int64_t i = 0; i < n; ++i)
          in[members[i]] = {outer, cuts[i + 1] - cuts[i], inner};
        OneCollective program(in, out, RT_I64);
        program.collective({RT_ALL_GATHER, 8, outer, inner}, members, cuts);
        TestSession session(program.finish());
        ASSERT_EQ(session.status, RT_OK) << session.message();

        Words expected = values<int64_t>(outer * whole * inner);
        std::vector<Words> x(n), y(n, Words(expected.size()));
        for (int64_t i = 0; i < n; ++i)
          for (int64_t o = 0; o < outer; ++o)
            for (int64_t j = cuts[i] * inner; j < cuts[i + 1] * inner; ++j)
              x[members[i]].push_back(expected[o * whole * inner + j]);
        for (int run = 1; run <= 3; ++run) {
          runAll(session, x, y);
          for (int64_t r = 0; r < n; ++r)
            EXPECT_EQ(y[r], expected);
          EXPECT_EQ(session.bytes(RT_ALL_GATHER),
                    run * (n - 1) * outer * whole * inner * 8);
          EXPECT_EQ(session.calls(RT_ALL_GATHER), run * n);
        }
      }
}

template <typename T>
T combine(int64_t op, T a, T b) {
  return op == RT_SUM ? static_cast<T>(a + b) : std::max(a, b);
}

template <typename T>
void allReduce(int64_t dtype, int64_t op, int64_t n, int64_t count,
               int64_t threads = 1) {
  std::vector<Words> shapes(n, {count});
  OneCollective program(shapes, shapes, dtype, threads);
  program.collective({RT_ALL_REDUCE, dtype, count, op}, ascending(n));
  TestSession session(program.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  for (int run = 1; run <= 3; ++run) {
    std::vector<std::vector<T>> x, y(n, std::vector<T>(count));
    for (int64_t r = 0; r < n; ++r) {
      x.push_back(values<T>(count, static_cast<int>(10 * run + r)));
      if (dtype == RT_F32) // rounding makes the order visible
        for (T &value : x.back())
          value = static_cast<T>(value * 1.1 + 1e-3 * static_cast<double>(r));
    }
    runAll(session, x, y);
    std::vector<T> expected = x[0];
    for (int64_t r = 1; r < n; ++r)
      for (int64_t i = 0; i < count; ++i)
        expected[i] = combine<T>(op, expected[i], x[r][i]);
    for (int64_t r = 0; r < n; ++r)
      EXPECT_EQ(y[r], expected);
    EXPECT_EQ(session.bytes(RT_ALL_REDUCE),
              run * 2 * (n - 1) * count * static_cast<int64_t>(sizeof(T)));
  }
}

TEST(Collectives, AllReduce) {
  for (int64_t n = 1; n <= 4; ++n)
    for (int64_t count : {0, 1, 3, 7, 1000, 5001}) {
      allReduce<float>(RT_F32, RT_SUM, n, count);
      allReduce<float>(RT_F32, RT_MAX, n, count);
      allReduce<int32_t>(RT_I32, RT_SUM, n, count);
      allReduce<int64_t>(RT_I64, RT_SUM, n, count);
      allReduce<int64_t>(RT_I64, RT_MAX, n, count);
      allReduce<int32_t>(RT_I32, RT_MAX, n, count);
    }
}

TEST(Collectives, LargeOnThreads) {
  allReduce<float>(RT_F32, RT_SUM, 2, 300001, 2);
  allReduce<float>(RT_F32, RT_SUM, 3, 500000, 3);
}

TEST(Collectives, AllReduceOfBools) {
  OneCollective program({{4}, {4}}, {{4}, {4}}, RT_BOOL);
  program.collective({RT_ALL_REDUCE, RT_BOOL, 4, RT_MAX}, {0, 1});
  TestSession session(program.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  std::vector<std::vector<int8_t>> x = {{0, 0, 1, 1}, {0, 1, 0, 1}},
                                   y(2, std::vector<int8_t>(4));
  runAll(session, x, y);
  EXPECT_EQ(y[0], (std::vector<int8_t>{0, 1, 1, 1}));
  EXPECT_EQ(y[1], y[0]);
}

TEST(Collectives, MaximumKeepsNaN) {
  OneCollective program({{3}, {3}}, {{3}, {3}}, RT_F32);
  program.collective({RT_ALL_REDUCE, RT_F32, 3, RT_MAX}, {0, 1});
  TestSession session(program.finish());
  std::vector<std::vector<float>> x = {{NAN, 1, -INFINITY}, {2, NAN, -3}},
                                  y(2, std::vector<float>(3));
  runAll(session, x, y);
  EXPECT_TRUE(std::isnan(y[0][0]) && std::isnan(y[0][1]) && y[0][2] == -3);
}

TEST(Collectives, ReduceScatter) {
  for (int64_t n = 1; n <= 4; ++n)
    for (const Words &cuts : cutsFor(n))
      for (const Words &members : ordersOf(n))
        for (int64_t op : {RT_SUM, RT_MAX}) {
          int64_t outer = 3, inner = 2, whole = cuts.back();
          std::vector<Words> in(n, {outer, whole, inner}), out(n);
          for (int64_t i = 0; i < n; ++i)
            out[members[i]] = {outer, cuts[i + 1] - cuts[i], inner};
          OneCollective program(in, out, RT_F32);
          program.collective({RT_REDUCE_SCATTER, RT_F32, outer, inner, op},
                             members, cuts);
          TestSession session(program.finish());
          ASSERT_EQ(session.status, RT_OK) << session.message();

          int64_t count = outer * whole * inner;
          std::vector<std::vector<float>> x, y, expected(n);
          for (int64_t r = 0; r < n; ++r) {
            x.push_back(values(count, static_cast<int>(r)));
            for (float &value : x.back()) // rounding makes the order visible
              value = value * 1.1f + 1e-3f * static_cast<float>(r);
            y.emplace_back(countOf(out[r].data(), 3));
          }
          std::vector<float> sum = x[0];
          for (int64_t r = 1; r < n; ++r)
            for (int64_t i = 0; i < count; ++i)
              sum[i] = combine(op, sum[i], x[r][i]);
          for (int64_t i = 0; i < n; ++i)
            for (int64_t o = 0; o < outer; ++o)
              for (int64_t j = cuts[i] * inner; j < cuts[i + 1] * inner; ++j)
                expected[members[i]].push_back(sum[o * whole * inner + j]);
          runAll(session, x, y);
          EXPECT_EQ(y, expected);
          EXPECT_EQ(session.bytes(RT_REDUCE_SCATTER), (n - 1) * count * 4);
        }
}

/// Two groups at once on one channel each, as a 2 x 2 mesh has them.
TEST(Collectives, Groups) {
  std::vector<Words> shapes(4, {5});
  OneCollective program(shapes, shapes, RT_F32);
  Words attrs = {RT_ALL_REDUCE, RT_F32, 5, RT_SUM};
  program.collective(attrs, {0, 2});
  program.collective(attrs, {1, 3});
  TestSession session(program.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  std::vector<std::vector<float>> x, y(4, std::vector<float>(5));
  for (int r = 0; r < 4; ++r)
    x.push_back(values(5, r));
  runAll(session, x, y);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(y[0][i], x[0][i] + x[2][i]);
    EXPECT_EQ(y[3][i], x[1][i] + x[3][i]);
  }
  EXPECT_EQ(session.bytes(RT_ALL_REDUCE), 2 * 2 * 5 * 4);
}

/// Several in flight, awaited in another order on another rank.
TEST(Collectives, WaitsInAnyOrder) {
  ImageBuilder image(2);
  for (int i = 0; i < 2; ++i) {
    image.input("x", RT_F32, {6});
    image.output("y", RT_F32, {6});
  }
  for (int64_t rank : {0, 1}) {
    ClassBuilder &cls = image.addClass({rank});
    std::vector<rt_group> groups = {cls.group({0, 1})};
    Words attrs = {RT_ALL_REDUCE, RT_F32, 6, RT_SUM};
    Words y;
    for (int64_t i = 0; i < 2; ++i) {
      int64_t x = cls.input(i, {6}, {{0}});
      y.push_back(cls.arena(RT_F32, {6}));
      cls.start(i, i, {x, y[i]}, attrs, groups, {{0}});
    }
    cls.wait(rank);
    cls.wait(1 - rank);
    for (int64_t i = 0; i < 2; ++i)
      cls.result(y[i], {{0}}, {rank == 0});
  }
  TestSession session(image.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  for (int run = 0; run < 100; ++run) {
    std::vector<float> a = values(6, run), b = values(6, run + 7), c(6), d(6);
    ASSERT_EQ(session.run({a.data(), b.data()}, {c.data(), d.data()}), RT_OK)
        << session.message();
    for (int i = 0; i < 6; ++i) {
      EXPECT_EQ(c[i], 2 * a[i]);
      EXPECT_EQ(d[i], 2 * b[i]);
    }
  }
}

} // namespace
