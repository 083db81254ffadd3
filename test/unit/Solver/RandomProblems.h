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

#include "partita/Solver/Problem.h"

#include <optional>

namespace partita::solver {

/// The worked example of Problem.h with another limit.
Problem exampleProblem(int64_t limit);

Problem randomProblem(uint64_t seed);

/// A grid of nodes with four strategies each and a limit a little above what
/// must be live: more than reduction and one decode can settle.
Problem gridProblem(int rows, int columns, uint64_t seed);

/// The least cost by trying everything, or nothing if nothing is feasible.
std::optional<Cost> bruteForce(const Problem &problem);

} // namespace partita::solver

#endif // PARTITA_TEST_UNIT_SOLVER_RANDOMPROBLEMS_H
