//===- CertifyTest.cpp - Something is certified in any case -------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A proof by exact search that is more than a checker takes must not cost the
// bound that the sweeps have reached.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"
#include "partita/Solver/Solve.h"

#include <gtest/gtest.h>

using namespace partita::solver;

namespace {
/// A result, certified with so much work.
struct Checked {
  Checked(const Problem &problem, const SolveResult &of, int64_t work)
      : result(of) {
    limits.work = work;
    bound = certify(problem, result.certificate, result.core, note, limits);
  }
  SolveResult result;
  CheckLimits limits;
  std::string note;
  CertifiedBound bound;
};
} // namespace

TEST(Certify, fallsBackToTheBoundOfTheCore) {
  int leftOut = 0;
  for (uint64_t seed : {1, 2}) {
    SCOPED_TRACE(seed);
    Problem problem = gridProblem(4, 7, seed);
    SolveOptions options;
    options.work = 200'000'000;
    SolveResult original = solve(problem, options);
    ASSERT_GT(original.certificate.nodes.size(), 1u);
    Cost before = -1;
    // 0: nothing is accepted, 1: the core, 2: everything.
    int stage = 0;
    for (int64_t work = 1; stage < 2; work *= 2) {
      auto [result, limits, note, bound] = Checked(problem, original, work);
      if (!bound.error.empty()) {
        EXPECT_EQ(stage, 0) << bound.error;
        EXPECT_EQ(note, "");
        continue;
      }
      stage = note.empty() ? 2 : 1;
      EXPECT_GE(bound.bound, before);
      before = bound.bound;
      EXPECT_EQ(recomputeBound(problem, result.certificate, limits).bound,
                bound.bound);
      if (stage == 2) {
        EXPECT_EQ(bound.bound, original.cost);
        continue;
      }
      ++leftOut;
      EXPECT_GT(bound.bound, original.cost * 3 / 4);
      EXPECT_EQ(result.certificate.nodes.size(), 1u);
      EXPECT_NE(note.find("takes too much work to check"), std::string::npos);
    }
  }
  EXPECT_GE(leftOut, 2);
}

TEST(Certify, fallsBackWhereTheFileCouldNotBeRead) {
  Problem problem = gridProblem(4, 7, 1);
  SolveOptions options;
  options.work = 200'000'000;
  SolveResult result = solve(problem, options);
  ASSERT_GT(result.certificate.nodes.size(), 1u);
  CheckLimits limits;
  limits.values = valuesOf(result.certificate) - 1;
  std::string note, error;
  ASSERT_FALSE(
      parseCertificate(writeCertificate(result.certificate), error, limits));
  EXPECT_EQ(
      certify(problem, result.certificate, result.core, note, limits).error,
      "");
  EXPECT_NE(note.find("cannot be read back: expects at most " +
                      std::to_string(limits.values) + " values"),
            std::string::npos)
      << note;
  EXPECT_TRUE(
      parseCertificate(writeCertificate(result.certificate), error, limits))
      << error;
}

/// Nodes of which no two may choose the same, and one strategy too few: neither
/// a state nor a pair of them shows that there is no solution.
static Problem pigeons(int holes) {
  Problem problem;
  std::vector<Cost> differ, none(holes, 0);
  for (int k = 0; k < holes * holes; ++k)
    differ.push_back(k % (holes + 1) == 0 ? Forbidden : 0);
  int table = problem.addTable(differ);
  for (int p = 0; p <= holes; ++p) {
    problem.addNode(0, 1, none, {});
    for (int q = 0; q < p; ++q)
      problem.addEdge(q, p, table);
  }
  return problem;
}

TEST(Certify, whatIsLeftOfAProofThatThereIsNoneIsABound) {
  Problem problem = pigeons(5);
  SolveResult original = solve(problem, withWork(100'000'000));
  ASSERT_EQ(original.status, SolveStatus::Infeasible);
  ASSERT_TRUE(original.core);
  bool leftOut = false;
  for (int64_t work = 1; !leftOut; work *= 2) {
    Checked checked(problem, original, work);
    if (!checked.bound.error.empty())
      continue;
    ASSERT_FALSE(checked.bound.infeasible);
    ASSERT_NE(checked.note, "");
    leftOut = true;
  }
  std::string note;
  CertifiedBound all =
      certify(problem, original.certificate, original.core, note);
  EXPECT_TRUE(all.infeasible);
  EXPECT_EQ(note, "");
}

TEST(Certify, saysSoWhereNothingIsAccepted) {
  Problem problem = gridProblem(4, 7, 1);
  SolveOptions options;
  options.work = 200'000'000;
  SolveResult result = solve(problem, options);
  ASSERT_GT(result.certificate.nodes.size(), 1u);
  result.certificate.fingerprint ^= 1;
  std::string note;
  EXPECT_EQ(certify(problem, result.certificate, result.core, note).error,
            "the certificate is for another problem");
  // The other proof was tried, but is none either.
  EXPECT_EQ(result.certificate.nodes.size(), 1u);
  EXPECT_EQ(note, "");
}
