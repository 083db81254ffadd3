//===- OpsTest.cpp - What ONNX ops become ---------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opset differences and refusals; that the results are right numbers is what
// test/exec checks against ONNX Runtime.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"
#include <functional>

using namespace partita::import_;
using llvm::StringRef;

namespace {

/// Imports a model of one node y = op(x, more...), with x: float[shape].
struct OneNode {
  OneNode(const std::string &op, int64_t opset, std::vector<TestDim> shape,
          std::vector<std::string> more = {})
      : model(opset) {
    model.input("x", shape);
    std::vector<std::string> inputs{"x"};
    inputs.insert(inputs.end(), more.begin(), more.end());
    node = &model.node(op, inputs, {"y"}, "n");
    model.output("y");
  }
  /// The ops without types, "relu reshape"; or what was said.
  std::string ops() {
    Imported result = model.import();
    if (!result.ok)
      return result.messages;
    std::string names;
    StringRef rest = result.body;
    while (true) {
      auto [line, after] = rest.split('\n');
      auto [before, name] = line.split("graph.");
      if (name.empty())
        return names;
      names += (names.empty() ? "" : " ") + name.split(' ').first.str();
      rest = after;
    }
  }
  /// The type of the result; or what was said.
  std::string type() {
    Imported result = model.import();
    if (!result.ok)
      return result.messages;
    return StringRef(result.body).rsplit(" : ").second.rtrim().str();
  }
  TestModel model;
  onnx::NodeProto *node;
};

} // namespace

TEST(OpsTest, AxesMoveFromAttributeToOperand) {
  for (auto [op, since, type] :
       {std::tuple("ReduceSum", 13, "tensor<2x1x4xf32>"),
        std::tuple("ReduceMax", 18, "tensor<2x1x4xf32>"),
        std::tuple("ReduceMean", 18, "tensor<2x1x4xf32>"),
        std::tuple("Squeeze", 13, "tensor<2x4xf32>"),
        std::tuple("Unsqueeze", 13, "tensor<2x1x1x4xf32>")}) {
    OneNode before(op, since - 1, {2, 1, 4});
    setInts(*before.node, "axes", {-2});
    OneNode after(op, since, {2, 1, 4}, {"axes"});
    after.model.ints("axes", {-2});
    // Unsqueeze counts from the end of its result.
    std::string expected = type;
    EXPECT_EQ(before.type(), expected) << op;
    EXPECT_EQ(after.type(), expected) << op;

    OneNode wrong(op, since, {2, 1, 4});
    setInts(*wrong.node, "axes", {1});
    EXPECT_NE(wrong.type(), expected) << op;
  }
}

TEST(OpsTest, ReduceWithoutAxes) {
  OneNode all("ReduceSum", 13, {2, 3});
  setInt(*all.node, "keepdims", 0);
  EXPECT_EQ(all.type(), "tensor<f32>");
  OneNode none("ReduceSum", 13, {2, 3}, {"axes"});
  none.model.ints("axes", {});
  setInt(*none.node, "noop_with_empty_axes", 1);
  EXPECT_EQ(none.ops(), "");
  OneNode twice("ReduceSum", 13, {2, 3}, {"axes"});
  twice.model.ints("axes", {1, -1});
  EXPECT_EQ(twice.ops(), "node \"n\" (ReduceSum, opset 13): expects each axis "
                         "once, got -1 again\n");
}

TEST(OpsTest, SoftmaxCoercesBeforeOpset13) {
  EXPECT_EQ(OneNode("Softmax", 12, {2, 3, 4}).ops(), "reshape softmax reshape");
  EXPECT_EQ(OneNode("Softmax", 13, {2, 3, 4}).ops(), "softmax");
  OneNode last("Softmax", 12, {2, 3, 4});
  setInt(*last.node, "axis", 2);
  EXPECT_EQ(last.ops(), "softmax");
}

