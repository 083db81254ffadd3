//===- Profiles.h - Shares of unlike devices as labels ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices that are unlike each other take unlike shares of what is split. Each
// segment of a program chooses its shares out of a few profiles, and all that
// its nodes and edges cost and hold depends on the profile. Profile and
// strategies are chosen together: to alternate between them gets stuck.
//
// Worked example: that of Problem.h on a fast and a slow device. All but the
// loss may be split evenly (profile 0, as there) or with more for the fast
// device (1): then ffn takes 1 instead of 3, but split nodes hold 5 of the fast
// device's memory instead of 4, and gathering pads and takes 4 instead of 3.
//
//   ProfiledProblem p;
//   p.addLimit(20);
//   int body = p.addSegment(2), head = p.addSegment(1);
//   int embed = p.addNode(body, 0, 2, {{4, 2}, {4, 2}}, {{8, 4}, {8, 5}});
//   int ffn = p.addNode(body, 1, 3, {{8, 3}, {8, 1}}, {{8, 4}, {8, 5}});
//   int norm = p.addNode(body, 1, 4, {{1, 2}, {1, 2}}, {{8, 4}, {8, 5}});
//   int loss = p.addNode(head, 3, 4, {{1}}, {{1}});
//   int even = p.addTable({0, 0, 3, 0}), uneven = p.addTable({0, 0, 4, 0});
//   int gather = p.addTable({0, 3}), pad = p.addTable({0, 4});
//   p.addEdge(embed, ffn, {even, uneven}); // within body: one per profile
//   p.addEdge(embed, norm, {even, uneven});
//   p.addEdge(ffn, loss, {gather, pad});   // one per pair of profiles
//   p.addEdge(norm, loss, {gather, pad});
//
//   ProfiledSolution plan = solve(p, options).solution; // ProfiledSolve.h
//
// The plan is even, with the strategies 0, 1, 0, 0, and costs 12. With a limit
// of 21 it is uneven, with the same strategies, and costs 11.
//
// `expand` writes all of it as one Problem, so that everything that is known
// about those (bounds, certificates, sessions, explanations) holds here too.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_SOLVER_PROFILES_H
#define PARTITA_SOLVER_PROFILES_H

#include "partita/Solver/Problem.h"

namespace partita::solver {

class ProfiledProblem {
public:
  int addLimit(int64_t limit) { return store.addLimit(limit); }

  /// Adds a segment that has this many profiles to choose from, each with a
  /// cost of its own or, without `costs`, none. The cost of a profile and that
  /// of a node with it, if it is not Forbidden, make less than 10^18 together.
  int addSegment(int profiles, const std::vector<Cost> &costs = {});

  /// Adds a node with, for every profile of its segment, costs and memory as in
  /// Problem::addNode. The number of strategies is the same for all profiles;
  /// those that a profile does not have are Forbidden.
  int addNode(int segment, int64_t begin, int64_t end,
              const std::vector<std::vector<Cost>> &costs,
              const std::vector<std::vector<int64_t>> &memory);

  /// Adds a table for edges; equal tables are kept once.
  int addTable(const std::vector<Cost> &entries) {
    return store.addTable(entries);
  }

  /// Adds an edge. Within a segment it has a table per profile; between
  /// segments one per pair, the profile of `second` counting fastest.
  int addEdge(int first, int second, const std::vector<int> &tables);

  int numLimits() const { return store.numLimits(); }
  int64_t limit(int cls) const { return store.limit(cls); }
  int numSegments() const { return int(segments.size()); }
  int numProfiles(int segment) const { return segments[segment].profiles; }
  Cost segmentCost(int segment, int profile) const {
    return segments[segment].costs[profile];
  }
  int numNodes() const { return int(nodes.size()); }
  int segment(int node) const { return nodes[node].segment; }
  int64_t begin(int node) const { return nodes[node].begin; }
  int64_t end(int node) const { return nodes[node].end; }
  int numStrategies(int node) const { return int(nodes[node].costs[0].size()); }
  const std::vector<Cost> &costs(int node, int profile) const {
    return nodes[node].costs[profile];
  }
  const std::vector<int64_t> &memory(int node, int profile) const {
    return nodes[node].memory[profile];
  }
  int numEdges() const { return int(edges.size()); }
  int first(int edge) const { return edges[edge].first; }
  int second(int edge) const { return edges[edge].second; }
  /// The table of an edge under the profiles of its ends' segments.
  int table(int edge, int profileOfFirst, int profileOfSecond) const;
  CostSpan entries(int table) const { return store.entries(table); }

  /// Everything malformed, as Problem::check. In costs and memory of a node the
  /// profiles follow each other: strategy s of profile p has index p x
  /// strategies + s.
  std::vector<std::string> check(size_t most = 20) const;

private:
  struct Segment {
    int profiles;
    std::vector<Cost> costs;
  };
  struct Node {
    int segment;
    int64_t begin, end;
    std::vector<std::vector<Cost>> costs;
    std::vector<std::vector<int64_t>> memory;
  };
  struct Edge {
    int first, second;
    std::vector<int> tables;
  };
  Problem store; // of limits and tables
  std::vector<Segment> segments;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// A profile per segment and a strategy per node.
struct ProfiledSolution {
  std::vector<int32_t> profiles;
  Solution strategies;
};

/// Prices a solution of a problem that passes `check`, by the definition alone.
Verdict verify(const ProfiledProblem &problem,
               const ProfiledSolution &solution);

/// The problem that is left when every segment has its profile. Its plans cost
/// less by the segments' own costs.
Problem fix(const ProfiledProblem &problem,
            const std::vector<int32_t> &profiles);

/// A problem with profiles written as one without. Its nodes and edges have the
/// same indices; more follow that make nodes of a segment agree.
struct Expansion {
  Problem problem;

  /// To and from solutions of `problem`. If labels disagree, which is
  /// infeasible, the first node's label decides.
  ProfiledSolution collapse(const Solution &solution) const;
  Solution label(const ProfiledSolution &solution) const;

  /// Per node of `problem` its segment, and its strategies if its states are
  /// pairs of profile and strategy, or 0 if they are strategies alone.
  struct Label {
    int segment, strategies;
  };
  std::vector<Label> labels;
  int numNodes = 0, numSegments = 0;
};

/// Expands a problem that passes `check`.
///
/// A node whose costs, memory and edges do not depend on the profile keeps its
/// strategies. Any other has a state per profile and strategy; an edge of two
/// such nodes of a segment forbids pairs of unlike profiles. Where these edges
/// leave a segment in several parts, a node that has only profiles joins them.
Expansion expand(const ProfiledProblem &problem);

} // namespace partita::solver

#endif // PARTITA_SOLVER_PROFILES_H
