//===- Tree.cpp - Exact search: branch, bound and cut -------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Tree.h.
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "TreeNode.h"

#include <algorithm>
#include <cmath>

using namespace partita::solver;

/// Sweeps between two looks at whether it is worth going on, and at most.
static constexpr int Sweeps = 10, MostSweeps = 200;

Tree::Tree(const Core &root, const Bound &bound, TreeLimits limits)
    : limits(limits) {
  auto family = std::make_shared<Family>(root.compact(names));
  // Its model is the root's, but for the names.
  family->keep(Model(family->core), bound.duals());
  nodes.emplace_back();
  nodes[0].family = std::move(family);
  nodes[0].family->weigh();
  held = nodes[0].family->bytes;
  nodes[0].bound = bound.value();
  wait(0);
}

Tree::~Tree() = default;

/// Costs are whole: a bound above the best less one closes a node, a little
/// more, so that the certificate can round. So does one above what any solution
/// can cost.
bool Tree::closes(double bound) const {
  return bound >= 1.01 * double(MaxTotal) ||
         bound >= best - 1 + 0.02 + 1e-12 * std::fabs(best);
}

double Tree::value() const {
  return finished() ? best : std::min(best, provable()[0]);
}

std::vector<double> Tree::provable() const {
  std::vector<double> value(nodes.size());
  for (size_t k = nodes.size(); k-- > 0;) {
    const Node &node = nodes[k];
    value[k] = node.proven;
    if (node.children.empty())
      continue;
    double least = Infinite;
    for (int child : node.children)
      least = std::min(least, value[child]);
    value[k] = std::max(value[k], least);
  }
  return value;
}

void Tree::wait(int index) {
  open.insert(index);
  byBound.insert({nodes[index].bound, index});
}

/// The node to go on with: below the last one, or that with the least bound.
int Tree::next() {
  bool dive = last >= 0 && !nodes[last].children.empty();
  int index =
      dive || held >= limits.held ? *open.rbegin() : byBound.begin()->second;
  open.erase(index);
  byBound.erase({nodes[index].bound, index});
  return index;
}

int64_t Tree::explore(int64_t work, double toBeat,
                      const std::atomic<bool> &stopSign) {
  best = std::min(best, toBeat);
  stop = &stopSign;
  int64_t spent = 0;
  while (spent < work && !ended() && !stop->load()) {
    int index = next();
    if (index > 0 && closes(nodes[index].bound - 0.25)) {
      // An ancestor's bound is enough by now, and will be written instead.
      leave(nodes[index]);
      continue;
    }
    spent += process(index);
    forgetDuals(nodes[index].parent);
    last = index;
  }
  return spent;
}

/// Lets go of what a node has of its parent; it will not be looked at again.
/// Whoever else is done with that has let go of it before.
void Tree::leave(Node &node) {
  if (node.family.use_count() == 1)
    held -= node.family->bytes;
  node.family.reset();
}

/// Sweeps until the node closes or the bound gets stuck. Returns whether it
/// closes.
bool Tree::improve(Bound &bound, int64_t &work) const {
  int64_t sweep = bound.workPerSweep();
  double before = -Infinite;
  for (int done = 0; done < MostSweeps && !stop->load(); done += Sweeps) {
    bound.improve(Sweeps * sweep, best, *stop);
    work += Sweeps * sweep;
    if (closes(bound.value()))
      return true;
    double gap = best == Infinite ? 0.05 * std::fabs(bound.value()) + 1
                                  : best - bound.value();
    if (done >= 2 * Sweeps && bound.value() - before < 0.02 * gap)
      break;
    before = bound.value();
  }
  return false;
}

/// Decodes a plan, and keeps it if it is better than any before.
void Tree::tryPlan(const Core &core, const Model &model, const Bound &bound,
                   int64_t &work) {
  Plan plan =
      decode(model, bound.duals(), processed % 2 ? 1 : 1.5, nullptr, &work);
  if (!(plan.cost < best))
    return;
  best = found.cost = plan.cost;
  found.choice = expand(core, model, plan.choice);
}

Plan Tree::takePlan() {
  Plan plan = std::move(found);
  found = Plan();
  return plan;
}

