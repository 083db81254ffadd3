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
// one.
//
//===----------------------------------------------------------------------===//

#include "../unit/Solver/RandomProblems.h"
#include "Choices.h"
#include "partita/Solver/Solve.h"

using namespace partita::solver;

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
  Problem problem = Choices(in).problem();
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
