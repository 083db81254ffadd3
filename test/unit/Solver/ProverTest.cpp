//===- ProverTest.cpp - Sweeps and exact search in turn -----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever a prover is told on its way, its value never falls, and its record
// proves it: also while a tree that was begun again shows less than the last.
//
//===----------------------------------------------------------------------===//

#include "Prover.h"
#include "Prepared.h"
#include "RandomProblems.h"
#include "partita/Solver/Solve.h"

#include <gtest/gtest.h>

using namespace partita::solver;

/// The least cost of a problem that is solved in no time.
static double optimum(const Problem &problem) {
  SolveResult result = solve(problem, withWork(2'000'000'000));
  EXPECT_EQ(double(result.cost), result.bound);
  return double(result.cost);
}

TEST(Prover, endsWithAProof) {
  for (uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    Prepared p(gridProblem(4, 7, seed));
    double least = optimum(p.problem), best = Infinite, value = -Infinite;
    Prover prover(p.core, p.model);
    for (int round = 0; round < 10'000 && !prover.finished(); ++round) {
      prover.improve(50'000, best, p.stop);
      best = std::min(best, prover.takePlan().cost);
      EXPECT_GE(prover.value(), value);
      value = prover.value();
      EXPECT_LE(value, least + 1e-6);
      if (round % 16 == 0)
        expectProven(p, prover, best);
    }
    EXPECT_TRUE(prover.finished());
    EXPECT_EQ(best, least);
    expectProven(p, prover, best);
  }
}

TEST(Prover, keepsWhatAnEarlierTreeShows) {
  Prepared p(gridProblem(4, 8, 3));
  double least = optimum(p.problem), value = -Infinite;
  Prover prover(p.core, p.model);
  // Ever better plans, each of which makes the tree begin again. Until it has
  // caught up the record is the earlier one's, which grows no more.
  int kept = 0;
  for (double more : {200, 60, 20, 0}) {
    SCOPED_TRACE(more);
    size_t nodes = 0;
    int same = 0;
    for (int round = 0; round < 30 && !prover.finished(); ++round) {
      SCOPED_TRACE(round);
      prover.improve(200'000, least + more, p.stop);
      EXPECT_GE(prover.value(), value);
      value = prover.value();
      EXPECT_LE(value, least + 1e-6);
      expectProven(p, prover, least + more);
      Certificate certificate = p.certificate();
      prover.record(certificate, least + more);
      same = certificate.nodes.size() == nodes && nodes > 1 ? same + 1 : 0;
      kept = std::max(kept, same);
      nodes = certificate.nodes.size();
    }
  }
  // A tree that goes on growing shows no more for a few rounds at most.
  EXPECT_GT(kept, 20);
}

TEST(Prover, stoppedBeforeTheFirstSweep) {
  Prepared p(gridProblem(4, 7, 1));
  p.stop = true;
  Prover prover(p.core, p.model);
  prover.improve(1'000'000, Infinite, p.stop);
  EXPECT_EQ(prover.value(), -Infinite);
  expectProven(p, prover, Infinite);
  // How finely messages are written follows the bound, and there is none.
  Certificate certificate = p.certificate();
  prover.record(certificate, Infinite);
  EXPECT_EQ(certificate.nodes[0].messageBits, 0);
}
