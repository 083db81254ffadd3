//===- Start.h - Beginning from an earlier answer ---------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record of a reduction, played forwards, takes a solution of the problem
// to states of what is left: a state that went as dominated stands for the one
// that was better, a merged pair for its index. No step makes the plan dearer
// or larger, so a good plan stays at least as good.
//
// Messages of an earlier search belong to states of another core, which may
// have dropped and merged others. So a state has a name made of the choices
// that it stands for, and messages find their places by name.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_START_H
#define PARTITA_LIB_SOLVER_START_H

#include "Bound.h"
#include "partita/Solver/Solve.h"

namespace partita::solver {

/// Per variable of the core the state that a solution becomes; -1 where the
/// record does not allow its choice or the node has no such strategy.
std::vector<int32_t> project(const Core &core, const Problem &problem,
                             const Solution &solution);

/// The same from states of the core's variables before its first step.
std::vector<int32_t> project(const Core &core, std::vector<int32_t> states);

/// The states of the model's variables out of those of the core's.
std::vector<int32_t> select(const Model &model,
                            const std::vector<int32_t> &states);

/// Gives each variable without a state the cheapest one beside its neighbours'
/// states, or their messages if they have none either.
void complete(const Model &model, const Duals &duals,
              std::vector<int32_t> &choice);

/// Whether a choice is complete and uses no forbidden entry.
bool allowed(const Model &model, const std::vector<int32_t> &choice);

/// Changes an allowed choice, as cheaply as may be, until it is within memory.
/// Returns false if it finds no way.
bool repair(const Model &model, std::vector<int32_t> &choice);

SavedDuals save(const Problem &problem, const Core &core, const Model &model,
                const Bound &bound);

/// What of `saved` has a place in this model.
Duals load(const Problem &problem, const Core &core, const Model &model,
           const SavedDuals &saved);

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_START_H
