//===- Reduce.cpp - When to apply which operation -----------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forced choices first: where each state of one variable allows one state of
// its neighbour, the two are one variable. On real programs this leaves some
// hundred of some ten thousand nodes, and the relaxation of the merged problem
// is far tighter, since parallel edges are then priced together. Then states
// that find no room beside the least of all others: without them the relaxation
// can no longer take a thousandth of a huge and cheap state. Then states that
// are never better, then variables with at most two neighbours and no say
// in memory; each may enable the others, so the rounds go on while they help.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"

#include <algorithm>

using namespace partita::solver;

/// Tables made by elimination or by merging pairs are kept below this size.
static constexpr int64_t MaxTable = 20'000;
/// Elimination looks at no more entries than this for one variable.
static constexpr int64_t MaxElimination = 4'000'000;
/// Comparing all pairs of states of a variable may cost this much.
static constexpr int64_t MaxDominance = 50'000'000;
/// Merging where choices are not forced may grow the states by this factor.
static constexpr int GrowthNumerator = 3, GrowthDenominator = 2;
/// Memory is settled once one in so many variables has changed, and at most so
/// many times for want of other changes.
static constexpr int SettleAfter = 8, MostIdle = 10;

/// Returns true if some state was dropped.
bool Reducer::prune(Step step, const std::vector<int32_t> &states,
                    const std::vector<char> &drop) {
  if (states.empty())
    return false;
  int v = step.a;
  step.states = core.tables.addMap(states);
  core.prune(step, drop);
  touch(v);
  return true;
}

bool Reducer::dropForbiddenStates(int v) {
  Var &var = core.vars[v];
  auto forbidden = [](Cost cost) { return cost >= Inf; };
  if (std::none_of(var.cost.begin(), var.cost.end(), forbidden))
    return false;
  std::vector<int32_t> states;
  std::vector<char> drop(var.states(), 0);
  for (int s = 0; s < var.states(); ++s)
    if (forbidden(var.cost[s])) {
      drop[s] = 1;
      states.push_back(s);
    }
  return prune({Step::Unsupported, v}, states, drop);
}

/// Drops the states of both ends of an edge that have no partner on it.
bool Reducer::dropUnsupported(int e) {
  bool any = false;
  for (int side = 0; side < 2 && !core.infeasible; ++side) {
    const CoreEdge &edge = core.edges[e];
    int v = side ? edge.b : edge.a, other = side ? edge.a : edge.b;
    int states = core.vars[v].states(), others = core.vars[other].states();
    work += int64_t(states) * others;
    if (!core.forbids(edge))
      continue;
    const Allowed &allowed = core.tables.allowed(edge.table);
    if (side ? allowed.columnsSupported : allowed.rowsSupported)
      continue;
    std::vector<int32_t> lonely;
    std::vector<char> drop(states, 0);
    for (int s = 0; s < states; ++s) {
      bool supported = false;
      for (int t = 0; t < others && !supported; ++t)
        supported = core.entry(edge, v, s, t) < Inf;
      if (!supported) {
        drop[s] = 1;
        lonely.push_back(s);
      }
    }
    any |= prune({Step::Unsupported, v, other}, lonely, drop);
  }
  return any;
}

void Reducer::merge(int a, int b) {
  int states = core.vars[a].states();
  std::vector<Link> moved = core.vars[b].links;
  work += int64_t(moved.size()) * states;
  core.merge(a, b);
  --alive;
  Span<int32_t> back = core.tables.map(core.steps.back().back);
  bool same = int(back.size) == states;
  for (int s = 0; same && s < states; ++s)
    same = back[s] == s;
  if (!same) {
    touch(a);
    return;
  }
  // Only what came over from b is new.
  mark(a);
  for (const Link &link : moved)
    if (link.other != a) {
      mark(link.other);
      enqueue(core.findEdge(a, link.other));
    }
}

/// Merges the ends of an edge if the choice at one is forced by the other's.
bool Reducer::mergeForced(int e) {
  if (core.without.has(Technique::Merging))
    return false;
  const CoreEdge &edge = core.edges[e];
  int na = core.vars[edge.a].states(), nb = core.vars[edge.b].states();
  work += int64_t(na) * nb;
  const Allowed &allowed = core.tables.allowed(edge.table);
  bool byA = allowed.rowsForced, byB = allowed.columnsForced;
  if (!byA && !byB)
    return false;
  int a = edge.a, b = edge.b;
  // Both ways: the one with fewer edges moves.
  if (!byA || (byB && core.vars[a].links.size() < core.vars[b].links.size()))
    std::swap(a, b);
  merge(a, b);
  return true;
}

