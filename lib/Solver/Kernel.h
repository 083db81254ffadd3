//===- Kernel.h - The states that the bound favours -------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state that would lift the bound above the best plan is in no better one. A
// state that would lift it at all is seldom in a good one. A kernel is the core
// with only the states that lift the bound least, and those of the best plan.
// That is a guess: nothing is proven in a kernel. But it is a good place to
// search, because reduction begins anew in it. Once states are gone, others are
// dominated and neighbours merge, until a thirtieth of the entries may be left.
// There a round is many sweeps and moves, and exact search gets far.
//
// From time to time a kernel is made of the latest plan and duals, and takes
// the moves' place for some rounds. How long and how often, and how many states
// it may have, follows what the last ones have brought.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_KERNEL_H
#define PARTITA_LIB_SOLVER_KERNEL_H

#include "Portfolio.h"
#include "Prover.h"

#include <memory>

namespace partita::solver {

/// A core with few states, and the search in it.
class Kernel {
public:
  /// Of a core and its model: without the states whose `lift` with these duals
  /// is `most` or more, but with those of `plan`, where the search begins.
  Kernel(const Core &whole, const Model &model, const Duals &duals,
         const std::vector<double> &lift, double most, const Plan &plan,
         uint64_t seed, const std::atomic<bool> *stop = nullptr);

  /// Goes on for `work`.
  void improve(int64_t work, const std::atomic<bool> &stop);

  /// The best plan's cost, and its choice for the model of the whole.
  double cost() const { return prover ? portfolio->cost() : small.constant; }
  std::vector<int32_t> choice() const;
  /// Nothing in it is better.
  bool finished() const { return !prover || prover->finished(); }
  /// What it took to make it.
  int64_t work() const { return made; }

private:
  Core core;
  Model small;
  // Absent if reduction has left no choice.
  std::unique_ptr<Prover> prover;
  std::unique_ptr<Portfolio> portfolio;
  int64_t made = 0, rounds = 0;
};

/// When there is a kernel, and how large it is.
class Kernels {
public:
  Kernels(const Core &core, const Model &model, uint64_t seed)
      : core(core), model(model), random(seed ^ 0x7f4a7c15u) {}

  /// Before every round: whether it is a kernel's. Copies what a new kernel
  /// needs of the bound, which changes during the round.
  bool begin(const Bound &bound, const Plan &best);
  /// A kernel's round, with the same best plan.
  void improve(int64_t work, const Plan &best, const std::atomic<bool> &stop);
  /// A plan better than the best one that was found since the last call.
  Plan takePlan();

private:
  void make(const Plan &best, const std::atomic<bool> &stop);
  void end();

  const Core &core;
  const Model &model;
  Random random;
  Duals duals;
  double bound = -Infinite;
  std::unique_ptr<Kernel> kernel;
  Plan found;
  bool settled = false;
  int size = 1, smallest = 0; // of the next kernel, of all: see Sizes
  int rounds = 4;             // a kernel may have
  int idle = 1;               // times as many follow without one
  int pause = 8, rest = 8;    // rounds without one: between two, still to come
  // Of the current kernel: rounds still to come and spent, work to be made up.
  int left = 0, spent = 0;
  int64_t debt = 0;
  // The best cost at the beginning of the pause, of the kernel.
  double costBefore = Infinite, costThen = Infinite;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_KERNEL_H
