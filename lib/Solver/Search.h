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
// A plan is improved by moves on induced trees: a set of up to some thousand
// variables among which the edges form a forest, everything else fixed. The
// best choice for a forest at given prices of memory comes from one pass up
// it; the pass down takes it, state by state, as far as memory allows.
// Moves may make the plan a little dearer than the best, by an allowance that
// shrinks to nothing and then starts again.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_SEARCH_H
#define PARTITA_LIB_SOLVER_SEARCH_H

#include "Bound.h"

namespace partita::solver {

/// A choice for all variables of a model that fits into memory.
struct Plan {
  std::vector<int32_t> choice;
  double cost = Infinite;
};

/// Decodes with these duals, the prices scaled by `weight`. Returns a plan of
/// infinite cost if it gets stuck. States in `prefer` (-1: none) come first.
Plan decode(const Model &model, const Duals &duals, double weight,
            const std::vector<int32_t> *prefer = nullptr);

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
  void grow(int size);
  int64_t walkUp(double weight);
  int scoreStates(int v);
  int bestState(int v, int n) const;
  double forestCost(const std::vector<int32_t> &choice) const;
  void replace(int v, int from, int to);
  size_t walkDown(bool bold, int64_t &work);
  int64_t move(double weight);
  bool fits(int v, int state) const;
  void occupy(int v, int state, int sign);
  double edgeCost(const ModelEdge &edge,
                  const std::vector<int32_t> &choice) const {
    return model
        .tables[edge.ab + size_t(choice[edge.a]) * model.states[edge.b] +
                choice[edge.b]];
  }

  const Model &model;
  Random random;
  Plan current, best;
  double allowance = 0; // how much dearer a move may make the current plan
  int64_t calls = 0;
  static constexpr int Calls = 8;
  Slack slack;
  std::vector<double> memoryPrice; // per state
  // The forest: variables in the order of growth, parents before children.
  std::vector<int> forest;
  std::vector<int> parent;       // the adjacency that leads there, or -1
  std::vector<int> mark;         // per variable: in the forest of this move
  std::vector<int> seen, seenBy; // forest neighbours, in which move
  int moveNumber = 0;
  std::vector<int> frontier;
  // Per state of the forest's variables: given what is fixed; and with memory
  // prices and the best of the variables below.
  std::vector<double> base, cost;
  std::vector<double> score; // of the states of one variable
  std::vector<int32_t> proposal;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_SEARCH_H
