//===- KernelTests.cpp - Kernels against straightforward loops ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace partita::codegen;
using std::string;
using std::vector;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

vector<float> numbers(size_t count, float low = -2, float high = 2) {
  vector<float> values(count);
  uint32_t state = 12345;
  for (float &value : values) {
    state = state * 1664525u + 1013904223u;
    value = low + (high - low) * (state >> 8) / float(1 << 24);
  }
  return values;
}

void expectNear(const vector<float> &actual, const vector<float> &expected,
                float tolerance = 1e-5f) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i)
    ASSERT_NEAR(actual[i], expected[i],
                tolerance * std::max(1.0f, std::fabs(expected[i])))
        << "at " << i;
}

/// An element-wise generic over the identity maps of `type`.
string elementwise(const string &result, const string &operands,
                   const string &types, int inputs, int rank, const string &out,
                   const string &body) {
  string dims = "(", iterators;
  for (int i = 0; i < rank; ++i) {
    dims += (i ? ",d" : "d") + std::to_string(i);
    iterators += i ? ",\"parallel\"" : "\"parallel\"";
  }
  dims += ")";
  string maps;
  for (int i = 0; i <= inputs; ++i)
    maps += string(i ? "," : "") + "affine_map<" + dims + "->" + dims + ">";
  return "%e" + result + " = tensor.empty() : " + out + "\n%" + result +
         " = linalg.generic {indexing_maps=[" + maps + "], iterator_types=[" +
         iterators + "]} ins(" + operands + " : " + types + ") outs(%e" +
         result + " : " + out + ") {\n" + body + "\n} -> " + out + "\n";
}

string softmaxText(const string &shape, const string &reduced) {
  string t = "tensor<" + shape + "xf32>", r = "tensor<" + reduced + "xf32>";
  string maps = "affine_map<(d0,d1,d2)->(d0,d1,d2)>,"
                "affine_map<(d0,d1,d2)->(d0,d1)>";
  string par = "\"parallel\",\"parallel\",";
  auto reduce = [&](const string &name, const string &from, const string &init,
                    const string &op) {
    return "%i" + name + " = arith.constant " + init + " : f32\n%e" + name +
           " = tensor.empty() : " + r + "\n%f" + name +
           " = linalg.fill ins(%i" + name + " : f32) outs(%e" + name + " : " +
           r + ") -> " + r + "\n%" + name +
           " = linalg.generic {indexing_maps=[" + maps + "], iterator_types=[" +
           par + "\"reduction\"]} ins(" + from + " : " + t + ") outs(%f" +
           name + " : " + r + ") {\n^bb0(%a: f32, %b: f32):\n%c = arith." + op +
           " %b, %a : f32\nlinalg.yield %c : f32\n} -> " + r + "\n";
  };
  auto map2 = [&](const string &name, const string &a, const string &b,
                  const string &body) {
    return "%e" + name + " = tensor.empty() : " + t + "\n%" + name +
           " = linalg.generic {indexing_maps=[" + maps +
           ",affine_map<(d0,d1,d2)->(d0,d1,d2)>], iterator_types=[" + par +
           "\"parallel\"]} ins(" + a + ", " + b + " : " + t + ", " + r +
           ") outs(%e" + name + " : " + t +
           ") {\n^bb0(%a: f32, %b: f32, %o: f32):\n" + body +
           "linalg.yield %d : f32\n} -> " + t + "\n";
  };
  return kernelText(
      "%x: " + t, t,
      reduce("m", "%x", "0xFF800000", "maximumf") +
          map2("s", "%x", "%m",
               "%c = arith.subf %a, %b : f32\n%d = math.exp %c : f32\n") +
          reduce("t", "%s", "0.0", "addf") +
          map2("y", "%s", "%t", "%d = arith.divf %a, %b : f32\n") +
          "return %y : " + t);
}

