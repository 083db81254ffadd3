//===- scaling.cpp - Time and memory against size -----------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   partita-solver-scaling FAMILY NODES SLACK [SEED]
//
// makes one problem (Generate.h), solves it on one thread until the gap is at
// most 1 % or as many table entries were looked at as in 120 passes over all
// tables, and prints one line of `name=value` pairs: the size, the variables
// that reduction has left, seconds of processor time from the start of `solve`,
// and memory. One problem per process, so that the most memory in use is its
// own. scaling.py runs it for all sizes.
//
//===----------------------------------------------------------------------===//

#include "Generate.h"

#include "partita/Solver/Solve.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

using namespace partita;
using namespace partita::solver;

/// Processor time, as other programs may run beside this one.
static double seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

/// The most memory in use so far. Not from getrusage, which goes on counting
/// from the process that started this one.
static long megabytes() {
  long kilobytes = 0;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0)
      kilobytes = std::atol(line.c_str() + 6);
  return kilobytes / 1024;
}

static int complain() {
  std::fprintf(stderr, "usage: partita-solver-scaling "
                       "chain|tree|grid|transformer|unlike NODES SLACK [SEED]\n"
                       "  SLACK: the limit by the least peak; 0: no limit\n");
  return 1;
}

int main(int argc, char **argv) {
  double nodes = argc > 2 ? std::atof(argv[2]) : 0;
  double slack = argc > 3 ? std::atof(argv[3]) : -1;
  if (argc < 4 || argc > 5 || !(nodes >= 1 && nodes <= 1e8) || !(slack >= 0)) {
    return complain();
  }
  Problem problem =
      bench::generate(argv[1], int64_t(nodes), slack,
                      argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1);
  for (const std::string &message : problem.check())
    std::fprintf(stderr, "%s\n", message.c_str());
  if (!problem.numNodes())
    return complain();
  if (!problem.check().empty())
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
    if (close >= 0 || progress.work - reduceWork > 120 * progress.entries)
      stop.store(true);
  };
  SolveResult result = solve(problem, options);
  double solved = seconds() - built;
  long memory = megabytes();
  Verdict verdict = verify(problem, result.solution);
  double before = seconds();
  std::string note;
  CertifiedBound bound =
      certify(problem, result.certificate, result.core, note);
  double certified = seconds() - before;
  if (!note.empty())
    std::fprintf(stderr, "%s\n", note.c_str());
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
