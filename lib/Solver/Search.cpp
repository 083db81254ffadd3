//===- Search.cpp - Moves that free many variables at once --------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Search.h. Most moves change few variables and meet no full row, so the
// best choice is first tried as if memory were only a price; raising the price
// and the walk down with a test for every change are for those that do not fit.
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include <algorithm>
#include <cmath>

using namespace partita::solver;

/// How much of the work goes to regions, and the least and largest limit of
/// their tables, as powers of two.
static constexpr double RegionShare = 0.2, LimitLow = 8, LimitHigh = 17;

/// How often a move that does not fit is tried again at higher prices.
static int retries(const Forest &) { return 1; }
static int retries(const Region &) { return 3; }

Search::Search(const Model &model, uint64_t seed)
    : model(model), random(seed), slack(model.capacity), forest(model),
      region(model) {
  base.assign(model.unary.size(), 0);
  cost.assign(model.unary.size(), 0);
  int most = 1;
  for (int count : model.states)
    most = std::max(most, count);
  score.resize(most);
}

void Search::start(const Plan &plan) {
  current = best = plan;
  differing.clear();
  enter();
}

/// Makes the slack that of the current plan.
void Search::enter() {
  proposal = current.choice;
  slack = Slack(model.capacity);
  for (int v = 0; v < model.size(); ++v)
    occupy(v, current.choice[v], -1);
}

bool Search::fits(int v, int s) const {
  for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k) {
    const Run &run = model.runs[k];
    int64_t use = model.use[run.use + s];
    if (use > 0 && use > slack.least(run.first, run.last))
      return false;
  }
  return true;
}

void Search::occupy(int v, int s, int sign) {
  for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k) {
    const Run &run = model.runs[k];
    slack.add(run.first, run.last, sign * model.use[run.use + s]);
  }
}

void Search::replace(int v, int from, int to) {
  if (from == to)
    return;
  for (int k = model.firstRun[v]; k < model.firstRun[v + 1]; ++k) {
    const Run &run = model.runs[k];
    slack.add(run.first, run.last,
              model.use[run.use + from] - model.use[run.use + to]);
  }
}

/// The costs of free variables' states given everything fixed.
template <class Free>
int64_t Search::fold(const Free &free) {
  int64_t work = 0;
  for (int v : free.order) {
    int n = model.states[v], degree = 0;
    double *own = base.data() + model.at[v];
    std::copy_n(model.unary.data() + model.at[v], n, own);
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      const Neighbour &to = model.adjacent[k];
      if (free.contains(to.other))
        continue;
      // The neighbour's row, which runs over v's states.
      const double *row = model.row(to, current.choice[to.other]);
      for (int s = 0; s < n; ++s)
        own[s] += row[s];
      ++degree;
    }
    work += 20 + degree * (20 + n) + 2 * n;
  }
  return work;
}

/// The state with the least score, the current one if that is as good.
int Search::bestState(int v) const {
  int best = current.choice[v];
  for (int s = 0; s < model.states[v]; ++s)
    if (score[s] < score[best])
      best = s;
  return best;
}

/// Proposes what is cheapest with memory as a price only.
template <class Free>
void Search::propose(const Free &free) {
  for (int v : free.order) {
    free.score(v, proposal, score.data());
    proposal[v] = bestState(v);
  }
}

/// What the proposal costs more than the current plan; `priced` the same with
/// `cost` in place of what is folded in.
template <class Free>
double Search::change(const Free &free, double &priced) const {
  double sum = 0;
  priced = 0;
  for (int v : free.order) {
    int from = current.choice[v], to = proposal[v];
    if (from == to)
      continue;
    sum += base[model.at[v] + to] - base[model.at[v] + from];
    priced += cost[model.at[v] + to] - cost[model.at[v] + from];
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      const Neighbour &at = model.adjacent[k];
      int x = at.other;
      if (!free.contains(x))
        continue;
      // An edge between two that change counts once.
      if (proposal[x] != current.choice[x] && x < v)
        continue;
      const double *table = model.table(at);
      double edge = table[size_t(to) * model.states[x] + proposal[x]] -
                    table[size_t(from) * model.states[x] + current.choice[x]];
      sum += edge;
      priced += edge;
    }
  }
  return sum;
}

/// Down the order, each variable in the room that the ones not yet visited
/// leave: what they use now, or (`bold`) only the least. On success the slack
/// is that of the proposal, otherwise that of the current plan.
template <class Free>
bool Search::walkDown(const Free &free, bool bold, int64_t &work) {
  if (bold)
    for (int v : free.order)
      occupy(v, current.choice[v], 1);
  size_t done = 0;
  for (; done < free.order.size(); ++done) {
    int v = free.order[done], now = current.choice[v];
    free.score(v, proposal, score.data());
    int runs = model.firstRun[v + 1] - model.firstRun[v];
    int take = -1;
    while (take < 0) {
      int next = bestState(v);
      if (score[next] == Infinite)
        break;
      if (!bold && next == now) {
        take = now;
        break;
      }
      if (!bold)
        occupy(v, now, 1);
      work += 20 + 60 * runs;
      if (fits(v, next)) {
        occupy(v, next, -1);
        take = next;
        break;
      }
      if (!bold)
        occupy(v, now, -1);
      score[next] = Infinite;
    }
    if (take < 0)
      break;
    proposal[v] = take;
  }
  if (done == free.order.size())
    return true;
  for (size_t k = 0; k < free.order.size(); ++k) {
    int v = free.order[k], now = current.choice[v];
    if (bold) {
      if (k < done)
        occupy(v, proposal[v], 1);
      occupy(v, now, -1);
    } else if (k < done) {
      replace(v, proposal[v], now);
    }
  }
  return false;
}