void checkNoCalls(const KernelRunner &kernel) {
  for (const string &name : kernel.undefined)
    for (const char *call : {"malloc", "free", "memcpy", "memset", "memmove"})
      EXPECT_NE(name, call);
}

} // namespace

TEST(Kernel, SoftmaxKeepsToItsRows) {
  KernelRunner kernel(softmaxText("3x5x37", "3x5"));
  ASSERT_TRUE(kernel.ok);
  EXPECT_TRUE(kernel.plan.rowLocal);
  checkNoCalls(kernel);
  EXPECT_TRUE(kernel.undefined.empty());
  vector<float> x = numbers(3 * 5 * 37), y(x.size()), expected(x.size());
  x[40] = -infinity; // a mask
  for (int row = 0; row < 15; ++row) {
    double sum = 0, top = -infinity;
    for (int i = 0; i < 37; ++i)
      top = std::max<double>(top, x[row * 37 + i]);
    for (int i = 0; i < 37; ++i)
      sum += std::exp(x[row * 37 + i] - top);
    for (int i = 0; i < 37; ++i)
      expected[row * 37 + i] = std::exp(x[row * 37 + i] - top) / sum;
  }
  for (int64_t pieces : {1, 2, 4}) {
    std::fill(y.begin(), y.end(), -1);
    kernel.run({x.data(), y.data()}, pieces);
    expectNear(y, expected);
    EXPECT_EQ(y[40], 0);
  }
}

TEST(Kernel, SoftmaxOfLongRowsHasRowScratch) {
  KernelRunner kernel(softmaxText("4x8x1000", "4x8"));
  ASSERT_TRUE(kernel.ok);
  EXPECT_EQ(kernel.plan.grid, 32);
  EXPECT_LT(kernel.plan.scratchBytes, 3 * 4096);
  EXPECT_NE(kernel.llvmText.find("x float>"), string::npos) << "no vectors";
  vector<float> x = numbers(32000, -30, 30), y(x.size());
  kernel.run({x.data(), y.data()}, 3);
  for (int row = 0; row < 32; ++row) {
    double sum = 0;
    for (int i = 0; i < 1000; ++i)
      sum += y[row * 1000 + i];
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(Kernel, ElementwiseCollapsesAndVectorizes) {
  string t = "tensor<7x11x300xf32>";
  KernelRunner kernel(kernelText(
      "%x: " + t + ", %y: " + t, t,
      elementwise("a", "%x, %y", t + ", " + t, 2, 3, t,
                  "^bb0(%p: f32, %q: f32, %o: f32):\n%r = arith.addf %p, %q : "
                  "f32\nlinalg.yield %r : f32") +
          elementwise("b", "%a", t, 1, 3, t,
                      "^bb0(%p: f32, %o: f32):\n%r = math.tanh %p : "
                      "f32\n%s = math.erf %p : f32\n%u = arith.addf %r, %s : "
                      "f32\nlinalg.yield %u : f32") +
          "return %b : " + t));
  ASSERT_TRUE(kernel.ok);
  EXPECT_EQ(kernel.plan.nests.size(), 1u);
  EXPECT_EQ(kernel.plan.rows.size(), 1u);
  EXPECT_EQ(kernel.plan.grid, 6);
  EXPECT_TRUE(kernel.undefined.empty());
  EXPECT_NE(kernel.llvmText.find("x float>"), string::npos) << "no vectors";
  vector<float> x = numbers(7 * 11 * 300), y = numbers(x.size(), -3, 1),
                z(x.size()), expected(x.size());
  for (size_t i = 0; i < x.size(); ++i)
    expected[i] = std::tanh(x[i] + y[i]) + std::erf(x[i] + y[i]);
  kernel.run({x.data(), y.data(), z.data()}, 5);
  expectNear(z, expected);
}

TEST(Kernel, BroadcastAddWithBoolAndSelect) {
  // where(x > bias, x, 0) and the condition itself, bias along the middle dim.
  KernelRunner kernel(kernelText("%x: tensor<2x3x50xf32>, %b: tensor<3x1xf32>",
                                 "tensor<2x3x50xf32>, tensor<2x3x50xi1>", R"(
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<2x3x50xi1>
    %c = linalg.generic {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d1,d2)>,
        affine_map<(d0,d1,d2)->(d1,0)>, affine_map<(d0,d1,d2)->(d0,d1,d2)>],
        iterator_types = ["parallel","parallel","parallel"]}
        ins(%x, %b : tensor<2x3x50xf32>, tensor<3x1xf32>)
        outs(%e : tensor<2x3x50xi1>) {
      ^bb0(%p: f32, %q: f32, %o: i1):
        %r = arith.cmpf ogt, %p, %q : f32
        linalg.yield %r : i1
    } -> tensor<2x3x50xi1>
    %f = tensor.empty() : tensor<2x3x50xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d1,d2)>,
        affine_map<(d0,d1,d2)->(d0,d1,d2)>, affine_map<(d0,d1,d2)->(d0,d1,d2)>],
        iterator_types = ["parallel","parallel","parallel"]}
        ins(%c, %x : tensor<2x3x50xi1>, tensor<2x3x50xf32>)
        outs(%f : tensor<2x3x50xf32>) {
      ^bb0(%p: i1, %q: f32, %o: f32):
        %r = arith.select %p, %q, %z : f32
        linalg.yield %r : f32
    } -> tensor<2x3x50xf32>
    return %y, %c : tensor<2x3x50xf32>, tensor<2x3x50xi1>)"));
  ASSERT_TRUE(kernel.ok);
  vector<float> x = numbers(300), bias = {-1, 0, 1}, y(300), expected(300);
  vector<uint8_t> c(300), expectedC(300);
  for (int i = 0; i < 300; ++i) {
    expectedC[i] = x[i] > bias[i / 50 % 3];
    expected[i] = expectedC[i] ? x[i] : 0;
  }
  kernel.run({x.data(), bias.data(), y.data(), c.data()});
  EXPECT_EQ(y, expected);
  EXPECT_EQ(c, expectedC);
}

