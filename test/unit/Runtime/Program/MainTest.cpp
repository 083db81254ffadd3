//===- MainTest.cpp - Tests of the whole program over a fake session ------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeSession.h"
#include "runtime/program/Program.h"
#include "runtime/program/TensorFile.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace partita::program;

namespace {

const std::string kFirst = "a/b:0.c=d";

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

class ProgramTest : public testing::Test {
protected:
  void SetUp() override {
    fake = FakeBehavior();
    x = makeTensor<float>(RT_F32, {2, 3}, {1, 2, 3, 4, 5, 6});
    ids = makeTensor<int64_t>(RT_I64, {4}, {7, 8, 9, -1});
    mask = makeTensor<int8_t>(RT_BOOL, {2}, {1, 0});
  }

  int run(const rt_image &image, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "/some/where/prog");
    std::ostringstream outStream, errStream;
    int status = runProgram(image, arguments, outStream, errStream);
    out = outStream.str();
    err = errStream.str();
    return status;
  }
  /// With the weights file that manyImage asks for.
  int runMany(std::vector<std::string> arguments) {
    writeFile(folder / "w", "");
    arguments.insert(arguments.end(), {"--weights", folder / "w"});
    return run(manyImage, arguments);
  }

  std::string save(const std::string &name,
                   const std::vector<NamedTensor> &tensors) {
    std::string path = folder / name;
    std::string bytes;
    writeTensors(*formatOf(path), tensors, [&](const void *data, size_t size) {
      bytes.append(static_cast<const char *>(data), size);
    });
    writeFile(path, bytes);
    return path;
  }
  std::string saveAll(const std::string &name) {
    return save(name, {{kFirst, &x}, {"ids", &ids}, {"mask", &mask}});
  }
  void expectFile(const std::string &path, const std::string &name,
                  const Tensor &expected) {
    Tensor read;
    std::string error;
    ASSERT_TRUE(loadTensor(path, name, expected.type, read, error)) << error;
    EXPECT_EQ(read.data, expected.data) << path;
  }

  TemporaryFolder folder;
  Tensor x, ids, mask;
  std::string out, err;
};

TEST_F(ProgramTest, BareInputAndOutput) {
  for (const char *from : {"x.npy", "x.npz", "x.pb", "x.bin"})
    for (const char *to : {"y.npy", "y.npz", "y.pb", "y.bin"}) {
      std::string input = save(from, {{"x", &x}});
      ASSERT_EQ(
          run(oneImage, {"--input", "@" + input, "--output", folder / to}), 0)
          << err;
      expectFile(folder / to, "y", x);
      EXPECT_EQ(out, "");
      EXPECT_EQ(err, "prog: wrote " + (folder / to) + "\n");
    }
  EXPECT_EQ(fake.weights, "none");
  EXPECT_EQ(fake.runs, 1);
}

TEST_F(ProgramTest, InputsByName) {
  ASSERT_EQ(runMany({"--input", kFirst + "=@" + save("x.pb", {{"t", &x}}),
                     "--input", "ids=@" + save("i.bin", {{"", &ids}}),
                     "--input", "mask=@" + saveAll("all.npz"), "--output",
                     "out=1=" + (folder / "o.npy"), "--output",
                     folder / "all_out.npz"}),
            0)
      << err;
  expectFile(folder / "o.npy", "", x);
  expectFile(folder / "all_out.npz", "out=1", x);
  expectFile(folder / "all_out.npz", "ids_out", ids);
  expectFile(folder / "all_out.npz", "mask_out", mask);
  EXPECT_EQ(fake.weights, folder / "w");
}

TEST_F(ProgramTest, AllInputsFromOneFile) {
  ASSERT_EQ(runMany({"--input", "@" + saveAll("all.npz")}), 0) << err;
  EXPECT_EQ(out,
            "output \"out=1\" float32[2, 3]: min 1, max 6, mean 3.5, values 1 "
            "2 3 4 5 6\n"
            "output \"ids_out\" int64[4]: min -1, max 9, mean 5.75, values 7 8 "
            "9 -1\n"
            "output \"mask_out\" bool[2]: min 0, max 1, mean 0.5, values true "
            "false\n");
  EXPECT_EQ(err, "");
}

TEST_F(ProgramTest, ExpectAgreesOrSaysWhere) {
  std::string input = save("x.npy", {{"x", &x}});
  ASSERT_EQ(run(oneImage, {"--input", "@" + input, "--expect", "@" + input}),
            0);
  EXPECT_TRUE(contains(out, "output \"y\": ok, 6 values")) << out;
  fake.added = 0.5;
  ASSERT_EQ(run(oneImage, {"--input", "@" + input, "--expect", "y=@" + input,
                           "--output", folder / "y.npy"}),
            2);
  EXPECT_TRUE(contains(out, "worst at [0, 0]: got 1.5, expected 1 ")) << out;
  // Written all the same, to be looked at.
  EXPECT_TRUE(contains(err, "wrote"));
  EXPECT_EQ(run(oneImage, {"--input", "@" + input, "--expect", "@" + input,
                           "--atol", "0.6"}),
            0);
}

