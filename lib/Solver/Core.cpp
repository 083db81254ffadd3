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

Core::Core(const Problem &problem, bool zeroCosts) {
  auto price = [&](Cost cost) {
    return cost == Forbidden ? Inf : zeroCosts ? 0 : cost;
  };
  vars.resize(problem.numNodes());
  for (int i = 0; i < problem.numNodes(); ++i)
    for (Cost cost : problem.costs(i))
      vars[i].cost.push_back(price(cost));
  edges.reserve(problem.numEdges());
  for (int e = 0; e < problem.numEdges(); ++e) {
    std::vector<Cost> table;
    CostSpan entries = problem.entries(problem.table(e));
    table.reserve(entries.size);
    for (Cost cost : entries)
      table.push_back(price(cost));
    addToEdge(problem.first(e), problem.second(e), std::move(table));
  }
  buildRows(problem);
}

int Core::findEdge(int a, int b) const {
  if (vars[a].links.size() > vars[b].links.size())
    std::swap(a, b);
  for (const Link &link : vars[a].links)
    if (link.other == b)
      return link.edge;
  return -1;
}

void Core::dropLink(int var, int edge) {
  std::vector<Link> &links = vars[var].links;
  for (Link &link : links)
    if (link.edge == edge) {
      link = links.back();
      links.pop_back();
      return;
    }
}

void Core::removeEdge(int edge) {
  dropLink(edges[edge].a, edge);
  dropLink(edges[edge].b, edge);
  edges[edge] = CoreEdge();
}

static bool hasInf(const std::vector<Cost> &table) {
  for (Cost cost : table)
    if (cost >= Inf)
      return true;
  return false;
}

/// Adds a table over (a, b), to the edge between them if there is one.
void Core::addToEdge(int a, int b, std::vector<Cost> table) {
  int found = findEdge(a, b);
  if (found < 0) {
    int edge = int(edges.size());
    edges.emplace_back();
    edges[edge].a = a;
    edges[edge].b = b;
    edges[edge].forbids = hasInf(table);
    edges[edge].table = std::move(table);
    vars[a].links.push_back({b, edge});
    vars[b].links.push_back({a, edge});
    return;
  }
  CoreEdge &edge = edges[found];
  int na = vars[a].states(), nb = vars[b].states();
  for (int s = 0; s < na; ++s)
    for (int t = 0; t < nb; ++t) {
      Cost &cost = edge.a == a ? edge.table[size_t(s) * nb + t]
                               : edge.table[size_t(t) * na + s];
      cost = plus(cost, table[size_t(s) * nb + t]);
    }
  edge.forbids = hasInf(edge.table);
}

/// A table whose rows (or columns) are picked from another one's.
static std::vector<Cost> pick(const std::vector<Cost> &table, int rows,
                              int columns, bool byRow,
                              const std::vector<int32_t> &index) {
  std::vector<Cost> out;
  if (byRow) {
    out.reserve(index.size() * columns);
    for (int32_t s : index)
      out.insert(out.end(), table.begin() + size_t(s) * columns,
                 table.begin() + size_t(s + 1) * columns);
  } else {
    out.reserve(index.size() * rows);
    for (int r = 0; r < rows; ++r)
      for (int32_t s : index)
        out.push_back(table[size_t(r) * columns + s]);
  }
  return out;
}

static void selectUses(Var &var, const std::vector<int32_t> &index) {
  std::vector<int64_t> use;
  use.reserve(var.runs.size() * index.size());
  for (Run &run : var.runs) {
    size_t from = run.use;
    run.use = use.size();
    for (int32_t s : index)
      use.push_back(var.use[from + s]);
  }
  var.use = std::move(use);
}

/// Makes the states of a variable those with the given old indices.
void Core::select(int v, const std::vector<int32_t> &index) {
  Var &var = vars[v];
  for (const Link &link : var.links) {
    CoreEdge &edge = edges[link.edge];
    edge.table = pick(edge.table, vars[edge.a].states(), vars[edge.b].states(),
                      edge.a == v, index);
    if (edge.forbids)
      edge.forbids = hasInf(edge.table);
  }
  selectUses(var, index);
  std::vector<Cost> cost;
  for (int32_t s : index)
    cost.push_back(var.cost[s]);
  var.cost = std::move(cost);
}

void Core::prune(Step step, const std::vector<char> &drop) {
  for (int s = 0; s < vars[step.a].states(); ++s)
    if (!drop[s])
      step.back.push_back(s);
  select(step.a, step.back);
  infeasible |= step.back.empty();
  steps.push_back(std::move(step));
}

