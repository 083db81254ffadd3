//===- Core.cpp - The operations on a core and the way back -------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Core.h. When to apply which operation is decided in Reduce.cpp; the
// memory rows are in Rows.cpp.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

#include <algorithm>
#include <cassert>

using namespace partita::solver;

Core::Core(const Problem &problem) {
  auto price = [](Cost cost) { return cost == Forbidden ? Inf : cost; };
  vars.resize(problem.numNodes());
  for (int i = 0; i < problem.numNodes(); ++i)
    for (Cost cost : problem.costs(i))
      vars[i].cost.push_back(price(cost));
  edges.reserve(problem.numEdges());
  // A table of the problem and what it is here; the shape is the edge's.
  std::vector<std::pair<int, int>> known(problem.numTables(), {-1, 0});
  std::vector<Cost> table;
  for (int e = 0; e < problem.numEdges(); ++e) {
    int a = problem.first(e), b = problem.second(e), rows = vars[a].states();
    auto &[knownRows, id] = known[problem.table(e)];
    if (knownRows != rows) {
      table.clear();
      for (Cost cost : problem.entries(problem.table(e)))
        table.push_back(price(cost));
      id = tables.add(table, rows, vars[b].states());
      knownRows = rows;
    }
    addToEdge(a, b, id);
  }
  buildRows(problem);
}

Core Core::compact(std::vector<int> &names) const {
  Core out;
  out.without = without;
  out.rows = rows;
  out.constant = constant;
  out.owed.assign(rows.size() + 1, 0);
  std::vector<int> indexOf(vars.size(), -1);
  names.clear();
  for (size_t v = 0; v < vars.size(); ++v) {
    if (!vars[v].alive)
      continue;
    indexOf[v] = int(names.size());
    names.push_back(int(v));
    out.vars.push_back(vars[v]);
    out.vars.back().links.clear();
  }
  for (const CoreEdge &edge : edges) {
    if (edge.a < 0)
      continue;
    Span<Cost> entries = tables.entries(edge.table);
    out.addToEdge(indexOf[edge.a], indexOf[edge.b],
                  out.tables.add({entries.begin(), entries.end()},
                                 vars[edge.a].states(), vars[edge.b].states()));
  }
  return out;
}

size_t Core::ownBytes() const {
  size_t sum =
      tables.ownBytes() + vars.size() * sizeof(Var) +
      edges.size() * sizeof(CoreEdge) + steps.size() * sizeof(Step) +
      between.size() * (sizeof(*between.begin()) + 2 * sizeof(void *)) +
      rows.size() * (sizeof(Row) + sizeof(int64_t) + sizeof(int32_t));
  for (const Var &var : vars)
    sum += (var.cost.size() + var.use.size()) * sizeof(Cost) +
           var.runs.size() * sizeof(Run) + var.links.size() * sizeof(Link);
  return sum;
}

/// Looks among the fewer links. Two hubs are asked for their edge with every
/// variable between them: one that is far down the list is remembered.
int Core::findEdge(int a, int b) {
  constexpr size_t Far = 64;
  if (vars[a].links.size() > vars[b].links.size())
    std::swap(a, b);
  const std::vector<Link> &links = vars[a].links;
  uint64_t key = uint64_t(std::min(a, b)) << 32 | uint64_t(std::max(a, b));
  if (links.size() > Far) {
    auto known = between.find(key);
    if (known != between.end()) {
      const CoreEdge &edge = edges[known->second];
      if ((edge.a == a && edge.b == b) || (edge.a == b && edge.b == a))
        return known->second;
    }
  }
  for (size_t k = 0; k < links.size(); ++k, ++linksSeen)
    if (links[k].other == b) {
      if (k > Far)
        between[key] = links[k].edge;
      return links[k].edge;
    }
  return -1;
}