TEST(Kernel, TransposeAndSlice) {
  KernelRunner kernel(
      kernelText("%x: tensor<6x40x30xf32>", "tensor<30x3x40xf32>", R"(
    %e = tensor.empty() : tensor<30x3x40xf32>
    %y = linalg.generic {indexing_maps = [
        affine_map<(d0,d1,d2)->(d1*2+1,d2,d0)>,
        affine_map<(d0,d1,d2)->(d0,d1,d2)>],
        iterator_types = ["parallel","parallel","parallel"]}
        ins(%x : tensor<6x40x30xf32>) outs(%e : tensor<30x3x40xf32>) {
      ^bb0(%p: f32, %o: f32):
        linalg.yield %p : f32
    } -> tensor<30x3x40xf32>
    return %y : tensor<30x3x40xf32>)"));
  ASSERT_TRUE(kernel.ok);
  vector<float> x = numbers(7200), y(3600), expected;
  for (int a = 0; a < 30; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 40; ++c)
        expected.push_back(x[((2 * b + 1) * 40 + c) * 30 + a]);
  for (int64_t pieces : {1, 3}) {
    std::fill(y.begin(), y.end(), 9);
    kernel.run({x.data(), y.data()}, pieces);
    EXPECT_EQ(y, expected);
  }
}

TEST(Kernel, GatherReadsByIndex) {
  KernelRunner kernel(kernelText("%x: tensor<10x33xf32>, %i: tensor<2x4xi64>",
                                 "tensor<2x4x33xf32>", R"(
    %e = tensor.empty() : tensor<2x4x33xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d1)>,
        affine_map<(d0,d1,d2)->(d0,d1,d2)>],
        iterator_types = ["parallel","parallel","parallel"]}
        ins(%i : tensor<2x4xi64>) outs(%e : tensor<2x4x33xf32>) {
      ^bb0(%p: i64, %o: f32):
        %zero = arith.constant 0 : i64
        %ten = arith.constant 10 : i64
        %neg = arith.cmpi slt, %p, %zero : i64
        %wrapped = arith.addi %p, %ten : i64
        %j = arith.select %neg, %wrapped, %p : i64
        %a = arith.index_cast %j : i64 to index
        %b = linalg.index 2 : index
        %v = tensor.extract %x[%a, %b] : tensor<10x33xf32>
        linalg.yield %v : f32
    } -> tensor<2x4x33xf32>
    return %y : tensor<2x4x33xf32>)"));
  ASSERT_TRUE(kernel.ok);
  vector<float> x = numbers(330), y(264), expected;
  vector<int64_t> indices = {0, 9, -1, 3, -10, 5, 5, 7};
  for (int64_t index : indices)
    for (int c = 0; c < 33; ++c)
      expected.push_back(x[(index < 0 ? index + 10 : index) * 33 + c]);
  kernel.run({x.data(), indices.data(), y.data()}, 2);
  EXPECT_EQ(y, expected);
}

