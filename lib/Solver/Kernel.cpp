//===- Kernel.cpp - The states that the bound favours -------------------*-===//
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

#include <algorithm>

using namespace partita::solver;

/// Kernels begin once the plan no longer gets better by this part of the gap
/// within some rounds: before, the duals are no guide yet.
static constexpr double Little = 0.01;
/// A kernel pays if it brings this part of the gap, and no less per round than
/// the rounds before it.
static constexpr double Enough = 0.001;
/// Parts of the whole's entries that kernels may have before reduction, the
/// last for cores with few states: there the bound is torn between half of
/// them.
static constexpr double Sizes[] = {1. / 32, 1. / 16, 1. / 8, 1. / 4, 1. / 2};
static constexpr int Usual = 3, Largest = 4;
static constexpr int FewestRounds = 4, MostRounds = 32, MostIdle = 8;
/// The work of making a kernel, reduction apart, per entry of the whole.
static constexpr int WorkPerEntry = 12;

/// The whole, its variables numbered as the model's.
static Core copyOf(const Core &whole) {
  std::vector<int> names;
  return whole.compact(names);
}

Kernel::Kernel(const Core &whole, const Model &model, const Duals &duals,
               const std::vector<double> &lift, double most, const Plan &plan,
               uint64_t seed, const std::atomic<bool> *stop)
    : core(copyOf(whole)) {
  Family family(core);
  family.keep(Model(core), duals);
  core = family.child();
  for (int v = 0; v < model.size(); ++v) {
    std::vector<char> drop(model.states[v], 0);
    bool any = false;
    for (int s = 0; s < model.states[v]; ++s)
      any |= drop[s] = s != plan.choice[v] && lift[model.at[v] + s] >= most;
    if (any)
      core.prune({Step::Chosen, v}, drop);
  }
  made = WorkPerEntry * model.entries + reduce(core, stop);
  small = Model(core);
  if (small.size() == 0)
    return;
  prover = std::make_unique<Prover>(core, small);
  prover->bound().start(family.inherit(core, small));
  portfolio = std::make_unique<Portfolio>(small, seed);
  Plan first;
  first.choice = select(small, project(core, plan.choice));
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

std::vector<int32_t> Kernel::choice() const {
  return expand(core, small, portfolio->plan().choice);
}

/// The lift, at most the gap, from which on states go so that no more than a
/// part of the entries is left.
static double threshold(const Model &model, const std::vector<double> &lift,
                        double gap, double part) {
  auto fits = [&](double most) {
    std::vector<double> kept(model.size(), 0);
    for (int v = 0; v < model.size(); ++v)
      for (size_t k = model.at[v]; k < model.at[v + 1]; ++k)
        kept[v] += lift[k] < most;
    double entries = 0;
    for (const ModelEdge &edge : model.edges)
      entries += kept[edge.a] * kept[edge.b];
    return entries <= part * double(model.entries);
  };
  if (fits(gap))
    return gap;
  double low = 0, high = gap;
  for (int k = 0; k < 30; ++k) {
    double middle = (low + high) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

bool Kernels::begin(const Bound &now, const Plan &best) {
  if (best.cost == Infinite || core.without.has(Technique::Kernels))
    return false;
  if (kernel)
    return true;
  if (rest == pause)
    costBefore = best.cost;
  if (--rest > 0)
    return false;
  bound = now.value();
  double gap = best.cost - bound;
  if (!settled) {
    settled = costBefore - best.cost < Little * gap;
    rest = pause;
    costBefore = best.cost;
    if (!settled)
      return false;
  }
  duals = now.duals();
  return gap > 0.5;
}

void Kernels::make(const Plan &best, const std::atomic<bool> &stop) {
  std::vector<double> lift = Bound(model).tension(duals).lift;
  double most = threshold(model, lift, best.cost - bound, Sizes[size]);
  kernel = std::make_unique<Kernel>(core, model, duals, lift, most, best,
                                    random.next(), &stop);
  duals = Duals();
  costThen = best.cost;
  left = rounds;
  spent = 0;
  debt = kernel->work();
}

void Kernels::improve(int64_t work, const Plan &best,
                      const std::atomic<bool> &stop) {
  if (!kernel)
    make(best, stop);
  // Rounds that pay for its making do not count.
  int64_t paid = std::min(debt, work);
  debt -= paid;
  ++spent;
  if (work > paid) {
    --left;
    kernel->improve(work - paid, stop);
  }
  // Costs are whole.
  if (kernel->cost() < best.cost - 0.5) {
    found.choice = kernel->choice();
    found.cost = price(model, found.choice);
  }
  if (left <= 0 || kernel->finished())
    end();
}

/// Decides on the next kernel.
void Kernels::end() {
  double won = costThen - kernel->cost();
  double usual = (costBefore - costThen) / pause;
  if (won > Enough * (costThen - bound) && won >= usual * spent) {
    idle = std::max(1, idle / 2);
    rounds = std::min(MostRounds, 2 * rounds);
  } else {
    idle = std::min(MostIdle, 2 * idle);
    rounds = std::max(FewestRounds, rounds / 2);
    if (kernel->finished() && size < Largest)
      smallest = size + 1;
    size = size < std::max(Usual, smallest) ? size + 1 : smallest;
  }
  rest = pause = std::max(FewestRounds, idle * spent);
  kernel.reset();
}

Plan Kernels::takePlan() {
  Plan plan = std::move(found);
  found = Plan();
  return plan;
}
