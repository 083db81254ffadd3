//===- ChangeProfiles.cpp - Other profiles for the same strategies ------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ProfiledSolve.h. The memory live at each moment is kept, so that a change
// is priced by what belongs to its segment alone.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/ProfiledSolve.h"

#include <algorithm>

using namespace partita::solver;

namespace {

class Changer {
public:
  Changer(const ProfiledProblem &problem, ProfiledSolution &solution);
  int64_t run();

private:
  Cost price(int segment);
  bool change(int segment, int profile);
  void place(int segment, int sign);

  const ProfiledProblem &problem;
  ProfiledSolution &solution;
  std::vector<std::vector<int>> nodesOf, edgesOf; // of each segment
  std::vector<int> first, last; // moments at which a node begins and ends
  // Per class, what the live memory changes by at each moment.
  std::vector<std::vector<int64_t>> changes;
  int64_t work = 0;
};

} // namespace

Changer::Changer(const ProfiledProblem &problem, ProfiledSolution &solution)
    : problem(problem), solution(solution), nodesOf(problem.numSegments()),
      edgesOf(problem.numSegments()) {
  std::vector<int64_t> moments;
  for (int i = 0; i < problem.numNodes(); ++i) {
    nodesOf[problem.segment(i)].push_back(i);
    moments.push_back(problem.begin(i));
    moments.push_back(problem.end(i));
  }
  std::sort(moments.begin(), moments.end());
  moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
  auto at = [&](int64_t moment) {
    return int(std::lower_bound(moments.begin(), moments.end(), moment) -
               moments.begin());
  };
  for (int i = 0; i < problem.numNodes(); ++i) {
    first.push_back(at(problem.begin(i)));
    last.push_back(at(problem.end(i)));
  }
  for (int e = 0; e < problem.numEdges(); ++e) {
    int a = problem.segment(problem.first(e));
    int b = problem.segment(problem.second(e));
    edgesOf[a].push_back(e);
    if (a != b)
      edgesOf[b].push_back(e);
  }
  changes.assign(problem.numLimits(), std::vector<int64_t>(moments.size(), 0));
  for (int g = 0; g < problem.numSegments(); ++g)
    place(g, 1);
}

void Changer::place(int segment, int sign) {
  int profile = solution.profiles[segment];
  for (int i : nodesOf[segment])
    for (int c = 0; c < problem.numLimits(); ++c) {
      int64_t use =
          problem.memory(i, profile)[size_t(c) * problem.numStrategies(i) +
                                     solution.strategies[i]];
      changes[c][first[i]] += sign * use;
      changes[c][last[i]] -= sign * use;
    }
  work += int64_t(nodesOf[segment].size());
}

/// What a segment costs with its profile, edges to others included; Forbidden
/// if anything is.
Cost Changer::price(int segment) {
  int profile = solution.profiles[segment];
  Cost sum = 0;
  bool allowed = true;
  auto pay = [&](Cost cost) {
    if (cost == Forbidden)
      allowed = false;
    else
      sum += cost;
  };
  pay(problem.segmentCost(segment, profile));
  for (int i : nodesOf[segment])
    pay(problem.costs(i, profile)[solution.strategies[i]]);
  for (int e : edgesOf[segment]) {
    int a = problem.first(e), b = problem.second(e);
    int table = problem.table(e, solution.profiles[problem.segment(a)],
                              solution.profiles[problem.segment(b)]);
    pay(problem.entries(
        table)[size_t(solution.strategies[a]) * problem.numStrategies(b) +
               solution.strategies[b]]);
  }
  work += int64_t(nodesOf[segment].size() + edgesOf[segment].size());
  return allowed ? sum : Forbidden;
}

/// Takes a profile if that is cheaper and fits.
bool Changer::change(int segment, int profile) {
  int before = solution.profiles[segment];
  Cost now = price(segment);
  solution.profiles[segment] = profile;
  Cost then = price(segment);
  if (then < now && then != Forbidden) {
    solution.profiles[segment] = before;
    place(segment, -1);
    solution.profiles[segment] = profile;
    place(segment, 1);
    bool fits = true;
    for (int c = 0; c < problem.numLimits() && fits; ++c) {
      int64_t live = 0;
      for (int64_t change : changes[c]) {
        live += change;
        fits &= live <= problem.limit(c);
      }
      work += int64_t(changes[c].size());
    }
    if (fits)
      return true;
    place(segment, -1);
    solution.profiles[segment] = before;
    place(segment, 1);
  }
  solution.profiles[segment] = before;
  return false;
}

int64_t Changer::run() {
  bool again = true;
  while (again) {
    again = false;
    for (int g = 0; g < problem.numSegments(); ++g)
      for (int p = 0; p < problem.numProfiles(g); ++p)
        if (p != solution.profiles[g])
          again |= change(g, p);
  }
  return work;
}

int64_t partita::solver::changeProfiles(const ProfiledProblem &problem,
                                        ProfiledSolution &solution) {
  return Changer(problem, solution).run();
}