TEST(Kernel, ConcatByCondition) {
  KernelRunner kernel(kernelText("%x: tensor<4x3xi32>, %y: tensor<4x5xi32>",
                                 "tensor<4x8xi32>", R"(
    %e = tensor.empty() : tensor<4x8xi32>
    %r = linalg.generic {indexing_maps = [affine_map<(d0,d1)->(d0,d1)>],
        iterator_types = ["parallel","parallel"]} outs(%e : tensor<4x8xi32>) {
      ^bb0(%o: i32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %three = arith.constant 3 : index
        %first = arith.cmpi slt, %j, %three : index
        %v = scf.if %first -> i32 {
          %a = tensor.extract %x[%i, %j] : tensor<4x3xi32>
          scf.yield %a : i32
        } else {
          %k = arith.subi %j, %three : index
          %b = tensor.extract %y[%i, %k] : tensor<4x5xi32>
          scf.yield %b : i32
        }
        linalg.yield %v : i32
    } -> tensor<4x8xi32>
    return %r : tensor<4x8xi32>)"));
  ASSERT_TRUE(kernel.ok);
  vector<int32_t> x(12), y(20), r(32), expected;
  for (int i = 0; i < 12; ++i)
    x[i] = i;
  for (int i = 0; i < 20; ++i)
    y[i] = 100 + i;
  for (int i = 0; i < 4; ++i) {
    expected.insert(expected.end(), x.begin() + i * 3, x.begin() + i * 3 + 3);
    expected.insert(expected.end(), y.begin() + i * 5, y.begin() + i * 5 + 5);
  }
  kernel.run({x.data(), y.data(), r.data()});
  EXPECT_EQ(r, expected);
}

/// The sum over dim `axis` of a 5 x 6 x 70 tensor.
static void checkReduce(int axis) {
  string loops[] = {"d1,d2", "d0,d2", "d0,d1"};
  string shapes[] = {"6x70", "5x70", "5x6"};
  string iterators[3] = {"\"parallel\"", "\"parallel\"", "\"parallel\""};
  iterators[axis] = "\"reduction\"";
  string t = "tensor<" + shapes[axis] + "xf32>";
  KernelRunner kernel(kernelText(
      "%x: tensor<5x6x70xf32>", t,
      "%z = arith.constant 0.0 : f32\n%e = tensor.empty() : " + t +
          "\n%f = linalg.fill ins(%z : f32) outs(%e : " + t + ") -> " + t +
          "\n%y = linalg.generic {indexing_maps=["
          "affine_map<(d0,d1,d2)->(d0,d1,d2)>,affine_map<(d0,d1,d2)->(" +
          loops[axis] + ")>], iterator_types=[" + iterators[0] + "," +
          iterators[1] + "," + iterators[2] +
          "]} ins(%x : tensor<5x6x70xf32>) outs(%f : " + t +
          ") {\n^bb0(%a: f32, %b: f32):\n%c = arith.addf %b, %a : f32\n"
          "linalg.yield %c : f32\n} -> " +
          t + "\nreturn %y : " + t));
  ASSERT_TRUE(kernel.ok);
  vector<float> x = numbers(5 * 6 * 70);
  vector<float> expected(2100 / vector<int>{5, 6, 70}[axis]),
      y(expected.size());
  for (int a = 0; a < 5; ++a)
    for (int b = 0; b < 6; ++b)
      for (int c = 0; c < 70; ++c)
        expected[axis == 0   ? b * 70 + c
                 : axis == 1 ? a * 70 + c
                             : a * 6 + b] += x[(a * 6 + b) * 70 + c];
  for (int64_t pieces : {1, 2}) {
    std::fill(y.begin(), y.end(), 9);
    kernel.run({x.data(), y.data()}, pieces);
    expectNear(y, expected);
  }
}

TEST(Kernel, ReducesOuterDim) { checkReduce(0); }
TEST(Kernel, ReducesMiddleDim) { checkReduce(1); }
TEST(Kernel, ReducesInnerDim) { checkReduce(2); }

/// A long sum over columns is as a sum in two levels: 4096 times 0.1 in one
/// running float sum would be off by 4e-5 of it.
TEST(Kernel, SumsOverColumnsAreExact) {
  KernelRunner kernel(kernelText("%x: tensor<4096x8xf32>", "tensor<8xf32>", R"(
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<8xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(d0,d1)->(d1,d0)>,
        affine_map<(d0,d1)->(d0)>], iterator_types = ["parallel","reduction"]}
        ins(%x : tensor<4096x8xf32>) outs(%f : tensor<8xf32>) {
      ^bb0(%a: f32, %c: f32):
        %s = arith.addf %c, %a : f32
        linalg.yield %s : f32
    } -> tensor<8xf32>
    return %y : tensor<8xf32>)"));
  ASSERT_TRUE(kernel.ok);
  vector<float> x(4096 * 8, 0.1f), y(8);
  kernel.run({x.data(), y.data()});
  double exact = 4096 * double(0.1f);
  for (float sum : y)
    EXPECT_LE(std::abs(sum - exact), 5e-6 * exact);
}

TEST(Kernel, EmptyReductionGivesNeutralElement) {
  KernelRunner kernel(kernelText("%x: tensor<3x0xf32>, %w: tensor<0x4xf32>",
                                 "tensor<3x4xf32>", R"(
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<3x4xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>,
        affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>],
        iterator_types = ["parallel","parallel","reduction"]}
        ins(%x, %w : tensor<3x0xf32>, tensor<0x4xf32>)
        outs(%f : tensor<3x4xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %m = arith.mulf %a, %b : f32
        %s = arith.addf %c, %m : f32
        linalg.yield %s : f32
    } -> tensor<3x4xf32>
    return %y : tensor<3x4xf32>)"));
  ASSERT_TRUE(kernel.ok);
  vector<float> y(12, 9);
  kernel.run({nullptr, nullptr, y.data()});
  EXPECT_EQ(y, vector<float>(12, 0));
}

