//===- ImporterTest.cpp - From a model to a module ------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

using namespace partita::import_;
using llvm::StringRef;

TEST(ImporterTest, NamesDimsAndLocations) {
  TestModel model;
  model.input("x", {"batch", 3, "?"});
  model.node("Relu", {"x"}, {"y"});
  model.output("y");
  TestModel::setValue(*model.proto.mutable_graph()->mutable_output(0), "y",
                      {"other", 3, "?"}, onnx::TensorProto::FLOAT);
  Imported result = model.import({{"batch", 4}, {"x[2]", 5}});
  EXPECT_EQ(result.messages, "");
  expectHas(result.module,
            "func.func @main(%arg0: tensor<4x3x5xf32> {graph.dims = [\"batch\""
            ", \"\", \"\"], graph.name = \"x\"}) -> (tensor<4x3x5xf32> "
            "{graph.name = \"y\"})");
}

TEST(ImporterTest, EveryUnboundDimIsNamedOnce) {
  TestModel model;
  model.input("x", {"batch", "?"});
  model.input("z", {"batch", "len", 0});
  model.node("Relu", {"x"}, {"y"});
  model.output("y");
  EXPECT_EQ(model.import({{"bach", 1}, {"len", -2}}).messages,
            "\"" + model.folder.at("model.onnx") +
                "\" has no input with a symbolic dim \"bach\"; its symbolic "
                "dims are batch, x[1], len\n\"" +
                model.folder.at("model.onnx") +
                "\" cannot have dim \"len\" = -2: extents are 1 or more\n"
                "input \"x\": the extent of dim 0 (\"batch\") is not known; "
                "give one with --dim 'batch=<extent>'\n"
                "input \"x\": the extent of dim 1 is not known; give one with "
                "--dim 'x[1]=<extent>'\n"
                "input \"z\": expects extents of 1 or more, got 0 for dim 2\n");
}

TEST(ImporterTest, UnsortedAndUnusedNodes) {
  TestModel model;
  model.input("x", {4});
  model.node("Exp", {"b"}, {"y"});
  model.node("Tanh", {"a"}, {"b"});
  model.node("Nonsense", {"x"}, {"unused"});
  model.node("Relu", {"x"}, {"a"});
  model.output("y");
  Imported result = model.import();
  EXPECT_EQ(result.messages, "");
  size_t relu = result.body.find("relu"), tanh = result.body.find("tanh"),
         exp = result.body.find("exp");
  EXPECT_LT(relu, tanh);
  EXPECT_LT(tanh, exp);
}

TEST(ImporterTest, NamesThatDoNotResolve) {
  TestModel model;
  model.input("x", {4});
  model.node("Add", {"x", "nowhere"}, {"a"}, "first");
  model.node("Add", {"a", "c"}, {"b"}, "second");
  model.node("Relu", {"b"}, {"c"}, "third");
  model.node("Relu", {"x"}, {"x"}, "fourth");
  model.output("c");
  model.output("gone");
  model.output("c");
  EXPECT_EQ(model.import().messages,
            "value \"x\": the name is defined twice\n"
            "output \"gone\": nothing defines it\n"
            "output \"c\": is listed twice\n"
            "node \"first\": uses \"nowhere\", which nothing defines\n"
            "node \"second\": depends on its own result\n");
}

TEST(ImporterTest, AllUnsupportedNodesAtOnce) {
  TestModel model(13);
  model.input("x", {4});
  std::vector<std::string> values;
  for (int i = 0; i < 12; ++i) {
    values.push_back("v" + std::to_string(i));
    model.node("Lstm", {"x"}, {values.back()}, "lstm" + std::to_string(i));
  }
  model.node("Attend", {"x"}, {"a"}, "attend").set_domain("com.acme");
  model.node("Gelu", {"x"}, {"g"}, "gelu");
  onnx::NodeProto &clip = model.node("Relu", {"x"}, {"r"}, "relu");
  setInt(clip, "gamma", 1);
  values.insert(values.end(), {"a", "g", "r"});
  model.node("Sum", values, {"y"});
  model.output("y");
  std::string messages = model.import().messages;
  EXPECT_EQ(StringRef(messages).count('\n'), 4u) << messages;
  for (const char *part :
       {"unsupported op Lstm (domain \"ai.onnx\", opset 13): there is no "
        "conversion for it; nodes \"lstm",
        "\" and 2 more\n",
        "unsupported op Attend (domain \"com.acme\"): the model does not "
        "import its domain; node \"attend\"\n",
        "unsupported op Gelu (domain \"ai.onnx\", opset 13): it is supported "
        "from opset 20 on; node \"gelu\"\n",
        "node \"relu\" (Relu, opset 13): attribute \"gamma\" is not "
        "supported\n"})
    expectHas(messages, part);
}

