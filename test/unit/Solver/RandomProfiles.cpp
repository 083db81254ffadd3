//===- RandomProfiles.cpp - Small problems with profiles ----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See RandomProfiles.h.
//
//===----------------------------------------------------------------------===//

#include "RandomProfiles.h"

#include <random>

using namespace partita::solver;

ProfiledProblem partita::solver::profiledExample(int64_t limit) {
  ProfiledProblem p;
  p.addLimit(limit);
  int body = p.addSegment(2), head = p.addSegment(1);
  int embed = p.addNode(body, 0, 2, {{4, 2}, {4, 2}}, {{8, 4}, {8, 5}});
  int ffn = p.addNode(body, 1, 3, {{8, 3}, {8, 1}}, {{8, 4}, {8, 5}});
  int norm = p.addNode(body, 1, 4, {{1, 2}, {1, 2}}, {{8, 4}, {8, 5}});
  int loss = p.addNode(head, 3, 4, {{1}}, {{1}});
  int even = p.addTable({0, 0, 3, 0}), uneven = p.addTable({0, 0, 4, 0});
  int gather = p.addTable({0, 3}), pad = p.addTable({0, 4});
  p.addEdge(embed, ffn, {even, uneven});
  p.addEdge(embed, norm, {even, uneven});
  p.addEdge(ffn, loss, {gather, pad});
  p.addEdge(norm, loss, {gather, pad});
  return p;
}

ProfiledProblem partita::solver::randomProfiled(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto draw = [&](int64_t least, int64_t most) {
    return least + int64_t(random() % uint64_t(most - least + 1));
  };
  ProfiledProblem p;
  int classes = int(draw(0, 2)), segments = int(draw(1, 3));
  int forbidden = int(draw(0, 2)) * 10; // percent
  auto price = [&]() -> Cost {
    return draw(0, 99) < forbidden ? Forbidden : draw(0, 30);
  };
  int n = int(draw(1, 5));
  for (int c = 0; c < classes; ++c)
    p.addLimit(draw(2, 2 + 4 * n));
  for (int g = 0; g < segments; ++g) {
    std::vector<Cost> costs(draw(1, 3), 0);
    if (draw(0, 1))
      for (Cost &cost : costs)
        cost = price();
    p.addSegment(int(costs.size()), costs);
  }
  auto numbers = [&](int count, auto next) {
    std::vector<int64_t> out;
    for (int k = 0; k < count; ++k)
      out.push_back(next());
    return out;
  };
  for (int i = 0; i < n; ++i) {
    int segment = int(draw(0, segments - 1)), states = int(draw(1, 3));
    bool same = draw(0, 2) == 0; // whatever the profile
    std::vector<std::vector<Cost>> costs, memory;
    for (int k = 0; k < p.numProfiles(segment); ++k) {
      bool copy = same && k > 0;
      costs.push_back(copy ? costs[0] : numbers(states, price));
      memory.push_back(copy ? memory[0] : numbers(states * classes, [&] {
        return draw(0, 6);
      }));
    }
    int64_t begin = draw(0, 5);
    p.addNode(segment, begin, begin + draw(0, 4), costs, memory);
  }
  for (int64_t e = n == 1 ? 0 : draw(0, 2 * n); e > 0; --e) {
    int a = int(draw(0, n - 1)), b = int(draw(0, n - 2));
    b += b >= a;
    int ga = p.segment(a), gb = p.segment(b);
    int count = p.numProfiles(ga) * (ga == gb ? 1 : p.numProfiles(gb));
    bool same = draw(0, 2) == 0;
    std::vector<int> tables;
    for (int k = 0; k < count; ++k)
      tables.push_back(
          same && k > 0 ? tables[0]
                        : p.addTable(numbers(
                              p.numStrategies(a) * p.numStrategies(b), price)));
    p.addEdge(a, b, tables);
  }
  return p;
}