TEST(Kernel, MatmulOfIntegers) {
  KernelRunner kernel(kernelText("%x: tensor<9x20xi64>, %w: tensor<20x31xi64>",
                                 "tensor<9x31xi64>", R"(
    %z = arith.constant 0 : i64
    %e = tensor.empty() : tensor<9x31xi64>
    %f = linalg.fill ins(%z : i64) outs(%e : tensor<9x31xi64>)
        -> tensor<9x31xi64>
    %y = linalg.generic {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>,
        affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>],
        iterator_types = ["parallel","parallel","reduction"]}
        ins(%x, %w : tensor<9x20xi64>, tensor<20x31xi64>)
        outs(%f : tensor<9x31xi64>) {
      ^bb0(%a: i64, %b: i64, %c: i64):
        %m = arith.muli %a, %b : i64
        %s = arith.addi %c, %m : i64
        linalg.yield %s : i64
    } -> tensor<9x31xi64>
    return %y : tensor<9x31xi64>)"));
  ASSERT_TRUE(kernel.ok);
  vector<int64_t> x(180), w(620), y(279), expected(279);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = int64_t(i * 7 % 23) - 11;
  for (size_t i = 0; i < w.size(); ++i)
    w[i] = int64_t(i * 5 % 19) - 9;
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 31; ++j)
      for (int k = 0; k < 20; ++k)
        expected[i * 31 + j] += x[i * 20 + k] * w[k * 31 + j];
  kernel.run({x.data(), w.data(), y.data()}, 2);
  EXPECT_EQ(y, expected);
}

