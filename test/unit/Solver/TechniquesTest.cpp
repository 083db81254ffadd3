//===- TechniquesTest.cpp - Right with anything left out ----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever is left out, plans fit, certified bounds hold, and "infeasible" is
// said only where it is true.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"
#include "partita/Solver/Solve.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace partita::solver;

TEST(Techniques, namesAreRead) {
  Techniques some;
  EXPECT_EQ(some.parse("merging,reserve"), "");
  EXPECT_TRUE(some.has(Technique::Merging));
  EXPECT_TRUE(some.has(Technique::Reserve));
  EXPECT_FALSE(some.has(Technique::Dominance));
  EXPECT_EQ(Techniques().parse("magic"),
            "there is no technique 'magic'; there are " + Techniques::names());
}

TEST(Techniques, answersStayRightWithoutAny) {
  std::istringstream names(Techniques::names());
  for (std::string name; std::getline(names, name, ',');)
    for (uint64_t seed = 1; seed <= 150; ++seed) {
      Problem p = randomProblem(seed);
      SolveOptions options = withWork(20'000);
      ASSERT_EQ(options.without.parse(name), "");
      SolveResult result = solve(p, options);
      CertifiedBound bound = recomputeBound(p, result.certificate);
      std::optional<Cost> best = bruteForce(p);
      EXPECT_EQ(bound.error, "") << name << " " << seed;
      if (result.status == SolveStatus::Feasible) {
        Verdict verdict = verify(p, result.solution);
        EXPECT_TRUE(verdict.feasible) << name << " " << seed;
        ASSERT_TRUE(best) << name << " " << seed;
        EXPECT_GE(result.cost, *best) << name << " " << seed;
      }
      if (best)
        EXPECT_LE(bound.bound, *best) << name << " " << seed;
      if (best)
        EXPECT_FALSE(bound.infeasible) << name << " " << seed;
      if (result.status == SolveStatus::Infeasible)
        EXPECT_TRUE(!best && bound.infeasible) << name << " " << seed;
    }
}
