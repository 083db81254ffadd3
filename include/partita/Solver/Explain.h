//===- Explain.h - What makes a plan dear -----------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever reads a plan asks: what does it spend most on, what would it cost to
// choose otherwise there, and where is memory full? For the example of
// Problem.h (limit 20) and its best plan {0, 1, 0, 0},
//
//   print(problem, explain(problem, {0, 1, 0, 0}, 2))
//
// gives
//
//   cost 12 = nodes 9 + edges 3
//   dearest nodes  strategy  cost  changed alone
//     node 0         0 of 2     4  to 1: +1
//     node 1         1 of 2     3  to 0: +2, does not fit
//   dearest edges  cost  changed alone
//     edge 2: 1-3     3  node 1 to 0: +2, does not fit
//   fullest moments  live  limit    full  held by (least possible)
//     class 0 at 1     20     20  100.0%  node 0: 8 (4), node 2: 8 (4)
//     class 0 at 3      9     20   45.0%  node 2: 8 (4), node 3: 1 (1)
//
// So embed is whole because split it would cost 1 more in all: 2 less itself, 3
// to gather it for norm. To have ffn whole would save the 3 on edge 2 but cost
// 5, and at moment 1 there is no room for it.
//
// Equal costs are listed by index, so that equal plans give equal texts.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_SOLVER_EXPLAIN_H
#define PARTITA_SOLVER_EXPLAIN_H

#include "partita/Solver/Problem.h"

#include <optional>

namespace partita::solver {

/// One node choosing otherwise, everything else as it is.
struct Change {
  int node, strategy;
  /// What the plan would cost more.
  Cost more;
  /// Whether memory would still be within its limits while the node is live.
  bool fits;
};

/// The cheapest change that uses no forbidden entry; and, if that does not fit,
/// the cheapest that does.
struct NextBest {
  std::optional<Change> cheapest, fitting;
};

struct DearNode {
  int node, strategy;
  Cost cost;
  NextBest next;
};

/// `next` changes one end.
struct DearEdge {
  int edge;
  Cost cost;
  NextBest next;
};

struct Holder {
  int node;
  int64_t use;
  /// With the strategy that uses least.
  int64_t least;
};

struct FullMoment {
  int cls;
  int64_t moment, live, limit;
  /// Those that use most, the biggest first.
  std::vector<Holder> holders;
};

struct Explanation {
  Verdict verdict;
  Cost nodeCost = 0, edgeCost = 0;
  std::vector<DearNode> nodes;
  std::vector<DearEdge> edges;
  std::vector<FullMoment> moments;
};

/// The `most` dearest nodes and edges (of those that cost anything) and fullest
/// moments (by the share of the limit) with their biggest holders. A moment is
/// passed over if the three biggest holders of a fuller one are live then too:
/// it would tell the same story. Only the verdict is set if it has an error.
Explanation explain(const Problem &problem, const Solution &solution,
                    size_t most);

/// An explanation as text, one line each; of holders the four biggest.
std::string print(const Problem &problem, const Explanation &explanation);

/// Where two plans differ, to say why one is dearer.
struct Difference {
  struct Node {
    int node, from, to;
    Cost more; // of the node alone
  };
  struct Edge {
    int edge;
    Cost more;
  };
  /// Of the second plan beyond the first, without forbidden entries.
  Cost more = 0;
  int differing = 0;
  /// Those whose cost differs most, either way; nodes and edges that cost the
  /// same are left out.
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// Compares two plans that `verify` finds no error in.
Difference compare(const Problem &problem, const Solution &first,
                   const Solution &second, size_t most);

} // namespace partita::solver

#endif // PARTITA_SOLVER_EXPLAIN_H
