//===- ReportTest.cpp - Tests of what the program prints ------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/program/Report.h"
#include "FakeSession.h"
#include "runtime/program/Text.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace partita::program;

namespace {

TEST(Report, PercentilesAreNearestRanks) {
  std::vector<double> times;
  for (int i = 10; i >= 1; --i)
    times.push_back(i);
  Latency latency = summarize(times);
  EXPECT_EQ(latency.min, 1);
  EXPECT_EQ(latency.median, 5.5);
  EXPECT_EQ(latency.mean, 5.5);
  EXPECT_EQ(latency.p90, 9);
  EXPECT_EQ(latency.p99, 10);
  EXPECT_EQ(latency.max, 10);
  latency = summarize({3});
  EXPECT_EQ(latency.median, 3);
  EXPECT_EQ(latency.p90, 3);
  EXPECT_EQ(latency.p99, 3);
}

TEST(Report, TensorSummary) {
  EXPECT_EQ(reportTensor("y", makeTensor<float>(RT_F32, {2, 2}, {1, 2, 3, 6})),
            "output \"y\" float32[2, 2]: min 1, max 6, mean 3, values 1 2 3 "
            "6\n");
  EXPECT_EQ(reportTensor("y", makeTensor<float>(RT_F32, {2}, {NAN, 2})),
            "output \"y\" float32[2]: min 2, max 2, mean 2, 1 NaN, values nan "
            "2\n");
  EXPECT_EQ(reportTensor("y", makeTensor<float>(RT_F32, {1}, {NAN})),
            "output \"y\" float32[1]: 1 NaN, values nan\n");
  EXPECT_EQ(reportTensor("y", makeTensor<float>(RT_F32, {0, 2}, {})),
            "output \"y\" float32[0, 2]: empty\n");
  EXPECT_EQ(reportTensor(
                "y", makeTensor<int32_t>(RT_I32, {7}, {-1, 1, 1, 1, 1, 1, 3})),
            "output \"y\" int32[7]: min -1, max 3, mean 1, first values -1 1 1 "
            "1 1 1\n");
}

TEST(Report, Io) {
  EXPECT_EQ(reportIo(manyImage), "input  \"a/b:0.c=d\" float32[2, 3] 24 bytes\n"
                                 "input  \"ids\" int64[4] 32 bytes\n"
                                 "input  \"mask\" bool[2] 2 bytes\n"
                                 "output \"out=1\" float32[2, 3] 24 bytes\n"
                                 "output \"ids_out\" int64[4] 32 bytes\n"
                                 "output \"mask_out\" bool[2] 2 bytes\n");
}

TEST(Report, Version) {
  EXPECT_EQ(reportVersion(manyImage),
            "fake 1.0\nflags -O3\nmodel: many.onnx\ncontent id: 00ff\nranks: "
            "2\nthreads per rank: 2\n");
}

TEST(Report, ProgramShowsEveryInstructionOnALine) {
  EXPECT_EQ(
      reportProgram(manyImage),
      "program of many.onnx: 2 ranks, 2 threads per rank, 1 classes\n"
      "class 0 \"c0\": ranks 0, 1; arena 1.5 KiB, 7 buffers, 7 instructions\n"
      "  buffers\n"
      "    %0 input 0 \"a/b:0.c=d\" float32[1, 3] 12 B; start rank 0 [0, 0], "
      "rank 1 [1, 0]\n"
      "    %1 weight \"w\" float32[1, 3] 12 B; at byte 64 of rank 0, 128 of "
      "rank 1\n"
      "    %2 constant \"k\" float32[1, 3] 12 B\n"
      "    %3 arena +64 \"sum\" float32[1, 3] 12 B\n"
      "    %4 arena +128 \"whole\" float32[2, 3] 24 B\n"
      "    %5 input 1 \"ids\" int64[4] 32 B; start rank 0 [0], rank 1 [0]\n"
      "    %6 input 2 \"mask\" bool[2] 2 B; start rank 0 [0], rank 1 [0]\n"
      "  instructions\n"
      "    0 kernel add_0 \"sum\" %0 float32[1, 3], %1 float32[1, 3], %3 "
      "float32[1, 3]; grid 3, scratch 2.0 KiB\n"
      "    1 start all-gather \"gather\" %3 float32[1, 3] -> %4 float32[2, 3]; "
      "future 0, channel 0, 12 B; groups {0, 1} cuts [0, 1, 2]\n"
      "    2 wait \"gather\"; future=0\n"
      "    3 start all-reduce \"reduce\" %3 float32[1, 3] -> %4 float32[2, 3]; "
      "future 1, channel 1, max, 12 B; groups {0, 1} cuts [0, 1, 2]\n"
      "    4 start exchange \"move\" %3 float32[1, 3] -> %4 float32[2, 3]; "
      "future 2, channel 2, 12 B; transfers rank 0 [0, 0] -> rank 1 [1, 0] box "
      "[1, 3] 12 B\n"
      "    5 copy \"copy\" %3 float32[1, 3] -> %4 float32[2, 3]; box [1, 3] of "
      "[1, 3] into [2, 3], 12 B; params rank 0 [0, 0, 0, 0], rank 1 [0, 0, 1, "
      "0]\n"
      "    6 gemm \"mm\" %0 float32[1, 3], %1 float32[1, 3], %3 float32[1, 3]; "
      "batch=1 m=2 n=3 k=4 transpose_a=0 transpose_b=1 a_batched=1 b_batched=0 "
      "epilogue=4\n"
      "  results\n"
      "    \"out=1\" = %3; start rank 0 [0, 0] written, rank 1 [1, 0] written\n"
      "    \"ids_out\" = %5; start rank 0 [0] written, rank 1 [0]\n"
      "    \"mask_out\" = %6; start rank 0 [0] written, rank 1 [0]\n");
}

TEST(Text, Bytes) {
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(1023), "1023 B");
  EXPECT_EQ(formatBytes(1536), "1.5 KiB");
  EXPECT_EQ(formatBytes(1048575), "1.0 MiB");
  EXPECT_EQ(formatBytes(INT64_MAX), "8.0 EiB");
}

TEST(Text, NearestName) {
  std::vector<std::string> names = {"input_ids", "attention_mask", "x"};
  EXPECT_EQ(nearest("inputs_ids", names), "input_ids");
  EXPECT_EQ(nearest("Attention-mask", names), "attention_mask");
  EXPECT_EQ(nearest("X", names), "x");
  EXPECT_EQ(nearest("y", names), "");
  EXPECT_EQ(nearest("banana", names), "");
}

TEST(Text, Numbers) {
  EXPECT_EQ(parseInteger("-12"), -12);
  for (const char *bad : {"", " 1", "1 ", "1x", "0x10", "9223372036854775808"})
    EXPECT_FALSE(parseInteger(bad)) << bad;
  EXPECT_EQ(parseReal("1e-3"), 1e-3);
  for (const char *bad : {"", " 1", "1 ", "nan", "inf", "1e999", "1,5"})
    EXPECT_FALSE(parseReal(bad)) << bad;
}

TEST(Text, QuotedEscapes) {
  EXPECT_EQ(quoted("a\"b\\c\nd"), "\"a\\\"b\\\\c\\x0ad\"");
}

} // namespace
