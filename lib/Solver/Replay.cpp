//===- Replay.cpp - The steps of a certificate, checked -----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Replay.h.
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include <algorithm>

using namespace partita::solver;

/// No step may ask for more memory than this stands for.
static constexpr size_t MostStates = size_t(1) << 20, MostEntries = size_t(1)
                                                                    << 26;

static std::string str(int64_t value) { return std::to_string(value); }

Replay::Replay(const Problem &problem, std::vector<Moment> moments,
               ReplayTables &shared)
    : rows(std::move(moments)), removed(rows.size()), least(rows.size()),
      shared(shared), held(shared.left) {
  // What the problem itself needs is not held against the certificate.
  CheckLimits &left = shared.left, allowed = left;
  left = {INT64_MAX, INT64_MAX};
  int64_t further = 0; // entries that sharing saves
  auto price = [](Cost cost) { return cost == Forbidden ? Never : Wide(cost); };
  for (const Moment &row : rows)
    limit.push_back(problem.limit(row.first));
  variables.resize(problem.numNodes());
  for (int i = 0; i < problem.numNodes(); ++i) {
    Variable &v = variables[i];
    for (Cost cost : problem.costs(i))
      v.cost.push_back(price(cost));
    for (int c = 0; c < problem.numLimits() && !rows.empty(); ++c) {
      auto first = [&](int64_t moment) {
        return int(
            std::lower_bound(rows.begin(), rows.end(), Moment(c, moment)) -
            rows.begin());
      };
      int begin = first(problem.begin(i)), end = first(problem.end(i));
      if (begin == end)
        continue;
      Run &run = v.runs[begin];
      run.last = end;
      for (int s = 0; s < problem.numStrategies(i); ++s)
        run.each.push_back(problem.memory(i, c, s));
    }
    held.take(VariableNumbers + numbersOf(i));
    countLeast(i, 1, least);
  }
  std::vector<Table> made(problem.numTables());
  for (int e = 0; e < problem.numEdges(); ++e) {
    Table &table = made[problem.table(e)];
    if (!table) {
      std::vector<Wide> entries;
      for (Cost cost : problem.entries(problem.table(e)))
        entries.push_back(price(cost));
      table = shared.share(std::move(entries));
    } else {
      further += int64_t(table->size());
    }
    addEdge(problem.first(e), problem.second(e), table);
  }
  // A proof may have to treat each edge differently; but a small problem can
  // have any number of them, so there is no more room for that than without.
  allowed.numbers += std::min(further, allowed.numbers);
  left = allowed;
  hold(RowNumbers * int64_t(rows.size()));
}

int Replay::rowOf(const Moment &moment) const {
  auto found = std::lower_bound(rows.begin(), rows.end(), moment);
  return found == rows.end() || *found != moment ? -1
                                                 : int(found - rows.begin());
}

std::vector<Wide> Replay::seenFrom(int edge, int v) const {
  const Edge &e = edges[edge];
  if (e.a == v)
    return e.table->list();
  std::vector<Wide> table;
  table.reserve(e.table->size());
  for (int s = 0; s < states(e.b); ++s)
    for (int t = 0; t < states(e.a); ++t)
      table.push_back((*e.table)[size_t(t) * states(e.b) + s]);
  return table;
}

void Replay::addEdge(int a, int b, Table table) {
  auto found = variables[a].edges.find(b);
  if (!spend(int64_t(table->size()) + EdgeWork))
    return;
  if (found == variables[a].edges.end()) {
    if (!hold(EdgeNumbers))
      return;
    variables[a].edges[b] = variables[b].edges[a] = int(edges.size());
    edges.push_back({a, b, std::move(table)});
    return;
  }
  if (!room(int64_t(table->size())))
    return;
  std::vector<Wide> sum = seenFrom(found->second, a);
  for (size_t k = 0; k < sum.size(); ++k)
    sum[k] = plus(sum[k], (*table)[k]);
  edges[found->second] = {a, b, shared.share(std::move(sum))};
}

void Replay::removeEdge(int edge) {
  Edge &e = edges[edge];
  variables[e.a].edges.erase(e.b);
  variables[e.b].edges.erase(e.a);
  e.table.reset();
}