TEST(OpsTest, ReshapeRules) {
  struct {
    std::vector<int64_t> shape;
    bool allowZero;
    const char *result;
  } cases[] = {
      {{0, -1}, false, "tensor<2x12xf32>"},
      {{4, 6}, false, "tensor<4x6xf32>"},
      {{-1}, false, "tensor<24xf32>"},
      {{2, 3, 4}, false, "tensor<2x3x4xf32>"},
      {{5, -1}, false, "cannot reshape 2x3x4 to 5x-1"},
      {{4, 4}, false, "cannot reshape 2x3x4 to 4x4"},
      {{-1, -1}, false, "at most one -1"},
      {{-2, 12}, false, "expects extents of 0 or more"},
      {{6, 4, 1, 0}, false, "got one at place 3"},
      {{0, 24}, true, "cannot reshape 2x3x4 to 0x24"},
      {{0, -1}, true, "cannot reshape 2x3x4 to 0x-1"},
      {{int64_t(1) << 40, int64_t(1) << 40}, false, "cannot be addressed"},
  };
  for (auto &c : cases) {
    OneNode reshape("Reshape", 14, {2, 3, 4}, {"shape"});
    reshape.model.ints("shape", c.shape);
    if (c.allowZero)
      setInt(*reshape.node, "allowzero", 1);
    expectHas(reshape.type(), c.result);
  }
}

TEST(OpsTest, SliceRules) {
  constexpr int64_t end = INT64_MAX, begin = INT64_MIN;
  struct {
    int64_t start, stop, step;
    const char *result;
  } cases[] = {
      {1, 5, 1,
       "{starts = array<i64: 1>, steps = array<i64: 1>} : "
       "(tensor<9xf32>) -> tensor<4xf32>"},
      {-3, end, 2,
       "{starts = array<i64: 6>, steps = array<i64: 2>} : "
       "(tensor<9xf32>) -> tensor<2xf32>"},
      {end, begin, -2,
       "{starts = array<i64: 8>, steps = array<i64: -2>} : "
       "(tensor<9xf32>) -> tensor<5xf32>"},
      {-1, -4, -1,
       "{starts = array<i64: 8>, steps = array<i64: -1>} : "
       "(tensor<9xf32>) -> tensor<3xf32>"},
      {2, end, end,
       "{starts = array<i64: 2>, steps = array<i64: 1>} : "
       "(tensor<9xf32>) -> tensor<1xf32>"},
      {5, 2, 1, "tensor<0xf32>"},
      {-100, 100, 1, "func.return %arg0"},
      {0, 9, 0, "expects steps other than 0"},
  };
  for (auto &c : cases) {
    OneNode slice("Slice", 13, {9}, {"s", "e", "a", "t"});
    slice.model.ints("s", {c.start});
    slice.model.ints("e", {c.stop});
    slice.model.ints("a", {-1});
    slice.model.ints("t", {c.step});
    Imported result = slice.model.import();
    expectHas(result.body + result.messages, c.result);
  }
  OneNode old("Slice", 9, {9, 4});
  setInts(*old.node, "starts", {1});
  setInts(*old.node, "ends", {-1});
  setInts(*old.node, "axes", {1});
  EXPECT_EQ(old.type(), "tensor<9x2xf32>");
}

TEST(OpsTest, SplitRules) {
  auto split = [](int64_t opset, std::vector<int64_t> sizes, int outputs) {
    TestModel model(opset);
    model.input("x", {7, 2});
    std::vector<std::string> names, inputs{"x"};
    for (int i = 0; i < outputs; ++i)
      names.push_back("y" + std::to_string(i));
    if (!sizes.empty() && opset >= 13) {
      model.ints("sizes", sizes);
      inputs.push_back("sizes");
    }
    onnx::NodeProto &node = model.node("Split", inputs, names, "n");
    if (!sizes.empty() && opset < 13)
      setInts(node, "split", sizes);
    if (opset >= 18)
      setInt(node, "num_outputs", outputs);
    for (const std::string &name : names)
      model.output(name);
    Imported result = model.import();
    return result.ok ? result.body : result.messages;
  };
  for (int64_t opset : {11, 13})
    expectHas(split(opset, {3, 4}, 2), "tensor<3x2xf32>, tensor<4x2xf32>");
  expectHas(split(18, {}, 3),
            "tensor<3x2xf32>, tensor<3x2xf32>, tensor<1x2xf32>");
  expectHas(split(13, {}, 3), "expects 3 outputs to divide extent 7");
  expectHas(split(13, {3, 3}, 2), "expects 2 sizes that add up to 7");
  expectHas(split(13, {8, -1}, 2), "expects sizes from 0 to 7, got 8");
}

