//===- Bound.h - Message passing with prices of memory ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Give every row of memory a price per unit, charge each state for what it
// uses, and refund price times capacity: for any prices >= 0 the cheapest
// choice, now free of limits, costs no more than the best plan does. What is
// left is costs on variables and edges. Messages shift costs between an edge
// and its ends without changing the price of any choice; after the shift, the
// sum of each variable's least and each edge's least is a bound.
//
// Messages are sent by sequential reweighted passing (TRW-S): forwards and
// backwards over the variables, each sharing its cost evenly among the edges
// of the busier side. Between sweeps prices go up where the choice that the
// messages suggest is too large for a row, and down where it is not. How far is
// set by a level above the best bound (Goffin and Kiwiel's path-based target):
// raised while it is reached, lowered when it is not.
//
// The best bound's messages and prices are kept together: neither is worth
// much without the other.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_BOUND_H
#define PARTITA_LIB_SOLVER_BOUND_H

#include "Model.h"

#include <atomic>

namespace partita::solver {

/// Prices and messages that make up one bound.
struct Duals {
  std::vector<double> price;    // per row
  std::vector<double> messages; // at ModelEdge::toA and toB
};

class Bound {
public:
  explicit Bound(const Model &model);

  /// Begins with these instead of zeros.
  void start(Duals duals);

  /// Sweeps until `work` table entries were looked at or `stop` is set.
  /// `best` is the cost of the best plan known, or infinite.
  void improve(int64_t work, double best, const std::atomic<bool> &stop);

  int64_t workPerSweep() const;

  /// The best bound so far, the model's constant included.
  double value() const { return bestValue; }
  const Duals &duals() const { return bestDuals; }

  /// The current ones, for suggestions: they wander around the best.
  const Duals &current() const { return now; }

  /// Where the bound of some duals leaves costs open.
  struct Tension {
    /// Per state, how much it is sure to lift the bound: by its own cost and by
    /// its rows of its edges.
    std::vector<double> lift;
    /// A choice near the cheapest at the duals' prices; per variable, what it
    /// costs above the bound (an edge's half at either end), and in all.
    std::vector<int32_t> choice;
    std::vector<double> above;
    double total = 0;
  };
  Tension tension(const Duals &duals) const;

  /// What every edge's table gains per end and state with these duals, as they
  /// are at the end of a backward sweep; its ends lose as much.
  std::vector<double> shifts(const Duals &duals) const;

private:
  void forward();
  double backward();
  void setPrices();
  void suggest();
  void stepPrices(double bound, double best);
  void gather(int v, std::vector<double> &sum) const;
  double send(int v, const Neighbour &to, double share,
              const std::vector<double> &sum);

  const Model &model;
  Duals now, bestDuals;
  double bestValue = -Infinite;
  std::vector<double> stateCost; // unary plus price, per state
  std::vector<double> share;     // per variable
  std::vector<int> earlier;
  std::vector<double> scratch, sum, out;
  std::vector<int32_t> choice;
  std::vector<double> direction; // smoothed excess per row
  std::vector<double> scale;     // per row: 1 / capacity
  int settling = 0;              // sweeps left before prices move
  bool smoothed = false;
  double freshness = 1;
  double level = -1, gained = 0; // how far above the best the step aims
  int sinceBest = 0, patience = 10;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_BOUND_H
