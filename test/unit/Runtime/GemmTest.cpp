//===- GemmTest.cpp - Matrix products against loops -----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RT_GEMM over transposes, batches, shared operands, epilogues and sizes.
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"

#include <fstream>
#include <gtest/gtest.h>

using namespace partita::rt::test;

namespace {

struct Case {
  int64_t batch, m, n, k;
  bool transA = false, transB = false, batchedA = true, batchedB = true;
  int64_t epilogue = 0;
  bool constantB = false;
  bool residualInPlace = false;
};

void check(const Case &c, int64_t threads = 1) {
  SCOPED_TRACE(testing::Message()
               << "batch " << c.batch << " m " << c.m << " n " << c.n << " k "
               << c.k << " transposes " << c.transA << c.transB << " batched "
               << c.batchedA << c.batchedB << " epilogue " << c.epilogue
               << " constant " << c.constantB);
  int64_t sizeA = (c.batchedA ? c.batch : 1) * c.m * c.k;
  int64_t sizeB = (c.batchedB ? c.batch : 1) * c.k * c.n;
  int64_t sizeC = c.batch * c.m * c.n;
  std::vector<float> a = values(sizeA, 1), b = values(sizeB, 2);
  std::vector<float> bias = values(c.n, 3), residual = values(sizeC, 4);

  ImageBuilder image(1, threads);
  image.input("a", RT_F32, {sizeA});
  image.input("b", RT_F32, {sizeB});
  image.input("bias", RT_F32, {c.n});
  image.input("residual", RT_F32, {sizeC});
  image.output("c", RT_F32, {sizeC});
  ClassBuilder &cls = image.addClass({0});
  int64_t bufferA = cls.input(0, {sizeA}, {{0}});
  int64_t bufferB = c.constantB ? cls.constant(RT_F32, {sizeB}, b.data())
                                : cls.input(1, {sizeB}, {{0}});
  int64_t bufferC = cls.arena(RT_F32, {sizeC});
  Words operands = {bufferA, bufferB, bufferC};
  if (c.epilogue & RT_EPI_BIAS)
    operands.push_back(cls.input(2, {c.n}, {{0}}));
  if (c.epilogue & RT_EPI_RESIDUAL) {
    int64_t r = cls.input(3, {sizeC}, {{0}});
    if (c.residualInPlace) {
      cls.instr(RT_COPY, "place", {r, bufferC}, {4, 1, sizeC, sizeC, sizeC},
                {{0, 0}});
      r = bufferC;
    }
    operands.push_back(r);
  }
  cls.instr(RT_GEMM, "gemm", operands,
            {c.batch, c.m, c.n, c.k, c.transA, c.transB, c.batchedA, c.batchedB,
             c.epilogue});
  cls.result(bufferC, {{0}});
  TestSession session(image.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();

  std::vector<float> out(sizeC, 99), expected(sizeC);
  for (int64_t t = 0; t < c.batch; ++t)
    for (int64_t i = 0; i < c.m; ++i)
      for (int64_t j = 0; j < c.n; ++j) {
        float sum = 0;
        const float *at = a.data() + (c.batchedA ? t * c.m * c.k : 0);
        const float *bt = b.data() + (c.batchedB ? t * c.k * c.n : 0);
        for (int64_t l = 0; l < c.k; ++l)
          sum += at[c.transA ? l * c.m + i : i * c.k + l] *
                 bt[c.transB ? j * c.k + l : l * c.n + j];
        int64_t at0 = (t * c.m + i) * c.n + j;
        sum += c.epilogue & RT_EPI_BIAS ? bias[j] : 0;
        sum += c.epilogue & RT_EPI_RESIDUAL ? residual[at0] : 0;
        expected[at0] = c.epilogue & RT_EPI_RELU && sum < 0 ? 0 : sum;
      }
  for (int run = 0; run < 2; ++run) {
    ASSERT_EQ(session.run({a.data(), b.data(), bias.data(), residual.data()},
                          {out.data()}),
              RT_OK)
        << session.message();
    ASSERT_EQ(out, expected); // small integers: exact in any order
  }
}

TEST(Gemm, Transposes) {
  for (bool transA : {false, true})
    for (bool transB : {false, true})
      for (bool constantB : {false, true}) {
        check({1, 5, 7, 3, transA, transB, true, true, 0, constantB});
        check({1, 64, 48, 80, transA, transB, true, true, 0, constantB});
      }
}

TEST(Gemm, Batches) {
  for (bool transA : {false, true})
    for (bool batchedA : {false, true})
      for (bool batchedB : {false, true})
        if (batchedA || batchedB)
          check({3, 5, 4, 6, transA, !transA, batchedA, batchedB});
  check({2, 17, 33, 9, false, false, true, false, 7, true});
  check({2, 17, 33, 9, false, true, true, true, 7, true});
}

TEST(Gemm, Epilogues) {
  for (int64_t epilogue = 0; epilogue < 8; ++epilogue)
    for (int64_t batch : {1, 2})
      for (bool inPlace : {false, true})
        check({batch, 6, 20, 8, false, false, true, true, epilogue, false,
               inPlace});
}

TEST(Gemm, Vectors) {
  check({1, 1, 100, 64, false, false, true, true, RT_EPI_BIAS, true});
  check({1, 100, 1, 64, false, false, true, true, RT_EPI_BIAS, true});
  check({1, 1, 1, 1});
}

TEST(Gemm, Threads) {
  for (int64_t threads : {2, 3})
    check({2, 128, 96, 64, false, true, true, false, 7, true}, threads);
}

TEST(Gemm, EmptySizes) {
  for (int64_t epilogue : {0, 7})
    for (int64_t batch : {1, 2}) {
      check({batch, 3, 4, 0, false, false, true, true, epilogue});
      check({batch, 0, 4, 5, false, false, true, true, epilogue});
      check({batch, 3, 0, 5, false, false, true, true, epilogue});
    }
  check({0, 3, 4, 5});
}

/// Two ranks that multiply by the same weight keep one packed copy.
TEST(Gemm, PackedWeightsAreShared) {
  std::vector<float> b = values(256 * 256);
  auto memoryWith = [&](int64_t ranks) {
    ImageBuilder image(ranks);
    image.input("a", RT_F32, {1, 256});
    Words all;
    for (int64_t r = 0; r < ranks; ++r)
      all.push_back(r);
    ClassBuilder &cls = image.addClass(all);
    int64_t a = cls.input(0, {1, 256}, Rows(ranks, {0, 0}));
    int64_t w = cls.constant(RT_F32, {256, 256}, b.data());
    int64_t c = cls.arena(RT_F32, {1, 256});
    cls.instr(RT_GEMM, "gemm", {a, w, c}, {1, 1, 256, 256, 0, 1, 1, 1, 0});
    TestSession session(image.finish());
    EXPECT_EQ(session.status, RT_OK) << session.message();
    return rt_session_memory(session.session);
  };
  EXPECT_LT(memoryWith(3), 2 * memoryWith(1) + 256 * 256 * 4);
}

} // namespace