/// Works off the queue: support and forced choices, to the fixed point.
void Reducer::forced() {
  for (size_t k = 0; k < queue.size() && !over(); ++k) {
    int e = queue[k];
    queued[e] = 0;
    if (core.tables.full())
      core.collect();
    if (core.edges[e].a < 0 || !core.forbids(core.edges[e]))
      continue;
    if (dropUnsupported(e))
      continue; // queued again by `touch`
    mergeForced(e);
  }
  queue.clear();
}

/// Whether some table at a or b would be too large with so many states. Hubs
/// would ask all of their neighbours for each of them: so the largest ones that
/// are known come first, and the end with more edges last. If that one has no
/// objection either, the two are merged, which takes as long as asking did.
bool Reducer::growsTooLarge(int a, int b, int64_t pairs) {
  auto isTooLarge = [&](int v) {
    if (toLargest[v] < 0)
      return false;
    const CoreEdge &edge = core.edges[toLargest[v]];
    int other = edge.a == v ? edge.b : edge.b == v ? edge.a : -1;
    return other >= 0 && pairs * core.vars[other].states() > MaxTable;
  };
  if (isTooLarge(a) || isTooLarge(b))
    return true;
  if (core.vars[a].links.size() > core.vars[b].links.size())
    std::swap(a, b);
  for (int v : {a, b}) {
    core.linksSeen += int64_t(core.vars[v].links.size());
    int largest = 0;
    for (const Link &link : core.vars[v].links)
      if (core.vars[link.other].states() > largest) {
        largest = core.vars[link.other].states();
        toLargest[v] = link.edge;
      }
    if (isTooLarge(v))
      return true;
  }
  return false;
}

/// Merges along edges that still forbid something, where that does not make
/// many more states.
void Reducer::mergeAllowedPairs() {
  if (core.without.has(Technique::Merging))
    return;
  pairEnds.begin();
  for (int v = 0; pairEnds.next(v);)
    for (const Link &link : core.vars[v].links)
      if (core.forbids(core.edges[link.edge]))
        pairEdges.add(link.edge);
  pairEdges.begin();
  for (int e = 0; !over() && pairEdges.next(e);) {
    const CoreEdge &edge = core.edges[e];
    if (edge.a < 0 || !core.forbids(edge))
      continue;
    int na = core.vars[edge.a].states(), nb = core.vars[edge.b].states();
    int64_t pairs = core.tables.allowed(edge.table).pairs;
    work += int64_t(na) * nb;
    if (pairs * GrowthDenominator > int64_t(std::max(na, nb)) * GrowthNumerator)
      continue;
    int a = edge.a, b = edge.b;
    if (growsTooLarge(a, b, pairs))
      continue;
    merge(a, b);
    forced();
  }
}

/// Drops states of v for which another state is at least as good: whatever the
/// neighbours choose, it costs no more and uses no more memory at any row.
bool Reducer::dominate(int v) {
  if (core.without.has(Technique::Dominance))
    return false;
  Var &var = core.vars[v];
  int n = var.states();
  int64_t entries = 1;
  for (const Link &link : var.links)
    entries += core.vars[link.other].states();
  entries += int64_t(var.runs.size());
  if (n < 2 || entries * n * n > MaxDominance)
    return false;
  // The same question, if it was asked before.
  std::vector<int64_t> uses;
  for (const Run &run : var.runs)
    uses.insert(uses.end(), var.use.begin() + run.use,
                var.use.begin() + run.use + n);
  Cost least = 0;
  std::vector<int32_t> question = {
      Tables::Own, core.costList(v, least),
      core.tables.add(uses, int(var.runs.size()), n)};
  for (const Link &link : var.links) {
    View view = core.view(link.edge, v);
    question.push_back(view.table);
    question.push_back(view.turned);
  }
  Tables::Outcome &outcome = core.tables.recall(question);
  if (!outcome.known) {
    std::vector<int32_t> pairs = dominated(v, outcome.work);
    outcome.first = core.tables.addMap(pairs);
    outcome.known = true;
  }
  work += outcome.work;
  Span<int32_t> pairs = core.tables.map(outcome.first);
  std::vector<char> drop(n, 0);
  for (size_t k = 0; k < pairs.size; k += 2)
    drop[pairs[k]] = 1;
  return prune({Step::Dominated, v}, {pairs.begin(), pairs.end()}, drop);
}