bool Replay::keepStates(int v, const std::vector<int> &kept) {
  bool all = int(kept.size()) == states(v);
  for (size_t k = 0; all && k < kept.size(); ++k)
    all = kept[k] == int(k);
  if (all)
    return true;
  int64_t perState = 1 + int64_t(variables[v].runs.size()), perRow = 0;
  for (auto &[other, edge] : variables[v].edges)
    perRow += states(other);
  int64_t now = states(v), then = int64_t(kept.size());
  if (!spend((now + then) * (perState + perRow)) || !room(then * perRow) ||
      !hold((then - now) * perState) || !countLeast(v, -1, least))
    return false;
  for (auto &[other, edge] : variables[v].edges) {
    std::vector<Wide> from = seenFrom(edge, v), table;
    int others = states(other);
    table.reserve(kept.size() * others);
    for (int s : kept)
      table.insert(table.end(), from.begin() + size_t(s) * others,
                   from.begin() + size_t(s + 1) * others);
    edges[edge] = {v, other, shared.share(std::move(table))};
  }
  auto pick = [&](auto &numbers) {
    auto from = std::move(numbers);
    numbers.clear();
    for (int s : kept)
      numbers.push_back(from[s]);
  };
  pick(variables[v].cost);
  for (auto &[first, run] : variables[v].runs)
    pick(run.each);
  noSolution |= kept.empty();
  return countLeast(v, 1, least);
}

void Replay::remove(int v) {
  held.take(-numbersOf(v));
  variables[v] = Variable();
  variables[v].alive = false;
}

bool Replay::unsupported(const Certificate::Step &step,
                         std::vector<char> &drop) {
  int edge = -1;
  if (step.b >= 0) {
    auto found = variables[step.a].edges.find(step.b);
    if (found == variables[step.a].edges.end())
      return fail("u: no edge between " + str(step.a) + " and " + str(step.b));
    edge = found->second;
  }
  if (!spend(int64_t(step.states.size()) * (edge < 0 ? 1 : states(step.b))))
    return false;
  for (int s : step.states) {
    drop[s] = 1;
    if (step.b < 0) {
      if (variables[step.a].cost[s] != Never)
        return fail("u: state " + str(s) + " of " + str(step.a) +
                    " is not forbidden");
      continue;
    }
    for (int t = 0; t < states(step.b); ++t)
      if (at(edge, step.a, s, t) != Never)
        return fail("u: state " + str(s) + " of " + str(step.a) +
                    " has a partner");
  }
  return true;
}

bool Replay::dominated(const Certificate::Step &step, Needed &needed,
                       std::vector<char> &drop) {
  if (step.states.size() % 2)
    return fail("d: expects pairs of states");
  int64_t perPair = int64_t(variables[step.a].runs.size());
  for (auto &[other, edge] : variables[step.a].edges)
    perPair += states(other);
  if (!spend(perPair * int64_t(step.states.size())))
    return false;
  for (size_t k = 0; k < step.states.size(); k += 2) {
    int s = step.states[k], t = step.states[k + 1];
    std::string name = "state " + str(s) + " of " + str(step.a);
    for (int state : {s, t})
      if (drop[state])
        return fail("d: " + str(step.a) + " has no state " + str(state));
    const Variable &v = variables[step.a];
    if (s == t || v.cost[t] == Never)
      return fail("d: expects another, allowed state");
    Wide gain = plus(v.cost[s], -v.cost[t]);
    for (auto &[other, edge] : v.edges) {
      Wide lowest = Never;
      for (int x = 0; x < states(other); ++x) {
        Wide here = at(edge, step.a, s, x), there = at(edge, step.a, t, x);
        if (here == Never)
          continue;
        if (there == Never)
          return fail("d: state " + str(t) + " of " + str(step.a) +
                      " is forbidden where state " + str(s) + " is not");
        lowest = std::min(lowest, plus(here, -there));
      }
      gain = plus(gain, lowest);
    }
    if (gain < 0)
      return fail("d: " + name + " can be better than state " + str(t));
    for (auto &[first, run] : v.runs)
      if (run.each[t] > run.each[s] && needed.within(first, run.last))
        return fail("d: " + name + " can use less memory than state " + str(t));
    drop[s] = 1;
  }
  return true;
}

bool Replay::merge(int a, int b) {
  if (b < 0 || b >= numVariables() || !variables[a].edges.count(b))
    return fail("m: no edge between " + str(a) + " and " + str(b));
  if (!spend(int64_t(states(a)) * states(b)))
    return false;
  int between = variables[a].edges[b];
  std::vector<Wide> cost;
  std::vector<int> ofA, ofB;
  for (int s = 0; s < states(a); ++s)
    for (int t = 0; t < states(b); ++t) {
      Wide edge = at(between, a, s, t);
      if (edge == Never)
        continue;
      if (ofA.size() == MostStates)
        return fail("m: expects at most 2^20 states");
      ofA.push_back(s);
      ofB.push_back(t);
      cost.push_back(
          plus(plus(variables[a].cost[s], variables[b].cost[t]), edge));
    }
  removeEdge(between);
  if (!keepStates(a, ofA) || !keepStates(b, ofB))
    return false;
  if (noSolution)
    return true;
  variables[a].cost = cost;
  while (!variables[b].edges.empty()) {
    auto [other, edge] = *variables[b].edges.begin();
    if (!room(int64_t(edges[edge].table->size())))
      return false;
    std::vector<Wide> moved = seenFrom(edge, b);
    removeEdge(edge);
    addEdge(a, other, shared.share(std::move(moved)));
  }
  if (!joinRuns(a, b))
    return false;
  remove(b);
  return true;
}

