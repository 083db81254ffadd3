//===- LoweringTest.cpp - Lowerings compute what ops mean -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values that lowered ops compute: against the folders, which were written
// apart from them, and against numbers worked out by hand.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"

#include "dialects/Graph/IR/Support/Fold.h"

#include "mlir/IR/Verifier.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace partita;
using namespace partita::graph;
using namespace partita::graph::test;

static constexpr double inf = std::numeric_limits<double>::infinity();
static const double nanValue = std::numeric_limits<double>::quiet_NaN();

/// Runs the only op of a function `f(args) { op }`.
static std::vector<double> run(std::string arguments, std::string op,
                               std::vector<std::vector<double>> operands) {
  std::string text =
      "func.func @f(" + arguments + ") { %0 = graph." + op + "\n return }";
  Program program(text.c_str());
  std::vector<double> values;
  if (program.ops.size() != 1) {
    ADD_FAILURE() << "does not parse: " << text;
    return values;
  }
  std::vector<Tensor> tensors;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    Value value = program.ops[0]->getOperand(i);
    tensors.push_back(
        makeTensor(cast<RankedTensorType>(value.getType()),
                   [&, &data = operand](int64_t at) { return data[at]; }));
  }
  Tensor result = evaluate(program.ops[0], tensors);
  for (size_t i = 0; i < result.elements.size(); ++i)
    values.push_back(result.number(i));
  return values;
}

static void expectNear(const std::vector<double> &got,
                       const std::vector<double> &expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(expected[i]))
      EXPECT_TRUE(std::isnan(got[i])) << "element " << i << " is " << got[i];
    else if (std::isinf(expected[i]))
      EXPECT_EQ(got[i], expected[i]) << "element " << i;
    else
      EXPECT_NEAR(got[i], expected[i], 1e-5) << "element " << i;
  }
}

TEST(LoweringTest, AgreesWithFolders) {
  Program program(R"mlir(
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %i: tensor<2x3xi64>, %j: tensor<2x1xi64>, %k: tensor<2x3xi32>, %c: tensor<3xi1>, %d: tensor<2x1xi1>) {
  %0 = graph.abs %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.abs %k : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %2 = graph.cast %x : (tensor<2x3xf32>) -> tensor<2x3xi64>
  %3 = graph.cast %x : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %4 = graph.cast %i : (tensor<2x3xi64>) -> tensor<2x3xi32>
  %5 = graph.cast %i : (tensor<2x3xi64>) -> tensor<2x3xf32>
  %6 = graph.cast %i : (tensor<2x3xi64>) -> tensor<2x3xi1>
  %7 = graph.cast %c : (tensor<3xi1>) -> tensor<3xi64>
  %8 = graph.cast %c : (tensor<3xi1>) -> tensor<3xf32>
  %9 = graph.cast %k : (tensor<2x3xi32>) -> tensor<2x3xi64>
  %10 = graph.erf %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %11 = graph.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %12 = graph.gelu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %13 = graph.gelu %x {approximate = "tanh"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %14 = graph.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %15 = graph.neg %i : (tensor<2x3xi64>) -> tensor<2x3xi64>
  %16 = graph.not %c : (tensor<3xi1>) -> tensor<3xi1>
  %17 = graph.reciprocal %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %18 = graph.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %19 = graph.relu %k : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %20 = graph.sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %21 = graph.tanh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %22 = graph.add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %23 = graph.add %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  %24 = graph.sub %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %25 = graph.sub %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  %26 = graph.mul %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %27 = graph.mul %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  %28 = graph.div %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %29 = graph.div %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  %30 = graph.max %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %31 = graph.max %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  %32 = graph.min %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %33 = graph.min %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  %34 = graph.pow %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  %35 = graph.pow %k, %k : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %36 = graph.and %c, %d : (tensor<3xi1>, tensor<2x1xi1>) -> tensor<2x3xi1>
  %37 = graph.or %c, %d : (tensor<3xi1>, tensor<2x1xi1>) -> tensor<2x3xi1>
  %38 = graph.equal %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi1>
  %39 = graph.equal %c, %d : (tensor<3xi1>, tensor<2x1xi1>) -> tensor<2x3xi1>
  %40 = graph.greater %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %41 = graph.greater_or_equal %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi1>
  %42 = graph.less %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %43 = graph.less_or_equal %i, %j : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x3xi1>
  %44 = graph.where %c, %x, %y : (tensor<3xi1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %45 = graph.reshape %i : (tensor<2x3xi64>) -> tensor<3x1x2xi64>
  %46 = graph.transpose %i {permutation = array<i64: 1, 0>} : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %47 = graph.broadcast_to %j : (tensor<2x1xi64>) -> tensor<4x2x3xi64>
  %48 = graph.slice %i {starts = array<i64: 1, 2>, steps = array<i64: -1, -2>} : (tensor<2x3xi64>) -> tensor<2x2xi64>
  %49 = graph.concat %i, %j, %i {axis = 1 : i64} : (tensor<2x3xi64>, tensor<2x1xi64>, tensor<2x3xi64>) -> tensor<2x7xi64>
  %50 = graph.reduce_sum %i {axes = array<i64: 0>, keepdims = false} : (tensor<2x3xi64>) -> tensor<3xi64>
  %51 = graph.reduce_sum %x {axes = array<i64: 0, 1>, keepdims = true} : (tensor<2x3xf32>) -> tensor<1x1xf32>
  %52 = graph.reduce_max %i {axes = array<i64: 1>, keepdims = true} : (tensor<2x3xi64>) -> tensor<2x1xi64>
  %53 = graph.log %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %54 = graph.sqrt %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %floor = graph.floor %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %55 = graph.pow %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %56 = graph.reduce_max %x {axes = array<i64: 0>, keepdims = false} : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}
func.func @index(%x: tensor<2x5x4xf32>, %i: tensor<3x2xi64>, %s: tensor<i32>, %e: tensor<2x3x3xi64>, %v: tensor<2x3x1xi32>) {
  %0 = graph.gather %x, %i {axis = 1 : i64} : (tensor<2x5x4xf32>, tensor<3x2xi64>) -> tensor<2x3x2x4xf32>
  %1 = graph.gather %x, %s {axis = 2 : i64} : (tensor<2x5x4xf32>, tensor<i32>) -> tensor<2x5xf32>
  %2 = graph.gather_elements %x, %e {axis = 1 : i64} : (tensor<2x5x4xf32>, tensor<2x3x3xi64>) -> tensor<2x3x3xf32>
  %3 = graph.gather_nd %x, %v {batch_dims = 1 : i64} : (tensor<2x5x4xf32>, tensor<2x3x1xi32>) -> tensor<2x3x4xf32>
  return
}
)mlir");
  ASSERT_TRUE(program.module);
  ASSERT_EQ(program.ops.size(), 62u);
  for (Operation *op : program.ops) {
    SCOPED_TRACE(describe(op));
    std::vector<Tensor> operands;
    SmallVector<Attribute> constants;
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      operands.push_back(makeOperand(op, i, /*seed=*/3));
      constants.push_back(DenseElementsAttr::get(operands.back().type,
                                                 operands.back().elements));
    }
    SmallVector<OpFoldResult> folded;
    ASSERT_TRUE(succeeded(op->fold(constants, folded)) && folded.size() == 1);
    auto dense =
        dyn_cast_or_null<DenseElementsAttr>(dyn_cast<Attribute>(folded[0]));
    ASSERT_TRUE(dense);
    Tensor expected{cast<RankedTensorType>(dense.getType()), {}};
    llvm::append_range(expected.elements, dense.getValues<Attribute>());
    Tensor got = evaluate(op, operands);
    ASSERT_EQ(got.elements.size(), expected.elements.size());
    for (size_t i = 0; i < got.elements.size(); ++i)
      EXPECT_NEAR(got.number(i), expected.number(i),
                  1e-6 * std::max(1.0, std::abs(expected.number(i))));
  }
}