/// Drops one link of a variable; the last one takes its place.
void Core::dropLink(int var, int at) {
  std::vector<Link> &links = vars[var].links;
  links[at] = links.back();
  links.pop_back();
  if (at == int(links.size()))
    return;
  CoreEdge &moved = edges[links[at].edge];
  (moved.a == var ? moved.atA : moved.atB) = at;
}

void Core::removeEdge(int e) {
  const CoreEdge edge = edges[e];
  dropLink(edge.a, edge.atA);
  dropLink(edge.b, edge.atB);
  edges[e] = CoreEdge();
}

/// Adds a table over (a, b), to the edge between them if there is one.
void Core::addToEdge(int a, int b, int table) {
  int found = findEdge(a, b);
  if (found >= 0) {
    CoreEdge &edge = edges[found];
    edge.table = tables.sum(edge.table, table, edge.a != a);
    return;
  }
  std::vector<Link> &atA = vars[a].links, &atB = vars[b].links;
  int edge = int(edges.size());
  edges.push_back({a, b, table, int(atA.size()), int(atB.size())});
  atA.push_back({b, edge});
  atB.push_back({a, edge});
}

void Core::collect() {
  std::vector<char> kept(tables.count(), 0);
  for (const CoreEdge &edge : edges)
    kept[edge.table] = 1;
  std::vector<int32_t> number = tables.collect(kept);
  for (CoreEdge &edge : edges)
    edge.table = number[edge.table];
}

static void selectUses(Var &var, Span<int32_t> index) {
  var.tidy = false;
  std::vector<int64_t> use;
  use.reserve(var.runs.size() * index.size);
  for (Run &run : var.runs) {
    size_t from = run.use;
    run.use = use.size();
    for (int32_t s : index)
      use.push_back(var.use[from + s]);
  }
  var.use = std::move(use);
}

/// Makes the states of a variable those with the given old indices.
void Core::select(int v, int map) {
  Var &var = vars[v];
  for (const Link &link : var.links) {
    CoreEdge &edge = edges[link.edge];
    edge.table = tables.pick(edge.table, edge.a == v, map, false);
  }
  Span<int32_t> index = tables.map(map);
  selectUses(var, index);
  std::vector<Cost> cost;
  cost.reserve(index.size);
  for (int32_t s : index)
    cost.push_back(var.cost[s]);
  var.cost = std::move(cost);
}

void Core::prune(Step step, const std::vector<char> &drop) {
  std::vector<int32_t> kept;
  for (int s = 0; s < vars[step.a].states(); ++s)
    if (!drop[s])
      kept.push_back(s);
  step.back = tables.addMap(kept);
  select(step.a, step.back);
  infeasible |= kept.empty();
  steps.push_back(step);
}

/// Whether a map takes each of n states to itself.
static bool isSame(Span<int32_t> map, int n) {
  bool same = int(map.size) == n;
  for (int s = 0; same && s < n; ++s)
    same = map[s] == s;
  return same;
}

int Core::costList(int v, Cost &least) {
  std::vector<Cost> beyond = vars[v].cost;
  least = beyond.empty() ? 0 : *std::min_element(beyond.begin(), beyond.end());
  if (least >= Inf)
    least = 0;
  for (Cost &cost : beyond)
    cost = plus(cost, -least);
  return tables.add(beyond, 1, int(beyond.size()));
}

