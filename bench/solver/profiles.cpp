//===- profiles.cpp - Shares as labels: how to write them down ----------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// partita-solver-profiles FAMILY NODES SEGMENTS PROFILES WORK [SEED]
//
// Makes a problem with profiles out of one of Generate.h: runs of nodes are
// segments, profile p gives the fast device 0.5 + 0.1 p of what is split. The
// devices differ by another factor in each segment, so that each has another
// best profile; unlike neighbours pay for reshuffling. Solves, with WORK
// million entries each:
//
//   uniform p   one profile for all segments, without labels
//   parts       the expansion of Profiles.h: edges make nodes agree
//   hub         the same with an edge from a node of profiles to every node
//   hub only    the same, and edges of nodes forbid nothing themselves
//   together    `solve` of ProfiledSolve.h
//
// and prints variables and entries of the core, cost and bound.
//
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "partita/Solver/ProfiledSolve.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

using namespace partita::solver;

static double share(int profile) { return 0.5 + 0.1 * profile; }

static ProfiledProblem addProfiles(const Problem &p, int segments, int profiles,
                                   uint64_t seed) {
  std::mt19937_64 random(seed);
  ProfiledProblem out;
  for (int c = 0; c < p.numLimits(); ++c)
    out.addLimit(p.limit(c));
  std::vector<double> speed; // of the fast device, the slow one's being 1
  for (int g = 0; g < segments; ++g) {
    out.addSegment(profiles);
    speed.push_back(1 + 0.25 * double(random() % 9));
  }
  auto scaled = [](CostSpan costs, double by, double plus) {
    std::vector<Cost> out;
    for (Cost cost : costs)
      out.push_back(cost == Forbidden ? cost : Cost(double(cost) * by + plus));
    return out;
  };
  int perSegment = (p.numNodes() + segments - 1) / segments;
  for (int i = 0; i < p.numNodes(); ++i) {
    int g = i / perSegment;
    std::vector<std::vector<Cost>> costs, memory;
    for (int k = 0; k < profiles; ++k) {
      double time = std::max(share(k) / speed[g], 1 - share(k));
      costs.push_back(scaled(p.costs(i), 2 * time, 0));
      // What is split is what uses less than the most.
      std::vector<int64_t> uses(p.memory(i).begin(), p.memory(i).end());
      int64_t most =
          uses.empty() ? 0 : *std::max_element(uses.begin(), uses.end());
      for (int64_t &use : uses)
        use = std::min(most, int64_t(double(use) * share(k) / 0.5));
      memory.push_back(uses);
    }
    out.addNode(g, p.begin(i), p.end(i), costs, memory);
  }
  std::map<std::vector<int>, int> tableOf;
  for (int e = 0; e < p.numEdges(); ++e) {
    CostSpan entries = p.entries(p.table(e));
    bool across = p.first(e) / perSegment != p.second(e) / perSegment;
    double mean = 0;
    for (Cost cost : entries)
      mean += cost < Forbidden ? double(cost) / double(entries.size) : 0;
    std::vector<int> tables;
    for (int k = 0; k < profiles; ++k)
      for (int l = across ? 0 : k; l < (across ? profiles : k + 1); ++l) {
        auto [found, fresh] =
            tableOf.emplace(std::vector<int>{p.table(e), k, l}, 0);
        if (fresh)
          found->second =
              out.addTable(scaled(entries, 2 * std::max(share(k), share(l)),
                                  2 * mean * std::fabs(share(k) - share(l))));
        tables.push_back(found->second);
      }
    out.addEdge(p.first(e), p.second(e), tables);
  }
  return out;
}