TEST(LoweringTest, NaNWins) {
  std::vector<double> x = {1, nanValue, 2, -inf},
                      y = {2, 1, nanValue, nanValue};
  std::string types = " : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>";
  std::string arguments = "%x: tensor<4xf32>, %y: tensor<4xf32>";
  expectNear(run(arguments, "max %x, %y" + types, {x, y}),
             {2, nanValue, nanValue, nanValue});
  expectNear(run(arguments, "min %x, %y" + types, {x, y}),
             {1, nanValue, nanValue, nanValue});
  expectNear(run("%x: tensor<4xf32>",
                 "relu %x : (tensor<4xf32>) -> tensor<4xf32>", {x}),
             {1, nanValue, 2, 0});
}

TEST(LoweringTest, IntegerDivisionNeverTraps) {
  double least = std::numeric_limits<int32_t>::min();
  expectNear(run("%x: tensor<5xi32>, %y: tensor<5xi32>",
                 "div %x, %y : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>",
                 {{-7, 7, 5, least, least}, {2, -2, 0, -1, 1}}),
             {-3, -3, 0, least, least});
}

TEST(LoweringTest, IntegerPower) {
  expectNear(run("%x: tensor<9xi32>, %y: tensor<9xi32>",
                 "pow %x, %y : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>",
                 {{2, -3, 5, 0, -1, -1, 2, 0, 1},
                  {10, 3, 0, 64, -101, 100, -1, 0, -5}}),
             {1024, -27, 1, 0, -1, 1, 0, 1, 1});
}

TEST(LoweringTest, IndicesOutOfBoundsStayInside) {
  expectNear(
      run("%x: tensor<3xf32>, %i: tensor<4xi64>",
          "gather %x, %i {axis = 0 : i64} : (tensor<3xf32>, tensor<4xi64>) -> "
          "tensor<4xf32>",
          {{1, 2, 3}, {-1, -3, 99, -99}}),
      {3, 1, 3, 1});
}

