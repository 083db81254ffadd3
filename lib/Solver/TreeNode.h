//===- TreeNode.h - What the nodes of a tree hold ---------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Tree.h. A node is made of its parent's reduced core when its turn comes;
// until then siblings share that core and its duals.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_TREENODE_H
#define PARTITA_LIB_SOLVER_TREENODE_H

#include "Family.h"
#include "Tree.h"

namespace partita::solver {

struct Tree::Node {
  /// The parent's core, the variable that it branched on, the states kept.
  std::shared_ptr<Family> family;
  int variable = -1;
  std::vector<int32_t> kept;
  double bound = -Infinite;  // no plan in it costs less: an ancestor says so
  double proven = -Infinite; // its own duals say so
  int parent = -1;
  int depth = 0; // parts of proofs above
  /// Cuts divide the proof: each but the last ends in cuts.
  std::vector<Certificate::Node> proof;
  int branchVariable = -1;
  std::vector<int> children;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_TREENODE_H