/// One move at `weight` times the memory prices; returns the work done.
template <class Free>
int64_t Search::move(Free &free, double weight) {
  int64_t work = fold(free);
  for (int v : free.order)
    for (size_t k = model.at[v]; k < model.at[v + 1]; ++k)
      cost[k] = base[k] + weight * memoryPrice[k];
  auto giveUp = [&] {
    for (int v : free.order)
      proposal[v] = current.choice[v];
    return work;
  };
  auto accept = [&](double delta) {
    for (int v : free.order) {
      if (current.choice[v] != proposal[v] &&
          differing.size() <= current.choice.size())
        differing.push_back(v);
      current.choice[v] = proposal[v];
    }
    current.cost += delta;
    return work;
  };
  // With memory as a price only, which rises at the worst row until the choice
  // fits or costs too much.
  for (int attempt = 0;; ++attempt) {
    work += free.solve(cost);
    propose(free);
    double priced, delta = change(free, priced);
    if (!(delta <= allowance))
      return giveUp();
    bool any = false;
    for (int v : free.order)
      if (proposal[v] != current.choice[v]) {
        any = true;
        replace(v, current.choice[v], proposal[v]);
        work += 60 * (model.firstRun[v + 1] - model.firstRun[v]);
      }
    if (!any)
      return work;
    if (slack.least() >= 0)
      return accept(delta);
    int row = slack.leastAt();
    int64_t over = -slack.least(row, row + 1);
    for (int v : free.order)
      replace(v, proposal[v], current.choice[v]);
    if (attempt == retries(free))
      break;
    // At this price the proposal is no better than the current plan.
    double rise = -priced / double(over + slack.least(row, row + 1));
    if (!(rise > 0))
      break;
    for (int v : free.order) {
      auto end = model.runs.begin() + model.firstRun[v + 1];
      auto run = std::upper_bound(
          model.runs.begin() + model.firstRun[v], end, row,
          [](int row, const Run &run) { return row < run.last; });
      if (run == end || run->first > row)
        continue;
      for (int s = 0; s < model.states[v]; ++s)
        cost[model.at[v] + s] += rise * double(model.use[run->use + s]);
    }
    for (int v : free.order)
      proposal[v] = current.choice[v];
  }
  for (int v : free.order)
    proposal[v] = current.choice[v];
  if (!walkDown(free, random.below(4) == 0, work))
    return giveUp();
  double priced, delta = change(free, priced);
  if (delta <= allowance)
    return accept(delta);
  for (int v : free.order)
    replace(v, proposal[v], current.choice[v]);
  return giveUp();
}

/// Makes the current plan the best one. Most differ in few choices, which is
/// what lets large problems be searched as fast as small ones.
void Search::keep() {
  if (differing.size() > best.choice.size())
    best.choice = current.choice;
  else
    for (int v : differing)
      best.choice[v] = current.choice[v];
  best.cost = current.cost;
  differing.clear();
}

void Search::improve(int64_t work, const std::vector<double> &rowPrice,
                     const std::atomic<bool> &stop) {
  priceStates(model, rowPrice, memoryPrice);
  static const double weights[] = {0, 0.3, 0.7, 1, 1, 1.5, 2, 3};
  // How far above the best the current plan may be: less with every call, then
  // nothing, from the best plan on.
  double above = 0.0007 * double(Calls - 1 - calls % Calls) / (Calls - 1);
  if (++calls % Calls == 0 && best.cost < current.cost) {
    current = best;
    differing.clear();
    enter();
  }
  double most = std::log2(std::min(model.size(), 8000) + 1.0);
  double mostTrees = model.without.has(Technique::TreeMoves) ? 0 : most;
  double share = model.without.has(Technique::RegionMoves) ? 0 : RegionShare;
  int64_t spent[2] = {0, 0};
  while (work > 0 && !stop.load(std::memory_order_relaxed)) {
    double weight = weights[random.below(8)], scale = random.unit();
    allowance = std::max(0.0, best.cost * (1 + above) - current.cost);
    bool dense = double(spent[1]) * (1 - share) < double(spent[0]) * share;
    int64_t used = 50;
    if (dense) {
      double limit =
          std::exp2(LimitLow + random.unit() * (LimitHigh - LimitLow));
      int size = int(std::exp2(scale * most));
      used += region.grow(random, random.below(model.size()), size, limit);
      used += move(region, weight);
    } else {
      used += forest.grow(random, int(std::exp2(scale * mostTrees)));
      used += move(forest, weight);
    }
    spent[dense] += used;
    work -= used;
    if (current.cost < best.cost)
      keep();
  }
  // Take off what rounding has added up.
  current.cost = price(model, current.choice);
  best.cost = price(model, best.choice);
}
