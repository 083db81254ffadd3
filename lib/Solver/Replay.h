//===- Replay.h - The steps of a certificate, checked -----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A problem on which the steps of a certificate can be taken, one by one, each
// only if it is right. Written to be read by someone who trusts nothing else
// here: plain 128-bit integers, overflow refused, no code shared with the
// solver.
//
// Memory is kept for the moments that the certificate speaks of, numbered
// through over classes as rows. Whether a step may forget a row depends on what
// is still to come: `needed` are those that are spoken of later.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_REPLAY_H
#define PARTITA_LIB_SOLVER_REPLAY_H

#include "ReplayTables.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace partita::solver {

/// Forbidden; far above any sum of finite costs.
constexpr Wide Never = Wide(1) << 125;
/// Sums of finite costs beyond this are refused as overflow.
constexpr Wide Largest = Wide(1) << 122;

/// A moment of a class.
using Moment = std::pair<int, int64_t>;

/// Amounts on ranges of rows, and their sum at a row: a Fenwick tree.
class RangeSums {
public:
  explicit RangeSums(size_t rows) : tree(rows + 2, 0) {}
  void add(int first, int last, Wide amount) {
    for (size_t k = size_t(first) + 1; k < tree.size(); k += k & -k)
      tree[k] += amount;
    for (size_t k = size_t(last) + 1; k < tree.size(); k += k & -k)
      tree[k] -= amount;
  }
  Wide at(int row) const {
    Wide sum = 0;
    for (size_t k = size_t(row) + 1; k > 0; k -= k & -k)
      sum += tree[k];
    return sum;
  }

private:
  std::vector<Wide> tree;
};

/// Rows that are spoken of later; they become fewer.
class Needed {
public:
  Needed(size_t all, const std::vector<int> &rows) : next(all + 1) {
    std::iota(next.begin(), next.end(), 1);
    next[all] = int(all);
    for (int row : rows)
      next[row] = row;
  }
  void erase(int row) { next[row] = row + 1; }
  /// Whether there is one in [first, last).
  bool within(int first, int last) {
    for (; next[first] != first; first = next[first])
      next[first] = next[next[first]];
    return first < last;
  }

private:
  /// Per row itself if it is needed, or one on the way to the next that is; the
  /// way becomes shorter whenever it is gone.
  std::vector<int> next;
};

class Replay {
public:
  /// `rows` is sorted; `shared` outlives this.
  Replay(const Problem &problem, std::vector<Moment> rows,
         ReplayTables &shared);

  /// Takes a step; `needed` rows are spoken of later. Returns false, with an
  /// error, if the step is not right.
  bool apply(const Certificate::Step &step, Needed &needed);
  /// Keeps some states of a variable.
  bool restrict(int variable, const std::vector<int32_t> &states);
  /// Costs after prices and messages, in units of 2^-bits.
  struct Shifted {
    int bits = 0;
    /// The bound: no solution costs less. Never: there is none.
    Wide total = 0;
    std::vector<std::vector<Wide>> cost; // per variable and state
    /// Per edge and state of its ends, what entries gain; empty: nothing.
    std::vector<std::pair<std::vector<Wide>, std::vector<Wide>>> gain;
    std::vector<Wide> least; // per edge, after gains
  };
  /// Applies prices and messages of a node. Only right if there is no error.
  Shifted shift(const Certificate::Node &node) const;
  /// The bounds of what is left if a variable has each of its states.
  std::vector<Wide> boundsWith(const Shifted &shifted, int variable) const;
  /// Costs are whole and never negative: the least cost that a bound allows.
  static Wide roundUp(Wide bound, int bits);

