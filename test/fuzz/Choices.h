//===- Choices.h - Bytes that choose small problems -------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems small enough for trying every solution. Costs near the limits of 64
// bits are among the choices, so `check` may refuse what comes out.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_FUZZ_CHOICES_H
#define PARTITA_TEST_FUZZ_CHOICES_H

#include "Fuzz.h"
#include "partita/Solver/Problem.h"

#include <algorithm>

namespace partita::solver {

class Choices {
public:
  explicit Choices(Bytes &in) : in(in), shift(int(in.pick(0, 49))) {}

  /// In units of 2^shift.
  int64_t number(int64_t most) { return in.pick(0, most) << shift; }
  Cost cost() {
    uint8_t kind = in.byte();
    return kind % 8 == 7 ? Forbidden : kind % 8 < 4 ? kind >> 3 : number(31);
  }
  std::vector<Cost> costs(int count) {
    std::vector<Cost> out;
    for (int s = 0; s < count; ++s)
      out.push_back(cost());
    return out;
  }
  std::vector<int64_t> memory(int count) {
    std::vector<int64_t> out;
    for (int s = 0; s < count; ++s)
      out.push_back(number(15));
    return out;
  }
  /// Any costs, or those of two nodes that have to choose alike.
  std::vector<Cost> table(int rows, int columns) {
    if (in.pick(0, 3) > 0)
      return costs(rows * columns);
    std::vector<Cost> out;
    for (int s = 0; s < rows; ++s)
      for (int t = 0; t < columns; ++t)
        out.push_back(s % columns == t ? 0 : Forbidden);
    return out;
  }
  /// The ends of an edge.
  std::pair<int, int> ends(int nodes) {
    int a = int(in.pick(0, nodes - 1)), b = int(in.pick(0, nodes - 2));
    return {a, b + (b >= a)};
  }
  /// At most so many states as leave no more than 512 combinations.
  int states(int most, int &combinations) {
    int out = std::max(1, std::min(int(in.pick(1, most)), 512 / combinations));
    combinations *= out;
    return out;
  }
  Problem problem() {
    Problem p;
    int classes = int(in.pick(0, 2));
    for (int c = 0; c < classes; ++c)
      p.addLimit(number(60));
    int nodes = int(in.pick(1, 7)), combinations = 1;
    for (int i = 0; i < nodes; ++i) {
      int count = states(5, combinations);
      std::vector<Cost> costs = this->costs(count);
      std::vector<int64_t> memory = this->memory(count * classes);
      int64_t begin = in.pick(0, 9);
      p.addNode(begin, begin + in.pick(0, 5), costs, memory);
    }
    for (int64_t e = in.pick(0, 14); e > 0 && nodes > 1 && !in.empty(); --e) {
      auto [a, b] = ends(nodes);
      p.addEdge(a, b,
                p.addTable(table(p.numStrategies(a), p.numStrategies(b))));
    }
    return p;
  }

private:
  Bytes &in;
  int shift;
};

} // namespace partita::solver

#endif // PARTITA_TEST_FUZZ_CHOICES_H
