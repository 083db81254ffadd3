//===- FailureTest.cpp - What happens when something goes wrong -----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first cause ends all ranks, in bounded time, with one message that names
// rank and instruction; malformed and mismatched programs never start.
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

using namespace partita::rt::test;

namespace {

void expectPart(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

/// Sleeps for its parameter's milliseconds.
extern "C" void sleepFor(void *const *, const int64_t *params, int64_t, int64_t,
                         void *) {
  std::this_thread::sleep_for(std::chrono::milliseconds(params[0]));
}

class TimeoutTest : public ::testing::Test {
protected:
  void SetUp() override { setenv("PARTITA_TIMEOUT", "0.2", 1); }
  void TearDown() override { unsetenv("PARTITA_TIMEOUT"); }

  /// Rank r sleeps, then three ranks sum a value. `steps`: how often it sleeps.
  const rt_image &program(const Rows &milliseconds, int64_t steps = 1) {
    int64_t n = static_cast<int64_t>(milliseconds.size());
    image.image.num_ranks = n;
    image.input("x", RT_F32, {1});
    image.output("y", RT_F32, {1});
    Words ranks;
    Rows origins(n, {0}), groupOfRank(n, {0});
    for (int64_t r = 0; r < n; ++r)
      ranks.push_back(r);
    ClassBuilder &cls = image.addClass(ranks);
    int64_t x = cls.input(0, {1}, origins), y = cls.arena(RT_F32, {1});
    for (int64_t i = 0; i < steps; ++i)
      cls.kernel("slow", sleepFor, {}, 1, milliseconds);
    cls.start(0, 7, {x, y}, {RT_ALL_REDUCE, RT_F32, 1, RT_SUM},
              {cls.group(ranks)}, groupOfRank);
    cls.wait(0);
    Words owner(n, 0);
    owner[0] = 1;
    cls.result(y, origins, owner);
    return image.finish();
  }

  ImageBuilder image{1};
  float one = 1, sum = 0;
};

TEST_F(TimeoutTest, LateRank) {
  TestSession session(program({{0}, {1000}, {0}}));
  ASSERT_EQ(session.status, RT_OK) << session.message();
  auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(session.run({&one}, {&sum}), RT_FAILURE);
  std::string first = session.message();
  expectPart(first, "(wait): no progress for 0.2 s in all_reduce 'start7' on "
                    "channel 7: rank 1 has not arrived, it is in instruction "
                    "0 'slow' (kernel slow)");
  // The late rank stops as soon as its kernel returns.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  EXPECT_EQ(session.run({&one}, {&sum}), RT_FAILURE);
  EXPECT_EQ(session.message(), first);
}

TEST_F(TimeoutTest, SlowIsNotStuck) {
  // Each instruction is shorter than the limit, all together are longer.
  TestSession session(program({{0}, {60}}, 8));
  EXPECT_EQ(session.run({&one}, {&sum}), RT_OK) << session.message();
  EXPECT_EQ(sum, 2);
}

TEST_F(TimeoutTest, NoLimit) {
  setenv("PARTITA_TIMEOUT", "0", 1);
  TestSession session(program({{0}, {400}}));
  EXPECT_EQ(session.run({&one}, {&sum}), RT_OK) << session.message();
}

TEST_F(TimeoutTest, BadLimit) {
  setenv("PARTITA_TIMEOUT", "soon", 1);
  TestSession session(program({{0}, {0}}));
  EXPECT_EQ(session.message(),
            "PARTITA_TIMEOUT expects seconds (0: no limit), got 'soon'");
}

/// A kernel that never returns must not keep the process from ending.
TEST_F(TimeoutTest, RankStuckForGood) {
  auto &leaked = *new TestSession(program({{0}, {3600 * 1000}}));
  EXPECT_EQ(leaked.run({&one}, {&sum}), RT_FAILURE);
  expectPart(leaked.message(), "rank 1 has not arrived");
  rt_session_destroy(leaked.session);
}

/// Two ranks, each with the collective that `make` gives it.
template <typename Make>
std::string mismatch(const Make &make) {
  ImageBuilder image(2);
  image.input("x", RT_F32, {6});
  for (int64_t r : {0, 1}) {
    ClassBuilder &cls = image.addClass({r});
    int64_t x = cls.input(0, {6}, {{0}}), y = cls.arena(RT_F32, {6});
    make(cls, r, x, y);
  }
  TestSession session(image.finish());
  EXPECT_EQ(session.status, RT_FAILURE);
  return session.message();
}

TEST(Failure, RankThatNeverArrives) {
  std::string error =
      mismatch([](ClassBuilder &cls, int64_t rank, int64_t x, int64_t y) {
        if (rank == 1)
          return;
        cls.start(0, 3, {x, y}, {RT_ALL_REDUCE, RT_F32, 6, RT_SUM},
                  {cls.group({0, 1})}, {{0}});
        cls.wait(0);
      });
  expectPart(error, "rank 0 expects rank 1 in 'start3' on channel 3 "
                    "(all_reduce sum f32 x6 over ranks [0,1])");
}

TEST(Failure, DifferentCollectives) {
  std::string error = mismatch([](ClassBuilder &cls, int64_t rank, int64_t x,
                                  int64_t y) {
    cls.start(0, 3, {x, y}, {RT_ALL_REDUCE, RT_F32, 6, rank ? RT_SUM : RT_MAX},
              {cls.group({0, 1})}, {{0}});
    cls.wait(0);
  });
  expectPart(error, "do not match on channel 3: rank 0 has 'start3', "
                    "all_reduce max f32 x6 over ranks [0,1]; rank 1 has");
}

TEST(Failure, ChannelsOutOfOrder) {
  std::string error = mismatch([](ClassBuilder &cls, int64_t rank, int64_t x,
                                  int64_t y) {
    for (int64_t i : {0, 1}) {
      cls.start(i, rank ? 1 - i : i, {x, y}, {RT_ALL_REDUCE, RT_F32, 6, RT_SUM},
                {cls.group({0, 1})}, {{0}});
      cls.wait(i);
    }
  });
  expectPart(error, "channels to ascend");
}

/// A one-rank image with one instruction that is not right.
template <typename Make>
std::string malformed(const Make &make) {
  ImageBuilder image(1);
  image.input("x", RT_F32, {6});
  ClassBuilder &cls = image.addClass({0});
  int64_t x = cls.input(0, {6}, {{0}}), y = cls.arena(RT_F32, {6});
  make(cls, x, y);
  TestSession session(image.finish());
  EXPECT_EQ(session.status, RT_FAILURE);
  EXPECT_EQ(session.session, nullptr);
  return session.message();
}

TEST(Failure, MalformedInstructions) {
  using C = ClassBuilder;
  expectPart(malformed([](C &cls, int64_t x, int64_t y) {
               cls.instr(99, "odd", {x, y}, {});
             }),
             "instruction 0 'odd' (unknown): unknown opcode 99");
  expectPart(malformed([](C &cls, int64_t x, int64_t y) {
               cls.instr(RT_GEMM, "mm", {x, x, y}, {1, 2, 3, 4, 0, 0, 1, 1, 0});
             }),
             "'mm' (gemm): expects 8 f32 elements in operand 0");
  expectPart(malformed([](C &cls, int64_t x, int64_t y) {
               cls.instr(RT_COPY, "cp", {x, y}, {4, 1, 6, 6, 4}, {{3, 0}});
             }),
             "the box of rank 0 does not fit in dim 0");
  expectPart(malformed([](C &cls, int64_t x, int64_t y) {
               cls.instr(RT_KERNEL, "k", {x, 17}, {});
             }),
             "an operand names no buffer");
  expectPart(malformed([](C &cls, int64_t x, int64_t y) {
               cls.start(0, 0, {x, y}, {RT_ALL_REDUCE, RT_F32, 6, RT_SUM},
                         {cls.group({0})}, {{0}});
             }),
             "future 0 is never awaited");
  expectPart(malformed([](C &cls, int64_t x, int64_t y) { cls.wait(3); }),
             "awaits a future that is not in flight");
  expectPart(malformed([](C &cls, int64_t x, int64_t y) {
               cls.start(0, 0, {x, y}, {RT_ALL_REDUCE, RT_F32, 6, RT_SUM},
                         {cls.group({0, 5})}, {{0}});
             }),
             "lists a rank that does not exist");
}

TEST(Failure, AbiMismatch) {
  ImageBuilder image(1);
  image.addClass({0});
  image.image.abi_version = 77;
  TestSession session(image.finish());
  EXPECT_EQ(session.status, RT_FAILURE);
  expectPart(session.message(), "compiled for runtime ABI 77");
}

TEST(Failure, RanksWithoutClass) {
  ImageBuilder image(2);
  image.addClass({0});
  TestSession session(image.finish());
  expectPart(session.message(), "rank 1 is in no class");
}

TEST(Failure, ShortErrorBuffer) {
  ImageBuilder image(2);
  char error[8];
  rt_session *session;
  EXPECT_EQ(rt_session_create(&image.finish(), nullptr, &session, error,
                              sizeof error),
            RT_FAILURE);
  EXPECT_STREQ(error, "malform");
}

} // namespace
