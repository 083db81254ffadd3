//===- Bound.cpp - Message passing with prices of memory ----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Bound.h. The bound of a backward sweep: when a variable v is visited, its
// cost (with all messages) has a least m; of it each edge to an earlier
// variable gets the share c, after which the edge's least is what the message
// to the earlier end is lowered by. What v keeps is (1 - c * edges) * m. All
// that is left is the refund for memory.
//
//===----------------------------------------------------------------------===//

#include "Bound.h"

#include "MinPlus.h"

#include <algorithm>
#include <cmath>

using namespace partita::solver;

Bound::Bound(const Model &model) : model(model) {
  now.price.assign(model.capacity.size(), 0);
  now.messages.assign(model.messages, 0);
  direction.assign(model.capacity.size(), 0);
  bestDuals = now;
  int n = model.size();
  earlier.assign(n, 0);
  std::vector<int> later(n, 0);
  for (const ModelEdge &edge : model.edges) {
    ++later[edge.a];
    ++earlier[edge.b];
  }
  for (int v = 0; v < n; ++v)
    share.push_back(1.0 / std::max({earlier[v], later[v], 1}));
  choice.assign(n, 0);
  int most = 1;
  for (int count : model.states)
    most = std::max(most, count);
  sum.resize(most);
  out.resize(most);
  scratch.resize(most);
  for (int64_t capacity : model.capacity)
    scale.push_back(1.0 / double(std::max<int64_t>(capacity, 1)));
  setPrices();
}

void Bound::start(Duals duals) {
  now = std::move(duals);
  setPrices();
  settling = 3;
}

/// The cost of v's states with all messages.
void Bound::gather(int v, std::vector<double> &total) const {
  int n = model.states[v];
  const double *own = stateCost.data() + model.at[v];
  for (int s = 0; s < n; ++s)
    total[s] = own[s];
  for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
    const Neighbour &from = model.adjacent[k];
    const double *message = now.messages.data() + model.messageHere(from);
    for (int s = 0; s < n; ++s)
      total[s] += message[s];
  }
}

/// Sends a message and returns what it was lowered by to have least 0.
double Bound::send(int v, const Neighbour &to, double part,
                   const std::vector<double> &total) {
  const ModelEdge &edge = model.edges[to.edge];
  const double *back = now.messages.data() + model.messageHere(to);
  double *forth = now.messages.data() + (to.otherIsB ? edge.toB : edge.toA);
  int n = model.states[v], m = model.states[to.other];
  for (int s = 0; s < n; ++s)
    scratch[s] = part * total[s] - back[s];
  double *result = out.data();
  minPlus(scratch.data(), n, model.table(to), m, result);
  double least = *std::min_element(result, result + m);
  for (int t = 0; t < m; ++t)
    forth[t] = result[t] - least;
  return least;
}

void Bound::forward() {
  for (int v = 0; v < model.size(); ++v) {
    gather(v, sum);
    for (int k = model.firstAdjacent[v + 1]; k-- > model.firstAdjacent[v];) {
      if (model.adjacent[k].other < v)
        break;
      send(v, model.adjacent[k], share[v], sum);
    }
  }
}

double Bound::backward() {
  double bound = model.constant;
  for (int v = model.size(); v-- > 0;) {
    gather(v, sum);
    double least =
        *std::min_element(sum.begin(), sum.begin() + model.states[v]);
    bound += (1 - share[v] * earlier[v]) * least;
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      if (model.adjacent[k].other > v)
        break;
      bound += send(v, model.adjacent[k], share[v], sum);
    }
  }
  for (size_t r = 0; r < now.price.size(); ++r)
    bound -= now.price[r] * double(model.capacity[r]);
  return bound;
}