TEST(OpsTest, WindowsAndAutoPad) {
  struct {
    const char *autoPad;
    std::vector<int64_t> pads;
    bool ceil;
    const char *result;
  } cases[] = {
      {"NOTSET", {1, 1}, false, "pads = array<i64: 1, 1>"},
      {"VALID", {}, false, "tensor<1x2x2xf32>\nfunc.return"},
      {"SAME_UPPER", {}, false, "pads = array<i64: 0, 1>"},
      {"SAME_LOWER", {}, false, "pads = array<i64: 1, 0>"},
      {"NOTSET", {0, 0}, true, "pads = array<i64: 0, 1>"},
      {"MAYBE", {}, false, "expects auto_pad to be NOTSET, VALID"},
      {"NOTSET", {1}, false, "expects pads to have 2 entries, got 1"},
      {"NOTSET", {-1, 1}, false, "expects pads from 0"},
  };
  for (auto &c : cases) {
    OneNode pool("MaxPool", 17, {1, 2, 6});
    setInts(*pool.node, "kernel_shape", {3});
    setInts(*pool.node, "strides", {2});
    setString(*pool.node, "auto_pad", c.autoPad);
    if (!c.pads.empty())
      setInts(*pool.node, "pads", c.pads);
    setInt(*pool.node, "ceil_mode", c.ceil);
    Imported result = pool.model.import();
    expectHas(result.body + result.messages, c.result);
  }
  OneNode tooLarge("MaxPool", 17, {1, 2, 4});
  setInts(*tooLarge.node, "kernel_shape", {5});
  expectHas(tooLarge.ops(), "a kernel that reaches over 5 meets extent 4");
}

TEST(OpsTest, AveragePoolCountsElements) {
  for (auto [include, ops] :
       {std::pair(1, "constant conv constant div"),
        // 2 elements in the first and last window, 3 in the others.
        std::pair(0, "constant conv constant div")}) {
    OneNode pool("AveragePool", 17, {1, 2, 6});
    setInts(*pool.node, "kernel_shape", {3});
    setInts(*pool.node, "pads", {1, 1});
    setInt(*pool.node, "count_include_pad", include);
    expectHas(pool.ops(), "conv constant div");
    Imported result = pool.model.import();
    expectHas(result.body,
              include ? "dense<3.000000e+00> : tensor<f32>"
                      : "dense<[2.000000e+00, 3.000000e+00, 3.000000e+00, "
                        "3.000000e+00, 3.000000e+00, 2.000000e+00]>");
  }
}

TEST(OpsTest, ConvWithBias) {
  OneNode conv("Conv", 17, {1, 4, 8, 8}, {"w", "b"});
  conv.model.floats("w", {6, 2, 3, 3});
  conv.model.floats("b", {6});
  setInt(*conv.node, "group", 2);
  EXPECT_EQ(conv.type(), "tensor<1x6x6x6xf32>");
  expectHas(conv.model.import().body, "group = 2 : i64");
  setInts(*conv.node, "kernel_shape", {3, 2});
  expectHas(conv.type(), "expects kernel_shape to be that of the filter, 3x3, "
                         "got 3x2");
  OneNode bias("Conv", 17, {1, 2, 8}, {"w", "b"});
  bias.model.floats("w", {6, 2, 3});
  bias.model.floats("b", {5});
  expectHas(bias.type(), "expects a bias of 6 elements, got 5");
}

TEST(OpsTest, GemmTerms) {
  auto gemm = [](float alpha, float beta, bool withC) {
    OneNode node("Gemm", 13, {3, 2}, {"b"});
    node.model.floats("b", {5, 3});
    setInt(*node.node, "transA", 1);
    setInt(*node.node, "transB", 1);
    setFloat(*node.node, "alpha", alpha);
    setFloat(*node.node, "beta", beta);
    if (withC) {
      node.model.floats("c", {5});
      node.node->add_input("c");
    }
    EXPECT_EQ(node.type(), "tensor<2x5xf32>");
    return node.ops();
  };
  EXPECT_EQ(gemm(1, 1, false), "constant matmul");
  EXPECT_EQ(gemm(1, 1, true), "constant constant matmul add");
  EXPECT_EQ(gemm(1, 0, true), "constant matmul");
  expectHas(gemm(2, 1, false), "matmul constant mul");
}

TEST(OpsTest, MatMulOfVectors) {
  OneNode left("MatMul", 13, {3}, {"w"});
  left.model.floats("w", {2, 3, 5});
  EXPECT_EQ(left.type(), "tensor<2x5xf32>");
  OneNode right("MatMul", 13, {2, 5, 3}, {"w"});
  right.model.floats("w", {3});
  EXPECT_EQ(right.type(), "tensor<2x5xf32>");
  OneNode both("MatMul", 13, {3}, {"w"});
  both.model.floats("w", {3});
  EXPECT_EQ(both.type(), "tensor<f32>");
  OneNode wrong("MatMul", 13, {2, 5}, {"w"});
  wrong.model.floats("w", {3, 4});
  expectHas(wrong.type(), "node \"n\" (MatMul, opset 13): ");
}

