//===- GraphKernelTests.cpp - Kernels of graph ops ------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops and groups of ops from the graph dialect to running code, split at
// several places, against straightforward loops.
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace partita::codegen;
using std::string;
using std::vector;

namespace {

vector<float> numbers(size_t count, float low = -2, float high = 2) {
  vector<float> values(count);
  uint32_t state = 777;
  for (float &value : values) {
    state = state * 1664525u + 1013904223u;
    value = low + (high - low) * (state >> 8) / float(1 << 24);
  }
  return values;
}

/// Runs `body` on `inputs`; the result, an `elements` of T, must be `expected`
/// for any split of the grid. f32 up to rounding.
template <typename T>
void check(const string &args, const string &result, const string &body,
           vector<void *> inputs, const vector<T> &expected) {
  KernelRunner kernel(
      kernelText(args, result, body + "\nreturn %r : " + result));
  ASSERT_TRUE(kernel.ok) << body;
  for (int64_t pieces : {1, 2, 5}) {
    vector<T> actual(expected.size() + 1, T(77)); // and a guard
    vector<void *> buffers = inputs;
    buffers.push_back(actual.data());
    kernel.run(buffers, pieces);
    constexpr bool rounds = std::is_same<T, float>::value;
    for (size_t i = 0; i < expected.size(); ++i) {
      double size = std::max(1.0, std::fabs(double(expected[i])));
      ASSERT_NEAR(actual[i], expected[i], rounds ? 2e-6 * size : 0)
          << "at " << i << " of\n"
          << body;
    }
    ASSERT_EQ(actual.back(), T(77));
  }
}

/// The unary op `op` on numbers between `low` and `high`.
void checkUnary(const string &op, std::function<double(double)> reference,
                float low = -4, float high = 4) {
  vector<float> x = numbers(1000, low, high), expected;
  for (float value : x)
    expected.push_back(reference(value));
  check<float>("%x: tensor<10x100xf32>", "tensor<10x100xf32>",
               "%r = graph." + op +
                   " %x : (tensor<10x100xf32>) -> tensor<10x100xf32>",
               {x.data()}, expected);
}

} // namespace

