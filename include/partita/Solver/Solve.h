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
// A plan that is at hand is a good beginning:
//
//   Solution whole = {0, 0, 1, 0}; // embed and ffn whole: 18, and holds 20
//   options.start = &whole;
//
// With a limit of 20 the answer costs 18 at most, whatever the budget. With 16
// `whole` is too large, `startError` says so, and the search begins with what
// fits of it. Session.h does this for a problem that changes bit by bit.
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
  /// Not yet recomputed in integers; infinite once there is no solution.
  double bound;
  /// Variables and table entries left by reduction.
  int variables;
  int64_t entries;
};

/// Prices of memory and messages between variables, as a search ended with
/// them: where the search for a like problem may begin. Any numbers lead to
/// right answers, good ones soon.
struct SavedDuals {
  struct Price {
    int cls;
    int64_t moment;
    double price;
  };
  /// What reduction made of a node, and a name for each of its states.
  struct Variable {
    int node;
    std::vector<uint64_t> states;
  };
  struct Message {
    int a, b; // of `variables`
    std::vector<double> toA, toB;
  };
  std::vector<Price> prices;
  std::vector<Variable> variables;
  std::vector<Message> messages;
};

struct SolveOptions {
  uint64_t seed = 1;
  int threads = 1;
  int64_t work = 5'000'000'000;
  /// About the most that either of the two tasks (bounds, plans) does before
  /// they tell each other what they have found; on large problems a round is at
  /// least a sweep. Part of what makes an answer.
  int64_t roundWork = 20'000'000;
  /// Left out, to measure what they bring.
  Techniques without;
  /// A plan to begin with: the answer costs no more. If it does not solve the
  /// problem, it is a hint (see SolveResult::startError).
  const Solution *start = nullptr;
  /// Prices and messages to begin with, and whether to hand out the last ones.
  const SavedDuals *startDuals = nullptr;
  bool saveDuals = false;
  /// Set from anywhere (a signal, a timer) to end soon.
  const std::atomic<bool> *stop = nullptr;
  /// Called from the calling thread after reduction and after every round.
  std::function<void(const SolveProgress &)> progress;
};

enum class SolveStatus { Feasible, Infeasible, NotFound };

/// What a certificate with exact search would be without it: that many of the
/// first steps of its node 0, and these prices and messages.
struct CoreProof {
  size_t steps;
  Certificate::Node duals;
};

struct SolveResult {
  SolveStatus status = SolveStatus::NotFound;
  Solution solution;
  Cost cost = 0;
  /// No solution costs less, by the solver's own arithmetic.
  double bound = 0;
  /// Proves a bound (nearly) as good, or that there is no solution.
  Certificate certificate;
  /// If exact search has added to the certificate.
  std::optional<CoreProof> core;
  int64_t work = 0;
  /// Why `start` is no solution of this problem; empty if it is or none was
  /// given.
  std::string startError;
  SavedDuals duals;
};

/// Whether a bound, up to rounding, leaves no cost below this one: costs are
/// whole.
bool closes(double bound, Cost cost);

/// Solves a problem that passes `check`.
SolveResult solve(const Problem &problem, const SolveOptions &options);

/// Recomputes what a result's certificate proves. If that is refused, as exact
/// search can make it more than a checker takes, exact search is left out of it
/// for good, and `note` says why. What is left proves less: a lower bound, and
/// only a bound where there is no solution.
CertifiedBound certify(const Problem &problem, Certificate &certificate,
                       std::optional<CoreProof> &core, std::string &note,
                       CheckLimits limits = {});

} // namespace partita::solver

#endif // PARTITA_SOLVER_SOLVE_H
