//===- Crowding.cpp - States that find no room --------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state that needs more memory at some row than there is beside the least of
// all other variables is in no solution. Without it the least of its own
// variable may be more somewhere else.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"

#include <algorithm>

using namespace partita::solver;

/// Of the looks for crowded states in one settling, the first so many are in
/// the plain way. After some more, another one must have been worth it: the
/// last has dropped states of one in so many variables.
static constexpr int PlainLooks = 8, LooksForFree = 12, LookAgain = 64;

/// Drops states that need more memory somewhere than there is beside the least
/// of all others. Rows must be tidy. A dropped state may raise the least and
/// crowd out others, and so on through the program: later looks count it at
/// once, and go to and fro.
bool Reducer::dropCrowded(int look) {
  std::vector<int64_t> capacity;
  for (const Row &row : core.rows)
    capacity.push_back(row.capacity);
  Slack slack(capacity);
  bool any = false, late = look > PlainLooks;
  for (size_t k = 0; k < core.vars.size() && !over(); ++k) {
    size_t v = late && look % 2 ? core.vars.size() - 1 - k : k;
    any |= dropCrowded(int(v), slack, late);
  }
  return any;
}

bool Reducer::dropCrowded(int v, Slack &slack, bool atOnce) {
  const Var &var = core.vars[v];
  bool any = false;
  for (size_t k = 0; k < var.runs.size() && !core.infeasible; ++k) {
    const Run &run = var.runs[k];
    int64_t room = slack.least(run.first, run.last);
    std::vector<int32_t> states;
    std::vector<char> drop(var.states(), 0);
    for (int s = 0; s < var.states(); ++s)
      if (var.use[run.use + s] > room) {
        drop[s] = 1;
        states.push_back(s);
      }
    work += var.states();
    if (states.empty())
      continue;
    Step step{Step::Crowded, v};
    // The first row that is as full; runs may be long.
    int first = run.first, last = run.last;
    while (last - first > 1) {
      int middle = (first + last) / 2;
      (slack.least(first, middle) == room ? last : first) = middle;
    }
    step.cls = core.rows[first].cls;
    step.moment = core.rows[first].moment;
    any |= prune(step, states, drop);
  }
  if (any && atOnce && !core.infeasible)
    for (const Run &run : var.runs) {
      auto uses = var.use.begin() + run.use;
      slack.add(run.first, run.last,
                -*std::min_element(uses, uses + var.states()));
    }
  return any;
}

/// Brings rows up to date; variables that are rid of some are looked at again.
void Reducer::settleMemory() {
  for (int v : core.tidyRows())
    changed.add(v);
  for (int look = 1; !over() && !core.rows.empty(); ++look) {
    size_t before = core.steps.size();
    if (core.without.has(Technique::MemoryPruning) || !dropCrowded(look))
      break;
    for (int v : core.tidyRows())
      changed.add(v);
    if (look >= LooksForFree &&
        int64_t(core.steps.size() - before) * LookAgain < alive)
      break;
  }
  sinceSettled = 0;
}
