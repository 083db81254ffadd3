//===- Profiles.cpp - Shares of unlike devices as labels ----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Profiles.h.
//
// Agreement could also be enforced by a node of profiles joined to every node
// of the segment. Reduction would merge it into one of them, which then has an
// edge to each: so only what edges of the program do not join is joined, and at
// the node of each part that has the fewest strategies, since merging the two
// keeps its number of states.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Profiles.h"

#include "Complaints.h"

#include <algorithm>
#include <map>

using namespace partita::solver;

static std::string str(int64_t value) { return std::to_string(value); }

int ProfiledProblem::addSegment(int profiles, const std::vector<Cost> &costs) {
  segments.push_back({profiles, costs});
  if (costs.empty())
    segments.back().costs.assign(std::max(profiles, 0), 0);
  return numSegments() - 1;
}

int ProfiledProblem::addNode(int segment, int64_t begin, int64_t end,
                             const std::vector<std::vector<Cost>> &costs,
                             const std::vector<std::vector<int64_t>> &memory) {
  nodes.push_back({segment, begin, end, costs, memory});
  return numNodes() - 1;
}

int ProfiledProblem::addEdge(int first, int second,
                             const std::vector<int> &tables) {
  edges.push_back({first, second, tables});
  return numEdges() - 1;
}

int ProfiledProblem::table(int edge, int profileOfFirst,
                           int profileOfSecond) const {
  int a = segment(first(edge)), b = segment(second(edge));
  return edges[edge]
      .tables[a == b ? profileOfFirst
                     : profileOfFirst * numProfiles(b) + profileOfSecond];
}

/// What `expand` relies on is checked here, numbers by the expansion's check.
std::vector<std::string> ProfiledProblem::check(size_t most) const {
  Complaints wrong(most);
  for (int g = 0; g < numSegments(); ++g) {
    const Segment &segment = segments[g];
    std::string name = "segment " + str(g);
    if (segment.profiles < 1)
      wrong.add(name + " expects at least one profile");
    else if (segment.costs.size() != size_t(segment.profiles))
      wrong.add(name + " expects " + str(segment.profiles) + " costs, got " +
                str(segment.costs.size()));
    for (Cost cost : segment.costs)
      if (cost < 0 || cost > Forbidden)
        wrong.add(name + " cost expects 0 to 10^18, got " + str(cost));
  }
  for (int i = 0; i < numNodes(); ++i) {
    const Node &node = nodes[i];
    std::string name = "node " + str(i);
    if (node.segment < 0 || node.segment >= numSegments()) {
      wrong.add(name + " names segment " + str(node.segment) +
                ", but there are " + str(numSegments()) + " segments");
      continue;
    }
    size_t profiles = numProfiles(node.segment);
    if (node.costs.size() != profiles || node.memory.size() != profiles) {
      wrong.add(name + " expects costs and memory for " + str(profiles) +
                " profiles, got " + str(node.costs.size()) + " and " +
                str(node.memory.size()));
      continue;
    }
    for (size_t p = 0; p < profiles; ++p) {
      size_t strategies = node.costs[0].size();
      if (node.costs[p].size() != strategies ||
          node.memory[p].size() != strategies * numLimits())
        wrong.add(name + ", profile " + str(p) + ", expects " +
                  str(strategies) + " costs and " +
                  str(strategies * numLimits()) + " memory uses, got " +
                  str(node.costs[p].size()) + " and " +
                  str(node.memory[p].size()));
      // The expansion may add the two, and a sum may not mean Forbidden.
      const std::vector<Cost> &prices = segments[node.segment].costs;
      Cost price = p < prices.size() && prices[p] < Forbidden ? prices[p] : 0;
      for (Cost cost : node.costs[p])
        if (cost >= 0 && cost < Forbidden && price >= Forbidden - cost)
          wrong.add(name + ", profile " + str(p) + ", costs " + str(cost) +
                    " and its segment " + str(price) +
                    ": expects less than 10^18 together");
    }
  }
  bool nodesKnown = !wrong.any();
  for (int e = 0; e < numEdges(); ++e) {
    const Edge &edge = edges[e];
    std::string name = "edge " + str(e);
    bool known = true;
    for (int node : {edge.first, edge.second})
      if (node < 0 || node >= numNodes()) {
        wrong.add(name + " names node " + str(node) + ", but there are " +
                  str(numNodes()) + " nodes");
        known = false;
      }
    for (int table : edge.tables)
      if (table < 0 || table >= store.numTables()) {
        wrong.add(name + " names table " + str(table) + ", but there are " +
                  str(store.numTables()) + " tables");
        known = false;
      }
    if (!known || !nodesKnown)
      continue;
    int a = segment(edge.first), b = segment(edge.second);
    size_t expected = size_t(numProfiles(a)) * (a == b ? 1 : numProfiles(b));
    if (edge.tables.size() != expected)
      wrong.add(name + " expects " + str(expected) + " tables, got " +
                str(edge.tables.size()));
    size_t rows = numStrategies(edge.first);
    size_t columns = numStrategies(edge.second);
    for (int table : edge.tables)
      if (entries(table).size != rows * columns)
        wrong.add(name + " expects " + str(rows) + " x " + str(columns) +
                  " costs, got " + str(entries(table).size));
  }
  return wrong.any() ? wrong.take() : expand(*this).problem.check(most);
}

