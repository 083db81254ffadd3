//===- Session.cpp - Solving a problem that keeps changing --------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Session.h.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Session.h"

using namespace partita::solver;

SolveResult Session::solve(SolveOptions options) {
  if (!options.start && !plan.empty())
    options.start = &plan;
  if (!options.startDuals && !duals.variables.empty())
    options.startDuals = &duals;
  options.saveDuals = true;
  SolveResult result = partita::solver::solve(current, options);
  if (result.status == SolveStatus::Feasible)
    plan = result.solution;
  if (!result.duals.variables.empty())
    duals = result.duals;
  return result;
}

/// Changes so cost no more than a few times what they bring.
void Session::tidy() {
  if (current.held() <= 2 * held + 1000)
    return;
  current.compact();
  held = current.held();
}

void Session::forget() {
  plan.clear();
  duals = SavedDuals();
}
