//===- ModelFileTest.cpp - Reading models, sound ones and others ----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lib/Import/ModelFile.h"
#include "TestModel.h"

using namespace partita::import_;
using llvm::StringRef;

/// x * w + b with a weight of each encoding, in the order of the file.
static void buildSmallModel(TestModel &model) {
  model.input("x", {2, 6});
  model.floats("w", {6, 20});
  onnx::TensorProto &bias = model.tensor("b", {20}, onnx::TensorProto::FLOAT);
  for (int i = 0; i < 20; ++i)
    bias.add_float_data(i);
  model.node("MatMul", {"x", "w"}, {"m"});
  model.node("Add", {"m", "b"}, {"y"});
  model.output("y");
}

TEST(ModelFileTest, PayloadsLieInTheFile) {
  TestModel model;
  buildSmallModel(model);
  std::string problem;
  auto file =
      ModelFile::open(model.folder.write("m.onnx", model.serialize()), problem);
  ASSERT_TRUE(file) << problem;
  for (int i : {0, 1}) {
    auto payload =
        ModelFile::getPayload(file->getProto().graph().initializer(i));
    ASSERT_TRUE(payload);
    StringRef bytes = file->getBytes().substr(payload->offset, payload->size);
    ASSERT_EQ(bytes.size(), i == 0 ? 480u : 80u);
    for (size_t k = 0; k < bytes.size() / 4; ++k) {
      float value;
      memcpy(&value, bytes.data() + 4 * k, 4);
      EXPECT_EQ(value, k);
    }
    EXPECT_EQ(file->getProto().graph().initializer(i).float_data_size(), 0);
  }
}

TEST(ModelFileTest, ScatteredFloatsStayInTheProto) {
  // Unpacked, as proto2 once wrote them; and packed in two chunks.
  for (StringRef data : {StringRef("\x25\0\0\0\0\x25\0\0\x80\x3f", 10),
                         StringRef("\x22\4\0\0\0\0\x22\4\0\0\x80\x3f", 12)}) {
    // graph { initializer { dims: 2  data_type: 1  name: "w"  <data> } }
    std::string tensor = "\x08\x02\x10\x01\x42\x01w" + data.str();
    std::string graph = "\x2a" + std::string(1, tensor.size()) + tensor;
    std::string model = "\x3a" + std::string(1, graph.size()) + graph;
    TestFolder folder;
    std::string problem;
    auto file = ModelFile::open(folder.write("m.onnx", model), problem);
    ASSERT_TRUE(file) << problem;
    const onnx::TensorProto &w = file->getProto().graph().initializer(0);
    EXPECT_FALSE(ModelFile::getPayload(w));
    ASSERT_EQ(w.float_data_size(), 2);
    EXPECT_EQ(w.float_data(1), 1.0f);
  }
}

TEST(ModelFileTest, EveryPrefixIsRefused) {
  TestModel model;
  buildSmallModel(model);
  std::string bytes = model.serialize();
  std::string path = model.folder.at("cut.onnx");
  for (size_t size = 0; size < bytes.size(); ++size) {
    model.folder.write("cut.onnx", StringRef(bytes).take_front(size));
    Imported result = importFile(path);
    EXPECT_FALSE(result.ok) << size;
    EXPECT_EQ(StringRef(result.messages).count('\n'), 1u) << result.messages;
    // Where it can be told from another file, it is.
    if (size > 2 && size < bytes.size() - 4)
      expectHas(result.messages, "is truncated");
  }
}

TEST(ModelFileTest, ChangedBytesDoNoHarm) {
  TestModel model;
  buildSmallModel(model);
  std::string bytes = model.serialize();
  std::string path = model.folder.at("changed.onnx");
  for (size_t at = 0; at < bytes.size(); ++at) {
    // Weights are not looked at: the first few will do.
    if (at > 60 && at < 500)
      continue;
    for (unsigned char change : {0x01, 0x80}) {
      std::string changed = bytes;
      changed[at] ^= change;
      model.folder.write("changed.onnx", changed);
      Imported result = importFile(path);
      EXPECT_TRUE(result.ok || !result.messages.empty()) << at;
    }
  }
}

TEST(ModelFileTest, OtherFiles) {
  struct {
    std::string bytes, message;
  } cases[] = {
      {"", "is empty"},
      {"hello, world\n", "is not an ONNX model: there is no valid protobuf "
                         "field at byte 2 of 13"},
      {std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16),
       "is not an ONNX model"},
      {std::string("PK\3\4\24\0\0\0\10\0", 10), "is not an ONNX model"},
      {"\x08\x08", "is not an ONNX model: it holds no graph"},
      {std::string("\x3a\0", 2), "says no opset version"},
      {"\x08\x08\x3a\x05"
       "ab",
       "is truncated: it ends inside of the field at byte 2 of 6"},
      // A node that is longer than the graph it stands in.
      {"\x3a\x03\x0a\x05"
       "a",
       "is not an ONNX model: there is no valid protobuf field at byte 2"},
  };
  TestFolder folder;
  for (auto &[bytes, message] : cases)
    expectHas(importFile(folder.write("x", bytes)).messages, "/x\" " + message);

  expectHas(importFile(folder.at("none")).messages,
            "/none\" cannot be read: no such file or directory");
  expectHas(importFile(folder.at("")).messages, "is not a regular file");
}

TEST(ModelFileTest, DeepNesting) {
  // Attributes with graphs with nodes, 40 levels of three messages.
  std::string inner;
  auto wrap = [&](char tag) {
    std::string outer(1, tag);
    size_t size = inner.size();
    for (; size >= 0x80; size >>= 7)
      outer += static_cast<char>(size | 0x80);
    outer += static_cast<char>(size);
    inner = outer + inner;
  };
  for (int i = 0; i < 40; ++i)
    for (char tag : {'\x32', '\x2a', '\x0a'})
      wrap(tag);
  wrap('\x3a');
  TestFolder folder;
  expectHas(importFile(folder.write("deep", inner)).messages,
            "has messages nested deeper than 100");
}
