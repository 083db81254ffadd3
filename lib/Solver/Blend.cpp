//===- Blend.cpp - The plans that lie between some plans ----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Blend.h. State 0 of a variable is that of the first plan.
//
//===----------------------------------------------------------------------===//

#include "Blend.h"

#include <algorithm>

using namespace partita::solver;

Blend::Blend(const Model &whole, const Plan &plan, const Plan &other)
    : plan(plan), other(other) {
  model.without = whole.without;
  std::vector<int> indexOf(whole.size(), -1);
  std::vector<int64_t> taken(whole.capacity.size() + 1, 0);
  auto take = [&](const Run &run, int64_t use) {
    taken[run.first] += use;
    taken[run.last] -= use;
  };
  for (int v = 0; v < whole.size(); ++v) {
    int s = plan.choice[v], t = other.choice[v];
    if (s == t) {
      for (int k = whole.firstRun[v]; k < whole.firstRun[v + 1]; ++k)
        take(whole.runs[k], whole.use[whole.runs[k].use + s]);
      continue;
    }
    indexOf[v] = model.size();
    model.var.push_back(v);
    model.states.push_back(2);
    model.at.push_back(model.unary.size());
    model.unary.push_back(whole.unary[whole.at[v] + s]);
    model.unary.push_back(whole.unary[whole.at[v] + t]);
    model.firstRun.push_back(int(model.runs.size()));
    for (int k = whole.firstRun[v]; k < whole.firstRun[v + 1]; ++k) {
      const Run &run = whole.runs[k];
      int64_t useS = whole.use[run.use + s], useT = whole.use[run.use + t];
      int64_t least = std::min(useS, useT);
      take(run, least);
      if (useS == useT)
        continue;
      model.runs.push_back({run.first, run.last, model.use.size()});
      model.use.push_back(useS - least);
      model.use.push_back(useT - least);
    }
  }
  model.at.push_back(model.unary.size());
  model.firstRun.push_back(int(model.runs.size()));
  int64_t sum = 0;
  for (size_t r = 0; r < whole.capacity.size(); ++r)
    model.capacity.push_back(whole.capacity[r] - (sum += taken[r]));
  // Edges to fixed variables become costs, those between two others tables.
  for (const ModelEdge &edge : whole.edges) {
    int a = indexOf[edge.a], b = indexOf[edge.b];
    if (a < 0 && b < 0)
      continue;
    const Plan *plans[] = {&plan, &other};
    double entries[2][2];
    for (int x = 0; x < 2; ++x)
      for (int y = 0; y < 2; ++y)
        entries[x][y] = whole.tables[edge.ab +
                                     size_t(plans[x]->choice[edge.a]) *
                                         whole.states[edge.b] +
                                     plans[y]->choice[edge.b]];
    if (a < 0 || b < 0) {
      int v = std::max(a, b);
      for (int x = 0; x < 2; ++x)
        model.unary[model.at[v] + x] += a < 0 ? entries[0][x] : entries[x][0];
      continue;
    }
    ModelEdge small{a, b, model.tables.size(), model.tables.size() + 4, 0, 0};
    for (int x = 0; x < 2; ++x)
      for (int y = 0; y < 2; ++y)
        model.tables.push_back(entries[x][y]);
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 2; ++x)
        model.tables.push_back(entries[x][y]);
    model.entries += 4;
    model.edges.push_back(small);
  }
  model.listNeighbours();
  first.choice.assign(model.size(), 0);
  first.cost = plan.cost;
  model.constant = plan.cost - price(model, first.choice);
}

Plan Blend::expand(const Plan &blended) const {
  Plan out = plan;
  for (int v = 0; v < model.size(); ++v)
    if (blended.choice[v] == 1)
      out.choice[model.var[v]] = other.choice[model.var[v]];
  out.cost = blended.cost;
  return out;
}
