//===- Model.h - A reduced core, laid out for engines -----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the bound and the search read, and nothing writes: variables numbered
// without holes in the order of the program, costs as doubles, each table in
// both orientations so that every inner loop runs over consecutive numbers. The
// edges of repeated blocks share tables, which keeps them in the cache.
// Forbidden entries are infinite. Doubles only guide: answers are priced, and
// bounds certified, in integers on the original problem.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_MODEL_H
#define PARTITA_LIB_SOLVER_MODEL_H

#include "Core.h"

#include <limits>

namespace partita::solver {

constexpr double Infinite = std::numeric_limits<double>::infinity();

struct ModelEdge {
  int a, b;        // a < b
  size_t ab, ba;   // where the tables begin: rows are states of a, of b
  size_t toA, toB; // where a message to either end begins
};

struct Neighbour {
  int other, edge;
  bool otherIsB; // this end is a
};

struct Model {
  Model() = default;
  explicit Model(const Core &core);

  int size() const { return int(var.size()); }
  /// The table of an edge as this end sees it: a row per state of this end.
  const double *table(const Neighbour &to) const {
    const ModelEdge &edge = edges[to.edge];
    return tables.data() + (to.otherIsB ? edge.ab : edge.ba);
  }
  /// As the other end sees it.
  const double *tableThere(const Neighbour &to) const {
    const ModelEdge &edge = edges[to.edge];
    return tables.data() + (to.otherIsB ? edge.ba : edge.ab);
  }
  /// What an edge adds to each state of this end, given that of the other.
  const double *row(const Neighbour &to, int32_t other) const {
    const ModelEdge &edge = edges[to.edge];
    return tableThere(to) +
           size_t(other) * states[to.otherIsB ? edge.a : edge.b];
  }
  /// Where, among all messages, that to this end begins.
  size_t messageHere(const Neighbour &to) const {
    return to.otherIsB ? edges[to.edge].toA : edges[to.edge].toB;
  }

  std::vector<int> var;    // of the core
  std::vector<int> states; // how many
  std::vector<size_t> at;  // where a variable's states begin, and their total
  std::vector<double> unary;
  std::vector<ModelEdge> edges;
  std::vector<double> tables;
  size_t messages = 0; // numbers in all messages
  /// Neighbours of v: adjacent[firstAdjacent[v]] up to the next one's, those
  /// before v first.
  std::vector<int> firstAdjacent;
  std::vector<Neighbour> adjacent;
  std::vector<int> firstRun;
  std::vector<Run> runs;
  std::vector<int64_t> use;
  std::vector<int64_t> capacity; // per row
  double constant = 0;
  /// Entries of one orientation of all tables: the work of half a sweep.
  int64_t entries = 0;
  bool forbids = false;
  Techniques without;

  /// Fills `firstAdjacent` and `adjacent` from the edges.
  void listNeighbours();
};

/// From states of a model's variables to those of all of the core's: a solution
/// of the problem if the core is its own, or of the core that it is a copy of.
Solution expand(const Core &core, const Model &model,
                const std::vector<int32_t> &choice);

/// What a choice needs of every row.
std::vector<double> loads(const Model &model,
                          const std::vector<int32_t> &choice);

/// Prices of rows turned into prices of states: out[at[v] + s].
void priceStates(const Model &model, const std::vector<double> &rowPrice,
                 std::vector<double> &out);

/// The least slack over any range of rows, under changes to ranges.
class Slack {
public:
  explicit Slack(const std::vector<int64_t> &capacity);
  void add(int first, int last, int64_t amount);
  int64_t least(int first, int last) const;
  int64_t least() const { return tree[1]; }
  /// The first row with the least slack.
  int leastAt() const;

private:
  size_t n = 1;
  // tree[p] is the least below p, counting what was added at p and below.
  std::vector<int64_t> tree, added;
};

/// A small generator: the same everywhere, and cheap.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(int n) { return int(next() % uint64_t(n)); }
  double unit() { return double(next() >> 11) * 0x1p-53; }

private:
  uint64_t state;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_MODEL_H
