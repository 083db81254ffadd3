//===- Solve.h - From a problem to a plan and a bound -----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   SolveOptions options;
//   options.work = 2'000'000'000;
//   SolveResult result = solve(problem, options);
//   if (result.status == SolveStatus::Feasible)
//     use(result.solution); // costs result.cost, within memory
//   CertifiedBound bound = recomputeBound(problem, result.certificate);
//
// For the example of Problem.h with a limit of 16 the solution is {1, 1, 0, 0},
// its cost 13 and its bound 13: nothing is cheaper.
//
// There are three answers. Feasible: here is a plan, and `bound` says how far
// from the best it can be. Infeasible: there is none, and `certificate` proves
// it. NotFound: neither was found within the budget.
//
// The budget counts work (entries of tables looked at), never time, so that
// equal inputs and seeds give equal bytes, on any number of threads: the tasks
// of a round share nothing, and rounds end after fixed amounts of work. Only
// `stop` may end it earlier; the best plan so far is always at hand.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_SOLVER_SOLVE_H
#define PARTITA_SOLVER_SOLVE_H

#include "partita/Solver/Certificate.h"
#include "partita/Solver/Techniques.h"

#include <atomic>
#include <functional>

namespace partita::solver {

/// How far the solver has come.
struct SolveProgress {
  int64_t work;
  /// Of the best plan so far; absent before there is one.
  std::optional<Cost> cost;
  /// Not yet recomputed in integers.
  double bound;
  /// Variables and table entries left by reduction.
  int variables;
  int64_t entries;
};

struct SolveOptions {
  uint64_t seed = 1;
  int threads = 1;
  int64_t work = 5'000'000'000;
  /// Left out, to measure what they bring.
  Techniques without;
  /// Set from anywhere (a signal, a timer) to end soon.
  const std::atomic<bool> *stop = nullptr;
  /// Called from the calling thread after reduction and after every round.
  std::function<void(const SolveProgress &)> progress;
};

enum class SolveStatus { Feasible, Infeasible, NotFound };

struct SolveResult {
  SolveStatus status = SolveStatus::NotFound;
  Solution solution;
  Cost cost = 0;
  /// No solution costs less, by the solver's own arithmetic.
  double bound = 0;
  /// Proves a bound (nearly) as good, or that there is no solution.
  Certificate certificate;
  int64_t work = 0;
};

/// Solves a problem that passes `check`.
SolveResult solve(const Problem &problem, const SolveOptions &options);

} // namespace partita::solver

#endif // PARTITA_SOLVER_SOLVE_H
