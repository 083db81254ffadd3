//===- Kernels.cpp - Which kernels are worth a search -------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Kernels.h.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

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
/// Rounds of favoured kernels, of the other kinds, and of pauses in terms of
/// what the last kernel has taken.
static constexpr int FewestRounds = 4, MostRounds = 32, OtherRounds = 16,
                     MostIdle = 8;
/// Plans that are merged with the best one.
static constexpr size_t MostOthers = 4;

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

std::vector<char> Kernels::favoured(double gap) const {
  std::vector<double> lift = Bound(model).tension(duals).lift;
  double most = threshold(model, lift, gap, Sizes[size]);
  std::vector<char> kept(lift.size());
  for (size_t k = 0; k < lift.size(); ++k)
    kept[k] = lift[k] < most;
  return kept;
}

void Kernels::make(const Plan &best, const std::atomic<bool> &stop) {
  std::vector<char> kept = kind == Kind::Merged
                               ? std::vector<char>(model.unary.size(), 0)
                               : favoured(best.cost - bound);
  auto keep = [&](const Plan &plan) {
    for (int v = 0; v < model.size(); ++v)
      kept[model.at[v] + plan.choice[v]] = 1;
  };
  if (kind == Kind::Merged)
    for (const Plan &plan : others)
      keep(plan);
  const Plan *plan = kind == Kind::Fresh ? nullptr : &best;
  if (plan)
    keep(*plan);
  kernel = std::make_unique<Kernel>(core, model, duals, kept, plan,
                                    random.next(), &stop);
  duals = Duals();
  costThen = best.cost;
  left = kind == Kind::Favoured ? rounds : OtherRounds;
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
  bool ends = left <= 0 || kernel->finished();
  bool another = ends && kind == Kind::Fresh && kernel->cost() < Infinite;
  // Costs are whole.
  if (another || kernel->cost() < best.cost - 0.5) {
    found.choice = kernel->choice();
    found.cost = price(model, found.choice);
  }
  if (another)
    add(found);
  if (ends)
    end();
}

/// Decides on the next kernel.
void Kernels::end() {
  double won = costThen - kernel->cost();
  double usual = (costBefore - costThen) / pause;
  if (won > Enough * (costThen - bound) && won >= usual * spent) {
    idle = std::max(1, idle / 2);
    rounds = std::min(MostRounds, 2 * rounds);
    kind = Kind::Favoured;
  } else if (kind == Kind::Favoured) {
    idle = std::min(MostIdle, 2 * idle);
    rounds = std::max(FewestRounds, rounds / 2);
    if (kernel->finished() && size < Largest)
      smallest = size + 1;
    size = size < std::max(Usual, smallest) ? size + 1 : smallest;
    kind = Kind::Fresh;
  } else {
    bool merge = kind == Kind::Fresh && !others.empty();
    kind = merge ? Kind::Merged : Kind::Favoured;
  }
  rest = pause = std::max(FewestRounds, idle * spent);
  kernel.reset();
}

void Kernels::add(const Plan &plan) {
  if (plan.cost == Infinite)
    return;
  others.push_back(plan);
  if (others.size() > MostOthers)
    others.pop_front();
}

Plan Kernels::takePlan() {
  Plan plan = std::move(found);
  found = Plan();
  return plan;
}