Problem partita::solver::fix(const ProfiledProblem &problem,
                             const std::vector<int32_t> &profiles) {
  Problem out;
  for (int c = 0; c < problem.numLimits(); ++c)
    out.addLimit(problem.limit(c));
  for (int i = 0; i < problem.numNodes(); ++i) {
    int profile = profiles[problem.segment(i)];
    out.addNode(problem.begin(i), problem.end(i), problem.costs(i, profile),
                problem.memory(i, profile));
  }
  std::map<int, int> tableOf;
  for (int e = 0; e < problem.numEdges(); ++e) {
    int a = problem.first(e), b = problem.second(e);
    int from = problem.table(e, profiles[problem.segment(a)],
                             profiles[problem.segment(b)]);
    auto [found, fresh] = tableOf.emplace(from, 0);
    if (fresh) {
      CostSpan entries = problem.entries(from);
      found->second = out.addTable({entries.begin(), entries.end()});
    }
    out.addEdge(a, b, found->second);
  }
  return out;
}

Verdict partita::solver::verify(const ProfiledProblem &problem,
                                const ProfiledSolution &solution) {
  Verdict wrong;
  int segments = problem.numSegments();
  if (int(solution.profiles.size()) != segments) {
    wrong.error = "expects " + str(segments) + " profiles, got " +
                  str(int64_t(solution.profiles.size()));
    return wrong;
  }
  for (int g = 0; g < segments; ++g)
    if (solution.profiles[g] < 0 ||
        solution.profiles[g] >= problem.numProfiles(g)) {
      wrong.error = "segment " + str(g) + " has no profile " +
                    str(solution.profiles[g]) + " among its " +
                    str(problem.numProfiles(g));
      return wrong;
    }
  Verdict verdict =
      verify(fix(problem, solution.profiles), solution.strategies);
  for (int g = 0; g < segments && verdict.error.empty(); ++g) {
    Cost cost = problem.segmentCost(g, solution.profiles[g]);
    if (cost < Forbidden) {
      verdict.cost += cost;
      continue;
    }
    ++verdict.forbidden;
    verdict.feasible = false;
  }
  return verdict;
}

namespace {

class Expander {
public:
  explicit Expander(const ProfiledProblem &in) : in(in) {}
  Expansion run();

private:
  void findLabels();
  void addNodes();
  int addTable(int edge);
  void agree(int segment, const std::vector<int> &nodes);
  /// The profiles a node has states for.
  int profiles(int node) const {
    return labelled[node] ? in.numProfiles(in.segment(node)) : 1;
  }

  const ProfiledProblem &in;
  Expansion out;
  std::vector<char> labelled;
  std::vector<int> part; // union-find over labelled nodes
  std::map<std::vector<int>, int> tableOf;

  int find(int node) {
    while (part[node] != node)
      node = part[node] = part[part[node]];
    return node;
  }
};

} // namespace

/// Labels the nodes for which something depends on the profile of their
/// segment.
void Expander::findLabels() {
  for (int i = 0; i < in.numNodes(); ++i) {
    bool depends = false;
    for (int p = 1; p < in.numProfiles(in.segment(i)); ++p)
      depends |= in.costs(i, p) != in.costs(i, 0) ||
                 in.memory(i, p) != in.memory(i, 0);
    labelled.push_back(depends);
    part.push_back(i);
  }
  for (int e = 0; e < in.numEdges(); ++e) {
    int a = in.first(e), b = in.second(e);
    int ga = in.segment(a), gb = in.segment(b);
    for (int p = 0; p < in.numProfiles(ga); ++p)
      for (int q = 0; q < in.numProfiles(gb); ++q) {
        if (ga == gb && p != q)
          continue;
        int table = in.table(e, p, q);
        labelled[a] |= table != in.table(e, 0, ga == gb ? 0 : q);
        labelled[b] |= table != in.table(e, ga == gb ? 0 : p, 0);
      }
  }
}

void Expander::addNodes() {
  for (int c = 0; c < in.numLimits(); ++c)
    out.problem.addLimit(in.limit(c));
  for (int i = 0; i < in.numNodes(); ++i) {
    int strategies = in.numStrategies(i);
    std::vector<Cost> costs;
    std::vector<int64_t> memory;
    for (int p = 0; p < profiles(i); ++p)
      costs.insert(costs.end(), in.costs(i, p).begin(), in.costs(i, p).end());
    for (int c = 0; c < in.numLimits(); ++c)
      for (int p = 0; p < profiles(i); ++p) {
        auto uses = in.memory(i, p).begin() + size_t(c) * strategies;
        memory.insert(memory.end(), uses, uses + strategies);
      }
    out.problem.addNode(in.begin(i), in.end(i), costs, memory);
    out.labels.push_back({in.segment(i), labelled[i] ? strategies : 0});
  }
}

