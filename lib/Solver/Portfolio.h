//===- Portfolio.h - Which plan the search works on -------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a search ends depends on where it began, and plans decoded from good
// messages are good beginnings. So challengers from the latest decodes get some
// rounds each, in turn with the best plan. What a challenger has found is not
// lost when it is beaten: a search between the two (Blend.h) takes what is
// better in either.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_PORTFOLIO_H
#define PARTITA_LIB_SOLVER_PORTFOLIO_H

#include "Search.h"

namespace partita::solver {

/// Which plan the search works on: the best one, or a challenger for a while.
class Portfolio {
public:
  Portfolio(const Model &model, uint64_t seed)
      : model(model), random(seed ^ 0x2545f491u), best(model, seed),
        challenger(model, seed ^ 0x5bd1e995u),
        challenges(!model.without.has(Technique::Challengers)) {}

  bool started() const { return best.started(); }
  double cost() const { return best.plan().cost; }
  /// A fresh decode, kept for the next challenge if it is the cheapest since.
  void add(const Plan &plan);
  /// One round of moves.
  void improve(int64_t work, const std::vector<double> &price,
               const std::atomic<bool> &stop);
  const Plan &plan() const { return best.plan(); }
  /// What a challenger came to that has lost since the last call, if one has.
  Plan takeRival();

private:
  enum class Phase { Best, Challenge, Blend };
  void blend(const Plan &with, int64_t work, const std::vector<double> &price,
             const std::atomic<bool> &stop);

  const Model &model;
  Random random;
  Search best, challenger;
  bool challenges;
  Plan next, rival;
  Phase phase = Phase::Best;
  int roundsLeft = 1;
  int losses = 0; // challenges lost since the last that was won
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_PORTFOLIO_H
