//===- Forest.h - Many variables among which edges form trees ---*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A neighbourhood of a plan is a set of variables that are free, all others
// keeping their states. There are two kinds, forests and regions (Region.h),
// used in the same way:
//
//   free.grow(...)           picks the variables
//   free.order               lists them, each after those it is scored by
//   free.solve(cost)         prepares for costs per state (edges to fixed
//                            variables folded in); returns the work done
//   free.score(v, choice, out)
//                            for the states of v: the least cost of v and all
//                            that comes after it below v, given the choices for
//                            what comes before
//
// So taking the best state of each in order gives the best choice, and passing
// over a state that does not fit into memory goes on from what is next best.
//
// A forest is large and cheap: a variable joins while it has one neighbour in
// it, so that thousands of variables cost no more than their tables.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_FOREST_H
#define PARTITA_LIB_SOLVER_FOREST_H

#include "Model.h"

namespace partita::solver {

class Forest {
public:
  explicit Forest(const Model &model);

  /// Grows an induced forest of about `size` variables from random roots, in
  /// random order; returns the work done.
  int64_t grow(Random &random, int size);
  bool contains(int v) const { return mark[v] == growth; }
  /// Parents before children.
  std::vector<int> order;

  int64_t solve(const std::vector<double> &cost);
  void score(int v, const std::vector<int32_t> &choice, double *out) const;

private:
  const Model &model;
  int growth = 0;
  std::vector<int> mark;         // the growth in which it joined
  std::vector<int> parent;       // the adjacency that leads there, or -1
  std::vector<int> seen, seenBy; // neighbours in the forest, in which growth
  std::vector<int> frontier;
  std::vector<double> below; // per state: own cost and the best below
  std::vector<double> message;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_FOREST_H
