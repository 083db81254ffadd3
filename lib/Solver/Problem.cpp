//===- Problem.cpp - Building, checking and pricing ---------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The definition of the problem in code. Nothing here knows how one is solved.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Problem.h"

#include "Complaints.h"

#include <algorithm>
#include <utility>

using namespace partita::solver;

static uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccdu;
  return hash ^ (hash >> 33);
}

int Problem::addLimit(int64_t limit) {
  limits.push_back(limit);
  return int(limits.size()) - 1;
}

int Problem::addNode(int64_t begin, int64_t end, const std::vector<Cost> &costs,
                     const std::vector<int64_t> &memory) {
  Node node{begin, end, numbers.size(), costs.size(), 0, memory.size()};
  numbers.insert(numbers.end(), costs.begin(), costs.end());
  node.memory = numbers.size();
  numbers.insert(numbers.end(), memory.begin(), memory.end());
  nodes.push_back(node);
  return int(nodes.size()) - 1;
}

/// Replaces a run of numbers, in place unless it gets longer.
void Problem::assign(size_t &at, size_t &size,
                     const std::vector<int64_t> &values) {
  if (values.size() > size) {
    at = numbers.size();
    numbers.resize(at + values.size());
  }
  size = values.size();
  std::copy(values.begin(), values.end(), numbers.begin() + at);
}

void Problem::setCosts(int node, const std::vector<Cost> &costs) {
  assign(nodes[node].costs, nodes[node].numCosts, costs);
}

void Problem::setMemory(int node, const std::vector<int64_t> &memory) {
  assign(nodes[node].memory, nodes[node].numMemory, memory);
}

int Problem::addTable(const std::vector<Cost> &entries) {
  uint64_t hash = entries.size();
  for (Cost entry : entries)
    hash = mix(hash, uint64_t(entry));
  auto range = tableByHash.equal_range(hash);
  for (auto it = range.first; it != range.second; ++it) {
    const Table &table = tables[it->second];
    if (table.size == entries.size() &&
        std::equal(entries.begin(), entries.end(),
                   numbers.begin() + table.offset))
      return it->second;
  }
  tables.push_back({numbers.size(), entries.size()});
  numbers.insert(numbers.end(), entries.begin(), entries.end());
  int index = int(tables.size()) - 1;
  tableByHash.emplace(hash, index);
  return index;
}

int Problem::addEdge(int64_t first, int64_t second, int table) {
  edges.push_back({first, second, table});
  return int(edges.size()) - 1;
}

void Problem::compact() {
  Problem out;
  out.limits = limits;
  for (int i = 0; i < numNodes(); ++i)
    out.addNode(begin(i), end(i), {costs(i).begin(), costs(i).end()},
                {memory(i).begin(), memory(i).end()});
  std::vector<int> number(numTables(), -1);
  for (const Edge &edge : edges) {
    int table = edge.table;
    // One that is malformed stays so: there are no more tables than before.
    if (table >= 0 && table < numTables()) {
      CostSpan old = entries(table);
      if (number[table] < 0)
        number[table] = out.addTable({old.begin(), old.end()});
      table = number[table];
    }
    out.addEdge(edge.first, edge.second, table);
  }
  *this = std::move(out);
}

static std::string str(int64_t value) { return std::to_string(value); }

/// Complains about entries outside [0, Forbidden]; returns the largest finite.
static Cost checkCosts(CostSpan costs, const std::string &what,
                       Complaints &out) {
  Cost largest = 0;
  for (size_t i = 0; i < costs.size; ++i) {
    if (costs[i] < 0 || costs[i] > Forbidden)
      out.add(what + "[" + str(i) + "] expects 0 to 10^18, got " +
              str(costs[i]));
    else if (costs[i] < Forbidden)
      largest = std::max(largest, costs[i]);
  }
  return largest;
}