TEST(Kernel, ValuesReadAcrossRowsAreWholeFirst) {
  // y = x + x transposed after doubling: no common row, so one grid point.
  KernelRunner kernel(
      kernelText("%x: tensor<5x5xf32>", "tensor<5x5xf32>, tensor<5x5xf32>", R"(
    %e = tensor.empty() : tensor<5x5xf32>
    %d = linalg.generic {indexing_maps = [affine_map<(d0,d1)->(d0,d1)>,
        affine_map<(d0,d1)->(d0,d1)>], iterator_types = ["parallel","parallel"]}
        ins(%x : tensor<5x5xf32>) outs(%e : tensor<5x5xf32>) {
      ^bb0(%a: f32, %o: f32):
        %s = math.exp %a : f32
        linalg.yield %s : f32
    } -> tensor<5x5xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(d0,d1)->(d1,d0)>,
        affine_map<(d0,d1)->(d0,d1)>, affine_map<(d0,d1)->(d0,d1)>],
        iterator_types = ["parallel","parallel"]}
        ins(%d, %x : tensor<5x5xf32>, tensor<5x5xf32>)
        outs(%e : tensor<5x5xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %s = arith.subf %a, %b : f32
        linalg.yield %s : f32
    } -> tensor<5x5xf32>
    return %y, %d : tensor<5x5xf32>, tensor<5x5xf32>)"));
  ASSERT_TRUE(kernel.ok);
  EXPECT_FALSE(kernel.plan.rowLocal);
  EXPECT_EQ(kernel.plan.grid, 1);
  vector<float> x = numbers(25), y(25), d(25), expected(25);
  for (int i = 0; i < 25; ++i)
    expected[i] = std::exp(x[i % 5 * 5 + i / 5]) - x[i];
  kernel.run({x.data(), y.data(), d.data()});
  expectNear(y, expected);
}

TEST(Kernel, CastsAndConstants) {
  KernelRunner kernel(
      kernelText("%x: tensor<100xf32>", "tensor<100xi32>, tensor<100xf32>", R"(
    %c = arith.constant dense<2.5> : tensor<100xf32>
    %e = tensor.empty() : tensor<100xi32>
    %i = linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>,
        affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>],
        iterator_types = ["parallel"]}
        ins(%x, %c : tensor<100xf32>, tensor<100xf32>)
        outs(%e : tensor<100xi32>) {
      ^bb0(%a: f32, %b: f32, %o: i32):
        %p = arith.mulf %a, %b : f32
        %s = arith.fptosi %p : f32 to i32
        linalg.yield %s : i32
    } -> tensor<100xi32>
    return %i, %x : tensor<100xi32>, tensor<100xf32>)"));
  ASSERT_TRUE(kernel.ok);
  vector<float> x = numbers(100, -50, 50), copy(100);
  vector<int32_t> y(100);
  kernel.run({x.data(), y.data(), copy.data()});
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(y[i], int32_t(x[i] * 2.5f));
  EXPECT_EQ(copy, x);
}

