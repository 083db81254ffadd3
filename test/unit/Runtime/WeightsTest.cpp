//===- WeightsTest.cpp - The weights file and what may be wrong with it ---===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights come from a safetensors file that belongs to the program.
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace partita::rt::test;

namespace {

const std::string id(64, 'a');

std::string fileText(const std::string &metadata,
                     const std::vector<float> &data) {
  std::string header = "{" + metadata +
                       "\"w\":{\"dtype\":\"F32\",\"shape\":[4]"
                       ",\"data_offsets\":[0,16]}}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  uint64_t length = header.size();
  std::string text(reinterpret_cast<const char *>(&length), 8);
  text += header;
  text.append(reinterpret_cast<const char *>(data.data()), data.size() * 4);
  return text;
}

std::string good() {
  return fileText("\"__metadata__\":{\"format\":\"a \\\"{:,} b\","
                  "\"content_id\" : \"" +
                      id + "\"},",
                  {1, 2, 3, 4});
}

/// A program whose rank r outputs two of the four weights.
class WeightsTest : public ::testing::Test {
protected:
  WeightsTest()
      : path(::testing::TempDir() + "partita-weights-" +
             std::to_string(getpid())) {}
  ~WeightsTest() override { std::remove(path.c_str()); }

  void write(const std::string &text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  const rt_image &program(const std::string &text) {
    int64_t data = static_cast<int64_t>(text.size()) - 16;
    image.image.weights = "test.weights";
    image.image.content_id = id.c_str();
    image.image.weights_bytes = static_cast<int64_t>(text.size());
    image.output("y", RT_F32, {4});
    ClassBuilder &cls = image.addClass({0, 1});
    int64_t w = cls.weight({2}, {data + offset, data + 8});
    cls.result(w, {{0}, {2}});
    return image.finish();
  }
  std::string createError(const std::string &expected,
                          const std::string &written) {
    write(written);
    TestSession session(program(expected), path.c_str());
    EXPECT_EQ(session.status, RT_FAILURE);
    EXPECT_EQ(session.session, nullptr);
    return session.message();
  }
  void expectError(const std::string &error, const std::string &part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  }

  std::string path;
  ImageBuilder image{2};
  int64_t offset = 0;
};

TEST_F(WeightsTest, EachRankReadsItsEntry) {
  write(good());
  TestSession session(program(good()), path.c_str());
  ASSERT_EQ(session.status, RT_OK) << session.message();
  std::vector<float> out(4);
  ASSERT_EQ(session.run({}, {out.data()}), RT_OK);
  EXPECT_EQ(out, (std::vector<float>{1, 2, 3, 4}));
}

TEST_F(WeightsTest, Missing) {
  TestSession session(program(good()), "/nowhere/test.weights");
  EXPECT_EQ(session.status, RT_FAILURE);
  expectError(session.message(), "cannot read the weights file "
                                 "'/nowhere/test.weights': No such file");
  expectError(session.message(), "written as 'test.weights'");
}

TEST_F(WeightsTest, NoPath) {
  TestSession session(program(good()));
  expectError(session.message(), "needs its weights file 'test.weights'");
}

TEST_F(WeightsTest, Folder) {
  TestSession session(program(good()), "/tmp");
  expectError(session.message(), "not a regular file");
}

TEST_F(WeightsTest, WrongLength) {
  expectError(createError(good(), good().substr(0, 100)),
              "has 100 bytes, the program expects");
}

TEST_F(WeightsTest, OtherContentId) {
  std::string other = good();
  other[other.find(id) + 3] = 'b';
  expectError(createError(good(), other),
              "belongs to another program: its content id is aaabaaaaaaaa");
}

TEST_F(WeightsTest, NoContentId) {
  // The id of a tensor, or outside of the metadata, does not count.
  std::string text = fileText("\"content_id\":\"" + id + "\",", {1, 2, 3, 4});
  expectError(createError(text, text), "has no content id");
}

TEST_F(WeightsTest, NotSafetensors) {
  std::string text(80, 'x');
  expectError(createError(text, text), "is not a safetensors file");
}

TEST_F(WeightsTest, EmptyFile) {
  image.image.weights = "test.weights";
  image.image.content_id = id.c_str();
  write("");
  TestSession session(image.finish(), path.c_str());
  EXPECT_EQ(session.status, RT_FAILURE);
}

TEST_F(WeightsTest, EntryOutsideTheData) {
  offset = -8;
  expectError(createError(good(), good()), "the program expects a weight at");
}

} // namespace