TEST(OpsTest, BatchNormBecomesMulAndAdd) {
  OneNode norm("BatchNormalization", 15, {2, 20, 4},
               {"scale", "bias", "mean", "var"});
  // In 20 channels the parameters are weights, whose bytes are read.
  for (const char *name : {"scale", "bias", "mean", "var"})
    norm.model.floats(name, {20});
  setFloat(*norm.node, "epsilon", 0.0f);
  EXPECT_EQ(norm.ops(), "constant constant mul add");
  setInt(*norm.node, "training_mode", 1);
  expectHas(norm.ops(), "training mode is not supported");
}

TEST(OpsTest, ClipBounds) {
  OneNode old("Clip", 5, {4});
  expectHas(old.ops(), "it is supported from opset 6 on");
  OneNode before("Clip", 10, {4});
  setFloat(*before.node, "min", 0);
  EXPECT_EQ(before.ops(), "constant max");
  OneNode after("Clip", 11, {4}, {"", "high"});
  after.model.floats("high", {1}).clear_dims();
  EXPECT_EQ(after.ops(), "constant min");
}

TEST(OpsTest, ConstantsComeInManyForms) {
  TestModel model(13);
  setInt(model.node("Constant", {}, {"i"}), "value_int", 7);
  setInts(model.node("Constant", {}, {"is"}), "value_ints", {1, 2});
  setFloat(model.node("Constant", {}, {"f"}), "value_float", 0.5f);
  onnx::AttributeProto *value =
      model.node("Constant", {}, {"t"}).add_attribute();
  value->set_name("value");
  value->set_type(onnx::AttributeProto::TENSOR);
  value->mutable_t()->set_data_type(onnx::TensorProto::FLOAT);
  value->mutable_t()->add_dims(20);
  value->mutable_t()->set_raw_data(std::string(80, '\0'));
  for (const char *name : {"is", "f", "t"})
    model.output(name);
  Imported result = model.import();
  EXPECT_EQ(result.messages, "");
  expectHas(result.body, "dense<[1, 2]> : tensor<2xi64>");
  expectHas(result.body, "dense<5.000000e-01> : tensor<f32>");
  expectHas(result.body, "graph.weight \"t\" in \"\" at ");
  setString(model.node("Constant", {}, {"s"}, "n"), "value_string", "text");
  model.output("s");
  expectHas(model.import().messages,
            "attribute \"value_string\" is not supported");
}

TEST(OpsTest, RangesAndSums) {
  TestModel model(13);
  model.tensor("zero", {}, onnx::TensorProto::INT64).add_int64_data(0);
  model.tensor("seven", {}, onnx::TensorProto::INT64).add_int64_data(7);
  model.tensor("three", {}, onnx::TensorProto::INT64).add_int64_data(3);
  model.node("Range", {"zero", "seven", "three"}, {"r"});
  setInt(model.node("CumSum", {"r", "zero"}, {"c"}), "reverse", 1);
  setInt(model.node("CumSum", {"r", "zero"}, {"e"}), "exclusive", 1);
  model.node("ConstantOfShape", {"r"}, {"empty"});
  for (const char *name : {"r", "c", "e", "empty"})
    model.output(name);
  Imported result = model.import();
  EXPECT_EQ(result.messages, "");
  for (const char *part : {"dense<[0, 3, 6]>", "dense<[9, 9, 6]>",
                           "dense<[0, 0, 3]>", "tensor<0x3x6xf32>"})
    expectHas(result.body, part);
  model.node("Range", {"zero", "seven", "zero"}, {"bad"});
  model.output("bad");
  expectHas(model.import().messages, "expects a delta other than 0");
}

TEST(OpsTest, ConstantsThatAreComputedAreRefused) {
  TestModel model(17);
  model.input("x", {2, 3});
  model.input("shape", {2}, onnx::TensorProto::INT64);
  model.node("Reshape", {"x", "shape"}, {"y"}, "n");
  model.output("y");
  EXPECT_EQ(model.import().messages,
            "node \"n\" (Reshape, opset 17): expects its input 1 (\"shape\") "
            "to be constant once all dims are bound, but it is computed when "
            "the program runs\n");
}