TEST_F(ProgramTest, ExpectSomeOutputsOfAFile) {
  std::string expected =
      save("e.npz", {{"ids_out", &ids}, {"mask_out", &mask}});
  ASSERT_EQ(runMany({"--input", "@" + saveAll("all.npz"), "--expect",
                     "@" + expected}),
            0)
      << err;
  EXPECT_EQ(out, "output \"out=1\": not compared\n"
                 "output \"ids_out\": ok, 4 values equal\n"
                 "output \"mask_out\": ok, 2 values equal\n");
}

TEST_F(ProgramTest, RandomInputsAreTheSameForASeed) {
  auto outputs = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--output", folder / "o.npz"});
    EXPECT_EQ(runMany(arguments), 0) << err;
    return fileBytes(folder / "o.npz");
  };
  std::string first = outputs({"--random", "1"});
  EXPECT_EQ(outputs({"--random", "1"}), first);
  EXPECT_NE(outputs({"--random", "2"}), first);
  // An input from a file leaves the other random ones as they were.
  Tensor before, after;
  std::string error;
  outputs({"--random", "1"});
  ASSERT_TRUE(loadTensor(folder / "o.npz", "out=1", x.type, before, error));
  outputs(
      {"--random", "1", "--input", "ids=@" + save("i.npy", {{"ids", &ids}})});
  ASSERT_TRUE(loadTensor(folder / "o.npz", "out=1", x.type, after, error));
  EXPECT_EQ(before.data, after.data);
  expectFile(folder / "o.npz", "ids_out", ids);
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_GE(elementAsReal(before, i), -1);
    EXPECT_LT(elementAsReal(before, i), 1);
  }
}

TEST_F(ProgramTest, RandomRanges) {
  for (int seed = 0; seed < 50; ++seed) {
    ASSERT_EQ(
        runMany({"--random", std::to_string(seed), "--range", "ids=-2:3",
                 "--range", kFirst + "=5:5.5", "--output", folder / "o.npz"}),
        0)
        << err;
    Tensor got;
    std::string error;
    ASSERT_TRUE(loadTensor(folder / "o.npz", "ids_out", ids.type, got, error));
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_GE(elementAsReal(got, i), -2);
      EXPECT_LE(elementAsReal(got, i), 3);
    }
    ASSERT_TRUE(loadTensor(folder / "o.npz", "out=1", x.type, got, error));
    for (size_t i = 0; i < 6; ++i) {
      EXPECT_GE(elementAsReal(got, i), 5);
      EXPECT_LT(elementAsReal(got, i), 5.5);
    }
  }
}

TEST_F(ProgramTest, AllProblemsAtOnceAndNothingWritten) {
  std::string integers = save("i.npy", {{"", &ids}});
  writeFile(folder / "bad.npz", "bad");
  EXPECT_EQ(run(manyImage,
                {"--input", "ids=@" + (folder / "none.npy"), "--input",
                 kFirst + "=@" + integers, "--frob", "--expect",
                 "@" + (folder / "bad.npz"), "--output", folder / "o.npz"}),
            1);
  std::string at = "prog: error: ", in = folder.path;
  std::string head =
      at + "unknown option --frob: --help lists the options\n" + at +
      "input \"ids\": " + in + "/none.npy: No such file or directory\n" + at +
      "input \"a/b:0.c=d\": " + in +
      "/i.npy: expects float32[2, 3], got int64[4]\n" + at +
      "input \"mask\" (bool[2]) is not given: pass --input 'mask=@FILE', or "
      "--random SEED\n" +
      at + in + "/bad.npz: not a .npz file: no zip directory at the end\n" +
      at + "weights file \"";
  EXPECT_EQ(err.substr(0, head.size()), head);
  EXPECT_TRUE(contains(err, "many.weights\" cannot be read: it lies beside the "
                            "program, or give it by --weights FILE\n"));
  EXPECT_TRUE(contains(err, "prog: nothing was run or written; see prog "
                            "--help\n"));
  EXPECT_EQ(out, "");
  EXPECT_EQ(fake.runs, 0);
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"bad.npz", "i.npy"}));
}

