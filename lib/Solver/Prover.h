//===- Prover.h - The side of the search that raises the bound --*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sweeps on the whole core until they bring little, then exact search below
// what they have reached. On small cores the search ends with a proof; on large
// ones it goes on in turn with more sweeps, and begins again when a better plan
// or bound would make it much smaller.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_PROVER_H
#define PARTITA_LIB_SOLVER_PROVER_H

#include "Tree.h"

namespace partita::solver {

class Prover {
public:
  Prover(const Core &core, const Model &model, TreeLimits limits = {})
      : core(core), model(model), limits(limits), root(model) {}

  /// Goes on for `work`. `best` is the cost of the best plan, or infinite.
  void improve(int64_t work, double best, const std::atomic<bool> &stop);

  /// No plan costs less. Never falls.
  double value() const { return proven; }
  /// Nothing is left to be looked at: the best plan is that, or there is none.
  bool finished() const { return tree && tree->finished(); }
  /// The cheapest plan that exact search has found since the last call.
  Plan takePlan() { return tree ? tree->takePlan() : Plan(); }

  /// A plan decoded from the duals of the sweeps: in turn the best ones and the
  /// latest, their prices in turn at several weights, another with every `k`.
  Plan suggest(int64_t round, int k);
  /// Work done for suggestions that the next rounds make up for.
  int64_t owes() const { return owed; }

  Bound &bound() { return root; }
  const Bound &bound() const { return root; }

  /// Adds what proves the bound to a certificate that leads to the core.
  /// Returns whether exact search is part of it.
  bool record(Certificate &certificate, double best) const;
  /// Adds what the sweeps alone prove to the node that leads to the core.
  void recordRoot(Certificate::Node &node) const;

private:
  bool settled(double best);
  bool outgrown(double best) const;
  void begin(double best);
  void sweep(int64_t &work, double best, const std::atomic<bool> &stop);

  const Core &core;
  const Model &model;
  const TreeLimits limits;
  Bound root;
  /// The tree that grows, and one that was begun earlier and still shows more.
  std::unique_ptr<Tree> tree, earlier;
  double proven = -Infinite;
  int64_t rounds = 0, owed = 0, treeOwed = 0;
  int64_t sinceCheck = 0;
  double checked = -Infinite; // the bound at the last check
  // When the tree was begun.
  double bestThen = Infinite, boundThen = -Infinite;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_PROVER_H
