//===- Model.cpp - A reduced core, laid out for engines -----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Model.h.
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include <algorithm>
#include <numeric>

using namespace partita::solver;

static double toDouble(Cost cost) {
  return cost >= Inf ? Infinite : double(cost);
}

Model::Model(const Core &core)
    : constant(double(core.constant)), without(core.without) {
  std::vector<int> indexOf(core.vars.size(), -1);
  for (size_t v = 0; v < core.vars.size(); ++v) {
    const Var &from = core.vars[v];
    if (!from.alive)
      continue;
    indexOf[v] = size();
    var.push_back(int(v));
    states.push_back(from.states());
    at.push_back(unary.size());
    for (Cost cost : from.cost)
      unary.push_back(toDouble(cost));
    firstRun.push_back(int(runs.size()));
    for (const Run &run : from.runs) {
      runs.push_back({run.first, run.last, use.size()});
      for (int s = 0; s < from.states(); ++s)
        use.push_back(from.use[run.use + s]);
    }
  }
  at.push_back(unary.size());
  firstRun.push_back(int(runs.size()));
  for (const Row &row : core.rows)
    capacity.push_back(row.capacity);
  // Where a table begins as it is, and turned round.
  std::vector<std::pair<size_t, size_t>> tableAt(core.tables.count(), {0, 0});
  std::vector<char> written(core.tables.count(), 0);
  for (const CoreEdge &from : core.edges) {
    if (from.a < 0)
      continue;
    int a = indexOf[from.a], b = indexOf[from.b];
    bool turned = a > b;
    if (turned)
      std::swap(a, b);
    ModelEdge edge{a, b, 0, 0, 0, 0};
    size_t na = states[a], nb = states[b];
    entries += int64_t(na * nb);
    forbids |= core.forbids(from);
    auto &[asIs, turnedRound] = tableAt[from.table];
    if (!written[from.table]) {
      written[from.table] = 1;
      asIs = tables.size();
      for (Cost cost : core.tables.entries(from.table))
        tables.push_back(toDouble(cost));
      turnedRound = tables.size();
      size_t rows = turned ? nb : na, columns = turned ? na : nb;
      for (size_t y = 0; y < columns; ++y)
        for (size_t x = 0; x < rows; ++x)
          tables.push_back(tables[asIs + x * columns + y]);
    }
    edge.ab = turned ? turnedRound : asIs;
    edge.ba = turned ? asIs : turnedRound;
    edge.toA = messages;
    edge.toB = messages + na;
    messages += na + nb;
    edges.push_back(edge);
  }
  listNeighbours();
}

/// Counts, places and sorts the neighbours of every variable.
void Model::listNeighbours() {
  firstAdjacent.assign(size() + 1, 0);
  for (const ModelEdge &edge : edges) {
    ++firstAdjacent[edge.a + 1];
    ++firstAdjacent[edge.b + 1];
  }
  for (int v = 0; v < size(); ++v)
    firstAdjacent[v + 1] += firstAdjacent[v];
  adjacent.resize(2 * edges.size());
  std::vector<int> next = firstAdjacent;
  for (size_t e = 0; e < edges.size(); ++e) {
    adjacent[next[edges[e].a]++] = {edges[e].b, int(e), true};
    adjacent[next[edges[e].b]++] = {edges[e].a, int(e), false};
  }
  for (int v = 0; v < size(); ++v)
    std::sort(adjacent.begin() + firstAdjacent[v],
              adjacent.begin() + firstAdjacent[v + 1],
              [](const Neighbour &p, const Neighbour &q) {
                return p.other < q.other;
              });
}

Solution partita::solver::expand(const Core &core, const Model &model,
                                 const std::vector<int32_t> &choice) {
  std::vector<int32_t> states(core.vars.size(), 0);
  for (int v = 0; v < model.size(); ++v)
    states[model.var[v]] = choice[v];
  return core.expand(std::move(states));
}

std::vector<double> partita::solver::loads(const Model &model,
                                           const std::vector<int32_t> &choice) {
  // First the differences from row to row.
  std::vector<double> load(model.capacity.size() + 1, 0);
  for (int v = 0; v < model.size(); ++v)
    for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k) {
      const Run &run = model.runs[k];
      double use = double(model.use[run.use + choice[v]]);
      load[run.first] += use;
      load[run.last] -= use;
    }
  load.pop_back();
  std::partial_sum(load.begin(), load.end(), load.begin());
  return load;
}

void partita::solver::priceStates(const Model &model,
                                  const std::vector<double> &rowPrice,
                                  std::vector<double> &out) {
  std::vector<double> before(rowPrice.size() + 1, 0);
  for (size_t r = 0; r < rowPrice.size(); ++r)
    before[r + 1] = before[r] + rowPrice[r];
  out.assign(model.unary.size(), 0);
  for (int v = 0; v < model.size(); ++v)
    for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k) {
      const Run &run = model.runs[k];
      double price = before[run.last] - before[run.first];
      if (price <= 0)
        continue;
      for (int s = 0; s < model.states[v]; ++s)
        out[model.at[v] + s] += price * double(model.use[run.use + s]);
    }
}

Slack::Slack(const std::vector<int64_t> &capacity) {
  while (n < capacity.size())
    n *= 2;
  tree.assign(2 * n, INT64_MAX / 2);
  added.assign(n, 0);
  std::copy(capacity.begin(), capacity.end(), tree.begin() + n);
  for (size_t p = n; --p > 0;)
    tree[p] = std::min(tree[2 * p], tree[2 * p + 1]);
}

void Slack::add(int first, int last, int64_t amount) {
  if (first >= last || amount == 0)
    return;
  auto apply = [&](size_t p) {
    tree[p] += amount;
    if (p < n)
      added[p] += amount;
  };
  size_t l = n + first, r = n + last;
  for (; l < r; l >>= 1, r >>= 1) {
    if (l & 1)
      apply(l++);
    if (r & 1)
      apply(--r);
  }
  for (size_t p : {(n + size_t(first)) >> 1, (n + size_t(last) - 1) >> 1})
    for (; p > 0; p >>= 1)
      tree[p] = std::min(tree[2 * p], tree[2 * p + 1]) + added[p];
}

int64_t Slack::least(int first, int last) const {
  size_t l = n + first, r = n + size_t(last) - 1;
  int64_t atL = tree[l], atR = tree[r];
  while ((l >> 1) != (r >> 1)) {
    if (!(l & 1))
      atL = std::min(atL, tree[l + 1]);
    if (r & 1)
      atR = std::min(atR, tree[r - 1]);
    l >>= 1;
    r >>= 1;
    atL += added[l];
    atR += added[r];
  }
  int64_t least = std::min(atL, atR);
  for (l >>= 1; l > 0; l >>= 1)
    least += added[l];
  return least;
}

int Slack::leastAt() const {
  size_t p = 1;
  while (p < n)
    p = tree[2 * p] <= tree[2 * p + 1] ? 2 * p : 2 * p + 1;
  return int(p - n);
}
