//===- ReplayTables.h - What replays of a certificate share -----*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check has a copy of its replay for every branch that is still to come, and
// programs repeat themselves: equal tables are kept once, by all copies
// together. A table counts against the limits as long as somebody has it, so a
// copy takes no more than what is its own.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_REPLAYTABLES_H
#define PARTITA_LIB_SOLVER_REPLAYTABLES_H

#include "partita/Solver/Certificate.h"

#include <algorithm>
#include <memory>
#include <set>

namespace partita::solver {

using Wide = __int128;

/// Numbers in memory: taken off what all may hold together, copies too.
class Held {
public:
  explicit Held(CheckLimits &left) : left(&left) {}
  Held(const Held &other) : left(other.left) { take(other.count); }
  Held(Held &&other) : left(other.left), count(other.count) { other.count = 0; }
  Held &operator=(const Held &) = delete;
  ~Held() { take(-count); }
  void take(int64_t numbers) {
    left->numbers -= numbers;
    count += numbers;
  }
  int64_t numbers() const { return count; }

private:
  CheckLimits *left;
  int64_t count = 0;
};

class ReplayTables {
public:
  explicit ReplayTables(CheckLimits limits) : left(limits) {
    // What is given back may be more than was taken: see Replay's constructor.
    left.numbers = std::min(left.numbers, INT64_MAX / 4);
  }
  ReplayTables(const ReplayTables &) = delete;

  class Entries {
  public:
    Entries(std::vector<Wide> entries, CheckLimits &left);
    bool operator<(const Entries &other) const {
      return hash != other.hash ? hash < other.hash : entries < other.entries;
    }
    size_t size() const { return entries.size(); }
    const Wide &operator[](size_t k) const { return entries[k]; }
    const std::vector<Wide> &list() const { return entries; }

  private:
    std::vector<Wide> entries;
    uint64_t hash; // so that few tables are compared
    Held held;
  };
  using Table = std::shared_ptr<const Entries>;

  /// The one table with these entries.
  Table share(std::vector<Wide> entries);
  /// Whether there is room for so many numbers.
  bool room(int64_t numbers);

  /// What may be taken yet.
  CheckLimits left;

private:
  /// What a table counts as besides its entries.
  static constexpr int64_t Overhead = 8;
  struct ByEntries {
    bool operator()(const Table &x, const Table &y) const { return *x < *y; }
  };
  /// Drops tables that nobody uses.
  void dropUnused();

  std::set<Table, ByEntries> tables;
  size_t shared = 0;                   // the numbers in tables
  size_t mostShared = size_t(1) << 20; // before those that nobody uses go
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_REPLAYTABLES_H
