//===- ProfiledSolve.cpp - Shares and strategies together ---------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ProfiledSolve.h. With a large budget, or none but a stop, the four parts
// take turns that grow: the end may come any time, and no part may make all
// others wait. Each goes on from what it has found before, as far as plans and
// duals carry over.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/ProfiledSolve.h"

#include <algorithm>

using namespace partita::solver;

/// The work of the first turn, at least and per table entry of the expansion,
/// and of every other in terms of the one before.
static constexpr int64_t FirstTurn = 1'000'000'000, PerEntry = 100, Growth = 4;

namespace {

class ProfiledSolver {
public:
  ProfiledSolver(const ProfiledProblem &problem, const SolveOptions &options)
      : problem(problem), options(options), plain(expand(problem)) {}
  ProfiledResult run(const ProfiledSolution *start);

private:
  void offer(ProfiledSolution solution);
  SolveResult solvePart(const Problem &part, SolveOptions with, bool whole);
  SolveResult solveFixed(const std::vector<int32_t> &profiles, int64_t work,
                         const Solution *start);
  void solveUniform(int64_t work);
  void solveExpanded(int64_t work, bool last);
  void begin(const ProfiledSolution &start, int64_t work);
  void turn(int64_t end, bool last);
  int64_t firstTurn() const;
  bool found() const { return result.status == SolveStatus::Feasible; }
  bool stopped() const { return options.stop && options.stop->load(); }
  /// Nothing is better.
  bool proven() const {
    return result.status == SolveStatus::Infeasible ||
           (found() && closes(result.bound, result.cost));
  }

  const ProfiledProblem &problem;
  const SolveOptions &options;
  const Expansion plain;
  /// With the same profile everywhere: the last plan, and whether it is known
  /// that there is no better one.
  struct Uniform {
    Solution plan;
    bool done = false;
  };
  std::vector<Uniform> uniform;
  bool expanded = false; // the result has a bound and its certificate
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
SolveResult ProfiledSolver::solvePart(const Problem &part, SolveOptions with,
                                      bool whole) {
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
      progress.bound = whole ? std::max(of.bound, result.bound) : result.bound;
      options.progress(progress);
    };
  SolveResult answer = solve(part, with);
  result.work += answer.work;
  return answer;
}

SolveResult ProfiledSolver::solveFixed(const std::vector<int32_t> &profiles,
                                       int64_t work, const Solution *start) {
  SolveOptions with = options;
  with.work = work;
  with.start = start;
  SolveResult answer = solvePart(fix(problem, profiles), with, false);
  if (answer.status == SolveStatus::Feasible)
    offer({profiles, answer.solution});
  return answer;
}

void ProfiledSolver::solveUniform(int64_t work) {
  int segments = problem.numSegments();
  for (size_t p = 0; p < uniform.size() && !stopped(); ++p) {
    Uniform &of = uniform[p];
    if (of.done)
      continue;
    std::vector<int32_t> profiles;
    for (int g = 0; g < segments; ++g)
      profiles.push_back(std::min(int(p), problem.numProfiles(g) - 1));
    SolveResult answer = solveFixed(profiles, work / int64_t(uniform.size()),
                                    of.plan.empty() ? nullptr : &of.plan);
    of.done = answer.status == SolveStatus::Infeasible ||
              (answer.status == SolveStatus::Feasible &&
               closes(answer.bound, answer.cost));
    of.plan = std::move(answer.solution);
  }
}

void ProfiledSolver::solveExpanded(int64_t work, bool last) {
  SolveOptions with = options;
  with.work = work;
  with.saveDuals |= !last;
  Solution start;
  with.start = nullptr;
  if (found()) {
    start = plain.label(result.solution);
    with.start = &start;
  }
  SavedDuals duals = std::move(result.duals);
  if (!duals.variables.empty())
    with.startDuals = &duals;
  SolveResult answer = solvePart(plain.problem, with, true);
  // A turn that was cut short may know less than the one before.
  if (!expanded || answer.status == SolveStatus::Infeasible ||
      answer.bound > result.bound) {
    expanded = true;
    result.bound = answer.bound;
    result.certificate = std::move(answer.certificate);
    result.core = std::move(answer.core);
  }
  result.duals = std::move(answer.duals);
  if (result.duals.variables.empty())
    result.duals = std::move(duals);
  if (answer.status == SolveStatus::Infeasible)
    result.status = answer.status;
  if (answer.status == SolveStatus::Feasible)
    offer(plain.collapse(answer.solution));
}

void ProfiledSolver::begin(const ProfiledSolution &start, int64_t work) {
  Verdict verdict = verify(problem, start);
  result.startError = verdict.error;
  if (!verdict.error.empty())
    return;
  result.startError =
      whyInfeasible(plain.problem, verify(plain.problem, plain.label(start)));
  offer(start);
  if (!found())
    solveFixed(start.profiles, work, &start.strategies);
}

/// All parts, until `end` is reached in terms of result.work.
void ProfiledSolver::turn(int64_t end, bool last) {
  solveUniform((end - result.work) / 4);
  solveExpanded((end - result.work) / 3 * 2, last);
  if (found() && !proven() && end > result.work && !stopped()) {
    ProfiledSolution best = result.solution;
    solveFixed(best.profiles, end - result.work, &best.strategies);
  }
}

int64_t ProfiledSolver::firstTurn() const {
  int64_t entries = 0;
  for (int e = 0; e < plain.problem.numEdges(); ++e)
    entries += int64_t(plain.problem.entries(plain.problem.table(e)).size);
  return std::max(FirstTurn, entries * PerEntry);
}

ProfiledResult ProfiledSolver::run(const ProfiledSolution *start) {
  int most = 1;
  for (int g = 0; g < problem.numSegments(); ++g)
    most = std::max(most, problem.numProfiles(g));
  uniform.resize(most);
  int64_t next = firstTurn();
  if (start)
    begin(*start, std::min(options.work, next) / 8);
  // What is left after a turn is enough for another one.
  for (bool last = false; !last; next *= Growth) {
    int64_t left = options.work - result.work;
    last = left / (1 + Growth) < next;
    turn(last ? options.work : result.work + next, last);
    last |= proven() || stopped();
  }
  if (!options.saveDuals)
    result.duals = SavedDuals();
  return std::move(result);
}

ProfiledResult partita::solver::solve(const ProfiledProblem &problem,
                                      const SolveOptions &options,
                                      const ProfiledSolution *start) {
  return ProfiledSolver(problem, options).run(start);
}
