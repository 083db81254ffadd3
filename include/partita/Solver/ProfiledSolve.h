//===- ProfiledSolve.h - Shares and strategies together ---------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ProfiledResult result = solve(p, options);    // p as in Profiles.h
//   result.cost;                                  // 12
//   result.solution.profiles;                     // 0, 0: even
//   result.solution.strategies;                   // 0, 1, 0, 0
//   recomputeBound(expand(p).problem, result.certificate);
//
// The expansion alone proves a bound, but its moves seldom carry a whole
// segment to another profile. So the search begins with the same profile for
// all segments, each in turn, which are small problems; then single segments
// change their profile while that helps; then the expansion is solved from the
// best plan so far; and what it finds is polished with its profiles fixed.
//
// A large budget is spent in turns of all of these, each four times as long as
// the one before: so with no budget at all but a stop there is something of
// every part in the answer once the first turn is over, whenever the stop
// comes.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_SOLVER_PROFILEDSOLVE_H
#define PARTITA_SOLVER_PROFILEDSOLVE_H

#include "partita/Solver/Profiles.h"
#include "partita/Solver/Solve.h"

namespace partita::solver {

struct ProfiledResult {
  SolveStatus status = SolveStatus::NotFound;
  ProfiledSolution solution;
  Cost cost = 0;
  /// Of the expansion, as are certificate, core and duals.
  double bound = 0;
  Certificate certificate;
  std::optional<CoreProof> core;
  SavedDuals duals;
  int64_t work = 0;
  /// See SolveResult::startError.
  std::string startError;
};

/// Solves a problem that passes `check`, to begin with from `start` if there is
/// one: then the answer costs no more. `options.start` is not looked at;
/// `options.startDuals` are of the expansion.
ProfiledResult solve(const ProfiledProblem &problem,
                     const SolveOptions &options,
                     const ProfiledSolution *start = nullptr);

/// Changes the profiles of single segments, strategies staying as they are,
/// while that makes a feasible plan cheaper. Returns the work.
int64_t changeProfiles(const ProfiledProblem &problem,
                       ProfiledSolution &solution);

} // namespace partita::solver

#endif // PARTITA_SOLVER_PROFILEDSOLVE_H