/// The expansion with an edge from a node of profiles to every node, and edges
/// within segments that forbid unlike labels or, if `only`, do not.
static Problem withHubs(const ProfiledProblem &p, const Expansion &plain,
                        bool only) {
  Problem out = plain.problem;
  std::vector<int> hubs;
  for (int g = 0; g < p.numSegments(); ++g)
    hubs.push_back(out.addNode(
        0, 0, std::vector<Cost>(p.numProfiles(g), 0),
        std::vector<int64_t>(size_t(p.numProfiles(g)) * p.numLimits(), 0)));
  for (int i = 0; i < p.numNodes(); ++i) {
    int strategies = plain.labels[i].strategies, g = p.segment(i);
    if (!strategies)
      continue;
    std::vector<Cost> entries;
    for (int k = 0; k < p.numProfiles(g); ++k)
      for (int s = 0; s < p.numProfiles(g) * strategies; ++s)
        entries.push_back(s / strategies == k ? 0 : Forbidden);
    out.addEdge(hubs[g], i, out.addTable(entries));
  }
  for (int e = 0; only && e < p.numEdges(); ++e) {
    int a = p.first(e), b = p.second(e);
    int na = plain.labels[a].strategies, nb = plain.labels[b].strategies;
    if (p.segment(a) != p.segment(b) || !na || !nb)
      continue;
    CostSpan old = out.entries(out.table(e));
    std::vector<Cost> entries(old.begin(), old.end());
    int columns = out.numStrategies(b);
    for (int s = 0; s < out.numStrategies(a); ++s)
      for (int t = 0; t < columns; ++t)
        if (s / na != t / nb)
          entries[s * columns + t] = 0;
    out.setTable(e, out.addTable(entries));
  }
  return out;
}

static SolveResult report(const std::string &name, const Problem &problem,
                          int64_t work) {
  SolveOptions options;
  options.work = work;
  SolveProgress last{};
  options.progress = [&](const SolveProgress &progress) { last = progress; };
  SolveResult result = solve(problem, options);
  std::printf("%-10s %9d %11lld", name.c_str(), last.variables,
              (long long)last.entries);
  if (result.status == SolveStatus::Feasible)
    std::printf(" %14lld %14.0f %7.2f%%\n", (long long)result.cost,
                result.bound, 100 * (1 - result.bound / double(result.cost)));
  else
    std::printf(" %14s %14.0f\n",
                result.status == SolveStatus::Infeasible ? "infeasible"
                                                         : "not found",
                result.bound);
  std::fflush(stdout);
  return result;
}

int main(int argc, char **argv) {
  if (argc < 6) {
    std::fprintf(stderr, "usage: partita-solver-profiles FAMILY NODES SEGMENTS "
                         "PROFILES WORK [SEED]\n");
    return 1;
  }
  int segments = std::max(1, std::atoi(argv[3]));
  int profiles = std::max(1, std::atoi(argv[4]));
  int64_t work = int64_t(std::atof(argv[5]) * 1e6);
  uint64_t seed = argc > 6 ? uint64_t(std::atoll(argv[6])) : 1;
  Problem base =
      partita::bench::generate(argv[1], std::atoll(argv[2]), 1.5, seed);
  ProfiledProblem problem = addProfiles(base, segments, profiles, seed);
  std::vector<std::string> wrong = problem.check();
  if (base.numNodes() == 0 || !wrong.empty()) {
    std::fprintf(stderr, "%s\n",
                 wrong.empty() ? "no such family" : wrong[0].c_str());
    return 1;
  }
  std::printf("%-10s %9s %11s %14s %14s %8s\n", "encoding", "variables",
              "entries", "cost", "bound", "gap");
  for (int k = 0; k < profiles; ++k)
    report("uniform " + std::to_string(k),
           fix(problem, std::vector<int32_t>(segments, k)), work);
  Expansion plain = expand(problem);
  report("parts", plain.problem, work);
  report("hub", withHubs(problem, plain, false), work);
  report("hub only", withHubs(problem, plain, true), work);
  SolveOptions options;
  options.work = work;
  ProfiledResult result = solve(problem, options);
  if (result.status != SolveStatus::Feasible)
    return 0;
  std::printf("%-10s %9s %11s %14lld %14.0f %7.2f%%\nprofiles:", "together", "",
              "", (long long)result.cost, result.bound,
              100 * (1 - result.bound / double(result.cost)));
  for (int32_t profile : result.solution.profiles)
    std::printf(" %d", profile);
  std::printf("\n");
  return 0;
}
