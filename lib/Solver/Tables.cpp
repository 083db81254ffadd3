//===- Tables.cpp - Tables kept once and computed once ------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Tables.h. Numbers are given in the order of creation and lookups compare
// contents, so nothing depends on hashes or addresses.
//
//===----------------------------------------------------------------------===//

#include "Tables.h"

using namespace partita::solver;

static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9fb21c651e98df25u;
  return hash ^ (hash >> 32);
}

template <typename T>
void Pool<T>::rehash() {
  size_t size = 16;
  while (size < 4 * items.size())
    size *= 2;
  slots.assign(size, -1);
  for (size_t id = 0; id < items.size(); ++id) {
    size_t at = items[id].hash & (size - 1);
    while (slots[at] >= 0)
      at = (at + 1) & (size - 1);
    slots[at] = int32_t(id);
  }
}

template <typename T>
int Pool<T>::add(const T *data, size_t size, int32_t tag) {
  uint64_t hash = mix(size, uint64_t(tag));
  for (size_t k = 0; k < size; ++k)
    hash = mix(hash, uint64_t(data[k]));
  if (slots.size() < 2 * items.size() + 2)
    rehash();
  size_t at = hash & (slots.size() - 1);
  for (; slots[at] >= 0; at = (at + 1) & (slots.size() - 1)) {
    const Item &item = items[slots[at]];
    if (item.hash == hash && item.size == size && item.tag == tag &&
        std::equal(data, data + size, item.data.get()))
      return slots[at];
  }
  Item item{nullptr, hash, uint32_t(size), tag};
  if (size > 0) {
    item.data.reset(new T[size], std::default_delete<T[]>());
    std::copy(data, data + size, item.data.get());
  }
  slots[at] = int32_t(items.size());
  items.push_back(std::move(item));
  held += size * sizeof(T) + sizeof(Item);
  return int(items.size()) - 1;
}

template <typename T>
std::vector<int32_t> Pool<T>::keep(const std::vector<char> &kept) {
  std::vector<int32_t> number(items.size(), -1);
  std::vector<Item> left;
  held = 0;
  for (size_t id = 0; id < items.size(); ++id) {
    if (id > 0 && !kept[id])
      continue;
    number[id] = int32_t(left.size());
    held += items[id].size * sizeof(T) + sizeof(Item);
    left.push_back(std::move(items[id]));
  }
  items = std::move(left);
  rehash();
  return number;
}

template class partita::solver::Pool<int32_t>;
template class partita::solver::Pool<int64_t>;

static Allowed countAllowed(Span<Cost> entries, int rows, int columns) {
  Allowed out;
  std::vector<int64_t> inColumn(columns, 0);
  for (int r = 0; r < rows; ++r) {
    int64_t inRow = 0;
    for (int c = 0; c < columns; ++c) {
      bool is = entries[size_t(r) * columns + c] < Inf;
      inRow += is;
      inColumn[c] += is;
    }
    out.pairs += inRow;
    out.rowsSupported &= inRow > 0;
    out.rowsForced &= inRow == 1;
  }
  for (int64_t count : inColumn) {
    out.columnsSupported &= count > 0;
    out.columnsForced &= count == 1;
  }
  return out;
}

int Tables::add(const std::vector<Cost> &entries, int rows, int columns) {
  int id = numbers.add(entries.data(), entries.size(), columns);
  for (int next = int(shapes.size()); next < numbers.count(); ++next) {
    Span<Cost> all = numbers[next];
    Shape shape{next == id ? columns : 0, -1, false};
    for (Cost entry : all)
      shape.forbids |= entry >= Inf;
    if (shape.forbids) {
      shape.detail = int32_t(details.size());
      details.push_back(countAllowed(all, rows, columns));
    }
    shapes.push_back(shape);
  }
  return id;
}

Tables::Outcome &Tables::recall(const std::vector<int32_t> &operation) {
  int key = keys.add(operation.data(), operation.size(), 0);
  if (int(outcomes.size()) <= key)
    outcomes.resize(key + 1);
  ++numAsked;
  numComputed += !outcomes[key].known;
  return outcomes[key];
}

std::vector<int32_t> Tables::collect(const std::vector<char> &kept) {
  std::vector<int32_t> number = numbers.keep(kept);
  std::vector<Shape> left;
  std::vector<Allowed> leftDetails;
  for (size_t id = 0; id < shapes.size(); ++id) {
    if (number[id] < 0)
      continue;
    left.push_back(shapes[id]);
    if (shapes[id].detail < 0)
      continue;
    left.back().detail = int32_t(leftDetails.size());
    leftDetails.push_back(details[shapes[id].detail]);
  }
  shapes = std::move(left);
  details = std::move(leftDetails);
  keys = Pool<int32_t>();
  outcomes = std::vector<Outcome>();
  limit = std::max(limit, 2 * numbers.bytes());
  return number;
}

