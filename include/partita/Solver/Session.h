//===- Session.h - Solving a problem that keeps changing --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler solves nearly the same problem again and again: costs are measured
// anew, a device is lost, a limit is raised. A session keeps the problem, the
// last plan and the last prices and messages, and begins each solve with them.
//
//   Session session(p);               // the example of Problem.h, limit 20
//   session.solve(options).cost;      // 12: whole, split, whole
//   session.setLimit(0, 16);
//   session.solve(options).cost;      // 13: embed split too
//   session.setCosts(1, {2, 3});      // ffn has become cheap when whole
//   session.setTable(2, {0, 9});      // and dear to gather when split
//   session.solve(options).cost;      // 13 again, but now split, whole, split
//
// What changes leave behind in the problem is let go of when it takes as much
// as the rest: then tables are numbered anew.
//
// Only costs of plans carry over, never bounds: each result is proven anew, and
// differs from that of a fresh solve only in where the search began. So equal
// sessions give equal bytes, but not those of a fresh solve.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_SOLVER_SESSION_H
#define PARTITA_SOLVER_SESSION_H

#include "partita/Solver/Solve.h"

namespace partita::solver {

class Session {
public:
  explicit Session(Problem problem)
      : current(std::move(problem)), held(current.held()) {}

  const Problem &problem() const { return current; }
  void setLimit(int cls, int64_t limit) { current.setLimit(cls, limit); }
  void setCosts(int node, const std::vector<Cost> &costs) {
    current.setCosts(node, costs);
    tidy();
  }
  void setMemory(int node, const std::vector<int64_t> &memory) {
    current.setMemory(node, memory);
    tidy();
  }
  /// Changes one edge, not those that share its table.
  void setTable(int edge, const std::vector<Cost> &entries) {
    current.setTable(edge, current.addTable(entries));
    tidy();
  }

  /// Solves the problem as it is now, which must pass `check`. A plan or duals
  /// in `options` are used instead of the last ones.
  SolveResult solve(SolveOptions options);

  /// Begins the next solve from nothing.
  void forget();

private:
  void tidy();

  Problem current;
  size_t held; // by the problem when it was last without garbage
  /// Of the last solve that had any.
  Solution plan;
  SavedDuals duals;
};

} // namespace partita::solver

#endif // PARTITA_SOLVER_SESSION_H
