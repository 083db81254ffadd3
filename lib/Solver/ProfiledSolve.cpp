//===- ProfiledSolve.cpp - Shares and strategies together ---------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ProfiledSolve.h.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/ProfiledSolve.h"

#include <algorithm>

using namespace partita::solver;

namespace {

class ProfiledSolver {
public:
  ProfiledSolver(const ProfiledProblem &problem, const SolveOptions &options)
      : problem(problem), options(options) {}
  ProfiledResult run(const ProfiledSolution *start);

private:
  void offer(ProfiledSolution solution);
  SolveResult solvePart(const Problem &part, int64_t work,
                        const Solution *start, bool whole);
  void solveFixed(const std::vector<int32_t> &profiles, int64_t work,
                  const Solution *start);
  void solveUniform(int64_t work);
  void solveExpanded(int64_t work);
  bool found() const { return result.status == SolveStatus::Feasible; }
  bool stopped() const { return options.stop && options.stop->load(); }

  const ProfiledProblem &problem;
  const SolveOptions &options;
  ProfiledResult result;
};

} // namespace

/// Takes a plan if it is the best, after trying other profiles for it.
void ProfiledSolver::offer(ProfiledSolution solution) {
  Verdict verdict = verify(problem, solution);
  if (!verdict.feasible || (found() && verdict.cost >= result.cost))
    return;
  result.work += changeProfiles(problem, solution);
  result.status = SolveStatus::Feasible;
  result.cost = verify(problem, solution).cost;
  result.solution = std::move(solution);
}

/// Solves the expansion or, with fixed profiles, a part of the problem, whose
/// bounds are none of the whole.
SolveResult ProfiledSolver::solvePart(const Problem &part, int64_t work,
                                      const Solution *start, bool whole) {
  SolveOptions with = options;
  with.work = work;
  with.start = start;
  if (!whole) {
    with.startDuals = nullptr;
    with.saveDuals = false;
  }
  int64_t before = result.work;
  if (options.progress)
    with.progress = [&](const SolveProgress &of) {
      SolveProgress progress = of;
      progress.work += before;
      progress.cost = std::nullopt;
      if (found())
        progress.cost = result.cost;
      if (whole && of.cost)
        progress.cost = std::min(progress.cost.value_or(*of.cost), *of.cost);
      if (!whole)
        progress.bound = result.bound;
      options.progress(progress);
    };
  SolveResult answer = solve(part, with);
  result.work += answer.work;
  return answer;
}

void ProfiledSolver::solveFixed(const std::vector<int32_t> &profiles,
                                int64_t work, const Solution *start) {
  SolveResult answer = solvePart(fix(problem, profiles), work, start, false);
  if (answer.status == SolveStatus::Feasible)
    offer({profiles, std::move(answer.solution)});
}

void ProfiledSolver::solveUniform(int64_t work) {
  int most = 1, segments = problem.numSegments();
  for (int g = 0; g < segments; ++g)
    most = std::max(most, problem.numProfiles(g));
  for (int p = 0; p < most && !stopped(); ++p) {
    std::vector<int32_t> profiles;
    for (int g = 0; g < segments; ++g)
      profiles.push_back(std::min(p, problem.numProfiles(g) - 1));
    solveFixed(profiles, work / most, nullptr);
  }
}

void ProfiledSolver::solveExpanded(int64_t work) {
  Expansion plain = expand(problem);
  Solution start;
  if (found())
    start = plain.label(result.solution);
  SolveResult answer =
      solvePart(plain.problem, work, found() ? &start : nullptr, true);
  result.bound = answer.bound;
  result.certificate = std::move(answer.certificate);
  result.duals = std::move(answer.duals);
  if (answer.status == SolveStatus::Infeasible)
    result.status = answer.status;
  if (answer.status == SolveStatus::Feasible)
    offer(plain.collapse(answer.solution));
}

ProfiledResult ProfiledSolver::run(const ProfiledSolution *start) {
  if (start) {
    Verdict verdict = verify(problem, *start);
    if (verdict.error.empty()) {
      Expansion plain = expand(problem);
      result.startError = whyInfeasible(
          plain.problem, verify(plain.problem, plain.label(*start)));
    } else {
      result.startError = verdict.error;
    }
    offer(*start);
    if (!found() && verdict.error.empty())
      solveFixed(start->profiles, options.work / 8, &start->strategies);
  }
  solveUniform((options.work - result.work) / 4);
  solveExpanded((options.work - result.work) / 3 * 2);
  if (found() && options.work > result.work && !stopped()) {
    ProfiledSolution best = result.solution;
    solveFixed(best.profiles, options.work - result.work, &best.strategies);
  }
  return std::move(result);
}

ProfiledResult partita::solver::solve(const ProfiledProblem &problem,
                                      const SolveOptions &options,
                                      const ProfiledSolution *start) {
  return ProfiledSolver(problem, options).run(start);
}