int Tables::pick(int table, bool byRow, int map, bool turned) {
  Outcome &out = recall({Pick, table, byRow, map, turned});
  if (out.known)
    return out.first;
  Span<Cost> from = numbers[table];
  Span<int32_t> index = maps[map];
  int columns = this->columns(table), rows = this->rows(table);
  int newRows = byRow ? int(index.size) : rows;
  int newColumns = byRow ? columns : int(index.size);
  std::vector<Cost> picked(size_t(newRows) * newColumns);
  size_t k = 0;
  for (int r = 0; r < newRows; ++r) {
    const Cost *row = from.data + size_t(byRow ? index[r] : r) * columns;
    for (int c = 0; c < newColumns; ++c, ++k)
      picked[turned ? size_t(c) * newRows + r : k] = row[byRow ? c : index[c]];
  }
  if (turned)
    std::swap(newRows, newColumns);
  out.known = true;
  return out.first = add(picked, newRows, newColumns);
}

int Tables::sum(int table, int other, bool turned) {
  Outcome &out = recall({Sum, table, other, turned});
  if (out.known)
    return out.first;
  Span<Cost> x = numbers[table], y = numbers[other];
  int rows = this->rows(table), columns = this->columns(table);
  std::vector<Cost> total(x.size);
  size_t k = 0;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c, ++k)
      total[k] = plus(x[k], turned ? y[size_t(c) * rows + r] : y[k]);
  out.known = true;
  return out.first = add(total, rows, columns);
}

Tables::Pairs Tables::pairs(int costs, int otherCosts, View view) {
  Outcome &out = recall({Join, costs, otherCosts, view.table, view.turned});
  if (!out.known) {
    std::vector<int32_t> first, second;
    std::vector<Cost> cost;
    Span<Cost> x = numbers[costs], y = numbers[otherCosts];
    Span<Cost> entries = numbers[view.table];
    for (size_t s = 0; s < x.size; ++s)
      for (size_t t = 0; t < y.size; ++t) {
        Cost c = entries[view.turned ? t * x.size + s : s * y.size + t];
        if (c >= Inf)
          continue;
        first.push_back(int32_t(s));
        second.push_back(int32_t(t));
        cost.push_back(plus(plus(x[s], y[t]), c));
      }
    out.first = addMap(first);
    out.second = addMap(second);
    out.third = add(cost, 1, int(cost.size()));
    out.known = true;
  }
  return {out.first, out.second, out.third};
}

Tables::Reaction Tables::react(int costs, View left, View right) {
  Outcome &out = recall(
      {React, costs, left.table, left.turned, right.table, right.turned});
  if (!out.known) {
    Span<Cost> own = numbers[costs];
    size_t n = own.size, sizes[2] = {1, 1};
    // Row by row over the neighbours' states, then over the own ones.
    std::vector<Cost> sides[2];
    for (int side = 0; side < 2; ++side) {
      View view = side ? right : left;
      if (view.table < 0)
        sides[side].assign(n, 0);
      if (view.table < 0)
        continue;
      Span<Cost> entries = numbers[view.table];
      size_t m = sizes[side] = entries.size / n;
      sides[side].resize(entries.size);
      for (size_t x = 0; x < m; ++x)
        for (size_t s = 0; s < n; ++s)
          sides[side][x * n + s] = entries[view.turned ? x * n + s : s * m + x];
    }
    std::vector<Cost> table;
    std::vector<int32_t> map;
    std::vector<Cost> base(n);
    for (size_t x = 0; x < sizes[0]; ++x) {
      for (size_t s = 0; s < n; ++s)
        base[s] = plus(own[s], sides[0][x * n + s]);
      for (size_t y = 0; y < sizes[1]; ++y) {
        const Cost *add = sides[1].data() + y * n;
        Cost best = Inf;
        int32_t state = 0;
        for (size_t s = 0; s < n; ++s) {
          Cost cost = plus(base[s], add[s]);
          if (cost < best) {
            best = cost;
            state = int32_t(s);
          }
        }
        table.push_back(best);
        map.push_back(state);
      }
    }
    out.first = add(table, int(sizes[0]), int(sizes[1]));
    out.second = addMap(map);
    out.known = true;
  }
  return {out.first, out.second};
}
