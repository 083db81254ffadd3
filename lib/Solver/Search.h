//===- Search.h - Finding plans and making them better ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is decoded variable by variable: each takes the cheapest state, given
// earlier choices and the messages of later ones, that fits beside what all the
// undecided ones need at least (which the rows' capacities leave out already).
//
// A plan is improved by moves: a set of variables becomes free, everything else
// stays fixed, and the best choice for the free ones at given prices of memory
// is found exactly. The set is a forest of up to some thousand variables
// (Forest.h) or a dense region (Region.h). Where the choice does not fit, the
// price of the row that is worst rises to the point at which the choice is no
// better than the current one, and the move is solved again: what comes between
// the two, if anything does, comes out. After some tries the choice is taken
// variable by variable as far as memory allows.
// Moves may make the plan a little dearer than the best, by an allowance that
// shrinks to nothing and then starts again.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_SEARCH_H
#define PARTITA_LIB_SOLVER_SEARCH_H

#include "Bound.h"
#include "Forest.h"
#include "Region.h"

namespace partita::solver {

/// A choice for all variables of a model that fits into memory.
struct Plan {
  std::vector<int32_t> choice;
  double cost = Infinite;
};

/// Decodes with these duals, the prices scaled by `weight`. Returns a plan of
/// infinite cost if it gets stuck. States in `prefer` (-1: none) come first.
/// The work done is added to `work`.
Plan decode(const Model &model, const Duals &duals, double weight,
            const std::vector<int32_t> *prefer = nullptr,
            int64_t *work = nullptr);

/// The cost of a choice, the model's constant included.
double price(const Model &model, const std::vector<int32_t> &choice);

class Search {
public:
  Search(const Model &model, uint64_t seed);

  /// Goes on from a plan, which must fit.
  void start(const Plan &plan);
  /// Moves with prices around these until `work` is spent or `stop` is set.
  void improve(int64_t work, const std::vector<double> &rowPrice,
               const std::atomic<bool> &stop);
  const Plan &plan() const { return best; }
  bool started() const { return best.cost < Infinite; }

private:
  void enter();
  void keep();
  template <class Free>
  int64_t fold(const Free &free);
  template <class Free>
  int64_t move(Free &free, double weight);
  template <class Free>
  bool walkDown(const Free &free, bool bold, int64_t &work);
  template <class Free>
  void propose(const Free &free);
  template <class Free>
  double change(const Free &free, double &priced) const;
  int bestState(int v) const;
  void replace(int v, int from, int to);
  bool fits(int v, int state) const;
  void occupy(int v, int state, int sign);

  const Model &model;
  Random random;
  Plan current, best;
  std::vector<int> differing; // variables in which they may differ
  double allowance = 0; // how much dearer a move may make the current plan
  int64_t calls = 0;
  static constexpr int Calls = 8;
  Slack slack;
  std::vector<double> memoryPrice; // per state
  Forest forest;
  Region region;
  // Per state of the free variables: given what is fixed; and with prices of
  // memory.
  std::vector<double> base, cost;
  std::vector<double> score; // of the states of one variable
  /// The current choice, except during a move.
  std::vector<int32_t> proposal;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_SEARCH_H