std::vector<std::string> Problem::check(size_t most) const {
  Complaints out(most);
  for (int c = 0; c < numLimits(); ++c)
    if (limits[c] < 0 || limits[c] > MaxTotal)
      out.add("limit of class " + str(c) + " expects 0 to 2*10^18, got " +
              str(limits[c]));
  Cost total = 0;
  // The first overflow is reported once, by its place.
  bool overflow = false;
  auto addTo = [&](Cost &sum, Cost value, const std::string &where) {
    if (overflow)
      return;
    sum += value; // both are at most MaxTotal: no overflow here
    if (sum > MaxTotal) {
      overflow = true;
      out.add(where + " makes a sum that can exceed 2*10^18");
    }
  };
  Cost allMemory = 0;
  for (int i = 0; i < numNodes(); ++i) {
    std::string node = "node " + str(i);
    const Node &n = nodes[i];
    if (n.begin > n.end)
      out.add(node + " expects an interval that ends after it begins, got [" +
              str(n.begin) + ", " + str(n.end) + ")");
    if (n.begin < -MaxTotal || n.end > MaxTotal)
      out.add(node + " expects moments from -2*10^18 to 2*10^18, got [" +
              str(n.begin) + ", " + str(n.end) + ")");
    if (n.numCosts == 0)
      out.add(node + " expects at least one strategy");
    addTo(total, checkCosts(costs(i), node + " cost", out), node + " cost");
    if (n.numMemory != n.numCosts * limits.size()) {
      out.add(node + " expects " + str(n.numCosts * limits.size()) +
              " memory uses (strategies x limits), got " + str(n.numMemory));
      continue;
    }
    int64_t largest = 0;
    for (size_t k = 0; k < n.numMemory; ++k) {
      int64_t use = memory(i)[k];
      if (use < 0 || use > Forbidden)
        out.add(node + " memory[" + str(k) + "] expects 0 to 10^18, got " +
                str(use));
      else
        largest = std::max(largest, use);
    }
    if (n.begin < n.end)
      addTo(allMemory, largest, node + " memory");
  }
  std::vector<Cost> largest(numTables(), 0);
  for (int t = 0; t < numTables(); ++t)
    largest[t] = checkCosts(entries(t), "table " + str(t), out);
  for (int e = 0; e < numEdges(); ++e) {
    const Edge &edge = edges[e];
    std::string name = "edge " + str(e);
    bool known = true;
    for (int64_t node : {edge.first, edge.second})
      if (node < 0 || node >= numNodes()) {
        out.add(name + " names node " + str(node) + ", but there are " +
                str(numNodes()) + " nodes");
        known = false;
      }
    if (edge.table < 0 || edge.table >= numTables()) {
      out.add(name + " names table " + str(edge.table) + ", but there are " +
              str(numTables()) + " tables");
      continue;
    }
    if (!known)
      continue;
    if (edge.first == edge.second)
      out.add(name + " joins node " + str(edge.first) + " to itself");
    size_t rows = nodes[edge.first].numCosts;
    size_t columns = nodes[edge.second].numCosts;
    if (tables[edge.table].size != rows * columns)
      out.add(name + " expects " + str(rows) + " x " + str(columns) +
              " costs, got " + str(tables[edge.table].size));
    addTo(total, largest[edge.table], name + " cost");
  }
  return out.take();
}

uint64_t Problem::fingerprint() const {
  uint64_t hash = mix(limits.size(), nodes.size());
  for (int64_t limit : limits)
    hash = mix(hash, uint64_t(limit));
  for (const Node &node : nodes) {
    hash = mix(mix(hash, uint64_t(node.begin)), uint64_t(node.end));
    hash = mix(hash, node.numCosts);
    for (size_t k = 0; k < node.numCosts; ++k)
      hash = mix(hash, uint64_t(numbers[node.costs + k]));
    for (size_t k = 0; k < node.numMemory; ++k)
      hash = mix(hash, uint64_t(numbers[node.memory + k]));
  }
  std::vector<uint64_t> tableHash;
  for (int t = 0; t < numTables(); ++t) {
    uint64_t h = tables[t].size;
    for (Cost entry : entries(t))
      h = mix(h, uint64_t(entry));
    tableHash.push_back(h);
  }
  for (const Edge &edge : edges) {
    hash = mix(mix(hash, uint64_t(edge.first)), uint64_t(edge.second));
    hash = mix(hash, tableHash[edge.table]);
  }
  return hash;
}

Verdict partita::solver::verify(const Problem &problem,
                                const Solution &solution) {
  Verdict verdict;
  int n = problem.numNodes();
  if (int(solution.size()) != n) {
    verdict.error = "expects " + str(n) + " strategies, got " +
                    str(int64_t(solution.size()));
    return verdict;
  }
  for (int i = 0; i < n; ++i)
    if (solution[i] < 0 || solution[i] >= problem.numStrategies(i)) {
      verdict.error = "node " + str(i) + " has no strategy " +
                      str(solution[i]) + " among its " +
                      str(problem.numStrategies(i));
      return verdict;
    }
  auto pay = [&](Cost cost) {
    if (cost == Forbidden)
      ++verdict.forbidden;
    else
      verdict.cost += cost;
  };
  for (int i = 0; i < n; ++i)
    pay(problem.costs(i)[solution[i]]);
  for (int e = 0; e < problem.numEdges(); ++e)
    pay(problem.entry(e, solution[problem.first(e)],
                      solution[problem.second(e)]));
  verdict.feasible = verdict.forbidden == 0;
  for (int c = 0; c < problem.numLimits(); ++c) {
    // What begins at a moment counts there, what ends there does not: sort
    // ends before beginnings.
    std::vector<std::pair<int64_t, int64_t>> changes;
    for (int i = 0; i < n; ++i) {
      int64_t use = problem.memory(i, c, solution[i]);
      if (problem.begin(i) == problem.end(i) || use == 0)
        continue;
      changes.push_back({problem.begin(i), use});
      changes.push_back({problem.end(i), -use});
    }
    std::sort(changes.begin(), changes.end());
    int64_t live = 0, peak = 0;
    for (auto &[moment, change] : changes) {
      live += change;
      peak = std::max(peak, live);
    }
    verdict.peak.push_back(peak);
    verdict.feasible &= peak <= problem.limit(c);
  }
  return verdict;
}

std::string partita::solver::whyInfeasible(const Problem &problem,
                                           const Verdict &verdict) {
  if (!verdict.error.empty())
    return verdict.error;
  if (verdict.forbidden == 1)
    return "uses a forbidden entry";
  if (verdict.forbidden)
    return "uses " + str(verdict.forbidden) + " forbidden entries";
  for (int c = 0; c < problem.numLimits(); ++c)
    if (verdict.peak[c] > problem.limit(c))
      return "needs " + str(verdict.peak[c]) + " of class " + str(c) +
             ", whose limit is " + str(problem.limit(c));
  return "";
}
