//===- SolveFuzz.cpp - Small problems, solved and proven ----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes choose a problem, small enough for trying every solution, and how
// it is solved: the budget, techniques to leave out, a plan to begin with.
// Plans must fit and cost what is said; bounds, recomputed, must not exceed the
// least cost; "infeasible" must be true; and two threads must give the bytes of
// one. Costs near the limits of 64 bits are among the choices.
//
//===----------------------------------------------------------------------===//

#include "../unit/Solver/RandomProblems.h"
#include "Fuzz.h"
#include "partita/Solver/Solve.h"

#include <algorithm>

using namespace partita::solver;

static Problem choose(Bytes &in) {
  Problem p;
  int shift = int(in.pick(0, 49)); // costs in units of 2^shift
  auto number = [&](int64_t most) -> int64_t {
    return in.pick(0, most) << shift;
  };
  auto cost = [&]() -> Cost {
    uint8_t kind = in.byte();
    return kind % 8 == 7 ? Forbidden : kind % 8 < 4 ? kind >> 3 : number(31);
  };
  int classes = int(in.pick(0, 2));
  for (int c = 0; c < classes; ++c)
    p.addLimit(number(60));
  int nodes = int(in.pick(1, 7)), combinations = 1;
  for (int i = 0; i < nodes; ++i) {
    int states = std::max(1, std::min(int(in.pick(1, 5)), 512 / combinations));
    combinations *= states;
    std::vector<Cost> costs;
    std::vector<int64_t> memory;
    for (int s = 0; s < states; ++s)
      costs.push_back(cost());
    for (int s = 0; s < states * classes; ++s)
      memory.push_back(number(15));
    int64_t begin = in.pick(0, 9);
    p.addNode(begin, begin + in.pick(0, 5), costs, memory);
  }
  for (int64_t e = in.pick(0, 14); e > 0 && nodes > 1 && !in.empty(); --e) {
    int a = int(in.pick(0, nodes - 1)), b = int(in.pick(0, nodes - 2));
    b += b >= a;
    bool alias = in.pick(0, 3) == 0;
    std::vector<Cost> table;
    for (int s = 0; s < p.numStrategies(a); ++s)
      for (int t = 0; t < p.numStrategies(b); ++t)
        table.push_back(!alias                        ? cost()
                        : s % p.numStrategies(b) == t ? 0
                                                      : Forbidden);
    p.addEdge(a, b, p.addTable(table));
  }
  return p;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  SolveOptions options;
  options.seed = in.byte();
  options.work = 200 << in.pick(0, 7);
  for (int k = 0, some = in.pick(0, 3) == 0; some && k < Techniques::count();
       ++k)
    if (in.pick(0, 3) == 0)
      options.without.add(Technique(k));
  Solution start;
  if (in.pick(0, 3) == 0) {
    options.start = &start;
    for (int64_t k = in.pick(0, 9); k > 0; --k)
      start.push_back(int32_t(in.pick(-1, 5)));
  }
  Problem problem = choose(in);
  if (!problem.check().empty())
    return 0; // sums that overflow
  std::optional<Cost> best = bruteForce(problem);
  SolveResult result = solve(problem, options);
  CertifiedBound bound = recomputeBound(problem, result.certificate);
  require(bound.error.empty(), "the certificate is refused: " + bound.error);
  require(!best || (!bound.infeasible && bound.bound <= *best),
          "a bound of " + std::to_string(bound.bound) + " is too high");
  if (result.status == SolveStatus::Feasible) {
    Verdict verdict = verify(problem, result.solution);
    require(verdict.feasible && verdict.cost == result.cost, "a false plan");
    require(best && result.cost >= *best, "less than the least");
    Verdict begun = verify(problem, start);
    require(!options.start || !begun.feasible || result.cost <= begun.cost,
            "more than what it began with");
  } else if (result.status == SolveStatus::Infeasible) {
    require(!best && bound.infeasible, "infeasible, without proof");
  }
  if (size % 8)
    return 0;
  options.threads = 2;
  SolveResult other = solve(problem, options);
  require(other.solution == result.solution &&
              writeCertificate(other.certificate) ==
                  writeCertificate(result.certificate),
          "two threads give another answer");
  return 0;
}
