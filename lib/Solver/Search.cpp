//===- Search.cpp - Moves on induced trees under memory -----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Search.h. Most moves change few variables and meet no full row, so the
// best choice is first tried as if memory were only a price; the walk down
// with a test for every change is for those that do not fit.
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "MinPlus.h"

#include <algorithm>
#include <cmath>

using namespace partita::solver;

Search::Search(const Model &model, uint64_t seed)
    : model(model), random(seed), slack(model.capacity) {
  parent.assign(model.size(), -1);
  mark.assign(model.size(), 0);
  seen.assign(model.size(), 0);
  seenBy.assign(model.size(), 0);
  base.assign(model.unary.size(), 0);
  cost.assign(model.unary.size(), 0);
  proposal.assign(model.size(), 0);
  int most = 1;
  for (int count : model.states)
    most = std::max(most, count);
  score.resize(most);
}

void Search::start(const Plan &plan) {
  current = best = plan;
  enter();
}

/// Makes the slack that of the current plan.
void Search::enter() {
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

/// Grows an induced forest from random roots, in random order: a variable
/// joins if it has exactly one neighbour in the forest.
void Search::grow(int size) {
  ++moveNumber;
  forest.clear();
  frontier.clear();
  for (int tries = 0; tries < 8 && int(forest.size()) < size; ++tries) {
    int root = random.below(model.size());
    if (mark[root] == moveNumber ||
        (seenBy[root] == moveNumber && seen[root] > 0))
      continue;
    parent[root] = -1;
    int next = root;
    while (true) {
      mark[next] = moveNumber;
      forest.push_back(next);
      for (int k = model.firstAdjacent[next]; k < model.firstAdjacent[next + 1];
           ++k) {
        int other = model.adjacent[k].other;
        if (mark[other] == moveNumber)
          continue;
        if (seenBy[other] != moveNumber) {
          seenBy[other] = moveNumber;
          seen[other] = 0;
        }
        if (++seen[other] == 1) {
          frontier.push_back(other);
          parent[other] = k; // in next's list: from the parent to here
        }
      }
      next = -1;
      while (!frontier.empty() && next < 0) {
        int at = random.below(int(frontier.size()));
        int v = frontier[at];
        frontier[at] = frontier.back();
        frontier.pop_back();
        if (seen[v] == 1)
          next = v;
      }
      if (next < 0 || int(forest.size()) >= size)
        break;
    }
    if (next >= 0)
      return; // full
  }
}

/// Costs of the forest's states given everything outside, and the best that
/// each variable can tell its parent; returns the work done.
int64_t Search::walkUp(double weight) {
  int64_t work = 0;
  for (int v : forest) {
    int n = model.states[v];
    double *own = base.data() + model.at[v];
    std::copy_n(model.unary.data() + model.at[v], n, own);
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      const Neighbour &to = model.adjacent[k];
      if (mark[to.other] == moveNumber)
        continue;
      // The neighbour's row, which runs over v's states.
      const ModelEdge &edge = model.edges[to.edge];
      const double *row = model.tables.data() +
                          (to.otherIsB ? edge.ba : edge.ab) +
                          size_t(current.choice[to.other]) * n;
      for (int s = 0; s < n; ++s)
        own[s] += row[s];
    }
    work += int64_t(n) * (model.firstAdjacent[v + 1] - model.firstAdjacent[v]);
    double *priced = cost.data() + model.at[v];
    for (int s = 0; s < n; ++s)
      priced[s] = own[s] + weight * memoryPrice[model.at[v] + s];
  }
  for (size_t k = forest.size(); k-- > 0;) {
    int v = forest[k];
    if (parent[v] < 0)
      continue;
    const Neighbour &down = model.adjacent[parent[v]];
    const ModelEdge &edge = model.edges[down.edge];
    int p = down.otherIsB ? edge.a : edge.b;
    int n = model.states[v], m = model.states[p];
    minPlus(cost.data() + model.at[v], n,
            model.tables.data() + (down.otherIsB ? edge.ba : edge.ab), m,
            score.data());
    double *up = cost.data() + model.at[p];
    for (int t = 0; t < m; ++t)
      up[t] += score[t];
    work += int64_t(n) * m;
  }
  return work;
}

