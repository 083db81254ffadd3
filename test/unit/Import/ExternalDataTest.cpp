//===- ExternalDataTest.cpp - Weights beside the model --------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

using namespace partita::import_;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {
using Entries = std::vector<std::pair<std::string, std::string>>;

/// Several weights of 2 x 10 floats, 80 bytes each, concatenated.
struct ExternalModel : TestModel {
  void add(const std::string &name, const Entries &entries) {
    onnx::TensorProto &w = tensor(name, {2, 10}, onnx::TensorProto::FLOAT);
    w.set_data_location(onnx::TensorProto::EXTERNAL);
    for (auto &[key, value] : entries) {
      onnx::StringStringEntryProto *entry = w.add_external_data();
      entry->set_key(key);
      entry->set_value(value);
    }
    names.push_back(name);
  }
  Imported run() {
    node("Concat", names, {"y"}).add_attribute()->set_name("axis");
    onnx::AttributeProto *axis =
        proto.mutable_graph()->mutable_node(0)->mutable_attribute(0);
    axis->set_type(onnx::AttributeProto::INT);
    output("y");
    return import();
  }
  std::vector<std::string> names;
};
} // namespace

TEST(ExternalDataTest, Found) {
  ExternalModel model;
  model.folder.write("w.data", std::string(160, 'x'));
  fs::create_directories(model.folder.at("sub"));
  model.folder.write("sub/v.data", std::string(100, 'x'));
  model.add("a", {{"location", "w.data"}});
  model.add("b", {{"location", "w.data"}, {"offset", "80"}, {"length", "80"}});
  model.add("c", {{"location", "./sub/v.data"}, {"offset", "20"}});
  Imported result = model.run();
  EXPECT_EQ(result.messages, "");
  expectHas(result.body, "graph.weight \"a\" in \"w.data\" at 0 ");
  expectHas(result.body, "graph.weight \"b\" in \"w.data\" at 80 ");
  expectHas(result.body, "graph.weight \"c\" in \"sub/v.data\" at 20 ");
}

TEST(ExternalDataTest, AllProblemsAtOnce) {
  ExternalModel model;
  TestFolder outside;
  std::string secret = outside.write("secret", std::string(80, 's'));
  model.folder.write("w.data", std::string(100, 'x'));
  fs::create_link(secret, model.folder.at("link"));
  fs::create_directories(model.folder.at("sub"));
  model.add("absolute", {{"location", secret}});
  model.add("up", {{"location", "sub/../../x"}});
  model.add("link", {{"location", "link"}});
  model.add("missing", {{"location", "none.data"}});
  model.add("missing too", {{"location", "none.data"}});
  model.add("folder", {{"location", "sub"}});
  model.add("nowhere", {});
  model.add("past", {{"location", "w.data"}, {"offset", "21"}});
  model.add("huge",
            {{"location", "w.data"}, {"offset", "18446744073709551610"}});
  model.add("length", {{"location", "w.data"}, {"length", "79"}});
  model.add("words", {{"location", "w.data"}, {"offset", "-1"}});
  Imported result = model.run();
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(StringRef(result.messages).count('\n'), 10u) << result.messages;
  for (const std::string &part : {
           "\"absolute\": external data file \"" + secret + "\" is absolute",
           std::string("\"up\": external data file \"sub/../../x\" has a "
                       "\"..\", but it must lie in the model's folder"),
           std::string("\"link\": external data file \"link\" is a link to "),
           "\"missing\": external data file \"none.data\" is not there; "
           "tried \"" +
               model.folder.at("none.data") + "\"; the same for 1 more",
           std::string("\"folder\": external data file \"sub\" is not a "
                       "regular file"),
           std::string("\"nowhere\": external data file \"\" is empty"),
           std::string("\"past\": expects 80 bytes at 21 of external data "
                       "file \"w.data\", which has 100"),
           std::string("\"huge\": expects 80 bytes at 18446744073709551610 of"),
           std::string("\"length\": expects 80 bytes for its shape, but its "
                       "external data's length is 79"),
           std::string("\"words\": expects external data's offset to be a "
                       "number, got \"-1\""),
       })
    expectHas(result.messages, part);
}

TEST(ExternalDataTest, LinkedFolderIsNotOutside) {
  // The model's folder may itself be reached through a link.
  ExternalModel model;
  model.folder.write("w.data", std::string(80, 'x'));
  model.add("a", {{"location", "w.data"}});
  ASSERT_TRUE(model.run().ok);
  TestFolder other;
  std::string link = other.at("link");
  fs::create_link(model.folder.at("."), link);
  EXPECT_EQ(importFile(link + "/model.onnx").messages, "");
}
