//===- Certificate.cpp - What a certificate proves ----------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the tree: first upwards, for which moments are spoken of from where on
// and how many copies are needed, then downwards, replaying steps. See Replay.h
// for the steps themselves.
//
// Every branch but the last begins with a copy of what its node ends with, kept
// until that branch is done. The branch that itself needs most copies is the
// last: so there are never more of them than the logarithm of the leaves.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Certificate.h"

#include "Replay.h"

#include <algorithm>
#include <tuple>

using namespace partita::solver;

namespace {

class Checker {
public:
  Checker(const Problem &problem, const Certificate &certificate,
          CheckLimits limits)
      : problem(problem), certificate(certificate), limits(limits),
        shared(limits) {}
  CertifiedBound run();

private:
  bool fail(const std::string &what) {
    if (error.empty())
      error = what;
    return false;
  }
  bool checkShape();
  bool checkMoment(int cls, int64_t moment);
  bool checkBranches(const Certificate::Node &node, const Replay &replay);
  bool cut(const Certificate::Node &node, Replay &replay);
  void settle(Wide bound);
  void takeSteps(int node, Replay &replay);
  void walk(int node, Replay &replay);

  const Problem &problem;
  const Certificate &certificate;
  const CheckLimits limits;
  ReplayTables shared;
  std::vector<Moment> rows;
  /// Per node, the rows that its prices or the nodes below speak of, and those
  /// that itself or the nodes below do.
  std::vector<std::vector<int>> below, spoken;
  /// Per node, the branch that is taken last, and the copies needed at once.
  std::vector<int> last, copies;
  bool open = false; // a solution may exist
  Cost least = MaxTotal;
  std::string error;
};

} // namespace

static std::string str(int64_t value) { return std::to_string(value); }

bool Checker::checkMoment(int cls, int64_t moment) {
  if (cls < 0 || cls >= problem.numLimits())
    return fail("expects classes below " + str(problem.numLimits()) + ", got " +
                str(cls));
  rows.push_back({cls, moment});
  return true;
}

static bool speaksOfMoment(const Certificate::Step &step) {
  return step.kind == 'c' || step.kind == 'o';
}

