//===- BoxTest.cpp - Box copies against one loop --------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every box is compared with a copy element by element.
//
//===----------------------------------------------------------------------===//

#include "core/Box.h"

#include <gtest/gtest.h>

using namespace partita::rt;
using Words = std::vector<int64_t>;

namespace {

template <typename T>
void check(const Words &srcShape, const Words &srcStart, const Words &dstShape,
           const Words &dstStart, const Words &sizes, int parts) {
  int64_t rank = static_cast<int64_t>(sizes.size());
  std::vector<T> src(countOf(srcShape.data(), rank));
  for (size_t i = 0; i < src.size(); ++i)
    src[i] = static_cast<T>(i + 1);
  std::vector<T> dst(countOf(dstShape.data(), rank), 99), expected = dst;
  Words index(rank, 0);
  for (int64_t i = 0, n = countOf(sizes.data(), rank); i < n; ++i) {
    int64_t from = 0, to = 0, rest = i;
    for (int64_t d = rank - 1; d >= 0; --d) {
      index[d] = rest % sizes[d];
      rest /= sizes[d];
    }
    for (int64_t d = 0; d < rank; ++d) {
      from = from * srcShape[d] + srcStart[d] + index[d];
      to = to * dstShape[d] + dstStart[d] + index[d];
    }
    expected[to] = src[from];
  }
  BoxCopy copy(sizeof(T), rank, srcShape.data(), srcStart.data(),
               dstShape.data(), dstStart.data(), sizes.data());
  EXPECT_EQ(copy.bytes(),
            static_cast<int64_t>(sizeof(T)) * countOf(sizes.data(), rank));
  EXPECT_EQ(copy.isWhole(), srcShape == sizes && dstShape == sizes);
  for (int part = 0; part < parts; ++part)
    copy.run(src.data(), dst.data(), part, parts);
  EXPECT_EQ(dst, expected);
}

void checkAll(const Words &srcShape, const Words &srcStart,
              const Words &dstShape, const Words &dstStart,
              const Words &sizes) {
  for (int parts : {1, 2, 3, 7}) {
    check<int8_t>(srcShape, srcStart, dstShape, dstStart, sizes, parts);
    check<int32_t>(srcShape, srcStart, dstShape, dstStart, sizes, parts);
    check<int64_t>(srcShape, srcStart, dstShape, dstStart, sizes, parts);
  }
}

TEST(Box, WholeTensor) { checkAll({3, 4}, {0, 0}, {3, 4}, {0, 0}, {3, 4}); }
TEST(Box, Rows) { checkAll({5, 8}, {1, 0}, {2, 8}, {0, 0}, {2, 8}); }
TEST(Box, Columns) { checkAll({5, 8}, {0, 3}, {5, 9}, {0, 1}, {5, 4}); }
TEST(Box, OneColumn) { checkAll({5, 8}, {0, 3}, {5, 2}, {0, 1}, {5, 1}); }
TEST(Box, MiddleOfThree) {
  checkAll({2, 5, 3}, {0, 1, 0}, {2, 4, 3}, {0, 2, 0}, {2, 2, 3});
}
TEST(Box, FourDims) {
  checkAll({2, 3, 4, 5}, {1, 0, 1, 2}, {3, 3, 6, 4}, {2, 0, 3, 0},
           {1, 3, 2, 3});
}
TEST(Box, ExtentsOfOne) {
  checkAll({1, 4, 1, 3}, {0, 1, 0, 0}, {1, 2, 1, 3}, {0, 0, 0, 0},
           {1, 2, 1, 3});
}
TEST(Box, Scalar) { checkAll({}, {}, {}, {}, {}); }
TEST(Box, Empty) { checkAll({3, 0}, {0, 0}, {5, 2}, {1, 1}, {3, 0}); }

TEST(Box, LargeWithTeam) {
  int64_t rows = 1000, columns = 300, wide = 301;
  std::vector<float> src(rows * columns), dst(rows * wide, -1);
  for (size_t i = 0; i < src.size(); ++i)
    src[i] = static_cast<float>(i);
  int64_t srcShape[] = {rows, columns}, dstShape[] = {rows, wide};
  int64_t start[] = {0, 1};
  BoxCopy copy(4, 2, srcShape, nullptr, dstShape, start, srcShape);
  copy.run(src.data(), dst.data(), Team(3));
  for (int64_t i = 0; i < rows; ++i) {
    EXPECT_EQ(dst[i * wide], -1);
    for (int64_t j = 0; j < columns; ++j)
      ASSERT_EQ(dst[i * wide + 1 + j], src[i * columns + j]);
  }
}

} // namespace
