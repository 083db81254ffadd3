//===- Reducer.h - What is left to be looked at in a core -------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the operations of a core (Core.h) take turns: Reduce.cpp has the turns
// and what edges ask for, Crowding.cpp what memory does.
//
// Only what has changed is looked at again: operations mark the variables and
// edges around them, which wait on agendas until they are looked at. So a
// change that travels through a long program takes time in proportion to its
// length.
//
// Hubs have to wait longer. To look at one takes as long as it has edges, and
// all of its neighbours would ask for that one after the other. It is looked at
// once a part of them has changed, or when there is nothing else to do.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_REDUCER_H
#define PARTITA_LIB_SOLVER_REDUCER_H

#include "Agenda.h"
#include "Model.h"

namespace partita::solver {

class Reducer {
public:
  Reducer(Core &core, const std::atomic<bool> *stop)
      : core(core), stop(stop), alive(int(core.vars.size())),
        toLargest(alive, -1), changesAt(alive, 0) {}
  int64_t run();

private:
  /// A variable with so many edges, if only its surroundings have changed, is
  /// looked at again after one change for so many edges, or at the end.
  static constexpr size_t ManyEdges = 8192, EdgesPerChange = 64;

  bool prune(Step step, const std::vector<int32_t> &states,
             const std::vector<char> &drop);
  bool dropForbiddenStates(int v);
  bool dropUnsupported(int edge);
  void forced();
  bool mergeForced(int edge);
  bool growsTooLarge(int a, int b, int64_t pairs);
  void mergeAllowedPairs();
  bool dominate(int v);
  std::vector<int32_t> dominated(int v, int64_t &work) const;
  bool tryEliminate(int v);
  bool fold(int v);
  bool pass();
  void settleMemory();
  bool dropCrowded(int look);
  bool dropCrowded(int v, Slack &slack, bool atOnce);
  void enqueue(int edge) {
    if (!core.forbids(core.edges[edge]))
      return;
    pairEdges.add(edge);
    queued.resize(core.edges.size(), 0);
    if (!queued[edge])
      queue.push_back(edge);
    queued[edge] = 1;
  }
  /// What v costs has changed, or its tables; or its neighbours' states.
  void mark(int v) {
    size_t edges = core.vars[v].links.size();
    if (edges > ManyEdges && ++changesAt[v] * EdgesPerChange < edges) {
      if (changesAt[v] == 1)
        waiting.push_back(v);
      return;
    }
    lookAt(v);
  }
  void lookAt(int v) {
    changesAt[v] = 0;
    sinceSettled += changed.add(v);
    pairEnds.add(v);
  }
  bool wake();
  /// Its states have changed, and so have its tables.
  void touch(int v) {
    mark(v);
    for (const Link &link : core.vars[v].links) {
      mark(link.other);
      enqueue(link.edge);
    }
  }
  void merge(int a, int b);

  /// Nothing more is to be done. Whatever was done until then stands.
  bool over() const {
    return core.infeasible || (stop && stop->load(std::memory_order_relaxed));
  }

  Core &core;
  const std::atomic<bool> *stop;
  Agenda changed;   // variables to be looked at (again)
  Agenda pairEdges; // edges that may be worth merging along
  Agenda pairEnds;  // variables whose edges may be
  // All variables less those that have gone meanwhile. Settling, which is due
  // once a part of as many have changed, walks over dead ones too.
  int alive, sinceSettled = 0;
  std::vector<int> queue; // edges that forbid and are to be looked at (again)
  std::vector<char> queued;
  std::vector<int> toLargest;      // by variable: an edge it had, or -1
  std::vector<uint32_t> changesAt; // by variable: since it was last marked
  std::vector<int> waiting;        // may be there twice, or marked since
  int64_t work = 0;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_REDUCER_H
