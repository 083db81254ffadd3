//===- Region.cpp - A dense neighbourhood, by elimination ---------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Region.h. A variable's table is row-major over its scope, the next to be
// eliminated last: so in the bucket of that one its states are consecutive, as
// they are in the rows of edges, and sums run over them.
//
//===----------------------------------------------------------------------===//

#include "Region.h"

#include "MinPlus.h"

#include <algorithm>
#include <queue>

using namespace partita::solver;

/// The entries of all tables of a region: some ten milliseconds, and 128 MiB if
/// all variables have two states. Blends (Blend.h) live on it.
static constexpr double MostEntries = 1 << 25;

Region::Region(const Model &model) : model(model) {
  int n = model.size();
  mark.assign(n, 0);
  position.assign(n, -1);
  stamp.assign(n, 0);
  around.resize(n);
  scope.resize(n);
  child.assign(n, -1);
  sibling.assign(n, -1);
  message.assign(n, 0);
  level.assign(n, -1);
  below.assign(model.unary.size(), 0);
}

int64_t Region::grow(Random &random, int root, int size, double limit) {
  ++growth;
  members.clear();
  frontier.assign(1, root);
  mark[root] = growth;
  int64_t work = 0;
  while (!frontier.empty() && int(members.size()) < size) {
    int at = random.below(int(frontier.size()));
    int v = frontier[at];
    frontier[at] = frontier.back();
    frontier.pop_back();
    members.push_back(v);
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
      int other = model.adjacent[k].other;
      if (mark[other] != growth) {
        mark[other] = growth;
        frontier.push_back(other);
      }
    }
    work += 16 + 4 * (model.firstAdjacent[v + 1] - model.firstAdjacent[v]);
  }
  for (int v : frontier)
    mark[v] = 0;
  return work + eliminate(random, limit);
}

double Region::tableSize(int v) const {
  double size = model.states[v];
  for (int other : around[v])
    size *= model.states[other];
  return size;
}

void Region::detach(int v, int from) {
  std::vector<int> &list = around[from];
  auto found = std::find(list.begin(), list.end(), v);
  *found = list.back();
  list.pop_back();
}

/// Finds the order, the scopes and who is fixed.
int64_t Region::eliminate(Random &random, double limit) {
  int64_t work = 0;
  struct Entry {
    double size;
    int v;
    bool operator<(const Entry &other) const {
      return size != other.size ? size > other.size : v > other.v;
    }
  };
  std::vector<Entry> entries;
  for (int v : members) {
    around[v].clear();
    for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k)
      if (mark[model.adjacent[k].other] == growth)
        around[v].push_back(model.adjacent[k].other);
    position[v] = -2; // undecided
    entries.push_back({tableSize(v), v});
    work += 20 * (1 + model.firstAdjacent[v + 1] - model.firstAdjacent[v]);
  }
  std::priority_queue<Entry> queue({}, std::move(entries));
  order.clear();
  double total = 0;
  std::vector<int> &list = frontier;
  while (!queue.empty()) {
    Entry top = queue.top();
    queue.pop();
    int v = top.v;
    // Stale entries: decided, or their table has changed since.
    if (position[v] != -2 || top.size != tableSize(v))
      continue;
    list = around[v];
    if (top.size > limit || total + top.size > MostEntries) {
      // Fix the busier of two from the scope.
      int fixed = v;
      if (!list.empty()) {
        fixed = list[random.below(int(list.size()))];
        int other = list[random.below(int(list.size()))];
        if (around[other].size() > around[fixed].size())
          fixed = other;
      }
      position[fixed] = -1;
      list = around[fixed];
      for (int a : list) {
        detach(fixed, a);
        queue.push({tableSize(a), a});
        work += 20 + 4 * int64_t(around[a].size());
      }
      if (fixed != v)
        queue.push({tableSize(v), v});
      continue;
    }
    total += top.size;
    position[v] = int(order.size());
    order.push_back(v);
    scope[v] = list;
    for (int a : list) {
      detach(v, a);
      ++stamps;
      stamp[a] = stamps;
      for (int b : around[a])
        stamp[b] = stamps;
      for (int b : list)
        if (stamp[b] != stamps)
          around[a].push_back(b);
      queue.push({tableSize(a), a});
      work += 30 + 6 * int64_t(around[a].size() + list.size());
    }
  }
  for (int v : order)
    child[v] = -1;
  size_t end = 0;
  for (int v : order) {
    std::vector<int> &over = scope[v];
    over.erase(std::remove_if(over.begin(), over.end(),
                              [&](int x) { return position[x] < 0; }),
               over.end());
    std::sort(over.begin(), over.end(),
              [&](int x, int y) { return position[x] > position[y]; });
    size_t size = 1;
    for (int x : over)
      size *= model.states[x];
    message[v] = end;
    if (over.empty())
      continue;
    end += size;
    sibling[v] = child[over.back()];
    child[over.back()] = v;
  }
  if (messages.size() < end)
    messages.resize(end);
  std::reverse(order.begin(), order.end());
  return work;
}

