//===- Core.h - A problem that shrinks, and the way back --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Core begins as the problem itself, one variable per node, and is changed by
// operations that keep at least one best answer:
//
//   prune      states of a variable go: they have no partner on some edge,
//              another state is no worse whatever the neighbours do, or they
//              need more memory than there is beside the least of all others
//   merge      two neighbours become one variable whose states are the allowed
//              pairs
//   fold       a variable with one state goes into its neighbours' costs
//   eliminate  a variable of degree <= 2 whose memory does not matter goes, its
//              best reaction becoming a cost of its neighbours
//
// Every operation is recorded. Played backwards the record turns choices for
// what is left into a solution (`expand`); played forwards by the certifier, on
// the original tables, it shows that the bound of what is left is a bound of
// the problem.
//
// Memory: moments at which the live nodes cannot all be a subset of those of
// another moment are the rows; rows of all classes are numbered through. A
// variable has a profile: disjoint runs of rows with one use per state.
//
// Tables and the recorded maps of states are numbers of `tables` (Tables.h):
// equal ones are kept once, and what was done to one copy of a repeated block
// is only looked up for the others.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_CORE_H
#define PARTITA_LIB_SOLVER_CORE_H

#include "Tables.h"
#include "partita/Solver/Techniques.h"

#include <atomic>

namespace partita::solver {

/// One recorded operation on variable `a`.
struct Step {
  enum Kind {
    Unsupported,
    Dominated,
    Merge,
    Fold,
    Eliminate,
    Crowded,
    Chosen // by a search, not by the problem: no step of a certificate
  };
  Kind kind;
  int a;
  /// The edge's other end (Unsupported), the variable that goes (Merge).
  int b = -1;
  /// Maps. Unsupported: the states. Dominated: pairs of state and better state.
  int states = 0;
  /// Maps, for `expand`. Prunes: the old index of each state. Merge: of each
  /// state of the pair, in `back` that of a, in `back2` that of b. Eliminate:
  /// the best state per states of `left` and `right` (either may be -1).
  int back = 0, back2 = 0;
  int left = -1, right = -1, rightStates = 1;
  /// Crowded: where there is no room.
  int cls = 0;
  int64_t moment = 0;
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
  bool tidy = false; // `runs` and `use` are in normal form
  std::vector<Cost> cost;
  std::vector<Run> runs;
  std::vector<int64_t> use;
  std::vector<Link> links;
  int states() const { return int(cost.size()); }
};

struct CoreEdge {
  int a = -1, b = -1;   // -1: gone
  int table = 0;        // row-major over (state of a, state of b)
  int atA = 0, atB = 0; // where it is among the links of a, of b
};

/// What a row stands for: a moment of a class.
struct Row {
  int cls;
  int64_t moment, capacity;
};

class Core {
public:
  /// Forbidden entries of `problem` become Inf.
  explicit Core(const Problem &problem);
  /// What is left of this core as a core of its own, without a record;
  /// variable v of it is variable names[v] here.
  Core compact(std::vector<int> &names) const;

  std::vector<Var> vars;
  std::vector<CoreEdge> edges;
  Tables tables;
  std::vector<Row> rows;
  /// Where rows of an earlier time are now, or -1; kept up to date by
  /// `tidyRows` for whoever has filled it in.
  std::vector<int32_t> rowNow;
  std::vector<Step> steps;
  Cost constant = 0;
  /// A variable has lost all states, or a row cannot be met.
  bool infeasible = false;
  Techniques without;

  Cost entry(const CoreEdge &edge, int var, int state, int otherState) const {
    const Cost *table = tables.data(edge.table);
    size_t columns = size_t(vars[edge.b].states());
    return edge.a == var ? table[size_t(state) * columns + otherState]
                         : table[size_t(otherState) * columns + state];
  }
  bool forbids(const CoreEdge &edge) const {
    return tables.forbids(edge.table);
  }
  /// The table of an edge as seen from one of its ends.
  View view(int edge, int from) const {
    return {edges[edge].table, edges[edge].a != from};
  }
  /// Links looked at so far, which is work.
  int64_t linksSeen = 0;

  /// The edge between two variables, or -1.
  int findEdge(int a, int b);

  /// Drops states, for the reason that `step` gives with the map `states`.
  void prune(Step step, const std::vector<char> &drop);
  /// The costs of a variable beyond the least as a list of `tables`, so that
  /// what earlier copies of a block have left behind makes no difference.
  int costList(int var, Cost &least);
  /// Merges b into a along their edge.
  void merge(int a, int b);
  void fold(int a);
  void eliminate(int a);

  /// Brings profiles into normal form (disjoint runs, the least use moved to
  /// the rows' capacities), then drops rows that can never be full and joins
  /// rows that no profile tells apart. Sets `infeasible` if the least is too
  /// much. Returns the variables that are rid of a row.
  std::vector<int> tidyRows();

  /// What would be free without it, about: tables are shared with copies.
  size_t ownBytes() const;

  /// Lets go of tables that no edge refers to, and of all outcomes.
  void collect();

  /// From states of the living variables, indexed by variable, to a solution.
  Solution expand(std::vector<int32_t> states) const;

private:
  Core() = default;
  void buildRows(const Problem &problem);
  void dropLink(int var, int at);
  void removeEdge(int edge);
  void addToEdge(int a, int b, int table);
  void select(int var, int map);
  void normalize(Var &var);
  void takeOff(const Run &run, int64_t amount);

  /// What capacities are to be lowered by, as differences between rows.
  std::vector<int64_t> owed;
  /// Edges between variables with many, by both ends; may be out of date.
  std::unordered_map<uint64_t, int> between;
};

/// Shrinks a core as far as the four operations go within a size of tables, or
/// less far if `stop` is set meanwhile. Returns the work done, in table entries
/// looked at.
int64_t reduce(Core &core, const std::atomic<bool> *stop = nullptr);

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_CORE_H