  int numVariables() const { return int(variables.size()); }
  bool alive(int v) const {
    return v >= 0 && v < numVariables() && variables[v].alive;
  }
  int states(int v) const { return int(variables[v].cost.size()); }
  bool impossible() const { return noSolution; }
  const std::string &error() const { return message; }
  /// Asks for work. Returns false, with an error, if it is too much.
  bool spend(int64_t work) const {
    shared.left.work -= work;
    return shared.left.work >= 0 || fail("takes too much work to check");
  }
  /// Asks for the work of a copy, and whether there is room for it.
  bool mayCopy() {
    int64_t parts = int64_t(variables.size() + edges.size());
    return spend(held.numbers() + parts * EdgeWork) && room(held.numbers());
  }
  /// The index of a row, or -1.
  int rowOf(const Moment &moment) const;

private:
  /// What a variable uses on some rows, from a first one on.
  struct Run {
    int last;                  // no more
    std::vector<int64_t> each; // per state
    int64_t least() const {
      return *std::min_element(each.begin(), each.end());
    }
  };
  using Runs = std::map<int, Run>; // by first row; no two have one in common
  struct Variable {
    bool alive = true;
    std::vector<Wide> cost;
    Runs runs;
    std::map<int, int> edges; // by neighbour
  };
  using Table = ReplayTables::Table;
  struct Edge {
    int a, b;
    Table table; // row-major over (state of a, state of b); null: removed
  };
  /// What a replay has of its own, so that each copy has them again, besides
  /// numbers per state. Tables count for themselves.
  static constexpr int64_t RowNumbers = 4, VariableNumbers = 8, RunNumbers = 4,
                           EdgeNumbers = 8, EdgeWork = 64;
  int64_t numbersOf(int v) const {
    int64_t runs = int64_t(variables[v].runs.size());
    return states(v) + runs * (RunNumbers + states(v));
  }

  bool fail(const std::string &what) const {
    if (message.empty())
      message = what;
    return false;
  }
  Wide overflow() const {
    fail("sums overflow 122 bits");
    return 0;
  }
  Wide plus(Wide x, Wide y) const {
    if (x == Never || y == Never)
      return Never;
    Wide sum = x + y; // both within Largest: no overflow
    return sum > Largest || sum < -Largest ? overflow() : sum;
  }
  /// Asks for room for so many numbers more, to make a table or to keep.
  bool room(int64_t numbers) const {
    return shared.room(numbers) || fail("takes too much memory to check");
  }
  bool hold(int64_t numbers) {
    if (!room(numbers))
      return false;
    held.take(numbers);
    return true;
  }
  Wide scaled(Wide cost, int bits) const;
  /// The least entry of an edge, after messages, per state of one end.
  std::vector<Wide> leastsOfEdge(const Shifted &shifted, int edge, int v) const;
  const Wide &at(int edge, int v, int s, int t) const {
    const Edge &e = edges[edge];
    return e.a == v ? (*e.table)[size_t(s) * states(e.b) + t]
                    : (*e.table)[size_t(t) * states(e.b) + s];
  }
  /// A table seen from v: row-major over (state of v, state of the other).
  std::vector<Wide> seenFrom(int edge, int v) const;
  void addEdge(int a, int b, Table table);
  void removeEdge(int edge);
  /// Makes the states of v copies of the given ones, in that order.
  bool keepStates(int v, const std::vector<int> &kept);
  void remove(int v);
  /// Adds the least that v uses, row by row, to `sums`, or takes it off.
  bool countLeast(int v, int sign, RangeSums &sums) const;
  /// The run of v with a row, or null.
  const Run *runAt(int v, int row) const;
  /// Moves the runs of b to a, which has the same states.
  bool joinRuns(int a, int b);
  bool addRun(Runs &runs, int first, const Run &more);

  bool unsupported(const Certificate::Step &step, std::vector<char> &drop);
  bool dominated(const Certificate::Step &step, Needed &needed,
                 std::vector<char> &drop);
  bool crowded(const Certificate::Step &step, std::vector<char> &drop);
  bool overfull(const Certificate::Step &step);
  bool merge(int a, int b);
  bool fold(int a);
  bool eliminate(int a, Needed &needed);

  std::vector<Moment> rows;
  std::vector<Wide> limit; // per row
  RangeSums removed;       // what variables that are gone use at least
  RangeSums least;         // what all use at least
  std::vector<Variable> variables;
  std::vector<Edge> edges;
  ReplayTables &shared;
  Wide constant = 0;
  bool noSolution = false;
  mutable std::string message;
  Held held;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_REPLAY_H
