//===- Solve.cpp - From a problem to a plan and a bound -----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounds of two tasks that share nothing while they run: the prover raises the
// bound, by sweeps or by exact search, and plans are decoded from its messages;
// the portfolio moves. Between rounds it learns prices and plans, the prover
// the best cost.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Solve.h"

#include "Certify.h"
#include "Kernels.h"
#include "Start.h"

#include <algorithm>
#include <cmath>
#include <thread>

using namespace partita::solver;

/// So that sums of work stay within their type.
static constexpr int64_t MostRound = int64_t(1) << 60;

namespace {

class Solver {
public:
  Solver(const Problem &problem, const SolveOptions &options)
      : problem(problem), options(options),
        stop(options.stop ? *options.stop : never), core(problem) {
    core.without = options.without;
  }
  SolveResult run();

private:
  void offer(const Model &model, const Plan &plan);
  void report(const Model *model, double bound);
  void begin(const Model &model, Bound &bound, Portfolio &portfolio);
  void search(const Model &model);

  const Problem &problem;
  const SolveOptions &options;
  const std::atomic<bool> never{false};
  const std::atomic<bool> &stop;
  Core core;
  SolveResult result;
};

} // namespace

/// Prices a plan on the problem and keeps it if it is the best.
void Solver::offer(const Model &model, const Plan &plan) {
  Solution solution = expand(core, model, plan.choice);
  Verdict verdict = verify(problem, solution);
  if (!verdict.feasible ||
      (result.status == SolveStatus::Feasible && verdict.cost >= result.cost))
    return;
  result.status = SolveStatus::Feasible;
  result.solution = std::move(solution);
  result.cost = verdict.cost;
}

void Solver::report(const Model *model, double bound) {
  result.bound = std::max(result.bound, bound);
  if (!options.progress)
    return;
  SolveProgress progress{result.work, std::nullopt, result.bound, 0, 0};
  if (result.status == SolveStatus::Feasible)
    progress.cost = result.cost;
  if (model) {
    progress.variables = model->size();
    progress.entries = model->entries;
  }
  options.progress(progress);
}

/// Begins with what the caller has brought along.
void Solver::begin(const Model &model, Bound &bound, Portfolio &portfolio) {
  if (options.startDuals)
    bound.start(load(problem, core, model, *options.startDuals));
  if (!options.start)
    return;
  std::vector<int32_t> choice =
      select(model, project(core, problem, *options.start));
  std::vector<int32_t> hints = choice;
  complete(model, bound.current(), choice);
  Plan plan;
  if (allowed(model, choice) && repair(model, choice)) {
    plan.cost = price(model, choice);
    plan.choice = std::move(choice);
  } else {
    plan = decode(model, bound.current(), 1, &hints);
    Plan fresh = decode(model, bound.current(), 1);
    if (fresh.cost < plan.cost)
      plan = std::move(fresh);
  }
  portfolio.add(plan);
  if (portfolio.started())
    offer(model, portfolio.plan());
}

void Solver::search(const Model &model) {
  Prover prover(core, model);
  Portfolio portfolio(model, options.seed);
  Kernels kernels(core, model, options.seed);
  begin(model, prover.bound(), portfolio);
  double offered = portfolio.cost();
  int64_t sweep = 2 * model.entries + 1;
  // The first rounds are short: a plan soon matters more than a good one.
  int64_t roundWork = std::min(6 * sweep, options.work / 2 + 1);
  for (int64_t round = 0; !stop.load() && result.work < options.work; ++round) {
    std::vector<Plan> decoded;
    std::vector<double> price = prover.bound().duals().price;
    bool known = result.status == SolveStatus::Feasible;
    double best =
        std::min(portfolio.cost(), known ? double(result.cost) : Infinite);
    int tries = portfolio.started() ? 1 : 5;
    auto proofs = [&] {
      prover.improve(roundWork, best, stop);
      for (int k = 0; k < tries && prover.owes() < roundWork && !stop.load();
           ++k)
        decoded.push_back(prover.suggest(round, k));
    };
    bool inKernel = kernels.begin(prover.bound(), portfolio.plan());
    auto moves = [&] {
      if (inKernel)
        kernels.improve(roundWork, portfolio.plan(), stop);
      else
        portfolio.improve(roundWork, price, stop);
    };
    if (options.threads > 1 && portfolio.started()) {
      std::thread other(proofs);
      moves();
      other.join();
    } else {
      proofs();
      moves();
    }
    for (const Plan &plan : decoded)
      portfolio.add(plan);
    portfolio.add(prover.takePlan());
    portfolio.add(kernels.takePlan());
    kernels.add(portfolio.takeRival());
    if (portfolio.cost() < offered) {
      offered = portfolio.cost();
      offer(model, portfolio.plan());
    }
    result.work += 2 * roundWork;
    report(&model, prover.value());
    if (prover.finished())
      break;
    if (result.status == SolveStatus::Feasible &&
        closes(prover.value(), result.cost))
      break;
    roundWork = std::min(std::clamp(options.roundWork, sweep, MostRound),
                         (options.work - result.work) / 2 + 1);
  }
  bool feasible = result.status == SolveStatus::Feasible;
  if (prover.finished() && !feasible && !portfolio.started())
    result.status = SolveStatus::Infeasible;
  CoreProof proof{result.certificate.nodes[0].steps.size(), {}};
  if (prover.record(result.certificate,
                    feasible ? double(result.cost) : Infinite)) {
    prover.recordRoot(proof.duals);
    result.core = std::move(proof);
  }
  // Before the first sweep there is nothing to hand on.
  if (options.saveDuals && prover.bound().value() > -Infinite)
    result.duals = save(problem, core, model, prover.bound());
}

SolveResult Solver::run() {
  if (options.start) {
    Verdict verdict = verify(problem, *options.start);
    result.startError = whyInfeasible(problem, verdict);
    if (verdict.feasible) {
      result.status = SolveStatus::Feasible;
      result.solution = *options.start;
      result.cost = verdict.cost;
    }
  }
  result.work = reduce(core, &stop);
  result.certificate.fingerprint = problem.fingerprint();
  result.certificate.nodes[0].steps = recordSteps(core);
  if (core.infeasible) {
    result.status = SolveStatus::Infeasible;
    return std::move(result);
  }
  Model model(core);
  report(&model, model.constant);
  if (model.size() > 0) {
    search(model);
    return std::move(result);
  }
  offer(model, Plan());
  report(&model, model.constant);
  return std::move(result);
}

bool partita::solver::closes(double bound, Cost cost) {
  return std::ceil(bound * (1 - 1e-12)) >= double(cost);
}

SolveResult partita::solver::solve(const Problem &problem,
                                   const SolveOptions &options) {
  return Solver(problem, options).run();
}
