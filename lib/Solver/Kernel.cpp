//===- Kernel.cpp - A core with few of the states -----------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Kernel.h.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "Family.h"
#include "Start.h"

using namespace partita::solver;

/// The work of making a kernel, reduction apart, per entry of the whole.
static constexpr int WorkPerEntry = 12;

/// The whole, its variables numbered as the model's.
static Core copyOf(const Core &whole) {
  std::vector<int> names;
  return whole.compact(names);
}

Kernel::Kernel(const Core &whole, const Model &model, const Duals &duals,
               const std::vector<char> &kept, const Plan *plan, uint64_t seed,
               const std::atomic<bool> *stop)
    : core(copyOf(whole)) {
  Family family(core);
  family.keep(Model(core), duals);
  core = family.child();
  for (int v = 0; v < model.size(); ++v) {
    std::vector<char> drop(model.states[v], 0);
    bool any = false;
    for (int s = 0; s < model.states[v]; ++s)
      any |= drop[s] = !kept[model.at[v] + s];
    if (any)
      core.prune({Step::Chosen, v}, drop);
  }
  made = WorkPerEntry * model.entries + reduce(core, stop);
  if (core.infeasible)
    return;
  small = Model(core);
  if (small.size() == 0)
    return;
  prover = std::make_unique<Prover>(core, small);
  prover->bound().start(family.inherit(core, small));
  portfolio = std::make_unique<Portfolio>(small, seed);
  if (!plan)
    return;
  Plan first;
  first.choice = select(small, project(core, plan->choice));
  if (allowed(small, first.choice)) {
    first.cost = price(small, first.choice);
    portfolio->add(first);
  }
}

void Kernel::improve(int64_t work, const std::atomic<bool> &stop) {
  if (!prover)
    return;
  std::vector<double> price = prover->bound().duals().price;
  prover->improve(work / 2, cost(), stop);
  portfolio->add(prover->suggest(rounds++, 0));
  portfolio->improve(work / 2, price, stop);
  portfolio->add(prover->takePlan());
}

double Kernel::cost() const {
  if (core.infeasible)
    return Infinite;
  return prover ? portfolio->cost() : small.constant;
}

std::vector<int32_t> Kernel::choice() const {
  return expand(core, small,
                prover ? portfolio->plan().choice : std::vector<int32_t>());
}
