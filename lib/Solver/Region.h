//===- Region.h - A dense neighbourhood, by elimination ---------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A neighbourhood (see Forest.h) that may contain cycles. Its variables are
// eliminated one after the other: what is cheapest below a variable becomes a
// table over its remaining neighbours, its scope.
//
//      a - b        eliminate a: a table over (b, c), the least over a's states
//      | / |        eliminate b: adds it up with b's edges: a table over (c, d)
//      c - d        ...
//
// The order is greedy, smallest table first. Where even the smallest would be
// above the limit, a variable of its scope is fixed after all, which takes a
// factor off every table it is in. So a region is as large as its tables may
// be: a few fixed hubs often free everything else.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_REGION_H
#define PARTITA_LIB_SOLVER_REGION_H

#include "Model.h"

namespace partita::solver {

class Region {
public:
  explicit Region(const Model &model);

  /// Grows a connected region of at most `size` variables from `root`, in
  /// random order, then fixes variables until no table has more entries than
  /// `limit` (and all together not too many). Returns the work done.
  int64_t grow(Random &random, int root, int size, double limit);
  bool contains(int v) const { return mark[v] == growth && position[v] >= 0; }
  /// The last to be eliminated first.
  std::vector<int> order;

  int64_t solve(const std::vector<double> &cost);
  void score(int v, const std::vector<int32_t> &choice, double *out) const;

private:
  /// A table that is a part of a bucket's sum. The states of the bucket's
  /// variable are consecutive in it.
  struct Factor {
    const double *at;
    int deepest; // the last variable of the bucket's scope it depends on
  };
  struct Stride {
    int factor;
    int64_t step;
  };
  int64_t eliminate(Random &random, double limit);
  void detach(int v, int from);
  double tableSize(int v) const;
  int64_t send(int v);
  void fill(int level);

  const Model &model;
  int growth = 0;
  std::vector<int> mark, position; // per variable; position -1: fixed
  std::vector<int64_t> stamp;
  int64_t stamps = 0;
  std::vector<int> members, frontier;
  /// The graph that shrinks, per variable.
  std::vector<std::vector<int>> around;
  /// What a variable's table is over, the last to be eliminated first; its
  /// first child, and the next child of the same parent.
  std::vector<std::vector<int>> scope;
  std::vector<int> child, sibling;
  std::vector<size_t> message; // where a variable's table begins
  std::vector<double> messages;
  std::vector<double> below; // per state: own cost and tables over v alone

  // One bucket.
  std::vector<Factor> factors;
  std::vector<std::vector<Stride>> strides; // per level of the scope
  std::vector<std::vector<int>> adds;    // factors whose deepest is the level
  std::vector<std::vector<double>> sums; // per level
  std::vector<int> level;                // of a variable in the scope
  std::vector<int> extent;               // states per level
  int states = 0;
  double *result = nullptr;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_REGION_H