/// Lists the states that would lift the bound to the best cost. Returns false
/// if there are too few of them to be worth a place in the proof.
bool Tree::cut(const Core &core, const Model &model, const Bound &bound,
               const Bound::Tension &tension, Certificate::Node &proof) {
  if (best == Infinite)
    return false;
  // Room for rounding: of messages, and of doubles as large as the cost.
  double margin =
      std::max(0.25, 1e-3 * (best - bound.value())) + 2e-12 * std::fabs(best);
  double least = best - 1 + margin - bound.value();
  const std::vector<double> &lift = tension.lift;
  int64_t dropped = 0;
  for (double value : lift)
    dropped += value >= least;
  if (dropped == 0 || dropped * 20 < int64_t(lift.size()))
    return false;
  duals(core, model, bound, margin / 2, proof);
  for (int v = 0; v < model.size(); ++v) {
    Certificate::Cut cut{names[model.var[v]], {}};
    for (int s = 0; s < model.states[v]; ++s)
      if (lift[model.at[v] + s] >= least)
        cut.states.push_back(s);
    if (cut.states.empty())
      continue;
    numbers += int64_t(cut.states.size()) + 4;
    proof.cuts.push_back(std::move(cut));
  }
  return true;
}

/// The variable whose use of memory is worth most at the node's prices, and its
/// states that use little.
int Tree::byMemory(const Model &model, const Bound &bound, double least,
                   std::vector<char> &side) const {
  std::vector<double> worth;
  priceStates(model, bound.duals().price, worth);
  int chosen = -1;
  double low = 0, width = least;
  for (int v = 0; v < model.size(); ++v) {
    auto first = worth.begin() + model.at[v];
    auto [lowest, highest] =
        std::minmax_element(first, first + model.states[v]);
    if (*highest - *lowest <= width)
      continue;
    low = *lowest;
    width = *highest - *lowest;
    chosen = v;
  }
  if (chosen >= 0)
    for (int s = 0; s < model.states[chosen]; ++s)
      side.push_back(worth[model.at[chosen] + s] <= low + 0.02 * width);
  return chosen;
}

/// The variable whose use differs most at the row that the choice overfills
/// most, and its states that use little there.
int Tree::byLoad(const Model &model, const std::vector<int32_t> &choice,
                 std::vector<char> &side) const {
  std::vector<double> load = loads(model, choice);
  int fullest = -1;
  double most = 1;
  for (size_t r = 0; r < model.capacity.size(); ++r) {
    double relative = load[r] / (double(model.capacity[r]) + 1e-9);
    if (load[r] > double(model.capacity[r]) && relative > most) {
      most = relative;
      fullest = int(r);
    }
  }
  int chosen = -1;
  int64_t widest = 0;
  const int64_t *uses = nullptr;
  for (int v = 0; v < model.size() && fullest >= 0; ++v)
    for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k) {
      const Run &run = model.runs[k];
      if (fullest < run.first || fullest >= run.last)
        continue;
      const int64_t *first = model.use.data() + run.use;
      auto [low, high] = std::minmax_element(first, first + model.states[v]);
      if (*high - *low > widest) {
        widest = *high - *low;
        chosen = v;
        uses = first;
      }
    }
  if (chosen >= 0)
    for (int s = 0; s < model.states[chosen]; ++s)
      side.push_back(uses[s] <=
                     *std::min_element(uses, uses + model.states[chosen]) +
                         widest / 2);
  return chosen;
}

/// The variable that costs most above the bound, and half of the states between
/// which the bound is torn.
int Tree::byTension(const Model &model, const Bound::Tension &tension,
                    std::vector<char> &side) const {
  int chosen = -1;
  for (int v = 0; v < model.size(); ++v)
    if (model.states[v] > 1 &&
        (chosen < 0 || tension.above[v] > tension.above[chosen]))
      chosen = v;
  int n = model.states[chosen];
  auto lift = tension.lift.begin() + model.at[chosen];
  std::vector<int> order(n);
  for (int s = 0; s < n; ++s)
    order[s] = s;
  std::sort(order.begin(), order.end(), [&](int s, int t) {
    return std::pair(lift[s], s) < std::pair(lift[t], t);
  });
  // The least against the second: what is near either goes with it in turn.
  side.assign(n, 0);
  double far = lift[order[n - 1]];
  for (int k = 0; k < n; ++k)
    side[order[k]] =
        k == 0 || (k > 1 && lift[order[k]] < 0.1 * far && k % 2 == 0);
  return chosen;
}