/// A choice near the cheapest at the current prices: in order, each variable
/// takes its best state given the earlier ones' states and the later ones'
/// messages.
void Bound::suggest() {
  for (int v = 0; v < model.size(); ++v) {
    int n = model.states[v];
    const double *own = stateCost.data() + model.at[v];
    std::copy(own, own + n, sum.begin());
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      const Neighbour &from = model.adjacent[k];
      const double *add = from.other < v
                              ? model.row(from, choice[from.other])
                              : now.messages.data() + model.messageHere(from);
      for (int s = 0; s < n; ++s)
        sum[s] += add[s];
    }
    choice[v] =
        int32_t(std::min_element(sum.begin(), sum.begin() + n) - sum.begin());
  }
}

void Bound::setPrices() {
  priceStates(model, now.price, stateCost);
  for (size_t k = 0; k < stateCost.size(); ++k)
    stateCost[k] += model.unary[k];
}

void Bound::stepPrices(double bound, double best) {
  size_t rows = now.price.size();
  std::vector<double> load = loads(model, choice);
  // Rows count relative to their size: a price per whole row.
  double length = 0;
  double fresh = smoothed ? freshness : 1;
  smoothed = true;
  for (size_t r = 0; r < rows; ++r) {
    double over = load[r] * scale[r] - 1;
    direction[r] += fresh * (over - direction[r]);
    if (now.price[r] <= 0 && direction[r] < 0)
      continue;
    length += direction[r] * direction[r];
  }
  if (length <= 0)
    return;
  double target = std::min(best, bestValue + level);
  double step = std::min(target - bound, 2 * level) / length;
  for (size_t r = 0; r < rows; ++r)
    now.price[r] = std::max(0.0, now.price[r] + step * direction[r] * scale[r]);
  setPrices();
}

int64_t Bound::workPerSweep() const {
  return 2 * model.entries + int64_t(model.use.size()) +
         3 * int64_t(model.unary.size()) + int64_t(model.capacity.size()) + 1;
}

void Bound::improve(int64_t work, double best, const std::atomic<bool> &stop) {
  int64_t perSweep = workPerSweep();
  for (; work > 0 && !stop.load(std::memory_order_relaxed); work -= perSweep) {
    forward();
    double bound = backward();
    if (settling > 0 && --settling > 0) {
      // Messages catch up with what has changed, before prices move again; not
      // by much, as they are good already.
      level = std::min(0.003 * std::fabs(bound), 0.1 * (best - bound)) + 1;
    } else if (level < 0) {
      level = 0.03 * std::fabs(bound) + 1;
    }
    if (bound > bestValue) {
      gained += std::isfinite(bestValue) ? bound - bestValue : 0;
      bestValue = bound;
      bestDuals = now;
      if (gained > 0.5 * level) {
        sinceBest = 0;
        gained = 0;
        level *= 1.5;
      }
    }
    if (model.capacity.empty() || model.without.has(Technique::MemoryPrices))
      continue;
    if (settling > 0)
      continue;
    level = std::min(level,
                     std::max(best - bestValue, 1e-9 * std::fabs(bestValue)));
    if (++sinceBest > patience) {
      // The level is out of reach: back to the best, and aim lower.
      sinceBest = 0;
      gained = 0;
      level *= 0.6;
      freshness = std::max(0.15, 0.85 * freshness);
      now = bestDuals;
      smoothed = false;
      setPrices();
    }
    suggest();
    stepPrices(bound, best);
  }
}

std::vector<double> Bound::shifts(const Duals &duals) const {
  std::vector<double> shift(model.messages), cost, total;
  priceStates(model, duals.price, cost);
  for (const ModelEdge &edge : model.edges) {
    // To the later end's share, the messages as they are to the earlier one.
    for (int s = 0; s < model.states[edge.a]; ++s)
      shift[edge.toA + s] = -duals.messages[edge.toA + s];
  }
  for (int v = 0; v < model.size(); ++v) {
    int n = model.states[v];
    total.assign(n, 0);
    for (int s = 0; s < n; ++s)
      total[s] = model.unary[model.at[v] + s] + cost[model.at[v] + s];
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      size_t slot = model.messageHere(model.adjacent[k]);
      for (int s = 0; s < n; ++s)
        total[s] += duals.messages[slot + s];
    }
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      const Neighbour &to = model.adjacent[k];
      if (to.otherIsB)
        continue;
      const ModelEdge &edge = model.edges[to.edge];
      for (int s = 0; s < n; ++s)
        shift[edge.toB + s] =
            share[v] * total[s] - duals.messages[edge.toB + s];
    }
  }
  // A state that has no partner on an edge is worth nothing to it.
  for (double &value : shift)
    value = std::isfinite(value) ? value : 0;
  return shift;
}

