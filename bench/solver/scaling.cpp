//===- scaling.cpp - Time and memory against size -----------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   partita-solver-scaling FAMILY NODES SLACK [SEED]
//
// makes one problem (Generate.h), solves it until the gap is at most 1 % or as
// many table entries were looked at as 300 sweeps of the bound, and prints one
// line of `name=value` pairs: the size, the variables that reduction has left,
// seconds from the start of `solve`, and memory. One problem per process, so
// that the most memory in use is its own. scaling.py runs it for all sizes.
//
//===----------------------------------------------------------------------===//

#include "Generate.h"

#include "partita/Solver/Solve.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

using namespace partita;
using namespace partita::solver;

static double seconds() {
  static const auto begin = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

static long megabytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

int main(int argc, char **argv) {
  double nodes = argc > 2 ? std::atof(argv[2]) : 0;
  double slack = argc > 3 ? std::atof(argv[3]) : -1;
  if (argc < 4 || argc > 5 || !(nodes >= 1 && nodes <= 1e8) || !(slack >= 0)) {
    std::fprintf(stderr, "usage: partita-solver-scaling "
                         "chain|tree|grid|transformer|unlike NODES SLACK "
                         "[SEED]\n  SLACK: the limit by the least peak; 0: no "
                         "limit\n");
    return 1;
  }
  seconds();
  Problem problem =
      bench::generate(argv[1], int64_t(nodes), slack,
                      argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1);
  for (const std::string &message : problem.check())
    std::fprintf(stderr, "%s\n", message.c_str());
  if (!problem.numNodes() || !problem.check().empty())
    return 1;
  double built = seconds();
  long builtMemory = megabytes();

  std::atomic<bool> stop{false};
  SolveOptions options;
  options.stop = &stop;
  options.work = INT64_MAX;
  double reduced = -1, first = -1, close = -1, gap = 1;
  int64_t reduceWork = 0;
  int variables = 0;
  long reducedMemory = 0;
  options.progress = [&](const SolveProgress &progress) {
    double now = seconds() - built;
    if (reduced < 0) {
      reduced = now;
      reduceWork = progress.work;
      variables = progress.variables;
      reducedMemory = megabytes();
    }
    if (progress.cost) {
      if (first < 0)
        first = now;
      double cost = double(*progress.cost);
      gap = cost > 0 ? std::max(0.0, 1 - progress.bound / cost) : 0;
      if (gap <= 0.01 && close < 0)
        close = now;
    }
    if (close >= 0 || progress.work - reduceWork > 600 * progress.entries)
      stop.store(true);
  };
  SolveResult result = solve(problem, options);
  double solved = seconds() - built;
  long memory = megabytes();
  Verdict verdict = verify(problem, result.solution);
  double before = seconds();
  CertifiedBound bound = recomputeBound(problem, result.certificate);
  double certified = seconds() - before;
  if (!bound.error.empty() || !verdict.feasible) {
    std::fprintf(stderr, "no plan, or no bound: %s%s\n", bound.error.c_str(),
                 verdict.error.c_str());
    return 1;
  }
  std::printf("family=%s slack=%g nodes=%d edges=%d tables=%d variables=%d "
              "build=%.3f reduce=%.3f first=%.3f close=%.3f solved=%.3f "
              "gap=%.3f%% work=%.0fM built=%ldMB reduced=%ldMB memory=%ldMB "
              "certify=%.3f proven=%.3f%% certifier=%ldMB\n",
              argv[1], slack, problem.numNodes(), problem.numEdges(),
              problem.numTables(), variables, built, reduced, first, close,
              solved, 100 * gap, double(result.work) / 1e6, builtMemory,
              reducedMemory, memory, certified,
              100 * (1 - double(bound.bound) / double(verdict.cost)),
              megabytes());
  return 0;
}
