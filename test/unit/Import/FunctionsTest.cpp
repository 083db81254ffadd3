//===- FunctionsTest.cpp - Calls of a model's own functions ---------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

using namespace partita::import_;

/// Adds function own::`name`.
static onnx::FunctionProto &addFunction(TestModel &model,
                                        const std::string &name,
                                        std::vector<std::string> inputs,
                                        std::vector<std::string> outputs,
                                        int64_t opset = 17) {
  onnx::FunctionProto &function = *model.proto.add_functions();
  function.set_domain("own");
  function.set_name(name);
  for (const std::string &input : inputs)
    function.add_input(input);
  for (const std::string &output : outputs)
    function.add_output(output);
  function.add_opset_import()->set_version(opset);
  onnx::OperatorSetIdProto *own = function.add_opset_import();
  own->set_domain("own");
  own->set_version(1);
  return function;
}

static onnx::NodeProto &call(TestModel &model, const std::string &name,
                             std::vector<std::string> inputs,
                             std::vector<std::string> outputs) {
  onnx::NodeProto &node =
      model.node(name, inputs, outputs, "call_" + outputs[0]);
  node.set_domain("own");
  return node;
}

static void refer(onnx::NodeProto &node, const std::string &name,
                  const std::string &outer,
                  onnx::AttributeProto_AttributeType type) {
  onnx::AttributeProto *a = node.add_attribute();
  a->set_name(name);
  a->set_ref_attr_name(outer);
  a->set_type(type);
}

TEST(FunctionsTest, NestedWithRenaming) {
  TestModel model;
  // inner(a) = t * t with t = relu(a);  outer(a) = inner(inner(a))
  auto &inner = addFunction(model, "inner", {"a"}, {"b"});
  TestModel::fill(*inner.add_node(), "Relu", {"a"}, {"t"});
  TestModel::fill(*inner.add_node(), "Mul", {"t", "t"}, {"b"});
  auto &outer = addFunction(model, "outer", {"a"}, {"b"});
  for (auto [in, out] : {std::pair("a", "t"), std::pair("t", "b")}) {
    TestModel::fill(*outer.add_node(), "inner", {in}, {out});
    outer.mutable_node(outer.node_size() - 1)->set_domain("own");
  }
  model.input("t", {4});
  call(model, "outer", {"t"}, {"y"});
  model.output("y");
  Imported result = model.import();
  EXPECT_EQ(result.messages, "");
  std::string type = "(tensor<4xf32>) -> tensor<4xf32>\n";
  std::string types = "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n";
  EXPECT_EQ(result.body, "%0 = graph.relu %arg0 : " + type +
                             "%1 = graph.mul %0, %0 : " + types +
                             "%2 = graph.relu %1 : " + type +
                             "%3 = graph.mul %2, %2 : " + types +
                             "func.return %3 : tensor<4xf32>\n");
}

TEST(FunctionsTest, AttributesAndDefaults) {
  TestModel model;
  auto &function = addFunction(model, "f", {"a"}, {"b"});
  function.add_attribute("slope");
  onnx::AttributeProto *axis = function.add_attribute_proto();
  axis->set_name("dim");
  axis->set_type(onnx::AttributeProto::INT);
  axis->set_i(0);
  onnx::NodeProto &leaky = *function.add_node();
  TestModel::fill(leaky, "LeakyRelu", {"a"}, {"t"});
  refer(leaky, "alpha", "slope", onnx::AttributeProto::FLOAT);
  onnx::NodeProto &softmax = *function.add_node();
  TestModel::fill(softmax, "Softmax", {"t"}, {"b"});
  refer(softmax, "axis", "dim", onnx::AttributeProto::INT);

  model.input("x", {4, 3});
  setFloat(call(model, "f", {"x"}, {"u"}), "slope", 0.25f);
  onnx::NodeProto &second = call(model, "f", {"u"}, {"y"});
  setFloat(second, "slope", 0.5f);
  setInt(second, "dim", 1);
  model.output("y");
  Imported result = model.import();
  EXPECT_EQ(result.messages, "");
  expectHas(result.body, "dense<2.500000e-01>");
  expectHas(result.body, "dense<5.000000e-01>");
  expectHas(result.body, "{axis = 0 : i64}");
  expectHas(result.body, "{axis = 1 : i64}");
}

TEST(FunctionsTest, OwnOpsetAndMissingInput) {
  // Softmax means another thing in the function's opset; input c is left out.
  TestModel model(17);
  auto &function =
      addFunction(model, "f", {"a", "low", "c"}, {"b", "unused"}, 11);
  TestModel::fill(*function.add_node(), "Softmax", {"a"}, {"t"});
  TestModel::fill(*function.add_node(), "Clip", {"t", "low", "c"}, {"b"});
  TestModel::fill(*function.add_node(), "Relu", {"b"}, {"unused"});
  model.input("x", {2, 3, 4});
  call(model, "f", {"x"}, {"y"});
  model.output("y");
  Imported result = model.import();
  EXPECT_EQ(result.messages, "");
  expectHas(result.body, "graph.reshape %arg0 : (tensor<2x3x4xf32>) -> "
                         "tensor<2x12xf32>");
  EXPECT_EQ(result.body.find("relu"), std::string::npos);
}

TEST(FunctionsTest, InputHandedThrough) {
  TestModel model;
  addFunction(model, "f", {"a"}, {"a"});
  model.input("x", {4});
  call(model, "f", {"x"}, {"y"});
  model.output("y");
  EXPECT_EQ(model.import().body, "func.return %arg0 : tensor<4xf32>\n");
}

TEST(FunctionsTest, RecursionIsRefused) {
  TestModel model;
  for (auto [name, callee] : {std::pair("f", "g"), std::pair("g", "f")}) {
    auto &function = addFunction(model, name, {"a"}, {"b"});
    onnx::NodeProto &node = *function.add_node();
    TestModel::fill(node, callee, {"a"}, {"b"});
    node.set_domain("own");
  }
  model.input("x", {4});
  call(model, "f", {"x"}, {"y"});
  model.output("y");
  expectHas(model.import().messages,
            "expects functions not to call themselves, but f -> g -> f");
}

TEST(FunctionsTest, ExplosionIsRefused) {
  TestModel model;
  for (int i = 0; i < 40; ++i) {
    auto &function = addFunction(model, "f" + std::to_string(i), {"a"}, {"b"});
    for (auto [in, out] : {std::pair("a", "t"), std::pair("t", "b")}) {
      onnx::NodeProto &node = *function.add_node();
      TestModel::fill(node, i ? "f" + std::to_string(i - 1) : "Relu", {in},
                      {out});
      node.set_domain(i ? "own" : "");
    }
  }
  model.input("x", {4});
  call(model, "f39", {"x"}, {"y"});
  model.output("y");
  expectHas(model.import().messages, "more than 500000 nodes once its "
                                     "functions are inlined");
}

TEST(FunctionsTest, BadCalls) {
  TestModel model;
  auto &function = addFunction(model, "f", {"a"}, {"b"});
  function.add_attribute("slope");
  TestModel::fill(*function.add_node(), "Relu", {"a"}, {"b"});
  model.input("x", {4});
  onnx::NodeProto &node = call(model, "f", {"x", "x"}, {"y", "z"});
  setInt(node, "other", 1);
  model.output("y");
  std::string messages = model.import().messages;
  for (const char *part :
       {"node \"call_y\": function f has 1 inputs, but the call has 2",
        "function f has 1 outputs, but the call has 2",
        "function f needs an attribute \"slope\"",
        "function f has no attribute \"other\""})
    expectHas(messages, part);
}