TEST(GraphKernel, Unary) {
  checkUnary("exp", [](double x) { return std::exp(x); });
  checkUnary("tanh", [](double x) { return std::tanh(x); });
  checkUnary("erf", [](double x) { return std::erf(x); });
  checkUnary("log", [](double x) { return std::log(x); }, 0.01, 9);
  checkUnary("sqrt", [](double x) { return std::sqrt(x); }, 0, 9);
  checkUnary("reciprocal", [](double x) { return 1 / x; }, 0.5, 9);
  checkUnary("sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); });
  checkUnary("relu", [](double x) { return std::max(x, 0.0); });
  checkUnary("gelu", [](double x) {
    return x / 2 * (1 + std::erf(x / std::sqrt(2.0)));
  });
  checkUnary("neg", [](double x) { return -x; });
  checkUnary("abs", [](double x) { return std::fabs(x); });
}

/// What a device gets that has no elements of the dims that are reduced.
TEST(GraphKernel, ReducesNothing) {
  string sum = "%r = graph.reduce_sum %x {axes = array<i64: 0>, keepdims = "
               "false} : (tensor<0x40xf32>) -> tensor<40xf32>";
  check<float>("%x: tensor<0x40xf32>", "tensor<40xf32>", sum, {nullptr},
               vector<float>(40, 0));
  string max = "%m = graph.reduce_max %x {axes = array<i64: 1>, keepdims = "
               "true} : (tensor<3x0xi64>) -> tensor<3x1xi64>\n"
               "%r = graph.max %m, %y : (tensor<3x1xi64>, tensor<i64>) -> "
               "tensor<3x1xi64>";
  int64_t y = -5;
  check<int64_t>("%x: tensor<3x0xi64>, %y: tensor<i64>", "tensor<3x1xi64>", max,
                 {nullptr, &y}, {-5, -5, -5});
}

TEST(GraphKernel, ExpOfExtremes) {
  float infinity = std::numeric_limits<float>::infinity();
  vector<float> x = {-infinity, -200, 0, 88, -87};
  vector<float> expected;
  for (float value : x)
    expected.push_back(std::exp(value));
  // At least one vector and a rest.
  for (int i = 0; i < 4; ++i) {
    x.insert(x.end(), x.begin(), x.begin() + 5);
    expected.insert(expected.end(), expected.begin(), expected.begin() + 5);
  }
  KernelRunner kernel(
      kernelText("%x: tensor<25xf32>", "tensor<25xf32>",
                 "%r = graph.exp %x : (tensor<25xf32>) -> tensor<25xf32>\n"
                 "return %r : tensor<25xf32>"));
  ASSERT_TRUE(kernel.ok);
  vector<float> y(25);
  kernel.run({x.data(), y.data()});
  for (int i = 0; i < 25; ++i)
    EXPECT_NEAR(y[i], expected[i], 1e-6 * std::max(1.0f, expected[i]));
}

TEST(GraphKernel, PowWithNegativeBase) {
  vector<float> x = numbers(24), expected;
  for (float value : x)
    expected.push_back(std::pow(value, 3.0f));
  check<float>("%x: tensor<24xf32>", "tensor<24xf32>",
               "%c = graph.constant dense<3.0> : tensor<f32>\n"
               "%r = graph.pow %x, %c : (tensor<24xf32>, tensor<f32>) -> "
               "tensor<24xf32>",
               {x.data()}, expected);
}

TEST(GraphKernel, BroadcastBothWays) {
  vector<float> x = numbers(3 * 40), y = numbers(5 * 40), expected;
  for (int a = 0; a < 5; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 40; ++c)
        expected.push_back(x[b * 40 + c] - y[a * 40 + c]);
  check<float>("%x: tensor<3x40xf32>, %y: tensor<5x1x40xf32>",
               "tensor<5x3x40xf32>",
               "%r = graph.sub %x, %y : (tensor<3x40xf32>, "
               "tensor<5x1x40xf32>) -> tensor<5x3x40xf32>",
               {x.data(), y.data()}, expected);
}

TEST(GraphKernel, SoftmaxOverMiddleDim) {
  vector<float> x = numbers(4 * 7 * 33), expected(x.size());
  for (int a = 0; a < 4; ++a)
    for (int c = 0; c < 33; ++c) {
      double sum = 0;
      for (int b = 0; b < 7; ++b)
        sum += std::exp(x[(a * 7 + b) * 33 + c]);
      for (int b = 0; b < 7; ++b)
        expected[(a * 7 + b) * 33 + c] =
            std::exp(x[(a * 7 + b) * 33 + c]) / sum;
    }
  check<float>("%x: tensor<4x7x33xf32>", "tensor<4x7x33xf32>",
               "%r = graph.softmax %x {axis = 1 : i64} : "
               "(tensor<4x7x33xf32>) -> tensor<4x7x33xf32>",
               {x.data()}, expected);
}

TEST(GraphKernel, ResidualLayerNormIsOneKernel) {
  vector<float> x = numbers(6 * 600), y = numbers(6 * 600, 0, 3),
                g = numbers(600), expected(x.size());
  for (int a = 0; a < 6; ++a) {
    double mean = 0, variance = 0;
    auto at = [&](int i) { return double(x[a * 600 + i]) + y[a * 600 + i]; };
    for (int i = 0; i < 600; ++i)
      mean += at(i) / 600;
    for (int i = 0; i < 600; ++i)
      variance += (at(i) - mean) * (at(i) - mean) / 600;
    for (int i = 0; i < 600; ++i)
      expected[a * 600 + i] =
          std::max(0.0, (at(i) - mean) / std::sqrt(variance + 1e-5) * g[i]);
  }
  string t = "tensor<6x600xf32>";
  string body =
      "%0 = graph.add %x, %y : (" + t + ", " + t + ") -> " + t +
      "\n%1 = graph.layer_norm %0, %g {axis = 1 : i64, epsilon = 1.0e-5 : "
      "f32} : (" +
      t + ", tensor<600xf32>) -> " + t + "\n%r = graph.relu %1 : (" + t +
      ") -> " + t;
  string args = "%x: " + t + ", %y: " + t + ", %g: tensor<600xf32>";
  check<float>(args, t, body, {x.data(), y.data(), g.data()}, expected);
  KernelRunner kernel(kernelText(args, t, body + "\nreturn %r : " + t));
  EXPECT_TRUE(kernel.plan.rowLocal);
  EXPECT_EQ(kernel.plan.grid, 6);
  EXPECT_TRUE(kernel.undefined.empty());
}

TEST(GraphKernel, ReduceSumOfSeveralDims) {
  vector<float> x = numbers(4 * 5 * 6 * 7), expected(5 * 7);
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 5; ++b)
      for (int c = 0; c < 6; ++c)
        for (int d = 0; d < 7; ++d)
          expected[b * 7 + d] += x[((a * 5 + b) * 6 + c) * 7 + d];
  check<float>("%x: tensor<4x5x6x7xf32>", "tensor<1x5x1x7xf32>",
               "%r = graph.reduce_sum %x {axes = array<i64: 0, 2>, keepdims = "
               "true} : (tensor<4x5x6x7xf32>) -> tensor<1x5x1x7xf32>",
               {x.data()}, expected);
}