TEST(LoweringTest, MatMul) {
  // [[1, 2], [3, 4]] x [[5, 6], [7, 8]] and its transposes.
  std::vector<double> a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
  std::string arguments = "%a: tensor<2x2xf32>, %b: tensor<2x2xf32>";
  auto matmul = [&](std::string flags) {
    return run(arguments,
               "matmul %a, %b {" + flags +
                   "} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>",
               {a, b});
  };
  expectNear(matmul(""), {19, 22, 43, 50});
  expectNear(matmul("transpose_a = true"), {26, 30, 38, 44});
  expectNear(matmul("transpose_b = true"), {17, 23, 39, 53});
  expectNear(matmul("transpose_a = true, transpose_b = true"),
             {23, 31, 34, 46});
}

TEST(LoweringTest, MatMulBroadcastsBatches) {
  expectNear(run("%a: tensor<2x1x2xi32>, %b: tensor<2x1xi32>",
                 "matmul %a, %b : (tensor<2x1x2xi32>, tensor<2x1xi32>) -> "
                 "tensor<2x1x1xi32>",
                 {{1, 2, 3, 4}, {5, 6}}),
             {17, 39});
}

TEST(LoweringTest, MatMulOverNothingIsZero) {
  expectNear(run("%a: tensor<1x0xf32>, %b: tensor<0x2xf32>",
                 "matmul %a, %b : (tensor<1x0xf32>, tensor<0x2xf32>) -> "
                 "tensor<1x2xf32>",
                 {{}, {}}),
             {0, 0});
}

TEST(LoweringTest, ConvPadsStridesDilates) {
  std::string arguments = "%x: tensor<1x1x5xf32>, %w: tensor<1x1x2xf32>";
  std::string types = ": (tensor<1x1x5xf32>, tensor<1x1x2xf32>) -> ";
  std::vector<double> x = {1, 2, 3, 4, 5}, w = {10, 1};
  expectNear(run(arguments,
                 "conv %x, %w {strides = array<i64: 2>, pads = array<i64: 1, "
                 "0>, dilations = array<i64: 1>} " +
                     types + "tensor<1x1x3xf32>",
                 {x, w}),
             {1, 23, 45});
  expectNear(run(arguments,
                 "conv %x, %w {strides = array<i64: 1>, pads = array<i64: 0, "
                 "1>, dilations = array<i64: 3>} " +
                     types + "tensor<1x1x3xf32>",
                 {x, w}),
             {14, 25, 30});
}

TEST(LoweringTest, ConvInGroups) {
  // Two groups of one channel, two outputs each.
  expectNear(run("%x: tensor<1x2x1xi32>, %w: tensor<4x1x1xi32>",
                 "conv %x, %w {strides = array<i64: 1>, pads = array<i64: 0, "
                 "0>, dilations = array<i64: 1>, group = 2 : i64} : "
                 "(tensor<1x2x1xi32>, tensor<4x1x1xi32>) -> tensor<1x4x1xi32>",
                 {{3, 5}, {1, 10, 100, 1000}}),
             {3, 30, 500, 5000});
}

TEST(LoweringTest, MaxPoolIgnoresPadding) {
  std::string arguments = "%x: tensor<1x1x4xf32>";
  std::string attributes =
      "{kernel = array<i64: 2>, strides = array<i64: 2>, "
      "pads = array<i64: 2, 0>, dilations = array<i64: 1>}";
  expectNear(run(arguments,
                 "max_pool %x " + attributes +
                     " : (tensor<1x1x4xf32>) -> tensor<1x1x3xf32>",
                 {{-4, -3, -2, nanValue}}),
             {-inf, -3, nanValue});
}

TEST(LoweringTest, SoftmaxDoesNotOverflow) {
  double e = std::exp(1.0);
  expectNear(run("%x: tensor<2x2xf32>",
                 "softmax %x {axis = 0 : i64} : (tensor<2x2xf32>) -> "
                 "tensor<2x2xf32>",
                 {{1000, 3, 1001, -inf}}),
             {1 / (1 + e), 1, e / (1 + e), 0});
}

TEST(LoweringTest, LayerNorm) {
  // Mean 1000, variance 1: two passes keep what one would lose.
  std::vector<double> x = {999, 1001, 5, 5}, scale = {2, 3}, bias = {0.5, 0};
  expectNear(run("%x: tensor<2x2xf32>, %s: tensor<2xf32>, %b: tensor<2xf32>",
                 "layer_norm %x, %s, %b {axis = 1 : i64, epsilon = 1.0e-8 : "
                 "f32} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> "
                 "tensor<2x2xf32>",
                 {x, scale, bias}),
             {-1.5, 3, 0.5, 0});
  expectNear(run("%x: tensor<2x2xf32>, %s: tensor<2x2xf32>",
                 "layer_norm %x, %s {axis = 0 : i64, epsilon = 1.0 : f32} : "
                 "(tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>",
                 {{1, 1, 1, 1}, {1, 1, 1, 1}}),
             {0, 0, 0, 0});
}
