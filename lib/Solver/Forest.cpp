//===- Forest.cpp - Many variables among which edges form trees ---------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Forest.h.
//
//===----------------------------------------------------------------------===//

#include "Forest.h"

#include "MinPlus.h"

#include <algorithm>

using namespace partita::solver;

Forest::Forest(const Model &model) : model(model) {
  parent.assign(model.size(), -1);
  mark.assign(model.size(), 0);
  seen.assign(model.size(), 0);
  seenBy.assign(model.size(), 0);
  below.assign(model.unary.size(), 0);
  int most = 1;
  for (int count : model.states)
    most = std::max(most, count);
  message.resize(most);
}

int64_t Forest::grow(Random &random, int size) {
  ++growth;
  order.clear();
  frontier.clear();
  int64_t work = 0;
  for (int tries = 0; tries < 8 && int(order.size()) < size; ++tries) {
    int root = random.below(model.size());
    if (contains(root) || (seenBy[root] == growth && seen[root] > 0))
      continue;
    parent[root] = -1;
    int next = root;
    while (true) {
      mark[next] = growth;
      order.push_back(next);
      work +=
          16 + 4 * (model.firstAdjacent[next + 1] - model.firstAdjacent[next]);
      for (int k = model.firstAdjacent[next]; k < model.firstAdjacent[next + 1];
           ++k) {
        int other = model.adjacent[k].other;
        if (contains(other))
          continue;
        if (seenBy[other] != growth) {
          seenBy[other] = growth;
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
      if (next < 0 || int(order.size()) >= size)
        break;
    }
    if (next >= 0)
      break; // full
  }
  return work;
}

int64_t Forest::solve(const std::vector<double> &cost) {
  int64_t work = 0;
  for (int v : order)
    std::copy_n(cost.data() + model.at[v], model.states[v],
                below.data() + model.at[v]);
  for (size_t k = order.size(); k-- > 0;) {
    int v = order[k];
    if (parent[v] < 0)
      continue;
    const Neighbour &down = model.adjacent[parent[v]];
    const ModelEdge &edge = model.edges[down.edge];
    int p = down.otherIsB ? edge.a : edge.b;
    int n = model.states[v], m = model.states[p];
    minPlus(below.data() + model.at[v], n, model.tableThere(down), m,
            message.data());
    double *up = below.data() + model.at[p];
    for (int t = 0; t < m; ++t)
      up[t] += message[t];
    work += 30 + int64_t(n) * m + 2 * (n + m);
  }
  return work;
}

void Forest::score(int v, const std::vector<int32_t> &choice,
                   double *out) const {
  int n = model.states[v];
  const double *own = below.data() + model.at[v];
  if (parent[v] < 0) {
    std::copy_n(own, n, out);
    return;
  }
  const Neighbour &down = model.adjacent[parent[v]];
  const ModelEdge &edge = model.edges[down.edge];
  int p = down.otherIsB ? edge.a : edge.b;
  const double *row = model.table(down) + size_t(choice[p]) * n;
  for (int s = 0; s < n; ++s)
    out[s] = own[s] + row[s];
}
