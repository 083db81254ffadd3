//===- Prepared.cpp - Problems as engines see them ----------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Prepared.h.
//
//===----------------------------------------------------------------------===//

#include "Prepared.h"

#include "Certify.h"
#include "RandomProblems.h"

using namespace partita::solver;

static Core coreOf(const Problem &problem, bool reduced) {
  Core core(problem);
  if (reduced)
    reduce(core);
  return core;
}

Prepared::Prepared(Problem given, int64_t work, bool reduced)
    : problem(std::move(given)), core(coreOf(problem, reduced)), model(core),
      bound(model) {
  bound.improve(work, Infinite, stop);
}

Verdict Prepared::verdict(const std::vector<int32_t> &choice) const {
  return verify(problem, expand(core, model, choice));
}

Certificate Prepared::certificate() const {
  Certificate certificate = certificateFor(problem);
  certificate.nodes[0].steps = recordSteps(core);
  return certificate;
}

std::vector<int64_t> partita::solver::left(const Model &model,
                                           const std::vector<int32_t> &choice) {
  std::vector<int64_t> slack = model.capacity;
  for (int v = 0; v < model.size(); ++v)
    for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k)
      for (int r = model.runs[k].first; r < model.runs[k].last; ++r)
        slack[r] -= model.use[model.runs[k].use + choice[v]];
  return slack;
}