Bound::Tension Bound::tension(const Duals &duals) const {
  Tension out;
  std::vector<double> shift = shifts(duals), own, row;
  priceStates(model, duals.price, own);
  for (size_t k = 0; k < own.size(); ++k)
    own[k] += model.unary[k];
  for (const ModelEdge &edge : model.edges) {
    for (int s = 0; s < model.states[edge.a]; ++s)
      own[model.at[edge.a] + s] -= shift[edge.toA + s];
    for (int s = 0; s < model.states[edge.b]; ++s)
      own[model.at[edge.b] + s] -= shift[edge.toB + s];
  }
  auto fromLeast = [](double *values, int n) {
    double least = *std::min_element(values, values + n);
    for (int s = 0; s < n; ++s)
      values[s] -= least;
  };
  for (int v = 0; v < model.size(); ++v)
    fromLeast(own.data() + model.at[v], model.states[v]);
  out.lift = own;
  for (const ModelEdge &edge : model.edges) {
    auto add = [&](int v, int other, size_t ours, size_t others, size_t table) {
      int n = model.states[v], m = model.states[other];
      row.assign(n, Infinite);
      for (int s = 0; s < n; ++s) {
        const double *entry = model.tables.data() + table + size_t(s) * m;
        for (int t = 0; t < m; ++t)
          row[s] = std::min(row[s], entry[t] + shift[others + t]);
        row[s] += shift[ours + s];
      }
      fromLeast(row.data(), n);
      for (int s = 0; s < n; ++s)
        out.lift[model.at[v] + s] += row[s];
    };
    add(edge.a, edge.b, edge.toA, edge.toB, edge.ab);
    add(edge.b, edge.a, edge.toB, edge.toA, edge.ba);
  }
  // The choice: in order, the least given earlier ones, lifts speaking for the
  // rest.
  out.choice.assign(model.size(), 0);
  out.above.assign(model.size(), 0);
  for (int v = 0; v < model.size(); ++v) {
    int n = model.states[v];
    row.assign(out.lift.begin() + model.at[v],
               out.lift.begin() + model.at[v] + n);
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      const Neighbour &from = model.adjacent[k];
      if (from.other > v)
        break;
      const ModelEdge &edge = model.edges[from.edge];
      int c = out.choice[from.other];
      const double *entry = model.tables.data() + edge.ab + size_t(c) * n;
      for (int s = 0; s < n; ++s)
        row[s] += entry[s] + shift[edge.toA + c] + shift[edge.toB + s];
    }
    out.choice[v] =
        int32_t(std::min_element(row.begin(), row.end()) - row.begin());
    out.above[v] = own[model.at[v] + out.choice[v]];
    out.total += out.above[v];
  }
  for (const ModelEdge &edge : model.edges) {
    int n = model.states[edge.a], m = model.states[edge.b];
    double least = Infinite, here = Infinite;
    for (int s = 0; s < n; ++s)
      for (int t = 0; t < m; ++t) {
        double entry = model.tables[edge.ab + size_t(s) * m + t] +
                       shift[edge.toA + s] + shift[edge.toB + t];
        least = std::min(least, entry);
        if (s == out.choice[edge.a] && t == out.choice[edge.b])
          here = entry;
      }
    out.above[edge.a] += (here - least) / 2;
    out.above[edge.b] += (here - least) / 2;
    out.total += here - least;
  }
  return out;
}