/// Fills `score` for the states of v given its parent's proposal.
int Search::scoreStates(int v) {
  int n = model.states[v];
  const double *own = cost.data() + model.at[v];
  if (parent[v] < 0) {
    std::copy_n(own, n, score.data());
    return n;
  }
  const Neighbour &down = model.adjacent[parent[v]];
  const ModelEdge &edge = model.edges[down.edge];
  int p = down.otherIsB ? edge.a : edge.b;
  const double *row = model.table(down) + size_t(proposal[p]) * n;
  for (int s = 0; s < n; ++s)
    score[s] = own[s] + row[s];
  return n;
}

/// The best state by `score`, staying being preferred among equals.
int Search::bestState(int v, int n) const {
  int best = current.choice[v];
  for (int s = 0; s < n; ++s)
    if (score[s] < score[best])
      best = s;
  return best;
}

/// What the forest and its edges cost under a choice.
double Search::forestCost(const std::vector<int32_t> &choice) const {
  double sum = 0;
  for (int v : forest) {
    sum += base[model.at[v] + choice[v]];
    if (parent[v] >= 0)
      sum += edgeCost(model.edges[model.adjacent[parent[v]].edge], choice);
  }
  return sum;
}

void Search::replace(int v, int from, int to) {
  if (from == to)
    return;
  occupy(v, from, 1);
  occupy(v, to, -1);
}

/// Down the forest, each variable in the room that the ones not yet visited
/// leave: what they use now, or (`bold`) only the least. Returns how many
/// variables got a state.
size_t Search::walkDown(bool bold, int64_t &work) {
  if (bold)
    for (int v : forest)
      occupy(v, current.choice[v], 1);
  for (size_t done = 0; done < forest.size(); ++done) {
    int v = forest[done], n = scoreStates(v), now = current.choice[v];
    int runs = model.firstRun[v + 1] - model.firstRun[v];
    while (true) {
      int best = bestState(v, n);
      if (score[best] == Infinite)
        return done;
      proposal[v] = best;
      if (!bold && best == now)
        break;
      if (!bold)
        occupy(v, now, 1);
      work += 32 * runs;
      if (fits(v, best)) {
        occupy(v, best, -1);
        break;
      }
      if (!bold)
        occupy(v, now, -1);
      score[best] = Infinite;
    }
  }
  return forest.size();
}

/// One move at `weight` times the memory prices; returns the work done.
int64_t Search::move(double weight) {
  int64_t work = walkUp(weight);
  double before = forestCost(current.choice);
  // Down, with memory as a price only.
  bool any = false;
  for (int v : forest) {
    proposal[v] = bestState(v, scoreStates(v));
    any |= proposal[v] != current.choice[v];
  }
  double after = forestCost(proposal);
  if (!any || !(after <= before + allowance))
    return work;
  for (int v : forest)
    if (proposal[v] != current.choice[v]) {
      replace(v, current.choice[v], proposal[v]);
      work += 32 * (model.firstRun[v + 1] - model.firstRun[v]);
    }
  if (slack.least() < 0) {
    for (int v : forest)
      replace(v, proposal[v], current.choice[v]);
    bool bold = random.below(4) == 0;
    size_t done = walkDown(bold, work);
    if (done < forest.size() ||
        !((after = forestCost(proposal)) <= before + allowance)) {
      for (size_t k = 0; k < forest.size(); ++k) {
        int v = forest[k], now = current.choice[v];
        if (!bold && k < done)
          replace(v, proposal[v], now);
        if (bold && k < done)
          occupy(v, proposal[v], 1);
        if (bold)
          occupy(v, now, -1);
      }
      return work;
    }
  }
  for (int v : forest)
    current.choice[v] = proposal[v];
  current.cost += after - before;
  return work;
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
    enter();
  }
  while (work > 0 && !stop.load(std::memory_order_relaxed)) {
    double most = std::log2(std::min(model.size(), 8000) + 1.0);
    if (model.without.has(Technique::TreeMoves))
      most = 0;
    grow(std::max(1, int(std::exp2(random.unit() * most))));
    allowance = std::max(0.0, best.cost * (1 + above) - current.cost);
    work -= 50 + move(weights[random.below(8)]);
    if (current.cost < best.cost)
      best = current;
  }
  // Take off what rounding has added up.
  current.cost = price(model, current.choice);
  best.cost = price(model, best.choice);
}
