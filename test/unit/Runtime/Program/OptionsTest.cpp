//===- OptionsTest.cpp - Tests of the program's arguments -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/program/Options.h"
#include "FakeSession.h"

#include <gtest/gtest.h>

using namespace partita::program;

namespace {

const std::string kFirst = "a/b:0.c=d";

struct Parsed {
  Options options;
  std::vector<std::string> problems;
};

Parsed parse(const rt_image &image, std::vector<std::string> arguments) {
  Parsed parsed;
  parsed.options = parseOptions(image, arguments, parsed.problems);
  return parsed;
}

/// The single problem of one option.
std::string problemOf(const rt_image &image, const std::string &option,
                      const std::string &value) {
  Parsed parsed = parse(image, {option, value});
  EXPECT_EQ(parsed.problems.size(), 1u) << option << " " << value;
  return parsed.problems.empty() ? "" : parsed.problems[0];
}

TEST(Options, SourceSplitsAtLastEqualsAt) {
  std::vector<std::string> names = {"x", kFirst, "@odd", "a=@b"};
  struct Case {
    const char *text, *name, *path;
  } cases[] = {{"x=@f.npy", "x", "f.npy"},
               {"a/b:0.c=d=@dir/f.npy", "a/b:0.c=d", "dir/f.npy"},
               {"a=@b=@f.npy", "a=@b", "f.npy"},
               {"x=@=@f.npy", "x=@", "f.npy"},
               {"x=@k=v.npy", "x", "k=v.npy"},
               {"@f.npy", nullptr, "f.npy"},
               {"@d=@f.npy", nullptr, "d=@f.npy"},
               {"@odd=@f.npy", "@odd", "f.npy"}};
  for (const Case &c : cases) {
    auto split = splitSource(c.text, names);
    ASSERT_TRUE(split) << c.text;
    EXPECT_EQ(split->name.value_or("(bare)"), c.name ? c.name : "(bare)");
    EXPECT_EQ(split->path, c.path);
  }
  EXPECT_FALSE(splitSource("x=f.npy", names));
  EXPECT_FALSE(splitSource("f.npy", names));
}

TEST(Options, DestinationSplitsAtLastEquals) {
  EXPECT_EQ(*splitDestination("out=1=f.npy").name, "out=1");
  EXPECT_EQ(splitDestination("out=1=f.npy").path, "f.npy");
  EXPECT_FALSE(splitDestination("f.npy").name);
}

TEST(Options, NamedAndBareFiles) {
  Parsed parsed =
      parse(manyImage,
            {"--input", kFirst + "=@x.pb", "--input=ids=@i.bin", "--output",
             "out=1=o.npy", "--output", "all.npz", "--expect", "@e.npz"});
  EXPECT_TRUE(parsed.problems.empty());
  const Options &options = parsed.options;
  ASSERT_EQ(options.inputs.size(), 2u);
  EXPECT_EQ(options.inputs[0].index, 0);
  EXPECT_EQ(options.inputs[0].path, "x.pb");
  EXPECT_EQ(options.inputs[1].index, 1);
  ASSERT_EQ(options.outputs.size(), 2u);
  EXPECT_EQ(options.outputs[0].index, 0);
  EXPECT_EQ(options.outputs[1].index, FileArgument::kAll);
  EXPECT_EQ(options.expected[0].index, FileArgument::kAll);
  EXPECT_EQ(parse(oneImage, {"--input", "@x.npz"}).options.inputs[0].index, 0);
}

TEST(Options, Values) {
  Parsed parsed = parse(
      manyImage, {"--random", "-7", "--range", "ids=-5:9", "--range",
                  kFirst + "=0:0.5", "--rtol", "0", "--atol=1e-6", "--repeat",
                  "3", "--warmup=2", "--stats", "--weights", "w=1"});
  EXPECT_TRUE(parsed.problems.empty()) << parsed.problems[0];
  EXPECT_EQ(parsed.options.seed, static_cast<uint64_t>(-7));
  EXPECT_EQ(parsed.options.ranges.at(1).low, "-5");
  EXPECT_EQ(parsed.options.ranges.at(0).high, "0.5");
  EXPECT_EQ(parsed.options.rtol, 0);
  EXPECT_EQ(parsed.options.atol, 1e-6);
  EXPECT_EQ(parsed.options.repeat, 3);
  EXPECT_EQ(parsed.options.warmup, 2);
  EXPECT_TRUE(parsed.options.latency);
  EXPECT_EQ(parsed.options.weights, "w=1");
}

TEST(Options, WrongNamesComeWithTheRightOnes) {
  EXPECT_EQ(problemOf(manyImage, "--input", "idz=@x.npy"),
            "--input idz=@x.npy: unknown input \"idz\": did you mean \"ids\"? "
            "inputs: \"a/b:0.c=d\", \"ids\", \"mask\"");
  EXPECT_EQ(problemOf(oneImage, "--output", "banana=x.npy"),
            "--output banana=x.npy: unknown output \"banana\": outputs: \"y\"");
  EXPECT_EQ(parse(oneImage, {"--repaet", "--x"}).problems,
            (std::vector<std::string>{
                "unknown option --repaet: did you mean --repeat? --help lists "
                "the options",
                "unknown option --x: --help lists the options"}));
}

TEST(Options, Malformed) {
  struct Case {
    const char *option, *value, *problem;
  } cases[] = {
      {"--input", "x=f.npy",
       "--input x=f.npy: expects NAME=@FILE or @FILE: did you mean "
       "\"x=@f.npy\"?"},
      {"--input", "f.npy",
       "--input f.npy: expects NAME=@FILE or @FILE: did you mean \"@f.npy\"?"},
      {"--input", "x=@f.txt",
       "--input x=@f.txt: \"f.txt\": expects a file that ends in .npy, .npz, "
       ".pb or .bin"},
      {"--input", "x=@",
       "--input x=@: \"\": expects a file that ends in .npy, "
       ".npz, .pb or .bin"},
      {"--output", "y=@f.npy",
       "--output y=@f.npy: expects NAME=FILE without @ (for a file of this "
       "name, write \"./@f.npy\")"},
      {"--output", "y=/no/such/f.npy",
       "--output y=/no/such/f.npy: there is no folder \"/no/such\""},
      {"--random", "x", "--random x: expects a seed, an integer"},
      {"--rtol", "-1", "--rtol -1: expects a number not below 0"},
      {"--atol", "nan", "--atol nan: expects a number not below 0"},
      {"--repeat", "0", "--repeat 0: expects a number from 1 to 1000000000"},
      {"--warmup", "-1", "--warmup -1: expects a number from 0 to 1000000000"},
  };
  for (const Case &c : cases)
    EXPECT_EQ(problemOf(oneImage, c.option, c.value), c.problem);
  EXPECT_EQ(problemOf(manyImage, "--input", "@x.npy"),
            "--input @x.npy: the program has 3 inputs: name one, or use an "
            ".npz for all; inputs: \"a/b:0.c=d\", \"ids\", \"mask\"");
}

TEST(Options, Ranges) {
  struct Case {
    const char *value, *problem;
  } cases[] = {
      {"ids=1", "expects NAME=LO:HI"},
      {"5:6", "expects NAME=LO:HI"},
      {"ids=2:1", "expects LO <= HI, two numbers of type int64"},
      {"ids=0:1.5", "expects LO <= HI, two numbers of type int64"},
      {"a/b:0.c=d=1:1", "expects LO < HI, two numbers of type float32"},
      {"mask=0:1", "a bool input has no range"}};
  for (const Case &c : cases) {
    Parsed parsed = parse(manyImage, {"--random", "1", "--range", c.value});
    ASSERT_EQ(parsed.problems.size(), 1u) << c.value;
    EXPECT_EQ(parsed.problems[0],
              std::string("--range ") + c.value + ": " + c.problem);
  }
  EXPECT_EQ(problemOf(manyImage, "--range", "ids=0:1"),
            "--range expects --random SEED too");
}

TEST(Options, AllProblemsAtOnce) {
  Parsed parsed =
      parse(oneImage, {"stray", "--stats=json", "--repeat", "x", "--output",
                       "y=a.npy", "--output", "a.npy", "--input"});
  EXPECT_EQ(
      parsed.problems,
      (std::vector<std::string>{
          "unexpected argument \"stray\": files are given by --input, --output "
          "or --expect",
          "--stats takes no value",
          "--repeat x: expects a number from 1 to 1000000000",
          "--output a.npy: this file is written by another --output",
          "--input expects a value, NAME=@FILE"}));
  EXPECT_TRUE(parsed.options.unclearInputs);
}

TEST(Options, HelpNamesEveryOption) {
  std::string help = helpText(oneImage, "prog");
  for (const char *option :
       {"--input", "--random", "--range", "--output", "--expect", "--rtol",
        "--atol", "--repeat", "--warmup", "--stats", "--weights", "--list-io",
        "--print-plan", "--print-program", "--version", "--help"})
    EXPECT_NE(help.find(option), std::string::npos) << option;
  for (size_t begin = 0, end; (end = help.find('\n', begin)) != help.npos;
       begin = end + 1)
    EXPECT_LE(end - begin, 80u) << help.substr(begin, end - begin);
}

} // namespace
