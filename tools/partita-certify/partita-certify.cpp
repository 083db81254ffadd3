//===- partita-certify.cpp - Recompute the bound of a certificate -------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// partita-certify CASE.json[.gz] CERTIFICATE.json [ANSWER.json] prints the
// bound that the certificate proves, and prices the answer if there is one. See
// include/partita/Solver/Certificate.h for what a certificate says.
//
// Exit status: 0 accepted, 1 refused (or the answer is).
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Certificate.h"
#include "partita/Solver/ProblemIO.h"

#include <algorithm>
#include <cstdio>

using namespace partita::solver;

static int complain(const std::string &message) {
  std::fprintf(stderr, "partita-certify: error: %s\n", message.c_str());
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3 && argc != 4)
    return complain("usage: partita-certify CASE.json[.gz] CERTIFICATE.json "
                    "[ANSWER.json]");
  std::string error;
  std::optional<Problem> problem = readProblem(argv[1], error);
  if (!problem)
    return complain(std::string(argv[1]) + ": " + error);
  std::optional<Certificate> certificate = readCertificate(argv[2], error);
  if (!certificate)
    return complain(std::string(argv[2]) + ": " + error);
  CertifiedBound bound = recomputeBound(*problem, *certificate);
  if (!bound.error.empty())
    return complain(std::string(argv[2]) + ": refused: " + bound.error);
  std::string line = bound.infeasible
                         ? "accepted: infeasible"
                         : "accepted: bound=" + std::to_string(bound.bound);
  bool good = true;
  if (argc == 4) {
    std::optional<Solution> solution = readSolution(argv[3], error);
    if (!solution)
      return complain(std::string(argv[3]) + ": " + error);
    Verdict verdict = verify(*problem, *solution);
    if (!verdict.error.empty())
      return complain(std::string(argv[3]) + ": " + verdict.error);
    good = verdict.feasible;
    line += " cost=" + std::to_string(verdict.cost) +
            " feasible=" + (good ? "yes" : "no");
    if (good && (bound.infeasible || bound.bound > verdict.cost))
      return complain(line + ": bound and answer contradict each other");
    if (good) {
      double gap =
          verdict.cost > 0 ? 1 - double(bound.bound) / double(verdict.cost) : 0;
      char text[32];
      std::snprintf(text, sizeof text, " gap=%.3f%%", 100 * std::max(0.0, gap));
      line += text;
    }
  }
  std::printf("%s\n", line.c_str());
  return good ? 0 : 1;
}
