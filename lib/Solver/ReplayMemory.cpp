//===- ReplayMemory.cpp - Memory at the moments that are spoken of ------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Replay.h. What all variables use at least is kept up to date at every
// row, so that a step about one row need not look at all variables.
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include <algorithm>

using namespace partita::solver;

static std::string str(int64_t value) { return std::to_string(value); }

void Replay::countLeast(int v, int sign, RangeSums &sums, int first,
                        int last) const {
  if (!spend(int64_t(variables[v].uses.size()) * states(v)))
    return;
  // From one row at which something begins or ends to the next.
  std::map<int, std::vector<Wide>> changes;
  for (const Use &use : variables[v].uses) {
    int from = std::max(first, use.first), to = std::min(last, use.last);
    if (from >= to)
      continue;
    std::vector<Wide> &begin = changes[from], &end = changes[to];
    begin.resize(states(v), 0);
    end.resize(states(v), 0);
    for (int s = 0; s < states(v); ++s) {
      begin[s] += use.each[s];
      end[s] -= use.each[s];
    }
  }
  std::vector<Wide> now(states(v), 0);
  for (auto it = changes.begin(); it != changes.end() && !now.empty(); ++it) {
    for (int s = 0; s < states(v); ++s)
      now[s] += it->second[s];
    auto next = std::next(it);
    if (next != changes.end())
      sums.add(it->first, next->first,
               sign * *std::min_element(now.begin(), now.end()));
  }
}

int64_t Replay::useAt(int v, int row, int state) const {
  int64_t sum = 0;
  for (const Use &use : variables[v].uses)
    if (use.first <= row && row < use.last)
      sum += use.each[state];
  return sum;
}

int64_t Replay::leastAt(int v, int row) const {
  const std::vector<Use> &uses = variables[v].uses;
  auto there = [&](const Use &use) {
    return use.first <= row && row < use.last;
  };
  if (std::none_of(uses.begin(), uses.end(), there))
    return 0;
  int64_t lowest = INT64_MAX;
  if (!spend(states(v) * int64_t(uses.size())))
    return 0;
  for (int s = 0; s < states(v); ++s)
    lowest = std::min(lowest, useAt(v, row, s));
  return lowest;
}

bool Replay::crowded(const Certificate::Step &step, std::vector<char> &drop) {
  int row = rowOf({step.cls, step.moment});
  for (int s : step.states) {
    drop[s] = 1;
    if (!spend(int64_t(variables[step.a].uses.size())))
      return false;
    Wide room = limit[row] - useAt(step.a, row, s) + leastAt(step.a, row);
    if (least.at(row) <= room)
      return fail("c: state " + str(s) + " of " + str(step.a) +
                  " may fit at moment " + str(step.moment));
  }
  return true;
}

bool Replay::overfull(const Certificate::Step &step) {
  int row = rowOf({step.cls, step.moment});
  if (least.at(row) <= limit[row])
    return fail("o: the least fits at moment " + str(step.moment));
  return noSolution = true;
}