/// The table of an edge over the states of both ends, made once for each
/// combination of tables and shape.
int Expander::addTable(int edge) {
  int a = in.first(edge), b = in.second(edge);
  bool same = in.segment(a) == in.segment(b);
  int rows = in.numStrategies(a), columns = in.numStrategies(b);
  std::vector<int> key{rows, columns, profiles(b)};
  for (int p = 0; p < profiles(a); ++p)
    for (int q = 0; q < profiles(b); ++q)
      key.push_back(same && labelled[a] && labelled[b] && p != q
                        ? -1
                        : in.table(edge, p, q));
  auto [found, fresh] = tableOf.emplace(key, 0);
  if (!fresh)
    return found->second;
  std::vector<Cost> entries;
  for (int p = 0; p < profiles(a); ++p)
    for (int s = 0; s < rows; ++s)
      for (int q = 0; q < profiles(b); ++q) {
        int table = key[3 + p * profiles(b) + q];
        for (int t = 0; t < columns; ++t)
          entries.push_back(table < 0 ? Forbidden
                                      : in.entries(table)[s * columns + t]);
      }
  return found->second = out.problem.addTable(entries);
}

/// Makes the labelled nodes of a segment agree.
void Expander::agree(int segment, const std::vector<int> &nodes) {
  int count = in.numProfiles(segment);
  std::vector<Cost> price;
  for (int p = 0; p < count; ++p)
    price.push_back(in.segmentCost(segment, p));
  if (count == 1 && price[0] == 0)
    return;
  // Of each part the node with the fewest strategies.
  std::map<int, int> fewest;
  for (int node : nodes) {
    auto [it, fresh] = fewest.emplace(find(node), node);
    if (!fresh && in.numStrategies(node) < in.numStrategies(it->second))
      it->second = node;
  }
  if (fewest.size() == 1) {
    // Its label can bear the segment's costs.
    int node = fewest.begin()->second, strategies = in.numStrategies(node);
    CostSpan old = out.problem.costs(node);
    std::vector<Cost> costs(old.begin(), old.end());
    for (size_t k = 0; k < costs.size(); ++k) {
      Cost extra = price[k / strategies];
      costs[k] = costs[k] >= Forbidden || extra == Forbidden ? Forbidden
                                                             : costs[k] + extra;
    }
    out.problem.setCosts(node, costs);
    return;
  }
  int hub = out.problem.addNode(0, 0, price,
                                std::vector<int64_t>(count * in.numLimits()));
  out.labels.push_back({segment, 1});
  for (auto &[root, node] : fewest) {
    int strategies = in.numStrategies(node);
    std::vector<Cost> entries;
    for (int p = 0; p < count; ++p)
      for (int k = 0; k < count * strategies; ++k)
        entries.push_back(k / strategies == p ? 0 : Forbidden);
    out.problem.addEdge(hub, node, out.problem.addTable(entries));
  }
}

Expansion Expander::run() {
  out.numNodes = in.numNodes();
  out.numSegments = in.numSegments();
  findLabels();
  addNodes();
  for (int e = 0; e < in.numEdges(); ++e) {
    int a = in.first(e), b = in.second(e);
    out.problem.addEdge(a, b, addTable(e));
    if (in.segment(a) == in.segment(b) && labelled[a] && labelled[b])
      part[find(a)] = find(b);
  }
  std::vector<std::vector<int>> nodesOf(in.numSegments());
  for (int i = 0; i < in.numNodes(); ++i)
    if (labelled[i])
      nodesOf[in.segment(i)].push_back(i);
  for (int g = 0; g < in.numSegments(); ++g)
    agree(g, nodesOf[g]);
  return std::move(out);
}

Expansion partita::solver::expand(const ProfiledProblem &problem) {
  return Expander(problem).run();
}

ProfiledSolution Expansion::collapse(const Solution &solution) const {
  ProfiledSolution out;
  out.profiles.assign(numSegments, -1);
  for (size_t i = 0; i < labels.size(); ++i) {
    int strategies = labels[i].strategies;
    int32_t &profile = out.profiles[labels[i].segment];
    if (strategies && profile < 0)
      profile = solution[i] / strategies;
    if (int(i) < numNodes)
      out.strategies.push_back(strategies ? solution[i] % strategies
                                          : solution[i]);
  }
  for (int32_t &profile : out.profiles)
    profile = std::max(profile, 0);
  return out;
}

Solution Expansion::label(const ProfiledSolution &solution) const {
  Solution out;
  for (size_t i = 0; i < labels.size(); ++i) {
    int32_t strategy = int(i) < numNodes ? solution.strategies[i] : 0;
    out.push_back(solution.profiles[labels[i].segment] * labels[i].strategies +
                  strategy);
  }
  return out;
}