TEST(Kernel, LayerNorm) {
  // Mean and variance as sums over the last dim; mean stays in the row.
  KernelRunner kernel(kernelText(
      "%x: tensor<3x4x128xf32>, %g: tensor<128xf32>, %h: tensor<128xf32>",
      "tensor<3x4x128xf32>", R"(
    %z = arith.constant 0.0 : f32
    %n = arith.constant 128.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %e = tensor.empty() : tensor<3x4xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
    %sum = linalg.generic {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d1,d2)>,
        affine_map<(d0,d1,d2)->(d0,d1)>],
        iterator_types = ["parallel","parallel","reduction"]}
        ins(%x : tensor<3x4x128xf32>) outs(%f : tensor<3x4xf32>) {
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %b, %a : f32
        linalg.yield %s : f32
    } -> tensor<3x4xf32>
    %sq = linalg.generic {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d1,d2)>,
        affine_map<(d0,d1,d2)->(d0,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>],
        iterator_types = ["parallel","parallel","reduction"]}
        ins(%x, %sum : tensor<3x4x128xf32>, tensor<3x4xf32>)
        outs(%f : tensor<3x4xf32>) {
      ^bb0(%a: f32, %m: f32, %b: f32):
        %mean = arith.divf %m, %n : f32
        %d = arith.subf %a, %mean : f32
        %dd = arith.mulf %d, %d : f32
        %s = arith.addf %b, %dd : f32
        linalg.yield %s : f32
    } -> tensor<3x4xf32>
    %o = tensor.empty() : tensor<3x4x128xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d1,d2)>,
        affine_map<(d0,d1,d2)->(d0,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>,
        affine_map<(d0,d1,d2)->(d2)>, affine_map<(d0,d1,d2)->(d2)>,
        affine_map<(d0,d1,d2)->(d0,d1,d2)>],
        iterator_types = ["parallel","parallel","parallel"]}
        ins(%x, %sum, %sq, %g, %h : tensor<3x4x128xf32>, tensor<3x4xf32>,
            tensor<3x4xf32>, tensor<128xf32>, tensor<128xf32>)
        outs(%o : tensor<3x4x128xf32>) {
      ^bb0(%a: f32, %m: f32, %v: f32, %scale: f32, %bias: f32, %out: f32):
        %mean = arith.divf %m, %n : f32
        %var = arith.divf %v, %n : f32
        %ve = arith.addf %var, %eps : f32
        %r = math.rsqrt %ve : f32
        %d = arith.subf %a, %mean : f32
        %p = arith.mulf %d, %r : f32
        %q = arith.mulf %p, %scale : f32
        %s = arith.addf %q, %bias : f32
        linalg.yield %s : f32
    } -> tensor<3x4x128xf32>
    return %y : tensor<3x4x128xf32>)"));
  ASSERT_TRUE(kernel.ok);
  EXPECT_TRUE(kernel.undefined.empty());
  vector<float> x = numbers(1536), g = numbers(128, 0, 1),
                h = numbers(128, -1, 0), y(1536), expected(1536);
  for (int row = 0; row < 12; ++row) {
    double mean = 0, variance = 0;
    for (int i = 0; i < 128; ++i)
      mean += x[row * 128 + i] / 128;
    for (int i = 0; i < 128; ++i)
      variance += std::pow(x[row * 128 + i] - mean, 2) / 128;
    for (int i = 0; i < 128; ++i)
      expected[row * 128 + i] =
          (x[row * 128 + i] - mean) / std::sqrt(variance + 1e-5) * g[i] + h[i];
  }
  kernel.run({x.data(), g.data(), h.data(), y.data()}, 2);
  expectNear(y, expected);
}
