//===- Tables.h - Tables kept once and computed once ------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copies of a repeated block have equal tables, so reduction does the same
// to each of them. That is made use of without looking for blocks at all:
//
//   equal things are one   a table, a list of costs or a map of states has a
//                          number, and equal ones have the same number
//   equal work is done     an operation is a short list of numbers (what to
//   once                   do, with which tables); its outcome is remembered
//
//   Tables tables;
//   int t = tables.add({0, 4, 4, 0}, 2, 2);  // rows, columns
//   tables.sum(t, t, false);                 // {0, 8, 8, 0}: computed
//   tables.sum(t, t, false);                 // looked up
//
// Copies of a block so cost some bookkeeping each, and their tables, as well as
// the recorded ways back, take memory once. Neither changes any outcome.
//
// Tables that nobody refers to any more stay, as the next copy of the block may
// ask for them, until they take more memory than the others (`collect`).
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_TABLES_H
#define PARTITA_LIB_SOLVER_TABLES_H

#include "partita/Solver/Problem.h"

#include <algorithm>
#include <memory>

namespace partita::solver {

/// Forbidden, in sums.
constexpr Cost Inf = INT64_MAX / 2;

inline Cost plus(Cost a, Cost b) { return a >= Inf || b >= Inf ? Inf : a + b; }

/// A read-only run of numbers.
template <typename T>
struct Span {
  const T *data = nullptr;
  size_t size = 0;
  const T &operator[](size_t i) const { return data[i]; }
  const T *begin() const { return data; }
  const T *end() const { return data + size; }
};

/// Sequences of numbers, equal ones kept once; number 0 is the empty one.
template <typename T>
class Pool {
public:
  Pool() { add(nullptr, 0, 0); }
  /// `tag` is part of what makes two equal.
  int add(const T *data, size_t size, int32_t tag);
  Span<T> operator[](int id) const {
    return {items[id].data.get(), items[id].size};
  }
  int count() const { return int(items.size()); }
  /// Drops all but the `kept` ones and number 0; returns the new numbers.
  std::vector<int32_t> keep(const std::vector<char> &kept);
  size_t bytes() const { return held; }
  /// What would be free without it: sequences that a copy has too do not count.
  size_t ownBytes() const {
    size_t sum = items.size() * sizeof(Item) + slots.size() * sizeof(int32_t);
    for (const Item &item : items)
      sum += item.data.use_count() == 1 ? item.size * sizeof(T) : 0;
    return sum;
  }

private:
  struct Item {
    std::shared_ptr<T> data;
    uint64_t hash;
    uint32_t size;
    int32_t tag;
  };
  void rehash();

  std::vector<Item> items;
  std::vector<int32_t> slots; // open addressing; -1: free
  size_t held = 0;
};

extern template class Pool<int32_t>;
extern template class Pool<int64_t>;

/// What an entry Inf means for the states of rows and columns.
struct Allowed {
  int64_t pairs = 0; // entries that are not Inf
  /// Every row (column) has at least one pair, exactly one pair.
  bool rowsSupported = true, columnsSupported = true;
  bool rowsForced = true, columnsForced = true;
};

/// A table seen from one end: its rows are states of that end. `turned` if it
/// is stored the other way.
struct View {
  int table;
  bool turned;
};

class Tables {
public:
  /// Costs (or uses) row by row.
  int add(const std::vector<Cost> &entries, int rows, int columns);
  const Cost *data(int table) const { return numbers[table].data; }
  Span<Cost> entries(int table) const { return numbers[table]; }
  int rows(int table) const {
    return int(numbers[table].size / std::max(1, columns(table)));
  }
  int columns(int table) const { return shapes[table].columns; }
  bool forbids(int table) const { return shapes[table].forbids; }
  /// Only of a table that forbids.
  const Allowed &allowed(int table) const {
    return details[shapes[table].detail];
  }

  int addMap(const std::vector<int32_t> &map) {
    return maps.add(map.data(), map.size(), 0);
  }
  Span<int32_t> map(int id) const { return maps[id]; }

  /// The table whose rows (columns) are those with the indices in `map`;
  /// `turned`: with rows and columns exchanged afterwards.
  int pick(int table, bool byRow, int map, bool turned);
  /// The sum with another table, of the same shape once turned.
  int sum(int table, int other, bool turned);

  /// The allowed pairs of two variables in order: their states and costs.
  struct Pairs {
    int first, second, cost; // two maps and a list
  };
  Pairs pairs(int costs, int otherCosts, View view);

  /// The best that a variable can do, per states of its two neighbours.
  struct Reaction {
    int table, map;
  };
  Reaction react(int costs, View left, View right);

  /// What came of an operation: up to three tables or maps.
  struct Outcome {
    int32_t first = -1, second = -1, third = -1;
    int64_t work = 0;
    bool known = false;
  };
  /// The place where the outcome of an operation is remembered, until the next
  /// call. Starts with `Own` or a number above it for operations of others.
  Outcome &recall(const std::vector<int32_t> &operation);
  enum Kind { Pick, Sum, Join, React, Own };

  /// True if what was added since takes much memory.
  bool full() const {
    return !remembers || numbers.bytes() + keys.bytes() > limit;
  }
  /// As if always full, to compare with.
  void forgetAlways() { remembers = false; }
  /// Drops all tables but the `kept` ones, and all outcomes; returns the new
  /// numbers of tables. Maps stay.
  std::vector<int32_t> collect(const std::vector<char> &kept);
  int count() const { return numbers.count(); }
  /// What would be free without it: numbers that a copy has too do not count.
  size_t ownBytes() const {
    return numbers.ownBytes() + maps.ownBytes() + keys.ownBytes() +
           shapes.size() * sizeof(Shape) + details.size() * sizeof(Allowed) +
           outcomes.size() * sizeof(Outcome);
  }

  /// How many operations were asked for, and how many were computed.
  int64_t asked() const { return numAsked; }
  int64_t computed() const { return numComputed; }

private:
  struct Shape {
    int32_t columns, detail;
    bool forbids;
  };

  Pool<Cost> numbers;
  Pool<int32_t> maps, keys;
  std::vector<Shape> shapes;     // by table
  std::vector<Allowed> details;  // of tables that forbid
  std::vector<Outcome> outcomes; // by key
  std::vector<int32_t> operation;
  bool remembers = true;
  size_t limit = size_t(64) << 20;
  int64_t numAsked = 0, numComputed = 0;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_TABLES_H