/// out[0] = the least of a + b.
static double leastSum(const double *a, const double *b, int n) {
  double least[4] = {Infinite, Infinite, Infinite, Infinite};
  int s = 0;
  for (; s + 4 <= n; s += 4)
    for (int k = 0; k < 4; ++k) {
      double sum = a[s + k] + b[s + k];
      least[k] = sum < least[k] ? sum : least[k];
    }
  for (; s < n; ++s)
    least[0] = std::min(least[0], a[s] + b[s]);
  return std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
}

/// Sums over the levels from here on, into `result`.
void Region::fill(int l) {
  int n = states;
  bool last = l + 1 == int(extent.size());
  const double *before = sums[l].data();
  double *sum = sums[l + 1].data();
  const std::vector<int> &parts = adds[l];
  for (int x = 0; x < extent[l]; ++x) {
    const double *total = before;
    size_t direct = last && !parts.empty() ? parts.size() - 1 : parts.size();
    for (size_t k = 0; k < direct; ++k) {
      const double *part = factors[parts[k]].at;
      for (int s = 0; s < n; ++s)
        sum[s] = total[s] + part[s];
      total = sum;
    }
    if (last && !parts.empty()) {
      *result++ = leastSum(total, factors[parts.back()].at, n);
    } else if (last) {
      *result++ = *std::min_element(total, total + n);
    } else {
      if (total != sum)
        std::copy_n(total, n, sum);
      fill(l + 1);
    }
    for (const Stride &stride : strides[l])
      factors[stride.factor].at += stride.step;
  }
  for (const Stride &stride : strides[l])
    factors[stride.factor].at -= stride.step * extent[l];
}

/// Computes the table of v from its bucket.
int64_t Region::send(int v) {
  const std::vector<int> &over = scope[v];
  int n = states = model.states[v], depth = int(over.size());
  factors.clear();
  if (int(strides.size()) < depth) {
    strides.resize(depth);
    adds.resize(depth);
    sums.resize(depth + 1);
  }
  extent.resize(depth);
  for (int l = 0; l < depth; ++l) {
    strides[l].clear();
    adds[l].clear();
    level[over[l]] = l;
    extent[l] = model.states[over[l]];
  }
  for (int l = 1; l <= depth; ++l)
    if (int(sums[l].size()) < n)
      sums[l].resize(n);
  double *own = below.data() + model.at[v];
  for (int c = child[v]; c >= 0; c = sibling[c]) {
    const double *table = messages.data() + message[c];
    const std::vector<int> &scopeOf = scope[c];
    if (scopeOf.size() == 1) {
      for (int s = 0; s < n; ++s)
        own[s] += table[s];
      continue;
    }
    int factor = int(factors.size()), deepest = 0;
    int64_t step = n;
    for (size_t k = scopeOf.size() - 1; k-- > 0;) {
      int l = level[scopeOf[k]];
      strides[l].push_back({factor, step});
      step *= model.states[scopeOf[k]];
      deepest = std::max(deepest, l);
    }
    factors.push_back({table, deepest});
  }
  if (depth == 0)
    return 20;
  bool plain = factors.empty();
  const Neighbour *only = nullptr;
  for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
    const Neighbour &to = model.adjacent[k];
    if (!contains(to.other) || position[to.other] < position[v])
      continue;
    int l = level[to.other];
    strides[l].push_back({int(factors.size()), n});
    factors.push_back({model.tableThere(to), l});
    only = &to;
  }
  result = messages.data() + message[v];
  int64_t size = n;
  for (int m : extent)
    size *= m;
  if (depth == 1 && plain) {
    minPlus(own, n, model.table(*only), extent[0], result);
    return 60 + size;
  }
  for (size_t f = 0; f < factors.size(); ++f)
    adds[factors[f].deepest].push_back(int(f));
  sums[0].assign(own, own + n);
  fill(0);
  return 100 + size + size * int64_t(adds[depth - 1].size());
}

int64_t Region::solve(const std::vector<double> &cost) {
  int64_t work = 0;
  for (size_t k = order.size(); k-- > 0;) {
    int v = order[k];
    std::copy_n(cost.data() + model.at[v], model.states[v],
                below.data() + model.at[v]);
    work += send(v);
  }
  return work;
}

void Region::score(int v, const std::vector<int32_t> &choice,
                   double *out) const {
  int n = model.states[v];
  std::copy_n(below.data() + model.at[v], n, out);
  auto add = [&](const double *row) {
    for (int s = 0; s < n; ++s)
      out[s] += row[s];
  };
  for (int c = child[v]; c >= 0; c = sibling[c]) {
    if (scope[c].size() == 1)
      continue;
    size_t index = 0;
    for (int x : scope[c])
      index = index * model.states[x] + (x == v ? 0 : choice[x]);
    add(messages.data() + message[c] + index);
  }
  for (int k = model.firstAdjacent[v]; k < model.firstAdjacent[v + 1]; ++k) {
    const Neighbour &to = model.adjacent[k];
    if (!contains(to.other) || position[to.other] < position[v])
      continue;
    add(model.row(to, choice[to.other]));
  }
}
