//===- Problem.h - Choose one strategy per node, within memory --*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Planning how to split a program over devices is one written-down problem:
// choose a strategy for every node so that the sum of node costs and edge
// costs is smallest, while at every moment the memory of what is live fits.
//
// Worked example: four nodes, two ways (0 whole, 1 split) for three of them.
//
//   node    live    cost   memory      edges (rows: first node's strategy)
//   embed   [0,2)   4 2    8 4         embed-ffn, embed-norm   0 0
//   ffn     [1,3)   8 3    8 4                                 3 0
//   norm    [1,4)   1 2    8 4         ffn-loss, norm-loss     0
//   loss    [3,4)   1      1                                   3
//
//   Problem p;
//   p.addLimit(20);
//   int embed = p.addNode(0, 2, {4, 2}, {8, 4});
//   int ffn = p.addNode(1, 3, {8, 3}, {8, 4});
//   int norm = p.addNode(1, 4, {1, 2}, {8, 4});
//   int loss = p.addNode(3, 4, {1}, {1});
//   int split = p.addTable({0, 0, 3, 0}), gather = p.addTable({0, 3});
//   p.addEdge(embed, ffn, split);   p.addEdge(embed, norm, split);
//   p.addEdge(ffn, loss, gather);   p.addEdge(norm, loss, gather);
//
// The cheapest choice is whole, split, whole: 4+3+1+1 for the nodes and 3 for
// the edge ffn-loss, 12 in all. At moment 1 it holds 8+4+8 = 20, just within
// the limit. With a limit of 16 embed has to be split too: 13. With 12, norm
// as well: 14. With 11 there is no plan: at moment 1 the least is 12.
//
// A limit belongs to a class of devices; a node's memory is given per class,
// class by class: {class 0: s0, s1, ..., class 1: s0, s1, ...}. A cost of
// `Forbidden` rules an entry out. Without any limit memory is no concern, and
// nodes state none.
//
// `check` lists everything malformed and `verify` prices a solution. Both know
// of no solver. Read on in ProblemIO.h (files) and Solve.h (solutions).
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_SOLVER_PROBLEM_H
#define PARTITA_SOLVER_PROBLEM_H

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace partita::solver {

using Cost = int64_t;

/// A cost that rules the entry out. Costs above it are malformed.
constexpr Cost Forbidden = 1'000'000'000'000'000'000;

/// No choice of finite entries may be able to cost more than this, nor can the
/// memory live at one moment: then no sum in 64 bits overflows. Moments are no
/// further from 0.
constexpr Cost MaxTotal = 2'000'000'000'000'000'000;

/// One strategy index per node.
using Solution = std::vector<int32_t>;

/// A read-only run of numbers inside a Problem.
struct CostSpan {
  const Cost *data;
  size_t size;
  Cost operator[](size_t i) const { return data[i]; }
  const Cost *begin() const { return data; }
  const Cost *end() const { return data + size; }
};

class Problem {
public:
  /// Adds a class of devices with a memory limit; returns its index.
  int addLimit(int64_t limit);

  /// Adds a node that is live at moments begin <= t < end (never, if begin ==
  /// end); returns its index. `memory` holds, per class, one use per strategy.
  int addNode(int64_t begin, int64_t end, const std::vector<Cost> &costs,
              const std::vector<int64_t> &memory);

  /// Adds a table of edge costs; equal tables are kept once.
  int addTable(const std::vector<Cost> &entries);

  /// Adds an edge; the table is row-major over (strategy of `first`, strategy
  /// of `second`). A pair may have several edges; their costs add up.
  int addEdge(int64_t first, int64_t second, int table);

  /// Changes to what is there. Another number of strategies is allowed, but
  /// then memory and tables have to follow before `check` passes again.
  void setLimit(int cls, int64_t limit) { limits[cls] = limit; }
  void setCosts(int node, const std::vector<Cost> &costs);
  void setMemory(int node, const std::vector<int64_t> &memory);
  /// Gives one edge another table. Edges that shared the old one keep it, and
  /// it stays even if none is left.
  void setTable(int edge, int table) { edges[edge].table = table; }

  /// How many numbers are held, those included that changes have left behind,
  /// and a way to let go of these: tables without an edge go, the others are
  /// numbered anew.
  size_t held() const { return numbers.size(); }
  void compact();

  int numNodes() const { return int(nodes.size()); }
  int numEdges() const { return int(edges.size()); }
  int numTables() const { return int(tables.size()); }
  int numLimits() const { return int(limits.size()); }
  int64_t limit(int cls) const { return limits[cls]; }
  int numStrategies(int node) const { return int(nodes[node].numCosts); }
  int64_t begin(int node) const { return nodes[node].begin; }
  int64_t end(int node) const { return nodes[node].end; }
  CostSpan costs(int node) const {
    return {numbers.data() + nodes[node].costs, nodes[node].numCosts};
  }
  /// The memory of a node, for all classes.
  CostSpan memory(int node) const {
    return {numbers.data() + nodes[node].memory, nodes[node].numMemory};
  }
  int64_t memory(int node, int cls, int strategy) const {
    return numbers[nodes[node].memory + size_t(cls) * nodes[node].numCosts +
                   strategy];
  }
  int first(int edge) const { return int(edges[edge].first); }
  int second(int edge) const { return int(edges[edge].second); }
  int table(int edge) const { return edges[edge].table; }
  CostSpan entries(int table) const {
    return {numbers.data() + tables[table].offset, tables[table].size};
  }
  Cost entry(int edge, int strategyOfFirst, int strategyOfSecond) const {
    return numbers[tables[edges[edge].table].offset +
                   size_t(strategyOfFirst) * nodes[second(edge)].numCosts +
                   strategyOfSecond];
  }

  /// Everything malformed, one sentence each, at most `most` of them and then
  /// how many more. Empty means that the other functions may be called.
  std::vector<std::string> check(size_t most = 20) const;

  /// A number that differs, for all practical purposes, between problems. It
  /// ties a certificate to its problem.
  uint64_t fingerprint() const;

private:
  struct Node {
    int64_t begin, end;
    size_t costs, numCosts, memory, numMemory;
  };
  struct Edge {
    int64_t first, second; // as given, so that `check` can name what is wrong
    int table;
  };
  struct Table {
    size_t offset, size;
  };
  void assign(size_t &at, size_t &size, const std::vector<int64_t> &values);

  std::vector<int64_t> limits;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Table> tables;
  std::vector<Cost> numbers;
  std::unordered_multimap<uint64_t, int> tableByHash;
};

/// What a solution is worth, by the definition alone.
struct Verdict {
  /// Why the solution cannot be priced (wrong length, no such strategy), or
  /// empty.
  std::string error;
  /// The cost without forbidden entries, and how many of those it uses.
  Cost cost = 0;
  int64_t forbidden = 0;
  /// Per class, the most memory live at one moment.
  std::vector<int64_t> peak;
  /// No error, nothing forbidden, every peak within its limit.
  bool feasible = false;
};

/// Prices a solution of a problem that passes `check`.
Verdict verify(const Problem &problem, const Solution &solution);

/// Why a solution is not feasible, in a few words, or nothing if it is.
std::string whyInfeasible(const Problem &problem, const Verdict &verdict);

} // namespace partita::solver

#endif // PARTITA_SOLVER_PROBLEM_H
