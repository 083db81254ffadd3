//===- Repair.cpp - Making a plan fit that is too large -----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When limits have become lower, or memory more, most of an old plan can stay.
// Variables change one by one, those first that take most off the full rows
// for what they cost. Rows count by how much too full they are. No change may
// overfill what is not too full already, so that repair ends.
//
//===----------------------------------------------------------------------===//

#include "Start.h"

#include <algorithm>
#include <tuple>

using namespace partita::solver;

void partita::solver::complete(const Model &model, const Duals &duals,
                               std::vector<int32_t> &choice) {
  std::vector<double> stateCost, score;
  priceStates(model, duals.price, stateCost);
  for (int v = 0; v < model.size(); ++v) {
    if (choice[v] >= 0)
      continue;
    int n = model.states[v];
    score.assign(n, 0);
    for (int s = 0; s < n; ++s)
      score[s] = model.unary[model.at[v] + s] + stateCost[model.at[v] + s];
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      const Neighbour &from = model.adjacent[k];
      const double *add = choice[from.other] >= 0
                              ? model.row(from, choice[from.other])
                              : duals.messages.data() + model.messageHere(from);
      for (int s = 0; s < n; ++s)
        score[s] += add[s];
    }
    choice[v] =
        int32_t(std::min_element(score.begin(), score.end()) - score.begin());
  }
}

namespace {
class Repairer {
public:
  Repairer(const Model &model, std::vector<int32_t> &choice)
      : model(model), choice(choice), slack(model.capacity) {}
  bool run();

private:
  struct Change {
    double ratio; // cost per weighted memory
    int v, state;
    bool operator<(const Change &other) const {
      return std::tie(ratio, v, state) <
             std::tie(other.ratio, other.v, other.state);
    }
  };
  int64_t use(int k, int v, int s) const {
    return model.use[model.runs[k].use + s];
  }
  void place(int v, int sign);
  bool weighRows();
  double costMore(int v, int s) const;
  bool helps(int v, int s) const;
  std::vector<Change> list() const;

  const Model &model;
  std::vector<int32_t> &choice;
  Slack slack;
  std::vector<double> weight; // summed up to each row
};
} // namespace

void Repairer::place(int v, int sign) {
  for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k)
    slack.add(model.runs[k].first, model.runs[k].last,
              -sign * use(k, v, choice[v]));
}

/// Returns false if no row is too full.
bool Repairer::weighRows() {
  if (slack.least() >= 0)
    return false;
  size_t rows = model.capacity.size();
  weight.assign(rows + 1, 0);
  std::vector<double> load = loads(model, choice);
  for (size_t r = 0; r < rows; ++r) {
    double capacity = double(model.capacity[r]) + 1;
    weight[r + 1] =
        weight[r] + std::max(0.0, load[r] - capacity + 1) / capacity;
  }
  return true;
}

double Repairer::costMore(int v, int s) const {
  int now = choice[v];
  double more = model.unary[model.at[v] + s] - model.unary[model.at[v] + now];
  for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
    const Neighbour &from = model.adjacent[k];
    const double *row = model.row(from, choice[from.other]);
    more += row[s] - row[now];
  }
  return more;
}

/// Whether a change takes something off a row that is too full, and overfills
/// none.
bool Repairer::helps(int v, int s) const {
  bool any = false;
  for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k) {
    int64_t more = use(k, v, s) - use(k, v, choice[v]);
    if (more == 0)
      continue;
    int64_t least = slack.least(model.runs[k].first, model.runs[k].last);
    if (more > 0 && more > least)
      return false;
    any |= more < 0 && least < 0;
  }
  return any;
}

/// The best change of every variable, the best first.
std::vector<Repairer::Change> Repairer::list() const {
  std::vector<Change> changes;
  for (int v = 0; v < model.size(); ++v) {
    Change best{Infinite, v, -1};
    for (int s = 0; s < model.states[v]; ++s) {
      double off = 0;
      for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k)
        off += double(use(k, v, choice[v]) - use(k, v, s)) *
               (weight[model.runs[k].last] - weight[model.runs[k].first]);
      if (off <= 0 || !helps(v, s))
        continue;
      double ratio = costMore(v, s) / off;
      if (ratio < best.ratio)
        best = {ratio, v, s};
    }
    if (best.state >= 0)
      changes.push_back(best);
  }
  std::sort(changes.begin(), changes.end());
  return changes;
}

bool Repairer::run() {
  for (int v = 0; v < model.size(); ++v)
    place(v, 1);
  while (weighRows()) {
    std::vector<Change> changes = list();
    // Neighbours have changed meanwhile, and rows are full no more: so only
    // the better half, if it still helps.
    bool any = false;
    for (size_t k = 0; k < (changes.size() + 1) / 2; ++k) {
      const Change &change = changes[k];
      if (!helps(change.v, change.state) ||
          costMore(change.v, change.state) == Infinite)
        continue;
      place(change.v, -1);
      choice[change.v] = change.state;
      place(change.v, 1);
      any = true;
      if (slack.least() >= 0)
        break;
    }
    if (!any)
      return false;
  }
  return true;
}

bool partita::solver::repair(const Model &model, std::vector<int32_t> &choice) {
  return Repairer(model, choice).run();
}