void Core::merge(int a, int b) {
  Step step{Step::Merge, a, b};
  int shared = findEdge(a, b);
  assert(shared >= 0 && "merge follows an edge");
  Var &va = vars[a], &vb = vars[b];
  Cost leastA = 0, leastB = 0;
  int costsOfA = costList(a, leastA), costsOfB = costList(b, leastB);
  Tables::Pairs pairs = tables.pairs(costsOfA, costsOfB, view(shared, a));
  step.back = pairs.first;
  step.back2 = pairs.second;
  removeEdge(shared);
  if (!isSame(tables.map(step.back), va.states()))
    select(a, step.back);
  Span<Cost> cost = tables.entries(pairs.cost);
  va.cost.assign(cost.begin(), cost.end());
  for (Cost &c : va.cost)
    c = plus(c, leastA + leastB);
  if (!isSame(tables.map(step.back2), vb.states()))
    selectUses(vb, tables.map(step.back2));
  // The order of runs does not matter: few are added to many.
  if (va.runs.size() < vb.runs.size()) {
    std::swap(va.runs, vb.runs);
    std::swap(va.use, vb.use);
  }
  for (Run run : vb.runs) {
    run.use += va.use.size();
    va.runs.push_back(run);
  }
  va.tidy = false;
  va.use.insert(va.use.end(), vb.use.begin(), vb.use.end());
  while (!vb.links.empty()) {
    Link link = vb.links.back();
    View view = this->view(link.edge, b);
    removeEdge(link.edge);
    // Seen from b, then with the states of the pair.
    addToEdge(a, link.other,
              tables.pick(view.table, !view.turned, step.back2, view.turned));
  }
  infeasible |= va.cost.empty();
  vb = Var();
  vb.alive = false;
  steps.push_back(step);
}

void Core::fold(int a) {
  assert(vars[a].states() == 1 && "fold takes a variable with one state");
  while (!vars[a].links.empty()) {
    Link link = vars[a].links.back();
    Var &other = vars[link.other];
    for (int x = 0; x < other.states(); ++x)
      other.cost[x] = plus(other.cost[x], entry(edges[link.edge], a, 0, x));
    removeEdge(link.edge);
  }
  constant = plus(constant, vars[a].cost[0]);
  for (const Run &run : vars[a].runs)
    takeOff(run, vars[a].use[run.use]);
  vars[a] = Var();
  vars[a].alive = false;
  steps.push_back({Step::Fold, a});
}

void Core::eliminate(int a) {
  Step step{Step::Eliminate, a};
  const std::vector<Link> links = vars[a].links;
  assert(vars[a].runs.empty() && links.size() <= 2);
  View views[2] = {{-1, false}, {-1, false}};
  for (size_t k = 0; k < links.size(); ++k)
    views[k] = view(links[k].edge, a);
  if (links.size() > 0)
    step.left = links[0].other;
  if (links.size() > 1) {
    step.right = links[1].other;
    step.rightStates = vars[step.right].states();
  }
  Cost least = 0;
  int costs = costList(a, least);
  Tables::Reaction best = tables.react(costs, views[0], views[1]);
  constant = plus(constant, least);
  step.back = best.map;
  for (const Link &link : links)
    removeEdge(link.edge);
  const Cost *table = tables.data(best.table);
  if (step.left < 0) {
    constant = plus(constant, table[0]);
  } else if (step.right < 0) {
    std::vector<Cost> &cost = vars[step.left].cost;
    for (size_t x = 0; x < cost.size(); ++x)
      cost[x] = plus(cost[x], table[x]);
  } else {
    addToEdge(step.left, step.right, best.table);
  }
  infeasible |= constant >= Inf;
  vars[a] = Var();
  vars[a].alive = false;
  steps.push_back(step);
}

Solution Core::expand(std::vector<int32_t> states) const {
  for (size_t k = steps.size(); k-- > 0;) {
    const Step &step = steps[k];
    Span<int32_t> back = tables.map(step.back);
    switch (step.kind) {
    case Step::Unsupported:
    case Step::Dominated:
    case Step::Crowded:
    case Step::Chosen:
      states[step.a] = back[states[step.a]];
      break;
    case Step::Merge: {
      int32_t pair = states[step.a];
      states[step.a] = back[pair];
      states[step.b] = tables.map(step.back2)[pair];
      break;
    }
    case Step::Fold:
      states[step.a] = 0;
      break;
    case Step::Eliminate:
      states[step.a] = back[(step.left < 0 ? 0 : size_t(states[step.left])) *
                                step.rightStates +
                            (step.right < 0 ? 0 : states[step.right])];
      break;
    }
  }
  return states;
}