bool Replay::fold(int a) {
  if (states(a) != 1)
    return fail("f: " + str(a) + " has " + str(states(a)) + " states");
  while (!variables[a].edges.empty()) {
    auto [other, edge] = *variables[a].edges.begin();
    if (!spend(states(other)))
      return false;
    for (int t = 0; t < states(other); ++t)
      variables[other].cost[t] =
          plus(variables[other].cost[t], at(edge, a, 0, t));
    removeEdge(edge);
  }
  constant = plus(constant, variables[a].cost[0]);
  if (!countLeast(a, 1, removed))
    return false;
  remove(a);
  return true;
}

bool Replay::eliminate(int a, Needed &needed) {
  Variable &v = variables[a];
  if (v.edges.size() > 2)
    return fail("e: " + str(a) + " has more than two neighbours");
  if (!spend(states(a) * int64_t(1 + v.runs.size())))
    return false;
  for (auto &[first, run] : v.runs)
    if (std::count(run.each.begin(), run.each.end(), run.each[0]) < states(a) &&
        needed.within(first, run.last))
      return fail("e: the states of " + str(a) + " use different memory");
  // A missing neighbour is one with a single state that costs nothing.
  std::vector<int> neighbours;
  std::vector<std::vector<Wide>> tables;
  while (!v.edges.empty()) {
    auto [other, edge] = *v.edges.begin();
    neighbours.push_back(other);
    tables.push_back(seenFrom(edge, a));
    removeEdge(edge);
  }
  size_t n[2] = {1, 1};
  for (size_t k = 0; k < neighbours.size(); ++k)
    n[k] = states(neighbours[k]);
  while (tables.size() < 2)
    tables.push_back(std::vector<Wide>(states(a), 0));
  if (n[0] * n[1] > MostEntries)
    return fail("e: expects at most 2^26 entries");
  if (!spend(int64_t(n[0] * n[1]) * states(a)) || !room(int64_t(n[0] * n[1])))
    return false;
  std::vector<Wide> best(n[0] * n[1], Never);
  for (int s = 0; s < states(a); ++s)
    for (size_t x = 0; x < n[0]; ++x)
      for (size_t y = 0; y < n[1]; ++y) {
        Wide &lowest = best[x * n[1] + y];
        lowest =
            std::min(lowest, plus(v.cost[s], plus(tables[0][s * n[0] + x],
                                                  tables[1][s * n[1] + y])));
      }
  if (neighbours.empty())
    constant = plus(constant, best[0]);
  else if (neighbours.size() == 1)
    for (size_t x = 0; x < n[0]; ++x) {
      Wide &cost = variables[neighbours[0]].cost[x];
      cost = plus(cost, best[x]);
    }
  else
    addEdge(neighbours[0], neighbours[1], shared.share(std::move(best)));
  if (!countLeast(a, 1, removed))
    return false;
  remove(a);
  return true;
}

bool Replay::restrict(int v, const std::vector<int32_t> &kept) {
  return keepStates(v, std::vector<int>(kept.begin(), kept.end())) &&
         message.empty();
}

bool Replay::apply(const Certificate::Step &step, Needed &needed) {
  if (step.kind == 'o')
    return overfull(step);
  if (!alive(step.a))
    return fail("there is no variable " + str(step.a));
  if (!spend(states(step.a) + int64_t(step.states.size())))
    return false;
  bool drops = step.kind == 'u' || step.kind == 'd' || step.kind == 'c';
  std::vector<char> drop(states(step.a), 0);
  for (int s : step.states)
    if (drops && (s < 0 || s >= states(step.a)))
      return fail(std::string(1, step.kind) + ": " + str(step.a) +
                  " has no state " + str(s));
  bool right = false;
  switch (step.kind) {
  case 'u':
    right = unsupported(step, drop);
    break;
  case 'd':
    right = dominated(step, needed, drop);
    break;
  case 'c':
    right = crowded(step, drop);
    break;
  case 'm':
    return merge(step.a, step.b) && message.empty();
  case 'f':
    return fold(step.a) && message.empty();
  case 'e':
    return eliminate(step.a, needed) && message.empty();
  default:
    return fail(std::string("there is no step '") + step.kind + "'");
  }
  if (!right || !message.empty())
    return false;
  std::vector<int> kept;
  for (int s = 0; s < states(step.a); ++s)
    if (!drop[s])
      kept.push_back(s);
  return keepStates(step.a, kept);
}
