//===- resolve.cpp - What a warm start saves when costs change ----------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// partita-solver-resolve SHARE CHANGE LIMIT WORK CASE.json[.gz]...
//
// Solves each case, changes SHARE percent of the node costs by up to +-CHANGE
// percent and the limits by LIMIT percent, and solves again, cold and warm,
// each with WORK million table entries. Printed: what the cold solve reaches;
// million entries until the cost is within 1 % and 0.1 % of that, and the bound
// within 0.1 %, cold and warm; what the warm one reaches in the end, as ratios;
// and the part of the work and of the seconds until a warm plan is within 1 %
// that went into reduction.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/ProblemIO.h"
#include "partita/Solver/Session.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

using namespace partita::solver;

namespace {
struct Point {
  int64_t work;
  double cost, bound, seconds;
};
struct Run {
  SolveResult result;
  std::vector<Point> points; // the first after reduction
};
} // namespace

static Run follow(Session &session, int64_t work) {
  Run run;
  SolveOptions options;
  options.work = work;
  auto begin = std::chrono::steady_clock::now();
  options.progress = [&](const SolveProgress &progress) {
    run.points.push_back(
        {progress.work, progress.cost ? double(*progress.cost) : 1e300,
         progress.bound,
         std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
             .count()});
  };
  run.result = session.solve(options);
  return run;
}

/// The first point at which something holds, or null.
template <typename F>
static const Point *firstPoint(const Run &run, F holds) {
  for (const Point &point : run.points)
    if (holds(point))
      return &point;
  return nullptr;
}

static void change(Session &session, double share, double by, double limit) {
  std::mt19937_64 random(1);
  auto unit = [&] { return double(random() >> 11) * 0x1p-53; };
  const Problem &p = session.problem();
  for (int i = 0; i < p.numNodes(); ++i) {
    if (unit() * 100 >= share)
      continue;
    std::vector<Cost> costs(p.costs(i).begin(), p.costs(i).end());
    for (Cost &cost : costs)
      if (cost < Forbidden)
        cost = Cost(double(cost) * (1 + (2 * unit() - 1) * by / 100));
    session.setCosts(i, costs);
  }
  for (int c = 0; c < p.numLimits(); ++c)
    session.setLimit(c, int64_t(double(p.limit(c)) * (1 + limit / 100)));
}

static void printWork(const Point *point) {
  if (point)
    std::printf(" %7.1f", double(point->work) / 1e6);
  else
    std::printf(" %7s", "-");
}

int main(int argc, char **argv) {
  if (argc < 6) {
    std::fprintf(stderr,
                 "usage: partita-solver-resolve SHARE CHANGE LIMIT WORK "
                 "CASE.json[.gz]...\n");
    return 1;
  }
  double share = std::atof(argv[1]), by = std::atof(argv[2]);
  double limit = std::atof(argv[3]);
  int64_t work = int64_t(std::atof(argv[4]) * 1e6);
  std::printf("%-10s %13s %7s %7s %7s %7s %7s %7s %8s %8s %9s\n", "case",
              "cold cost", "to 1%", "warm", "to 0.1%", "warm", "bound", "warm",
              "cost", "bound", "reduce");
  for (int k = 5; k < argc; ++k) {
    std::string path = argv[k], error;
    std::optional<Problem> problem = readProblem(path, error);
    if (!problem) {
      std::fprintf(stderr, "%s: %s\n", path.c_str(), error.c_str());
      return 1;
    }
    Session session(std::move(*problem));
    follow(session, work);
    change(session, share, by, limit);
    Session fresh(session.problem());
    Run cold = follow(fresh, work), warm = follow(session, work);
    std::string name = path.substr(path.rfind('/') + 1);
    if (cold.result.status != SolveStatus::Feasible) {
      std::printf("%-10s no plan\n", name.c_str());
      continue;
    }
    double cost = double(cold.result.cost), bound = cold.result.bound;
    auto near = [&](const Point &p) { return p.cost <= 1.01 * cost; };
    auto cheap = [&](const Point &p) { return p.cost <= 1.001 * cost; };
    auto tight = [&](const Point &p) { return p.bound >= 0.999 * bound; };
    std::printf("%-10s %13.0f", name.c_str(), cost);
    printWork(firstPoint(cold, near));
    printWork(firstPoint(warm, near));
    printWork(firstPoint(cold, cheap));
    printWork(firstPoint(warm, cheap));
    printWork(firstPoint(cold, tight));
    printWork(firstPoint(warm, tight));
    const Point *done = firstPoint(warm, near);
    std::printf(" %8.5f %8.5f", double(warm.result.cost) / cost,
                warm.result.bound / bound);
    if (done)
      std::printf(" %3.0f%% %3.0f%%",
                  100.0 * double(warm.points[0].work) / double(done->work),
                  100.0 * warm.points[0].seconds / done->seconds);
    std::printf("\n");
    std::fflush(stdout);
  }
  return 0;
}
