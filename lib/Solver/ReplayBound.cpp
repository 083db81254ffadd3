//===- ReplayBound.cpp - What prices and messages prove -----------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Replay.h. Prices turn memory into costs and refunds, messages move costs
// between edges and their ends; then leasts add up.
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include <algorithm>

using namespace partita::solver;

static std::string str(int64_t value) { return std::to_string(value); }

static Wide leastOf(const std::vector<Wide> &numbers) {
  return *std::min_element(numbers.begin(), numbers.end());
}

Wide Replay::scaled(Wide cost, int bits) const {
  if (cost == Never)
    return Never;
  if (cost > (Largest >> bits) || cost < -(Largest >> bits))
    return overflow();
  return cost * (Wide(1) << bits);
}

Wide Replay::roundUp(Wide bound, int bits) {
  Wide whole = (bound + (Wide(1) << bits) - 1) >> bits;
  return std::max<Wide>(0, whole);
}

Replay::Shifted Replay::shift(const Certificate::Node &node) const {
  Shifted out;
  if (!spend(held.numbers() + int64_t(rows.size() + variables.size())))
    return out;
  out.bits = std::max({node.priceBits, node.messageBits, 0});
  out.total = scaled(constant, out.bits);
  // Prices.
  Wide unit = Wide(1) << (out.bits - node.priceBits);
  std::vector<Wide> price(rows.size(), 0), before{0};
  for (const Certificate::Price &p : node.prices) {
    Wide &sum = price[rowOf({p.cls, p.moment})];
    sum = plus(sum, p.price * unit); // below 2^63 * 2^48
  }
  for (size_t r = 0; r < rows.size(); ++r) {
    Wide refund = limit[r] - removed.at(int(r));
    if (price[r] > 0 && (refund < 0 ? -refund : refund) > Largest / price[r]) {
      fail("prices overflow 122 bits");
      return out;
    }
    out.total = plus(out.total, -(price[r] * refund));
    before.push_back(plus(before[r], price[r]));
  }
  out.cost.resize(variables.size());
  for (int v = 0; v < numVariables(); ++v) {
    if (!variables[v].alive)
      continue;
    std::vector<Wide> &cost = out.cost[v];
    for (Wide own : variables[v].cost)
      cost.push_back(scaled(own, out.bits));
    for (auto &[first, run] : variables[v].runs) {
      Wide p = before[run.last] - before[first];
      for (int s = 0; s < states(v) && p > 0; ++s) {
        if (run.each[s] > Largest / p) {
          fail("prices overflow 122 bits");
          return out;
        }
        cost[s] = plus(cost[s], p * run.each[s]);
      }
    }
  }
  // Messages.
  int by = out.bits - node.messageBits;
  out.gain.resize(edges.size());
  for (const Certificate::Message &message : node.messages) {
    int a = message.a, b = message.b;
    if (!alive(a) || !variables[a].edges.count(b)) {
      fail("message: no edge between " + str(a) + " and " + str(b));
      return out;
    }
    if (int(message.gainA.size()) != states(a) ||
        int(message.gainB.size()) != states(b)) {
      fail("message " + str(a) + ", " + str(b) +
           ": expects a number per state");
      return out;
    }
    int edge = variables[a].edges.at(b);
    auto &[first, second] = out.gain[edge];
    first.resize(states(edges[edge].a), 0);
    second.resize(states(edges[edge].b), 0);
    bool turned = edges[edge].a != a;
    auto move = [&](int v, const std::vector<int64_t> &from,
                    std::vector<Wide> &to) {
      for (int s = 0; s < states(v); ++s) {
        if (from[s] > (Largest >> by) || from[s] < -(Largest >> by)) {
          fail("messages overflow 122 bits");
          return;
        }
        Wide amount = from[s] * (Wide(1) << by);
        to[s] = plus(to[s], amount);
        out.cost[v][s] = plus(out.cost[v][s], -amount);
      }
    };
    move(a, message.gainA, turned ? second : first);
    move(b, message.gainB, turned ? first : second);
  }
  for (int v = 0; v < numVariables(); ++v)
    if (variables[v].alive)
      out.total = plus(out.total, leastOf(out.cost[v]));
  out.least.resize(edges.size());
  for (int e = 0; e < int(edges.size()); ++e) {
    if (!edges[e].table)
      continue;
    out.least[e] = leastOf(leastsOfEdge(out, e, edges[e].a));
    out.total = plus(out.total, out.least[e]);
  }
  return out;
}

std::vector<Wide> Replay::leastsOfEdge(const Shifted &shifted, int e,
                                       int v) const {
  const Edge &edge = edges[e];
  const auto &[first, second] = shifted.gain[e];
  std::vector<Wide> lowest(states(v), Never);
  if (!spend(int64_t(edge.table->size())))
    return lowest;
  for (int s = 0; s < states(edge.a); ++s)
    for (int t = 0; t < states(edge.b); ++t) {
      Wide entry =
          scaled((*edge.table)[size_t(s) * states(edge.b) + t], shifted.bits);
      if (!first.empty())
        entry = plus(entry, plus(first[s], second[t]));
      Wide &here = lowest[edge.a == v ? s : t];
      here = std::min(here, entry);
    }
  return lowest;
}

std::vector<Wide> Replay::boundsWith(const Shifted &shifted, int v) const {
  std::vector<Wide> bounds(states(v), Never);
  if (shifted.total == Never || !spend(states(v)))
    return bounds;
  bounds = shifted.cost[v];
  Wide others = plus(shifted.total, -leastOf(bounds));
  for (Wide &bound : bounds)
    bound = plus(bound, others);
  for (auto &[other, edge] : variables[v].edges) {
    std::vector<Wide> leasts = leastsOfEdge(shifted, edge, v);
    for (int s = 0; s < states(v); ++s)
      bounds[s] = plus(bounds[s], plus(leasts[s], -shifted.least[edge]));
  }
  return bounds;
}
