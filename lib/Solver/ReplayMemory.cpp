//===- ReplayMemory.cpp - Memory at the moments that are spoken of ------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Replay.h. What all variables use at least is kept up to date at every
// row, so that a step about one row need not look at all variables. A variable
// that many were merged into has many runs; a merge looks at those that change
// and no others.
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

using namespace partita::solver;

/// What looking for a run and counting its least takes.
static constexpr int64_t RunWork = 64;

static std::string str(int64_t value) { return std::to_string(value); }

bool Replay::countLeast(int v, int sign, RangeSums &sums) const {
  const Runs &runs = variables[v].runs;
  if (!spend(int64_t(runs.size()) * (RunWork + states(v))))
    return false;
  if (states(v) > 0)
    for (auto &[first, run] : runs)
      sums.add(first, run.last, sign * Wide(run.least()));
  return true;
}

const Replay::Run *Replay::runAt(int v, int row) const {
  auto after = variables[v].runs.upper_bound(row);
  if (after == variables[v].runs.begin())
    return nullptr;
  const Run &run = std::prev(after)->second;
  return row < run.last ? &run : nullptr;
}

bool Replay::joinRuns(int a, int b) {
  Runs &into = variables[a].runs, &from = variables[b].runs;
  if (into.size() < from.size())
    into.swap(from);
  int64_t before = int64_t(into.size());
  for (auto &[first, run] : from)
    if (!addRun(into, first, run))
      return false;
  return hold((int64_t(into.size()) - before) * (RunNumbers + states(a)));
}

/// Adds uses to the runs of a variable. The least of both counts already.
bool Replay::addRun(Runs &runs, int first, const Run &more) {
  // No run goes across the ends.
  for (int row : {first, more.last}) {
    auto after = runs.lower_bound(row);
    if (after == runs.begin() || std::prev(after)->second.last <= row)
      continue;
    Run &left = std::prev(after)->second;
    runs.emplace_hint(after, row, left);
    left.last = row;
  }
  auto it = runs.lower_bound(first);
  for (int row = first; row < more.last; ++it) {
    if (!spend(RunWork + int64_t(more.each.size())))
      return false;
    int next = it == runs.end() ? more.last : std::min(it->first, more.last);
    if (row < next) {
      it = runs.emplace_hint(it, row, Run{next, more.each});
    } else {
      Run &run = it->second;
      least.add(row, run.last, -Wide(run.least()) - more.least());
      for (size_t s = 0; s < run.each.size(); ++s)
        run.each[s] += more.each[s];
      least.add(row, run.last, run.least());
    }
    row = it->second.last;
  }
  return true;
}

bool Replay::crowded(const Certificate::Step &step, std::vector<char> &drop) {
  int row = rowOf({step.cls, step.moment});
  const Run *run = runAt(step.a, row);
  // What its least use leaves of the limit beside the least of all others.
  Wide room = limit[row] - least.at(row) + (run ? run->least() : 0);
  for (int s : step.states) {
    drop[s] = 1;
    if ((run ? run->each[s] : 0) <= room)
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
