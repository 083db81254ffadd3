//===- Decode.cpp - A first plan from messages --------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Search.h. A variable that finds no room is decided first of all in
// another try: what its states need at different moments no reserve can tell.
// Where reduction has left forbidden pairs, a state is taken only if every
// later neighbour keeps a partner.
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include <algorithm>
#include <numeric>

using namespace partita::solver;

double partita::solver::price(const Model &model,
                              const std::vector<int32_t> &choice) {
  double cost = model.constant;
  for (int v = 0; v < model.size(); ++v)
    cost += model.unary[model.at[v] + choice[v]];
  for (const ModelEdge &edge : model.edges)
    cost +=
        model.tables[edge.ab + size_t(choice[edge.a]) * model.states[edge.b] +
                     choice[edge.b]];
  return cost;
}

namespace {
class Decoder {
public:
  Decoder(const Model &model, const Duals &duals, double weight,
          const std::vector<int32_t> *prefer)
      : model(model), duals(duals), prefer(prefer), slack(model.capacity) {
    priceStates(model, duals.price, stateCost);
    for (size_t k = 0; k < stateCost.size(); ++k)
      stateCost[k] = weight * stateCost[k] + model.unary[k];
  }
  Plan run();
  int64_t work = 0;

private:
  bool fits(int v, int s) const {
    for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k) {
      const Run &run = model.runs[k];
      if (model.use[run.use + s] > slack.least(run.first, run.last))
        return false;
    }
    return true;
  }
  bool decided(int v) const { return choice[v] >= 0; }
  bool leavesPartners(int v, int s);
  bool take(int v);
  int attempt(const std::vector<int> &order);

  static constexpr int Tries = 16;
  const Model &model;
  const Duals &duals;
  const std::vector<int32_t> *prefer;
  Slack slack;
  std::vector<double> stateCost, score;
  std::vector<char> alive;
  std::vector<int32_t> choice;
};
} // namespace

/// Drops what state s of v forbids at later neighbours, or does nothing and
/// returns false if one would have nothing left.
bool Decoder::leavesPartners(int v, int s) {
  if (!model.forbids)
    return true;
  for (int pass = 0; pass < 2; ++pass)
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      const Neighbour &to = model.adjacent[k];
      if (decided(to.other))
        continue;
      int m = model.states[to.other];
      const double *row = model.table(to) + size_t(s) * m;
      char *live = alive.data() + model.at[to.other];
      bool any = false;
      for (int t = 0; t < m; ++t) {
        any |= live[t] && row[t] < Infinite;
        if (pass == 1)
          live[t] &= row[t] < Infinite;
      }
      if (!any)
        return false;
    }
  return true;
}

bool Decoder::take(int v) {
  int n = model.states[v];
  work +=
      20 + 2 * n + 60 * (model.firstRun[v + 1] - model.firstRun[v]) +
      int64_t(20 + n) * (model.firstAdjacent[v + 1] - model.firstAdjacent[v]);
  const double *own = stateCost.data() + model.at[v];
  score.assign(own, own + n);
  for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
    const Neighbour &from = model.adjacent[k];
    const double *add = decided(from.other)
                            ? model.row(from, choice[from.other])
                            : duals.messages.data() + model.messageHere(from);
    for (int s = 0; s < n; ++s)
      score[s] += add[s];
  }
  if (model.forbids)
    for (int s = 0; s < n; ++s)
      if (!alive[model.at[v] + s])
        score[s] = Infinite;
  if (prefer && (*prefer)[v] >= 0 && score[(*prefer)[v]] < Infinite)
    score[(*prefer)[v]] = -Infinite;
  while (true) {
    int s = int(std::min_element(score.begin(), score.end()) - score.begin());
    if (score[s] == Infinite)
      return false;
    score[s] = Infinite;
    if (!fits(v, s) || !leavesPartners(v, s))
      continue;
    choice[v] = s;
    for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k) {
      const Run &run = model.runs[k];
      slack.add(run.first, run.last, -model.use[run.use + s]);
    }
    return true;
  }
}

/// Decides in this order; returns the variable that finds no room, or -1.
int Decoder::attempt(const std::vector<int> &order) {
  choice.assign(model.size(), -1);
  slack = Slack(model.capacity);
  if (model.forbids)
    alive.assign(model.unary.size(), 1);
  for (int v : order)
    if (!take(v))
      return v;
  return -1;
}

Plan Decoder::run() {
  std::vector<int> order(model.size());
  std::iota(order.begin(), order.end(), 0);
  Plan plan;
  for (int tries = 0; tries < Tries; ++tries) {
    int stuck = attempt(order);
    if (stuck < 0) {
      plan.cost = price(model, choice);
      plan.choice = std::move(choice);
      break;
    }
    auto at = std::find(order.begin(), order.end(), stuck);
    std::rotate(order.begin(), at, at + 1);
  }
  return plan;
}

Plan partita::solver::decode(const Model &model, const Duals &duals,
                             double weight, const std::vector<int32_t> *prefer,
                             int64_t *work) {
  Decoder decoder(model, duals, weight, prefer);
  Plan plan = decoder.run();
  if (work)
    *work += decoder.work;
  return plan;
}