/// Makes two children of a node.
void Tree::branch(int index, std::shared_ptr<Family> family, const Model &model,
                  const Bound &bound, const Bound::Tension &tension) {
  double gap =
      best == Infinite ? std::fabs(bound.value()) + 1 : best - bound.value();
  std::vector<char> side;
  int v = -1;
  if (tension.total < 0.3 * gap) {
    v = byMemory(model, bound, 0.02 * gap, side);
    if (v < 0)
      v = byLoad(model, tension.choice, side);
  }
  if (v < 0)
    v = byTension(model, tension, side);
  nodes[index].branchVariable = model.var[v];
  // The side where the bound has its least comes last and is the next.
  auto lift = tension.lift.begin() + model.at[v];
  int least = int(std::min_element(lift, lift + model.states[v]) - lift);
  for (bool leastSide : {false, true}) {
    Node child;
    child.family = family;
    child.variable = model.var[v];
    for (int s = 0; s < model.states[v]; ++s)
      if ((side[s] == side[least]) == leastSide)
        child.kept.push_back(s);
    child.bound = std::max(nodes[index].bound, bound.value());
    child.parent = index;
    child.depth = nodes[index].depth + int(nodes[index].proof.size());
    nodes[index].children.push_back(int(nodes.size()));
    nodes.push_back(std::move(child));
    wait(int(nodes.size()) - 1);
  }
}

int64_t Tree::process(int index) {
  int64_t work = 1000, numbersBefore = numbers;
  std::shared_ptr<Family> parent = nodes[index].family;
  auto family = std::make_shared<Family>(parent->child());
  Core &core = family->core;
  if (nodes[index].variable >= 0) {
    std::vector<char> drop(core.vars[nodes[index].variable].states(), 1);
    for (int32_t s : nodes[index].kept)
      drop[s] = 0;
    core.prune({Step::Chosen, nodes[index].variable}, drop);
  }
  ++processed;
  while (true) {
    nodes[index].proof.emplace_back();
    Certificate::Node &proof = nodes[index].proof.back();
    size_t from = core.steps.size();
    work += reduce(core, stop);
    steps(core, from, proof);
    if (core.infeasible) {
      nodes[index].proven = Infinite;
      break;
    }
    Model model(core);
    Bound bound(model);
    bound.start(parent->inherit(core, model));
    bool closed = improve(bound, work);
    if (stop->load() && !closed) {
      // Nothing is known of it yet: as if it had not been looked at.
      nodes[index].proof.clear();
      nodes[index].proven = -Infinite;
      numbers = numbersBefore;
      wait(index);
      return work;
    }
    nodes[index].proven = bound.value();
    tryPlan(core, model, bound, work);
    closed |= closes(bound.value());
    // Copying and the tension look at all entries a few times.
    work += 10 * model.entries;
    numbers += int64_t(model.unary.size()) / 4;
    int parts = nodes[index].depth + int(nodes[index].proof.size());
    Bound::Tension tension;
    if (!closed) {
      tension = bound.tension(bound.duals());
      if (parts < limits.depth && cut(core, model, bound, tension, proof)) {
        parent = std::make_shared<Family>(core);
        parent->keep(model, bound.duals());
        core = parent->child();
        take(core, proof.cuts);
        continue;
      }
    }
    double slack = bound.value() - (best - 1);
    duals(core, model, bound, closed ? slack / 2 : 0.2, proof);
    if (closed || model.size() == 0)
      break;
    if (parts >= limits.depth) {
      stuck = true;
      break;
    }
    family->core.steps.shrink_to_fit();
    family->keep(model, bound.duals());
    // What only these two had in common with it is its own from now on.
    parent.reset();
    leave(nodes[index]);
    family->weigh();
    held += family->bytes;
    branch(index, family, model, bound, tension);
    break;
  }
  parent.reset(); // or the last child would count as one of two
  leave(nodes[index]);
  return work;
}

/// Drops the states of cuts.
void Tree::take(Core &core, const std::vector<Certificate::Cut> &cuts) const {
  for (const Certificate::Cut &cut : cuts) {
    int v = int(std::lower_bound(names.begin(), names.end(), cut.variable) -
                names.begin());
    std::vector<char> drop(core.vars[v].states(), 0);
    for (int32_t s : cut.states)
      drop[s] = 1;
    core.prune({Step::Chosen, v}, drop);
  }
}