TEST(GraphKernel, ReduceMaxOfIntegers) {
  vector<int32_t> x(130), expected(10, std::numeric_limits<int32_t>::min());
  for (int i = 0; i < 130; ++i) {
    x[i] = i * 7919 % 1000 - 2000;
    expected[i / 13] = std::max(expected[i / 13], x[i]);
  }
  check<int32_t>("%x: tensor<10x13xi32>", "tensor<10xi32>",
                 "%r = graph.reduce_max %x {axes = array<i64: 1>, keepdims = "
                 "false} : (tensor<10x13xi32>) -> tensor<10xi32>",
                 {x.data()}, expected);
}

TEST(GraphKernel, CompareWhereAndCasts) {
  vector<float> x = numbers(60), expected;
  vector<int64_t> y(60);
  for (int i = 0; i < 60; ++i) {
    y[i] = i % 5 - 2;
    expected.push_back(!(x[i] > float(y[i])) ? float(int64_t(x[i])) : 7.0f);
  }
  check<float>("%x: tensor<60xf32>, %y: tensor<60xi64>", "tensor<60xf32>", R"(
    %c = graph.constant dense<7.0> : tensor<f32>
    %0 = graph.cast %y : (tensor<60xi64>) -> tensor<60xf32>
    %1 = graph.greater %x, %0
        : (tensor<60xf32>, tensor<60xf32>) -> tensor<60xi1>
    %2 = graph.not %1 : (tensor<60xi1>) -> tensor<60xi1>
    %3 = graph.cast %x : (tensor<60xf32>) -> tensor<60xi64>
    %4 = graph.cast %3 : (tensor<60xi64>) -> tensor<60xf32>
    %r = graph.where %2, %4, %c
        : (tensor<60xi1>, tensor<60xf32>, tensor<f32>) -> tensor<60xf32>)",
               {x.data(), y.data()}, expected);
}

TEST(GraphKernel, TransposeSliceConcat) {
  vector<int64_t> x(4 * 6), y(3 * 4), expected;
  for (int i = 0; i < 24; ++i)
    x[i] = i;
  for (int i = 0; i < 12; ++i)
    y[i] = 100 + i;
  // x transposed, rows 5, 3, 1; then y below.
  for (int row : {5, 3, 1})
    for (int c = 0; c < 4; ++c)
      expected.push_back(x[c * 6 + row]);
  expected.insert(expected.end(), y.begin(), y.end());
  check<int64_t>("%x: tensor<4x6xi64>, %y: tensor<3x4xi64>", "tensor<6x4xi64>",
                 R"(
    %0 = graph.transpose %x {permutation = array<i64: 1, 0>}
        : (tensor<4x6xi64>) -> tensor<6x4xi64>
    %1 = graph.slice %0 {starts = array<i64: 5, 0>, steps = array<i64: -2,
        1>} : (tensor<6x4xi64>) -> tensor<3x4xi64>
    %r = graph.concat %1, %y {axis = 0 : i64}
        : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<6x4xi64>)",
                 {x.data(), y.data()}, expected);
}

