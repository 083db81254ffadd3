//===- RandomProblems.h - Small problems and their true answers -*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Seeded random problems of at most eight nodes, small enough for trying every
// solution: tight limits, forbidden entries, duplicate edges, empty intervals,
// no limit, two classes, single strategies, zero costs, infeasible ones.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_SOLVER_RANDOMPROBLEMS_H
#define PARTITA_TEST_UNIT_SOLVER_RANDOMPROBLEMS_H

#include "partita/Solver/Solve.h"

#include <optional>

namespace partita::solver {

/// The worked example of Problem.h with another limit.
Problem exampleProblem(int64_t limit);
/// As a file, with a limit of 20 and some things that readers pass over.
std::string exampleText();

/// Two nodes that share 9 of memory. Their cheap strategies cost nothing, and
/// need 7 and 6; the others cost 9 and 3, and need 2 and 4.
Problem rivalsProblem();

Problem randomProblem(uint64_t seed);

/// A grid of nodes with four strategies each and a limit a little above what
/// must be live: more than reduction and one decode can settle.
Problem gridProblem(int rows, int columns, uint64_t seed);

/// Calls `visit` with every choice of strategies.
template <typename F>
void forEachSolution(const Problem &problem, F visit) {
  Solution solution(problem.numNodes(), 0);
  while (true) {
    visit(solution);
    int i = 0;
    while (i < problem.numNodes() && ++solution[i] == problem.numStrategies(i))
      solution[i++] = 0;
    if (i == problem.numNodes())
      return;
  }
}

/// The least cost by trying everything, or nothing if nothing is feasible.
std::optional<Cost> bruteForce(const Problem &problem);

SolveOptions withWork(int64_t work);

/// A certificate that claims nothing yet.
Certificate certificateFor(const Problem &problem);

} // namespace partita::solver

#endif // PARTITA_TEST_UNIT_SOLVER_RANDOMPROBLEMS_H
