//===- Tree.h - Exact search: branch, bound and cut -------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shares out the states of one variable among two branches, reduces and bounds
// each, and again, until every node is closed: there is no plan in it, or none
// below the cost of the best one known.
//
// What makes small cores of real programs come out in hundreds of nodes:
//
//   memory   A limit is about a tenth above the least. The variable to branch
//            on is the one whose use is worth most at the node's prices. If it
//            is to use much, few states of the others still find room, and
//            reduction drops them; if not, the relaxation can no longer mix a
//            little of much.
//   cuts     A state that would lift the bound to the best cost goes.
//   duals    A node begins with its parent's prices and messages.
//
// The node with the least bound is next, or, to find plans, a child of the last
// one. Each node keeps what proves it; `record` writes the proof of whatever
// has been done, finished or not.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_TREE_H
#define PARTITA_LIB_SOLVER_TREE_H

#include "Search.h"
#include "partita/Solver/Certificate.h"

#include <memory>
#include <set>

namespace partita::solver {

struct Family;

struct TreeLimits {
  /// Parts of proofs on top of each other: certificates have a limit.
  int depth = 900;
  /// Open nodes hold no more bytes than this by choice: then the latest one
  /// comes first, and only as many are added as the search is deep.
  int64_t held = int64_t(256) << 20;
  /// In the certificate.
  int64_t numbers = 30'000'000;
};

class Tree {
public:
  /// A tree below a reduced core, beginning with the duals of a bound on its
  /// model.
  Tree(const Core &root, const Bound &bound, TreeLimits limits = {});
  ~Tree();

  /// Closes nodes until `work` is spent, all are closed, or `stop` is set.
  /// `best` is the cost to beat, or infinite. Returns the work done.
  int64_t explore(int64_t work, double best, const std::atomic<bool> &stop);

  /// The cheapest plan found since the last call, as a choice for the root's
  /// model; of infinite cost if there is none.
  Plan takePlan();

  /// All nodes are closed: the best cost is the least, or there is no plan.
  bool finished() const { return open.empty() && !stuck; }
  /// No plan costs less; the best cost if the tree is finished.
  double value() const;

  /// Adds the tree to a certificate whose node 0 leads to the root. `best` is
  /// the cost of the best plan, or infinite.
  void record(Certificate &certificate, double best) const;

  /// There is nothing more to do: finished, or the certificate has grown as
  /// large as it may.
  bool ended() const { return open.empty() || numbers > limits.numbers; }
  /// Bytes that open nodes hold of their parents, about.
  int64_t bytes() const { return held; }

private:
  struct Node;

  void wait(int index);
  int next();
  int64_t process(int index);
  bool improve(Bound &bound, int64_t &work) const;
  void tryPlan(const Core &core, const Model &model, const Bound &bound,
               int64_t &work);
  bool cut(const Core &core, const Model &model, const Bound &bound,
           const Bound::Tension &tension, Certificate::Node &proof);
  int byMemory(const Model &model, const Bound &bound, double least,
               std::vector<char> &side) const;
  int byLoad(const Model &model, const std::vector<int32_t> &choice,
             std::vector<char> &side) const;
  int byTension(const Model &model, const Bound::Tension &tension,
                std::vector<char> &side) const;
  void take(Core &core, const std::vector<Certificate::Cut> &cuts) const;
  void branch(int index, std::shared_ptr<Family> family, const Model &model,
              const Bound &bound, const Bound::Tension &tension);
  void leave(Node &node);
  void forgetDuals(int index);
  void steps(const Core &core, size_t from, Certificate::Node &proof);
  void duals(const Core &core, const Model &model, const Bound &bound,
             double spare, Certificate::Node &proof);
  bool closes(double bound) const;
  /// Per node, what its proof and those below it show.
  std::vector<double> provable() const;

  const TreeLimits limits;
  /// Names of the root's variables in the problem.
  std::vector<int> names;
  std::vector<Node> nodes;
  std::set<int> open; // nodes that wait for their turn
  std::set<std::pair<double, int>> byBound;
  int last = -1; // the node to dive below
  double best = Infinite;
  Plan found;
  const std::atomic<bool> *stop = nullptr;
  bool stuck = false; // some node was too deep to go on
  int64_t processed = 0;
  int64_t held = 0;    // bytes that open nodes have of their parents
  int64_t numbers = 0; // in proofs
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_TREE_H
