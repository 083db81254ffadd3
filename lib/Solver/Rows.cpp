//===- Rows.cpp - The moments that matter, and who uses memory then -----*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two moments at which something begins or ends, the live nodes are the
// same. Such a stretch can only be the worst of its surroundings if something
// begins at its start and something ends at its end: those stretches are the
// rows. What every state of a variable uses is taken off the row's capacity, so
// that uses are those beyond the least, and a fresh decode reserves the least
// of every variable without thinking of it.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

#include <algorithm>

using namespace partita::solver;

void Core::buildRows(const Problem &problem) {
  for (int c = 0; c < problem.numLimits(); ++c) {
    // Moments at which something changes: bit 0 an end, bit 1 a beginning.
    std::vector<std::pair<int64_t, int>> events;
    for (int i = 0; i < problem.numNodes(); ++i) {
      if (problem.begin(i) == problem.end(i))
        continue;
      events.push_back({problem.begin(i), 2});
      events.push_back({problem.end(i), 1});
    }
    std::sort(events.begin(), events.end());
    std::vector<int64_t> moments;
    std::vector<int> kinds;
    for (auto &[moment, kind] : events) {
      if (moments.empty() || moments.back() != moment) {
        moments.push_back(moment);
        kinds.push_back(0);
      }
      kinds.back() |= kind;
    }
    // rowOf[k]: the first row at or after moment k.
    std::vector<int32_t> rowOf(moments.size() + 1);
    for (size_t k = 0; k < moments.size(); ++k) {
      rowOf[k] = int32_t(rows.size());
      if ((kinds[k] & 2) && k + 1 < moments.size() && (kinds[k + 1] & 1))
        rows.push_back({c, moments[k], problem.limit(c)});
    }
    auto rowAt = [&](int64_t moment) {
      return rowOf[std::lower_bound(moments.begin(), moments.end(), moment) -
                   moments.begin()];
    };
    for (int i = 0; i < problem.numNodes(); ++i) {
      if (problem.begin(i) == problem.end(i))
        continue;
      Run run{rowAt(problem.begin(i)), rowAt(problem.end(i)),
              vars[i].use.size()};
      if (run.first == run.last)
        continue;
      vars[i].runs.push_back(run);
      for (int s = 0; s < problem.numStrategies(i); ++s)
        vars[i].use.push_back(problem.memory(i, c, s));
    }
  }
  owed.assign(rows.size() + 1, 0);
}

void Core::takeOff(const Run &run, int64_t amount) {
  owed[run.first] += amount;
  owed[run.last] -= amount;
}

/// Makes the runs of a variable disjoint and ascending, adding up uses; runs
/// that use nothing are dropped, equal neighbours joined.
void Core::normalize(Var &var) {
  if (var.tidy || var.runs.empty())
    return;
  var.tidy = true;
  size_t states = var.cost.size();
  struct Event {
    int32_t row;
    int sign;
    size_t use;
  };
  std::vector<Event> events;
  for (const Run &run : var.runs) {
    events.push_back({run.first, 1, run.use});
    events.push_back({run.last, -1, run.use});
  }
  std::sort(events.begin(), events.end(),
            [](const Event &a, const Event &b) { return a.row < b.row; });
  std::vector<int64_t> sum(states, 0), use;
  std::vector<Run> runs;
  for (size_t k = 0; k < events.size();) {
    int32_t row = events[k].row;
    for (; k < events.size() && events[k].row == row; ++k)
      for (size_t s = 0; s < states; ++s)
        sum[s] += events[k].sign * var.use[events[k].use + s];
    if (k == events.size())
      break;
    int32_t last = events[k].row;
    auto [lowest, highest] = std::minmax_element(sum.begin(), sum.end());
    int64_t least = *lowest;
    if (*highest > least && without.has(Technique::Reserve))
      least = 0;
    takeOff({row, last, 0}, least);
    bool empty = true;
    for (size_t s = 0; s < states; ++s)
      empty &= sum[s] == least;
    if (empty)
      continue;
    bool same = !runs.empty() && runs.back().last == row;
    for (size_t s = 0; same && s < states; ++s)
      same = use[runs.back().use + s] == sum[s] - least;
    if (same) {
      runs.back().last = last;
      continue;
    }
    runs.push_back({row, last, use.size()});
    for (size_t s = 0; s < states; ++s)
      use.push_back(sum[s] - least);
  }
  var.runs = std::move(runs);
  var.use = std::move(use);
}

std::vector<int> Core::tidyRows() {
  std::vector<int> rid;
  if (rows.empty())
    return rid;
  size_t n = rows.size();
  std::vector<int64_t> most(n + 1, 0);
  std::vector<char> boundary(n + 1, 0);
  for (Var &var : vars) {
    if (!var.alive || var.cost.empty())
      continue;
    normalize(var);
    for (const Run &run : var.runs) {
      int64_t largest =
          *std::max_element(var.use.begin() + run.use,
                            var.use.begin() + run.use + var.cost.size());
      most[run.first] += largest;
      most[run.last] -= largest;
      boundary[run.first] = boundary[run.last] = 1;
    }
  }
  std::vector<Row> kept;
  // The first kept row from here on, and the one that speaks for this one.
  std::vector<int32_t> rowOf(n + 1), spokenFor(n, -1);
  int64_t sum = 0, debt = 0;
  bool joinable = false; // the last kept row has the same live variables
  for (size_t r = 0; r < n; ++r) {
    sum += most[r];
    debt += owed[r];
    rows[r].capacity -= debt;
    infeasible |= rows[r].capacity < 0;
    bool fresh =
        boundary[r] || !joinable || (r > 0 && rows[r].cls != rows[r - 1].cls);
    if (fresh)
      joinable = false;
    rowOf[r] = int32_t(kept.size());
    if (sum <= rows[r].capacity)
      continue;
    if (joinable) {
      // The tighter of the two speaks for both.
      spokenFor[r] = int32_t(kept.size()) - 1;
      if (rows[r].capacity < kept.back().capacity)
        kept.back() = rows[r];
      continue;
    }
    spokenFor[r] = int32_t(kept.size());
    kept.push_back(rows[r]);
    joinable = true;
  }
  rowOf[n] = int32_t(kept.size());
  for (int32_t &row : rowNow)
    row = row < 0 ? -1 : spokenFor[row];
  rows = std::move(kept);
  owed.assign(rows.size() + 1, 0);
  bool all = rows.size() == n;
  for (size_t v = 0; v < vars.size() && !all; ++v) {
    std::vector<Run> &runs = vars[v].runs;
    size_t left = 0;
    for (Run run : runs) {
      run.first = rowOf[run.first];
      run.last = rowOf[run.last];
      if (run.first < run.last)
        runs[left++] = run;
    }
    if (left == runs.size())
      continue;
    runs.resize(left);
    vars[v].tidy = false;
    rid.push_back(int(v));
  }
  return rid;
}