TEST(GraphKernel, Gathers) {
  vector<float> x = numbers(5 * 8), expected;
  vector<int64_t> i = {4, -5, 2};
  for (int64_t row : {4, 0, 2})
    for (int c = 0; c < 8; ++c)
      expected.push_back(x[row * 8 + c]);
  check<float>("%x: tensor<5x8xf32>, %i: tensor<3xi64>", "tensor<3x8xf32>",
               "%r = graph.gather %x, %i {axis = 0 : i64} : "
               "(tensor<5x8xf32>, tensor<3xi64>) -> tensor<3x8xf32>",
               {x.data(), i.data()}, expected);

  vector<int64_t> e = {7, -8, 1, 2, 3};
  expected.clear();
  for (int row = 0; row < 5; ++row)
    expected.push_back(x[row * 8 + (e[row] + 8) % 8]);
  check<float>("%x: tensor<5x8xf32>, %i: tensor<5x1xi64>", "tensor<5x1xf32>",
               "%r = graph.gather_elements %x, %i {axis = 1 : i64} : "
               "(tensor<5x8xf32>, tensor<5x1xi64>) -> tensor<5x1xf32>",
               {x.data(), e.data()}, expected);

  vector<int64_t> n = {1, 7, -1, 0};
  expected = {x[1 * 8 + 7], x[4 * 8]};
  check<float>("%x: tensor<5x8xf32>, %i: tensor<2x2xi64>", "tensor<2xf32>",
               "%r = graph.gather_nd %x, %i {batch_dims = 0 : i64} : "
               "(tensor<5x8xf32>, tensor<2x2xi64>) -> tensor<2xf32>",
               {x.data(), n.data()}, expected);
}

TEST(GraphKernel, MatmulWithBroadcastBatch) {
  vector<float> x = numbers(2 * 3 * 4), y = numbers(5 * 4 * 6),
                expected(2 * 5 * 3 * 6);
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 5; ++b)
      for (int m = 0; m < 3; ++m)
        for (int n = 0; n < 6; ++n)
          for (int k = 0; k < 4; ++k)
            expected[((a * 5 + b) * 3 + m) * 6 + n] +=
                x[(a * 3 + m) * 4 + k] * y[(b * 6 + n) * 4 + k];
  check<float>("%x: tensor<2x1x3x4xf32>, %y: tensor<5x6x4xf32>",
               "tensor<2x5x3x6xf32>",
               "%r = graph.matmul %x, %y {transpose_b = true} : "
               "(tensor<2x1x3x4xf32>, tensor<5x6x4xf32>) -> "
               "tensor<2x5x3x6xf32>",
               {x.data(), y.data()}, expected);
}

TEST(GraphKernel, ConvAndPoolOfIntegers) {
  // The library has f32 only; 1 x 2 x 7, two groups, kernel 3, stride 2, pad 1.
  vector<int32_t> x(14), w(6), conv(8), pool(8);
  for (int i = 0; i < 14; ++i)
    x[i] = i * i % 11 - 5;
  for (int i = 0; i < 6; ++i)
    w[i] = i - 2;
  for (int c = 0; c < 2; ++c)
    for (int o = 0; o < 4; ++o) {
      pool[c * 4 + o] = std::numeric_limits<int32_t>::min();
      for (int k = 0; k < 3; ++k) {
        int at = 2 * o + k - 1;
        if (at < 0 || at >= 7)
          continue;
        conv[c * 4 + o] += x[c * 7 + at] * w[c * 3 + k];
        pool[c * 4 + o] = std::max(pool[c * 4 + o], x[c * 7 + at]);
      }
    }
  string window = "strides = array<i64: 2>, pads = array<i64: 1, 1>, "
                  "dilations = array<i64: 1>";
  check<int32_t>("%x: tensor<1x2x7xi32>, %w: tensor<2x1x3xi32>",
                 "tensor<1x2x4xi32>",
                 "%r = graph.conv %x, %w {" + window +
                     ", group = 2 : i64} : (tensor<1x2x7xi32>, "
                     "tensor<2x1x3xi32>) -> tensor<1x2x4xi32>",
                 {x.data(), w.data()}, conv);
  check<int32_t>("%x: tensor<1x2x7xi32>", "tensor<1x2x4xi32>",
                 "%r = graph.max_pool %x {kernel = array<i64: 3>, " + window +
                     "} : (tensor<1x2x7xi32>) -> tensor<1x2x4xi32>",
                 {x.data()}, pool);
}
