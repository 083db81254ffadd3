//===- ProblemIOTest.cpp - Reading what is right, refusing the rest -----*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each malformed text is refused with what and where. Every prefix of a good
// file, and the good file with any byte replaced, must be answered too.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/ProblemIO.h"
#include "RandomProblems.h"

#include <gtest/gtest.h>

using namespace partita::solver;

static const std::string Example = exampleText();

static std::string with(const std::string &from, const std::string &to) {
  std::string text = Example;
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

static std::string refusal(const std::string &text) {
  std::string error;
  EXPECT_FALSE(parseProblem(text, error));
  return error;
}

TEST(ProblemIO, readsTheExample) {
  std::string error;
  std::optional<Problem> p = parseProblem(Example, error);
  ASSERT_TRUE(p) << error;
  EXPECT_EQ(p->fingerprint(), exampleProblem(20).fingerprint());
  EXPECT_EQ(p->numTables(), 2);
}

TEST(ProblemIO, limitMayBeAbsentOrNull) {
  std::string error;
  for (const char *limit : {",\n  \"usage_limit\": null", ""}) {
    std::optional<Problem> p =
        parseProblem(with(",\n  \"usage_limit\": 20", limit), error);
    ASSERT_TRUE(p) << error;
    EXPECT_EQ(p->numLimits(), 0);
  }
}

TEST(ProblemIO, refusesWithPlaceAndReason) {
  auto ends = [](const std::string &text, const std::string &what) {
    std::string error = refusal(text);
    EXPECT_NE(error.find(what), std::string::npos) << error;
  };
  ends(with("[8,3]", "[8,-3]"),
       "problem.nodes.costs[1][1]: expects an integer from 0 to "
       "1000000000000000000, got -3");
  ends(with("[8,3]", "[8,NaN]"), "nodes.costs[1][1]: expects an integer");
  ends(with("[8,3]", "[8,NaN]"), "got NaN");
  ends(with("[8,3]", "[8,3.5]"), "got 3.5");
  ends(with("[8,3]", "[8,1e999]"), "got 1e999");
  ends(with("[8,3]", "[8,99999999999999999999]"), "got 99999999999999999999");
  ends(with("[8,3]", "[8,1000000000000000001]"), "got 1000000000000000001");
  ends(with("[8,3]", "[8,\"3\"]"), "got '\"3'");
  ends(with("[8,3]", "[8,]"), "expects a value, got ']'");
  ends(with("[8,3]", "[8 3]"), "expects ',' or ']', got '3'");
  ends(with("[8,3]", "[8,3,1]"), "edge 0 expects 2 x 3 costs, got 4");
  ends(with("[8,3]", "[8,3,1]"), "node 1 expects 3 memory uses");
  ends(with("[8,3]", "[]"), "node 1 expects at least one strategy");
  ends(with("[8,3], ", ""), "4 intervals, 3 costs and 4 usages");
  ends(with("[[0,1]", "[[0,10000000]"),
       "edge 0 names node 10000000, but there are 4 nodes");
  ends(with("[[0,1]", "[[1,1]"), "edge 0 joins node 1 to itself");
  ends(with("[[0,1]", "[[0,1,2]"),
       "edges.nodes[0]: expects two numbers, got 3");
  ends(with("[[0,1]", "[[0]"), "edges.nodes[0]: expects two numbers, got 1");
  ends(with("[[0,1], ", "["), "3 nodes and 4 costs");
  ends(with("[0,2]", "[2,0]"), "node 0 expects an interval");
  ends(with("\"usage_limit\": 20", "\"usage_limit\": -1"),
       "problem.usage_limit: expects");
  ends(with("\"edges\"", "\"edgy\""), "problem: expects the key \"edges\"");
  ends("{}", "line 1, column 3: expects the key \"problem\"");
  ends("", "line 1, column 1: expects an object, got the end of the file");
  ends("[]", "line 1, column 1: expects an object, got '['");
  ends(Example + "x", "expects the end of the file, got 'x'");
  ends(std::string(100000, '['), "expects an object");
  ends("{\"a\":" + std::string(100000, '['), "expects at most 64 levels");
}

TEST(ProblemIO, listsAllBadValuesAtOnce) {
  std::string text = with("[8,3]", "[-8,3.5]");
  text.replace(text.find("[0,1]"), 5, "[0]");
  EXPECT_EQ(refusal(text),
            "line 3, column 31: problem.nodes.costs[1][0]: expects an integer "
            "from 0 to 1000000000000000000, got -8\n"
            "line 3, column 34: problem.nodes.costs[1][1]: expects an integer "
            "from 0 to 1000000000000000000, got 3.5\n"
            "line 6, column 26: problem.edges.nodes[0]: expects two numbers, "
            "got 1");
}

TEST(ProblemIO, minusZeroIsZero) {
  std::string error;
  EXPECT_TRUE(parseProblem(with("[8,3]", "[8,-0]"), error)) << error;
}

TEST(ProblemIO, anyPrefixIsRefused) {
  for (size_t n = 0; n < Example.size(); ++n)
    EXPECT_NE(refusal(Example.substr(0, n)), "") << n;
}

TEST(ProblemIO, anyChangedByteIsAnswered) {
  std::string error;
  for (size_t n = 0; n < Example.size(); ++n)
    for (char c : {'[', ']', '{', '}', '"', ',', '-', '9', 'e', '\\', '\0'}) {
      std::string text = Example;
      text[n] = c;
      std::optional<Problem> p = parseProblem(text, error);
      EXPECT_EQ(bool(p), error.empty());
      if (p)
        EXPECT_TRUE(p->check().empty());
    }
}
