//===- RandomProblems.cpp - Small problems and their true answers -------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See RandomProblems.h. std::mt19937_64 is the same everywhere; distributions
// are not, so draws are taken modulo.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"

#include <algorithm>
#include <random>

using namespace partita::solver;

Problem partita::solver::exampleProblem(int64_t limit) {
  Problem p;
  p.addLimit(limit);
  int embed = p.addNode(0, 2, {4, 2}, {8, 4});
  int ffn = p.addNode(1, 3, {8, 3}, {8, 4});
  int norm = p.addNode(1, 4, {1, 2}, {8, 4});
  int loss = p.addNode(3, 4, {1}, {1});
  int split = p.addTable({0, 0, 3, 0}), gather = p.addTable({0, 3});
  p.addEdge(embed, ffn, split);
  p.addEdge(embed, norm, split);
  p.addEdge(ffn, loss, gather);
  p.addEdge(norm, loss, gather);
  return p;
}

std::string partita::solver::exampleText() {
  return R"({"problem": {"name": "example",
  "nodes": {"intervals": [[0,2], [1,3], [1,4], [3,4]],
            "costs": [[4,2], [8,3], [1,2], [1]],
            "usages": [[8,4], [8,4], [8,4], [1]]},
  "extra": [1.5e3, {"a": [null, true, false, "x\"y"]}],
  "edges": {"nodes": [[0,1], [0,2], [1,3], [2,3]],
            "costs": [[0,0,3,0], [0,0,3,0], [0,3], [0,3]]},
  "usage_limit": 20}})";
}

Problem partita::solver::rivalsProblem() {
  Problem p;
  p.addLimit(9);
  p.addNode(0, 1, {0, 9}, {7, 2});
  p.addNode(0, 1, {0, 3}, {6, 4});
  return p;
}

Problem partita::solver::randomProblem(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto draw = [&](int64_t least, int64_t most) {
    return least + int64_t(random() % uint64_t(most - least + 1));
  };
  Problem p;
  int n = int(draw(1, 8));
  int classes = draw(0, 4) == 0 ? 2 : draw(0, 5) == 0 ? 0 : 1;
  int maxStates = int(draw(1, 4));
  int64_t top = draw(0, 3) == 0 ? 3 : 100; // many ties, or few
  int forbidden = int(draw(0, 3)) * 15;    // percent
  bool zero = draw(0, 9) == 0;
  // The least that must be live somewhere is about n: limits around it.
  for (int c = 0; c < classes; ++c)
    p.addLimit(draw(0, 9) == 0 ? 0 : draw(2, 2 + 4 * n));
  auto price = [&]() -> Cost {
    if (draw(0, 99) < forbidden)
      return Forbidden;
    return zero ? 0 : draw(0, top);
  };
  for (int i = 0; i < n; ++i) {
    int states = int(draw(1, maxStates));
    std::vector<Cost> costs;
    for (int s = 0; s < states; ++s)
      costs.push_back(draw(0, 5) ? (zero ? 0 : draw(0, top)) : price());
    std::vector<int64_t> memory;
    for (int k = 0; k < states * classes; ++k)
      memory.push_back(draw(0, 6));
    int64_t begin = draw(0, 8), length = draw(0, 5);
    p.addNode(begin, begin + length, costs, memory);
  }
  int edges = n == 1 ? 0 : int(draw(0, 2 * n));
  for (int e = 0; e < edges; ++e) {
    int a = int(draw(0, n - 1)), b = int(draw(0, n - 2));
    b += b >= a;
    std::vector<Cost> table;
    // Some edges force equal choices, as aliases do.
    bool alias = draw(0, 4) == 0 && forbidden;
    for (int s = 0; s < p.numStrategies(a); ++s)
      for (int t = 0; t < p.numStrategies(b); ++t)
        table.push_back(alias ? (s % p.numStrategies(b) == t ? 0 : Forbidden)
                              : price());
    p.addEdge(a, b, p.addTable(table));
  }
  return p;
}

Problem partita::solver::gridProblem(int rows, int columns, uint64_t seed) {
  std::mt19937_64 random(seed);
  auto draw = [&](int64_t most) {
    return int64_t(random() % uint64_t(most + 1));
  };
  Problem p;
  p.addLimit(rows * 8);
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < rows; ++r) {
      // Cheap strategies use much memory.
      Cost most = 20 + draw(80);
      p.addNode(c, c + 2, {most, most * 2 / 3, most / 3, 0},
                {1, 2 + draw(1), 4 + draw(2), 8 + draw(3)});
      auto table = [&] {
        std::vector<Cost> entries;
        for (int k = 0; k < 16; ++k)
          entries.push_back(k % 5 ? draw(60) : 0);
        return p.addTable(entries);
      };
      int node = c * rows + r;
      if (r > 0)
        p.addEdge(node - 1, node, table());
      if (c > 0)
        p.addEdge(node - rows, node, table());
    }
  return p;
}

std::optional<Cost> partita::solver::bruteForce(const Problem &problem) {
  std::optional<Cost> best;
  forEachSolution(problem, [&](const Solution &solution) {
    Verdict verdict = verify(problem, solution);
    if (verdict.feasible)
      best = std::min(best.value_or(verdict.cost), verdict.cost);
  });
  return best;
}

SolveOptions partita::solver::withWork(int64_t work) {
  SolveOptions options;
  options.work = work;
  return options;
}

Certificate partita::solver::certificateFor(const Problem &problem) {
  Certificate certificate;
  certificate.fingerprint = problem.fingerprint();
  return certificate;
}