TEST(ImporterTest, TypesAndArity) {
  struct {
    const char *op;
    std::vector<std::string> inputs;
    const char *message;
  } cases[] = {
      {"Add", {"x"}, "expects 2 inputs, of which some are missing"},
      {"Add", {"x", ""}, "expects 2 inputs, of which some are missing"},
      {"Relu", {"x", "x"}, "expects at most 1 inputs, got 2"},
      {"Sqrt",
       {"i"},
       "node \"n\" (Sqrt, opset 17): 'graph.sqrt' op operand #0"},
      {"Add", {"x", "i"}, "node \"n\" (Add, opset 17): "},
      {"Add", {"x", "z"}, "node \"n\" (Add, opset 17): "},
      {"Not", {"x"}, "'graph.not' op operand #0"},
  };
  for (auto &c : cases) {
    TestModel model;
    model.input("x", {4});
    model.input("z", {3});
    model.input("i", {4}, onnx::TensorProto::INT64);
    model.node(c.op, c.inputs, {"y"}, "n");
    model.output("y");
    std::string messages = model.import().messages;
    expectHas(messages, c.message);
    EXPECT_EQ(StringRef(messages).count('\n'), 1u) << messages;
  }
}

TEST(ImporterTest, UnsupportedElementTypes) {
  TestModel model;
  model.input("x", {4}, onnx::TensorProto::FLOAT16);
  model.tensor("w", {4}, onnx::TensorProto::DOUBLE).add_double_data(1);
  model.input("z", {4}, 99);
  model.node("Sum", {"x", "w", "z"}, {"y"});
  model.output("y");
  std::string messages = model.import().messages;
  expectHas(messages, "input \"x\": has element type FLOAT16, which is not "
                      "supported (FLOAT, INT32, INT64 and BOOL are)");
  expectHas(messages, "input \"z\": has element type 99");
  expectHas(messages, "initializer \"w\": has element type DOUBLE");
}

TEST(ImporterTest, InitializersInAndOutOfLine) {
  TestModel model;
  model.input("x", {17});
  model.input("small", {1}); // Listed as input too, and constant all the same.
  model.tensor("small", {1}, onnx::TensorProto::FLOAT).add_float_data(2);
  model.floats("large", {17});
  model.node("Sum", {"x", "small", "large"}, {"y"});
  model.output("y");
  onnx::TensorProto &ids = model.tensor("ids", {5}, onnx::TensorProto::INT64);
  *ids.mutable_raw_data() = std::string(40, '\0');
  model.output("ids");
  Imported result = model.import();
  EXPECT_EQ(result.messages, "");
  expectHas(result.body, "graph.constant dense<2.000000e+00> : tensor<1xf32>");
  expectHas(result.body, "graph.weight \"large\" in \"\" at ");
  expectHas(result.body, "graph.constant dense<0> : tensor<5xi64>");
  expectHas(result.module, "@main(%arg0: tensor<17xf32>");
  EXPECT_EQ(result.module.find("%arg1"), std::string::npos);
  expectHas(model.import({}, /*foldLimit=*/4).body, "graph.weight \"ids\"");
}

TEST(ImporterTest, InitializersThatDoNotFit) {
  TestModel model;
  model.floats("short", {4}).set_dims(0, 5);
  model.floats("negative", {4}).set_dims(0, -4);
  onnx::TensorProto &huge = model.floats("huge", {4});
  huge.set_dims(0, int64_t(1) << 40);
  huge.add_dims(int64_t(1) << 40);
  onnx::TensorProto &twice = model.floats("twice", {4});
  for (int i = 0; i < 4; ++i)
    twice.add_float_data(0);
  model.tensor("few", {4}, onnx::TensorProto::INT64).add_int64_data(1);
  model.node("Sum", {"short", "negative", "huge", "twice"}, {"y"});
  model.output("y");
  model.output("few");
  std::string messages = model.import().messages;
  for (const char *part : {"\"short\": expects 20 bytes for its shape, got 16",
                           "\"negative\": expects extents of 0 or more, got -4",
                           "\"huge\": has more elements than can be addressed",
                           "\"twice\": has its values twice",
                           "\"few\": expects 4 values for its shape, got 1"})
    expectHas(messages, part);
}

TEST(ImporterTest, DeclaredOutputs) {
  TestModel model;
  model.input("x", {4, 3});
  model.node("Relu", {"x"}, {"y"});
  model.node("Exp", {"x"}, {"z"});
  TestModel::setValue(*model.proto.mutable_graph()->add_output(), "y", {4, 2},
                      onnx::TensorProto::FLOAT);
  Imported result = model.import();
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.messages, "warning: output \"y\": is declared as 4x2, but "
                             "computed as 4x3\n");
  TestModel::setValue(*model.proto.mutable_graph()->add_output(), "z", {4, 3},
                      onnx::TensorProto::INT64);
  expectHas(model.import().messages,
            "output \"z\": is declared as INT64, but computed as 'f32'");
}

TEST(ImporterTest, UsedResultThatIsNotConverted) {
  TestModel model;
  model.input("x", {1, 1, 4});
  onnx::NodeProto &pool = model.node("MaxPool", {"x"}, {"y", "at"}, "pool");
  setInts(pool, "kernel_shape", {2});
  model.output("y");
  EXPECT_TRUE(model.import().ok);
  model.output("at");
  EXPECT_EQ(model.import().messages,
            "node \"pool\" (MaxPool, opset 17): its output 1 (\"at\") is used, "
            "which is not supported\n");
}
