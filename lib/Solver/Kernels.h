//===- Kernels.h - Which kernels are worth a search -------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From time to time a kernel (Kernel.h) takes the moves' place for some rounds.
// There are three kinds, of the latest duals and plans:
//
//   favoured  the states that lift the bound least, and those of the best
//             plan. A state that would lift the bound above the best plan is in
//             no better one, and a state that would lift it at all is seldom in
//             a good one
//   fresh     the same without the best plan: a search of its own, which ends
//             in another valley
//   merged    the states of the best plan and of some others: what fresh
//             kernels and challengers came to. With so few states exact search
//             often ends, and a better plan may be half of one and half of
//             another
//
// A favoured kernel that does not pay is followed by a fresh and a merged one.
// How long and how often, and how many states it may have, follows what the
// last ones have brought. (After kernel search, Angelelli, Mansini and Speranza
// 2010, and construct, merge, solve and adapt, Blum et al. 2016.)
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_KERNELS_H
#define PARTITA_LIB_SOLVER_KERNELS_H

#include "Kernel.h"

#include <deque>

namespace partita::solver {

class Kernels {
public:
  Kernels(const Core &core, const Model &model, uint64_t seed)
      : core(core), model(model), random(seed ^ 0x7f4a7c15u) {}

  /// Before every round: whether it is a kernel's. Copies what a new kernel
  /// needs of the bound, which changes during the round.
  bool begin(const Bound &bound, const Plan &best);
  /// A kernel's round, with the same best plan.
  void improve(int64_t work, const Plan &best, const std::atomic<bool> &stop);
  /// A plan found since the last call: better than the best one, or what a
  /// fresh kernel came to.
  Plan takePlan();
  /// A good plan, for the next merged kernel.
  void add(const Plan &plan);

private:
  enum class Kind { Favoured, Fresh, Merged };
  std::vector<char> favoured(double gap) const;
  void make(const Plan &best, const std::atomic<bool> &stop);
  void end();

  const Core &core;
  const Model &model;
  Random random;
  Duals duals;
  double bound = -Infinite;
  std::unique_ptr<Kernel> kernel;
  Plan found;
  std::deque<Plan> others; // the latest good plans
  bool settled = false;
  Kind kind = Kind::Favoured; // of this kernel or the next
  int size = 1, smallest = 0; // of the next kernel, of all: see Sizes
  int rounds = 4;             // a favoured kernel may have
  int idle = 1;               // times as many follow without one
  int pause = 8, rest = 8;    // rounds without one: between two, still to come
  // Of the current kernel: rounds still to come and spent, work to be made up.
  int left = 0, spent = 0;
  int64_t debt = 0;
  // The best cost at the beginning of the pause, of the kernel.
  double costBefore = Infinite, costThen = Infinite;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_KERNELS_H