void Core::merge(int a, int b) {
  Step step{Step::Merge, a, b, {}, {}, {}};
  int shared = findEdge(a, b);
  assert(shared >= 0 && "merge follows an edge");
  Var &va = vars[a], &vb = vars[b];
  std::vector<Cost> cost;
  bool same = true;
  for (int s = 0; s < va.states(); ++s) {
    int partners = 0;
    for (int t = 0; t < vb.states(); ++t) {
      Cost c = entry(edges[shared], a, s, t);
      if (c >= Inf)
        continue;
      step.back.push_back(s);
      step.back2.push_back(t);
      cost.push_back(plus(plus(va.cost[s], vb.cost[t]), c));
      ++partners;
    }
    same &= partners == 1;
  }
  removeEdge(shared);
  if (!same)
    select(a, step.back);
  va.cost = std::move(cost);
  selectUses(vb, step.back2);
  for (Run run : vb.runs) {
    run.use += va.use.size();
    va.runs.push_back(run);
  }
  va.use.insert(va.use.end(), vb.use.begin(), vb.use.end());
  while (!vb.links.empty()) {
    Link link = vb.links.back();
    CoreEdge &edge = edges[link.edge];
    // Seen from b, then with the states of the pair.
    int other = link.other, others = vars[other].states();
    std::vector<Cost> table;
    table.reserve(step.back2.size() * others);
    for (int32_t t : step.back2)
      for (int x = 0; x < others; ++x)
        table.push_back(edge.a == b ? edge.table[size_t(t) * others + x]
                                    : edge.table[size_t(x) * vb.states() + t]);
    removeEdge(link.edge);
    addToEdge(a, other, std::move(table));
  }
  infeasible |= va.cost.empty();
  vb = Var();
  vb.alive = false;
  steps.push_back(std::move(step));
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
  steps.push_back({Step::Fold, a, -1, {}, {}, {}});
}

void Core::eliminate(int a) {
  Step step{Step::Eliminate, a, -1, {}, {}, {}};
  Var &var = vars[a];
  assert(var.runs.empty() && var.links.size() <= 2);
  int e1 = -1, e2 = -1, n1 = 1, n2 = 1;
  if (!var.links.empty()) {
    e1 = var.links[0].edge;
    step.left = var.links[0].other;
    n1 = vars[step.left].states();
  }
  if (var.links.size() == 2) {
    e2 = var.links[1].edge;
    step.right = var.links[1].other;
    n2 = vars[step.right].states();
  }
  step.rightStates = n2;
  std::vector<Cost> table;
  table.reserve(size_t(n1) * n2);
  for (int x = 0; x < n1; ++x)
    for (int y = 0; y < n2; ++y) {
      Cost best = Inf;
      int32_t state = 0;
      for (int s = 0; s < var.states(); ++s) {
        Cost cost = var.cost[s];
        if (e1 >= 0)
          cost = plus(cost, entry(edges[e1], a, s, x));
        if (e2 >= 0)
          cost = plus(cost, entry(edges[e2], a, s, y));
        if (cost < best) {
          best = cost;
          state = s;
        }
      }
      table.push_back(best);
      step.back.push_back(state);
    }
  if (e1 >= 0)
    removeEdge(e1);
  if (e2 >= 0)
    removeEdge(e2);
  if (e1 < 0)
    constant = plus(constant, table[0]);
  else if (e2 < 0)
    for (int x = 0; x < n1; ++x)
      vars[step.left].cost[x] = plus(vars[step.left].cost[x], table[x]);
  else
    addToEdge(step.left, step.right, std::move(table));
  infeasible |= constant >= Inf;
  var = Var();
  var.alive = false;
  steps.push_back(std::move(step));
}

Solution Core::expand(std::vector<int32_t> states) const {
  for (size_t k = steps.size(); k-- > 0;) {
    const Step &step = steps[k];
    switch (step.kind) {
    case Step::Unsupported:
    case Step::Dominated:
      states[step.a] = step.back[states[step.a]];
      break;
    case Step::Merge: {
      int32_t pair = states[step.a];
      states[step.a] = step.back[pair];
      states[step.b] = step.back2[pair];
      break;
    }
    case Step::Fold:
      states[step.a] = 0;
      break;
    case Step::Eliminate:
      states[step.a] =
          step.back[(step.left < 0 ? 0 : size_t(states[step.left])) *
                        step.rightStates +
                    (step.right < 0 ? 0 : states[step.right])];
      break;
    }
  }
  return states;
}