/// That others can read it, that the nodes are a tree, and which moments are
/// spoken of where.
bool Checker::checkShape() {
  if (certificate.fingerprint != problem.fingerprint())
    return fail("the certificate is for another problem");
  for (auto [what, has, most] :
       {std::tuple("nodes", int64_t(certificate.nodes.size()), limits.nodes),
        std::tuple("values", valuesOf(certificate), limits.values)})
    if (has > most)
      return fail("cannot be read back: expects at most " + str(most) + " " +
                  what + ", got " + str(has));
  int n = int(certificate.nodes.size());
  if (n == 0)
    return fail("expects a node");
  std::vector<char> reached(n, 0);
  std::vector<int> depth(n, 0);
  reached[0] = 1;
  for (int k = 0; k < n; ++k) {
    const Certificate::Node &node = certificate.nodes[k];
    if (!reached[k])
      return fail("node " + str(k) + " is nobody's branch");
    if (node.priceBits < 0 || node.priceBits > 48)
      return fail("expects 0 to 48 bits for prices");
    if (node.messageBits < -60 || node.messageBits > 48)
      return fail("expects -60 to 48 bits for messages");
    for (const Certificate::Branch &branch : node.branches) {
      if (branch.node <= k || branch.node >= n || reached[branch.node])
        return fail("node " + str(k) +
                    ": expects branches that are later "
                    "nodes and nobody else's, got " +
                    str(branch.node));
      reached[branch.node] = 1;
      depth[branch.node] = depth[k] + 1;
      if (depth[branch.node] > 1000)
        return fail("expects at most 1000 nodes on top of each other");
    }
    for (const Certificate::Step &step : node.steps)
      if (speaksOfMoment(step) && !checkMoment(step.cls, step.moment))
        return false;
    for (const Certificate::Price &price : node.prices) {
      if (price.price < 0)
        return fail("expects prices >= 0, got " + str(price.price));
      if (!checkMoment(price.cls, price.moment))
        return false;
    }
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  auto rowOf = [&](int cls, int64_t moment) {
    return int(std::lower_bound(rows.begin(), rows.end(), Moment(cls, moment)) -
               rows.begin());
  };
  below.resize(n);
  spoken.resize(n);
  last.resize(n);
  copies.resize(n);
  auto tidy = [](std::vector<int> &list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  for (int k = n; k-- > 0;) {
    const Certificate::Node &node = certificate.nodes[k];
    for (const Certificate::Price &price : node.prices)
      below[k].push_back(rowOf(price.cls, price.moment));
    for (const Certificate::Branch &branch : node.branches)
      below[k].insert(below[k].end(), spoken[branch.node].begin(),
                      spoken[branch.node].end());
    auto fewer = [&](const Certificate::Branch &x,
                     const Certificate::Branch &y) {
      return copies[x.node] < copies[y.node];
    };
    last[k] = int(
        std::max_element(node.branches.begin(), node.branches.end(), fewer) -
        node.branches.begin());
    for (int b = 0; b < int(node.branches.size()); ++b)
      copies[k] = std::max(copies[k],
                           copies[node.branches[b].node] + int(b != last[k]));
    tidy(below[k]);
    spoken[k] = below[k];
    for (const Certificate::Step &step : node.steps)
      if (speaksOfMoment(step))
        spoken[k].push_back(rowOf(step.cls, step.moment));
    tidy(spoken[k]);
    shared.left.numbers -= int64_t(below[k].size() + spoken[k].size()) / 4 + 1;
    if (shared.left.numbers < 0)
      return fail("takes too much memory to check");
  }
  return true;
}

/// That the branches of a node share out all states of its variable.
bool Checker::checkBranches(const Certificate::Node &node,
                            const Replay &replay) {
  if (!node.cuts.empty())
    return (node.variable < 0 && node.branches.size() == 1) ||
           fail("expects one branch after cuts");
  if (!replay.alive(node.variable))
    return fail("there is no variable " + str(node.variable));
  std::vector<char> covered(replay.states(node.variable), 0);
  for (const Certificate::Branch &branch : node.branches)
    for (int32_t s : branch.states) {
      if (s < 0 || s >= int(covered.size()))
        return fail(str(node.variable) + " has no state " + str(s));
      covered[s] = 1;
    }
  auto missing = std::find(covered.begin(), covered.end(), 0);
  return missing == covered.end() ||
         fail("no branch has state " + str(missing - covered.begin()) + " of " +
              str(node.variable));
}

/// Takes the cuts of a node.
bool Checker::cut(const Certificate::Node &node, Replay &replay) {
  Replay::Shifted shifted = replay.shift(node);
  if (!replay.error().empty())
    return fail(replay.error());
  std::vector<std::vector<int32_t>> kept;
  std::set<int> seen;
  for (const Certificate::Cut &cut : node.cuts) {
    if (!replay.alive(cut.variable))
      return fail("there is no variable " + str(cut.variable));
    if (!seen.insert(cut.variable).second)
      return fail("expects a variable once");
    std::vector<char> drop(replay.states(cut.variable), 0);
    std::vector<Wide> bounds = replay.boundsWith(shifted, cut.variable);
    if (!replay.error().empty())
      return fail(replay.error());
    for (int32_t s : cut.states) {
      std::string name = "state " + str(s) + " of " + str(cut.variable);
      if (s < 0 || s >= int(drop.size()))
        return fail("there is no " + name);
      if (bounds[s] != Never &&
          Replay::roundUp(bounds[s], shifted.bits) < certificate.cutoff)
        return fail(name + " does not reach the cutoff");
      drop[s] = 1;
    }
    kept.emplace_back();
    for (size_t s = 0; s < drop.size(); ++s)
      if (!drop[s])
        kept.back().push_back(int32_t(s));
  }
  for (size_t k = 0; k < node.cuts.size(); ++k)
    if (!replay.restrict(node.cuts[k].variable, kept[k]))
      return fail(replay.error());
  settle(certificate.cutoff);
  return true;
}

/// There may be a solution with this cost, unless no choice can cost that much.
void Checker::settle(Wide cost) {
  if (cost > MaxTotal)
    return;
  open = true;
  least = Cost(std::min<Wide>(cost, least));
}

/// Takes the steps of a node.
void Checker::takeSteps(int index, Replay &replay) {
  const Certificate::Node &node = certificate.nodes[index];
  const std::vector<int> &later = below[index];
  Needed needed(rows.size(), spoken[index]);
  std::vector<int> uses(rows.size(), 0);
  for (const Certificate::Step &step : node.steps)
    if (speaksOfMoment(step))
      ++uses[replay.rowOf({step.cls, step.moment})];
  for (size_t k = 0; k < node.steps.size() && !replay.impossible(); ++k) {
    const Certificate::Step &step = node.steps[k];
    if (!replay.apply(step, needed)) {
      fail("step " + str(int64_t(k)) + ": " + replay.error());
      return;
    }
    if (!speaksOfMoment(step))
      continue;
    int row = replay.rowOf({step.cls, step.moment});
    if (--uses[row] == 0 &&
        !std::binary_search(later.begin(), later.end(), row))
      needed.erase(row);
  }
}

void Checker::walk(int index, Replay &replay) {
  const Certificate::Node &node = certificate.nodes[index];
  if (replay.spend(int64_t(rows.size())))
    takeSteps(index, replay);
  else
    fail(replay.error());
  bool goesOn = error.empty() && !replay.impossible();
  if (goesOn && (!node.branches.empty() || !node.cuts.empty())) {
    if (checkBranches(node, replay) && (node.cuts.empty() || cut(node, replay)))
      for (size_t k = 1; k <= node.branches.size() && error.empty(); ++k) {
        size_t at = (size_t(last[index]) + k) % node.branches.size();
        const Certificate::Branch &branch = node.branches[at];
        // The last branch takes over what the others have a copy of.
        std::optional<Replay> copy;
        if (k < node.branches.size() && replay.mayCopy())
          copy.emplace(replay);
        Replay &next = copy ? *copy : replay;
        if (node.cuts.empty() && replay.error().empty())
          next.restrict(node.variable, branch.states);
        if (!next.error().empty())
          fail(next.error());
        else if (!next.impossible())
          walk(branch.node, next);
      }
  } else if (goesOn) {
    Replay::Shifted shifted = replay.shift(node);
    if (!replay.error().empty())
      fail(replay.error());
    else if (shifted.total != Never)
      settle(Replay::roundUp(shifted.total, shifted.bits));
  }
  if (!error.empty() && index > 0 && error.rfind("node ", 0) != 0)
    error = "node " + str(index) + ": " + error;
}

CertifiedBound Checker::run() {
  CertifiedBound result;
  if (checkShape()) {
    Replay replay(problem, rows, shared);
    if (replay.error().empty())
      walk(0, replay);
    else
      fail(replay.error());
  }
  result.error = error;
  if (!error.empty())
    return result;
  result.infeasible = !open;
  result.bound = open ? least : 0;
  return result;
}

CertifiedBound partita::solver::recomputeBound(const Problem &problem,
                                               const Certificate &certificate,
                                               CheckLimits limits) {
  return Checker(problem, certificate, limits).run();
}