/// Pairs of a state and another one that is at least as good; the latter is
/// not the first of an earlier pair.
std::vector<int32_t> Reducer::dominated(int v, int64_t &work) const {
  const Var &var = core.vars[v];
  int n = var.states();
  std::vector<int32_t> pairs;
  std::vector<char> drop(n, 0);
  auto better = [&](int t, int s) { // t is no worse than s
    for (const Run &run : var.runs)
      if (var.use[run.use + t] > var.use[run.use + s])
        return false;
    Cost gain = var.cost[s] - var.cost[t];
    for (const Link &link : var.links) {
      const CoreEdge &edge = core.edges[link.edge];
      int others = core.vars[link.other].states();
      work += others;
      bool row = edge.a == v;
      const Cost *table = core.tables.data(edge.table);
      const Cost *ps = table + (row ? size_t(s) * others : s);
      const Cost *pt = table + (row ? size_t(t) * others : t);
      int stride = row ? 1 : n;
      Cost least = Inf;
      for (int x = 0; x < others; ++x, ps += stride, pt += stride) {
        if (*ps >= Inf)
          continue;
        if (*pt >= Inf)
          return false;
        least = std::min(least, *ps - *pt);
      }
      gain = plus(gain, least);
    }
    return gain >= 0;
  };
  for (int s = 0; s < n; ++s)
    for (int t = 0; t < n && !drop[s]; ++t)
      if (t != s && !drop[t] && better(t, s)) {
        drop[s] = 1;
        pairs.push_back(s);
        pairs.push_back(t);
      }
  return pairs;
}

bool Reducer::tryEliminate(int v) {
  if (core.without.has(Technique::Elimination))
    return false;
  const Var &var = core.vars[v];
  if (!var.runs.empty() || var.links.size() > 2)
    return false;
  int64_t pairs = 1;
  for (const Link &link : var.links)
    pairs *= core.vars[link.other].states();
  if (var.links.size() == 2 && pairs > MaxTable)
    return false;
  if (pairs * var.states() > MaxElimination)
    return false;
  work += pairs * var.states();
  std::vector<Link> neighbours = var.links;
  core.eliminate(v);
  --alive;
  for (const Link &link : neighbours) {
    dropForbiddenStates(link.other);
    mark(link.other);
  }
  if (neighbours.size() == 2)
    enqueue(core.findEdge(neighbours[0].other, neighbours[1].other));
  return true;
}

bool Reducer::fold(int v) {
  if (core.vars[v].states() != 1)
    return false;
  std::vector<Link> neighbours = core.vars[v].links;
  core.fold(v);
  --alive;
  for (const Link &link : neighbours) {
    dropForbiddenStates(link.other);
    mark(link.other);
  }
  return true;
}

/// Looks at all variables that have changed; returns true if that did anything.
bool Reducer::pass() {
  bool any = false;
  changed.begin();
  for (int v = 0; !over() && changed.next(v);) {
    if (!core.vars[v].alive)
      continue;
    if (core.tables.full())
      core.collect();
    any |= fold(v) || tryEliminate(v) || dominate(v);
  }
  return any;
}

/// Looks at the hubs that wait for more changes after all.
bool Reducer::wake() {
  bool any = false;
  for (int v : waiting)
    if (core.vars[v].alive && changesAt[v] > 0) {
      lookAt(v);
      any = true;
    }
  waiting.clear();
  return any;
}

int64_t Reducer::run() {
  int64_t linksBefore = core.linksSeen;
  for (int v = 0; v < int(core.vars.size()) && !core.infeasible; ++v)
    dropForbiddenStates(v);
  for (size_t e = 0; e < core.edges.size(); ++e)
    if (core.edges[e].a >= 0)
      enqueue(int(e));
  // Far down in a tree most variables are long gone.
  for (int v = 0; v < int(core.vars.size()); ++v)
    if (core.vars[v].alive)
      lookAt(v);
  sinceSettled = alive; // all counts as new: the first round settles memory
  for (int idle = 0; !over();) {
    forced();
    mergeAllowedPairs();
    if (over())
      break;
    // Settling looks at everything: only after many changes, or for want of
    // anything else to do.
    if (int64_t(sinceSettled) * SettleAfter >= alive)
      settleMemory();
    if (over() || pass() || !queue.empty() || wake())
      continue;
    if (sinceSettled == 0 || ++idle > MostIdle)
      break;
    settleMemory();
  }
  if (!core.infeasible)
    core.tidyRows();
  core.collect();
  return work + core.linksSeen - linksBefore;
}

int64_t partita::solver::reduce(Core &core, const std::atomic<bool> *stop) {
  return Reducer(core, stop).run();
}
