//===- Core.h - A problem that shrinks, and the way back --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Core begins as the problem itself, one variable per node, and is changed by
// four operations that keep at least one best answer:
//
//   prune      states of a variable go: they have no partner on some edge, or
//              another state is no worse whatever the neighbours do
//   merge      two neighbours become one variable whose states are the allowed
//              pairs
//   fold       a variable with one state goes into its neighbours' costs
//   eliminate  a variable of degree <= 2 whose memory does not matter goes, its
//              best reaction becoming a cost of its neighbours
//
// Every operation is recorded. Played backwards the record turns choices for
// what is left into a solution (`expand`); played forwards by the certifier, on
// the original tables, it shows that the bound of what is left is a bound of
// the problem. For that it suffices that an operation is right for every
// fixed price of memory, so the record holds no memory at all.
//
// Memory: moments at which the live nodes cannot all be a subset of those of
// another moment are the rows; rows of all classes are numbered through. A
// variable has a profile: disjoint runs of rows with one use per state.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_CORE_H
#define PARTITA_LIB_SOLVER_CORE_H

#include "partita/Solver/Problem.h"
#include "partita/Solver/Techniques.h"

namespace partita::solver {

/// Forbidden, in sums.
constexpr Cost Inf = INT64_MAX / 2;

inline Cost plus(Cost a, Cost b) { return a >= Inf || b >= Inf ? Inf : a + b; }

/// One recorded operation on variable `a`.
struct Step {
  enum Kind { Unsupported, Dominated, Merge, Fold, Eliminate };
  Kind kind;
  int a;
  /// The edge's other end (Unsupported), the variable that goes (Merge).
  int b = -1;
  /// Unsupported: the states. Dominated: pairs of state and better state.
  std::vector<int32_t> states;
  /// For `expand`. Prunes: the old index of each state. Merge: of each state
  /// of the pair, in `back` that of a, in `back2` that of b. Eliminate: the
  /// best state per states of `left` and `right` (either may be -1).
  std::vector<int32_t> back, back2;
  int left = -1, right = -1, rightStates = 1;
};

/// A run of rows and where its uses begin, one per state.
struct Run {
  int32_t first, last; // rows [first, last)
  size_t use;
};

struct Link {
  int other, edge;
};

struct Var {
  bool alive = true;
  std::vector<Cost> cost;
  std::vector<Run> runs;
  std::vector<int64_t> use;
  std::vector<Link> links;
  int states() const { return int(cost.size()); }
};

struct CoreEdge {
  int a = -1, b = -1;      // -1: gone
  std::vector<Cost> table; // row-major over (state of a, state of b)
  bool forbids = false;    // has an entry Inf
};

/// What a row stands for: a moment of a class.
struct Row {
  int cls;
  int64_t moment, capacity;
};

class Core {
public:
  /// Forbidden entries of `problem` become Inf. With `zeroCosts` all others
  /// become 0: what is left asks for feasibility only.
  Core(const Problem &problem, bool zeroCosts);

  std::vector<Var> vars;
  std::vector<CoreEdge> edges;
  std::vector<Row> rows;
  std::vector<Step> steps;
  Cost constant = 0;
  /// A variable has lost all states, or a row cannot be met.
  bool infeasible = false;
  Techniques without;

  Cost entry(const CoreEdge &edge, int var, int state, int otherState) const {
    return edge.a == var
               ? edge.table[size_t(state) * vars[edge.b].states() + otherState]
               : edge.table[size_t(otherState) * vars[edge.b].states() + state];
  }
  int findEdge(int a, int b) const;

  void prune(Step step, const std::vector<char> &drop);
  /// Merges b into a along their edge. `keepsStates`: each state of a allows
  /// exactly one of b, so that the states of a stay as they are.
  void merge(int a, int b);
  void fold(int a);
  void eliminate(int a);

  /// Brings profiles into normal form (disjoint runs, the least use moved to
  /// the rows' capacities), then drops rows that can never be full and joins
  /// rows that no profile tells apart. Sets `infeasible` if the least is too
  /// much.
  void tidyRows();

  /// From states of the living variables, indexed by variable, to a solution.
  Solution expand(std::vector<int32_t> states) const;

private:
  void buildRows(const Problem &problem);
  void dropLink(int var, int edge);
  void removeEdge(int edge);
  void addToEdge(int a, int b, std::vector<Cost> table);
  void select(int var, const std::vector<int32_t> &index);
  void normalize(Var &var);
  void takeOff(const Run &run, int64_t amount);

  /// What capacities are to be lowered by, as differences between rows.
  std::vector<int64_t> owed;
};

/// Shrinks a core as far as the four operations go within a size of tables.
/// Returns the work done, in table entries looked at.
int64_t reduce(Core &core);

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_CORE_H