TEST_F(ProgramTest, UnknownArraysAndDoubleInputs) {
  std::string all =
      save("all.npz", {{"idz", &ids}, {"mask", &mask}, {kFirst, &x}});
  EXPECT_EQ(runMany({"--input", "@" + all, "--input", "mask=@" + all}), 1);
  EXPECT_TRUE(contains(err, "all.npz: unknown input \"idz\": did you mean "
                            "\"ids\"? "));
  EXPECT_TRUE(contains(err, "input \"mask\": " + all + ": is given twice"));
  EXPECT_TRUE(contains(err, "input \"ids\" (int64[4]) is not given"));
  EXPECT_EQ(run(oneImage, {"--random", "1", "--weights", "w"}), 1);
  EXPECT_TRUE(contains(err, "--weights w: the program has no weights"));
  EXPECT_EQ(run(oneImage, {"--input", "@" + save("x.npy", {{"x", &x}}),
                           "--random", "1", "--range", "x=0:1"}),
            1);
  EXPECT_TRUE(contains(err, "--range of input \"x\": the input is given by a "
                            "file"));
}

TEST_F(ProgramTest, PrintsWithoutARun) {
  EXPECT_EQ(run(manyImage, {"--print-plan"}), 0);
  EXPECT_EQ(out, "the plan\n");
  EXPECT_EQ(run(oneImage, {"--print-plan", "--version"}), 0);
  EXPECT_EQ(out, "fake 1.0\nmodel: one.onnx\ncontent id: 00ff\nranks: "
                 "1\nthreads per rank: 1\nno plan\n");
  EXPECT_EQ(run(manyImage, {"--list-io", "--print-program"}), 0);
  EXPECT_TRUE(contains(out, "input  \"ids\" int64[4] 32 bytes\n"));
  EXPECT_TRUE(contains(out, "program of many.onnx"));
  EXPECT_EQ(run(manyImage, {"--help", "--nonsense"}), 0);
  EXPECT_TRUE(contains(out, "usage: prog [options]"));
  EXPECT_EQ(run(manyImage, {"--list-io", "--nonsense"}), 1);
  EXPECT_EQ(out, "");
  EXPECT_EQ(fake.runs, 0);
}

TEST_F(ProgramTest, LatencyAndStats) {
  ASSERT_EQ(runMany({"--random", "1", "--repeat", "3", "--warmup", "2",
                     "--stats", "--output", folder / "o.npz"}),
            0);
  EXPECT_EQ(fake.runs, 5);
  EXPECT_TRUE(contains(out, "latency of 3 runs after 2 warm-up runs, ms per "
                            "run:\n  min "));
  EXPECT_TRUE(contains(
      out, "collectives of 5 runs, over all ranks:\n"
           "  kind                   calls    bytes counted    bytes planned  "
           "equal\n"
           "  all-gather                10                0                0  "
           "yes\n"
           "  all-reduce                10              500              500  "
           "yes\n"
           "  reduce-scatter            10             1000             1000  "
           "yes\n"
           "  exchange                  10             1500             1505  "
           "NO\n"
           "memory: 3.0 MiB of arena, packed weights and scratch"))
      << out;
}

TEST_F(ProgramTest, FailuresOfTheSession) {
  fake.createStatus = 3;
  EXPECT_EQ(run(oneImage, {"--random", "1"}), 3);
  EXPECT_EQ(err, "prog: error: the fake cannot be created\n");
  fake.createStatus = 0;
  fake.runStatus = 3;
  EXPECT_EQ(run(oneImage, {"--random", "1", "--output", folder / "y.npy"}), 3);
  EXPECT_EQ(err, "prog: error: the fake cannot run\n");
  EXPECT_TRUE(folder.list().empty());
}

TEST_F(ProgramTest, ImageOfAnotherVersion) {
  rt_image image = oneImage;
  image.abi_version = 99;
  EXPECT_EQ(run(image, {"--help"}), 3);
  EXPECT_TRUE(contains(err, "image has version 99"));
}

TEST_F(ProgramTest, HugeTensorsInTheImage) {
  int64_t huge[] = {int64_t(1) << 40, int64_t(1) << 40};
  rt_io io = {"x", RT_F32, 2, huge};
  rt_image image = oneImage;
  image.inputs = &io;
  EXPECT_EQ(run(image, {"--random", "1"}), 1);
  EXPECT_TRUE(contains(err, "larger than any memory"));
  huge[1] = 1 << 20;
  EXPECT_EQ(run(image, {"--random", "1"}), 3);
  EXPECT_EQ(err, "prog: error: out of memory\n");
}

TEST(ProgramMain, RunsTheLinkedImage) {
  fake = FakeBehavior();
  std::string name = "prog", option = "--print-plan";
  char *arguments[] = {&name[0], &option[0], nullptr};
  testing::internal::CaptureStdout();
  EXPECT_EQ(rt_program_main(2, arguments), 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "the plan\n");
}

} // namespace
