//===- CompareTest.cpp - Tests of the comparison with --expect ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/program/Compare.h"
#include "FakeSession.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace partita::program;

namespace {

const Tolerance kTolerance = {1e-2, 1e-3};

Comparison compareFloats(std::vector<float> got, std::vector<float> expected,
                         Tolerance tolerance = kTolerance) {
  int64_t size = static_cast<int64_t>(got.size());
  return compare(makeTensor(RT_F32, {size}, got),
                 makeTensor(RT_F32, {size}, expected), tolerance);
}

TEST(Compare, EqualTensorsHaveNoError) {
  Comparison result = compareFloats({1, 2, 3}, {1, 2, 3});
  EXPECT_EQ(result.elements, 3u);
  EXPECT_EQ(result.mismatches, 0u);
  EXPECT_EQ(result.maxAbsolute, 0);
  EXPECT_EQ(result.largest, 3);
}

TEST(Compare, ToleranceIsAbsolutePlusRelativeToExpected) {
  // Allowed: 0.001 + 0.01 * 100 = 1.001.
  EXPECT_EQ(compareFloats({101}, {100}).mismatches, 0u);
  EXPECT_EQ(compareFloats({101.01f}, {100}).mismatches, 1u);
  EXPECT_EQ(compareFloats({0.0009f}, {0}).mismatches, 0u);
  EXPECT_EQ(compareFloats({0.0011f}, {0}).mismatches, 1u);
}

TEST(Compare, ZeroToleranceDemandsEquality) {
  EXPECT_EQ(compareFloats({0.f}, {-0.f}, {0, 0}).mismatches, 0u);
  EXPECT_EQ(compareFloats({1}, {std::nextafter(1.f, 2.f)}, {0, 0}).mismatches,
            1u);
}

TEST(Compare, WorstIsFurthestOutsideItsTolerance) {
  // 2 off at 1000 is nearer to its tolerance than 0.5 off at 1.
  Comparison result = compareFloats({1002, 1.5f, 7}, {1000, 1, 7});
  EXPECT_EQ(result.worst, 1u);
  EXPECT_EQ(result.mismatches, 1u);
  EXPECT_DOUBLE_EQ(result.maxAbsolute, 2);
  EXPECT_DOUBLE_EQ(result.maxRelative, 0.5);
}

TEST(Compare, NanEqualsNanOnly) {
  EXPECT_EQ(compareFloats({NAN}, {NAN}).mismatches, 0u);
  EXPECT_EQ(compareFloats({NAN}, {1}).mismatches, 1u);
  Comparison result = compareFloats({1, 1, 5}, {1, NAN, 1});
  EXPECT_EQ(result.mismatches, 2u);
  EXPECT_EQ(result.worst, 1u);
  EXPECT_TRUE(std::isinf(result.maxAbsolute));
}

TEST(Compare, InfinityEqualsItself) {
  EXPECT_EQ(compareFloats({INFINITY}, {INFINITY}).mismatches, 0u);
  EXPECT_EQ(compareFloats({INFINITY}, {-INFINITY}).mismatches, 1u);
  EXPECT_EQ(compareFloats({1e30f}, {INFINITY}).mismatches, 1u);
  EXPECT_EQ(compareFloats({-INFINITY}, {1}).mismatches, 1u);
  EXPECT_EQ(compareFloats({INFINITY, 1}, {INFINITY, 1}).largest, 1);
}

TEST(Compare, IntegersAreExact) {
  // The two are the same double.
  int64_t big = (int64_t(1) << 53) + 1;
  Tensor got = makeTensor<int64_t>(RT_I64, {2}, {5, big});
  Tensor expected = makeTensor<int64_t>(RT_I64, {2}, {5, big - 1});
  Comparison result = compare(got, expected, kTolerance);
  EXPECT_EQ(result.mismatches, 1u);
  EXPECT_EQ(result.worst, 1u);
  EXPECT_EQ(formatComparison("y", result, got, expected, kTolerance),
            "output \"y\": MISMATCH, 1 of 2 values differ; worst at [1]: got "
            "9007199254740993, expected 9007199254740992");
  EXPECT_EQ(compare(got, got, kTolerance).mismatches, 0u);
}

TEST(Compare, MessageSaysWhereAndHowMuch) {
  Tensor got = makeTensor<float>(RT_F32, {2, 3}, {1, 2, 3, 4, 5.5f, 6});
  Tensor expected = makeTensor<float>(RT_F32, {2, 3}, {1, 2, 3, 4, 5, 6});
  Comparison result = compare(got, expected, kTolerance);
  EXPECT_EQ(formatComparison("y", result, got, expected, kTolerance),
            "output \"y\": MISMATCH, 1 of 6 values differ by more than 0.001 + "
            "0.01 * |expected|; max abs error 0.5 (0.0833 of the largest "
            "value), max rel error 0.1; worst at [1, 1]: got 5.5, expected 5 "
            "(abs 0.5, rel 0.1)");
  result = compare(got, got, kTolerance);
  EXPECT_EQ(formatComparison("y", result, got, got, kTolerance),
            "output \"y\": ok, 6 values; max abs error 0 (0 of the largest "
            "value), max rel error 0");
}

TEST(Compare, EmptyTensorsAgree) {
  Comparison result = compareFloats({}, {});
  EXPECT_EQ(result.mismatches, 0u);
  Tensor empty = makeTensor<float>(RT_F32, {0}, {});
  EXPECT_EQ(formatComparison("y", result, empty, empty, kTolerance),
            "output \"y\": ok, 0 values");
}

} // namespace
