//===- Kernel.h - A core with few of the states -----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is a core with only some of its states, and a search in it.
// Reduction begins anew: once states are gone, others are dominated and
// neighbours merge, until a thirtieth of the entries may be left. There a round
// is many sweeps and moves, and exact search gets far. Nothing of that is
// proven for the whole. Kernels.h says which states are worth it.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_KERNEL_H
#define PARTITA_LIB_SOLVER_KERNEL_H

#include "Portfolio.h"
#include "Prover.h"

#include <memory>

namespace partita::solver {

class Kernel {
public:
  /// Of a core and its model, with the states that are `kept`. The search
  /// begins with the duals, which are of the whole, and with `plan` if there is
  /// one: then its states must be among those.
  Kernel(const Core &whole, const Model &model, const Duals &duals,
         const std::vector<char> &kept, const Plan *plan, uint64_t seed,
         const std::atomic<bool> *stop);

  /// Goes on for `work`.
  void improve(int64_t work, const std::atomic<bool> &stop);

  /// The best plan's cost, infinite if none is known, and its choice for the
  /// model of the whole.
  double cost() const;
  std::vector<int32_t> choice() const;
  /// Nothing in it is better.
  bool finished() const { return !prover || prover->finished(); }
  /// What it took to make it.
  int64_t work() const { return made; }

private:
  Core core;
  Model small;
  // Absent if reduction has left no choice, or none that is allowed.
  std::unique_ptr<Prover> prover;
  std::unique_ptr<Portfolio> portfolio;
  int64_t made = 0, rounds = 0;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_KERNEL_H
