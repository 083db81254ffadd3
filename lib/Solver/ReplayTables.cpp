//===- ReplayTables.cpp - What replays of a certificate share -----------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ReplayTables.h.
//
//===----------------------------------------------------------------------===//

#include "ReplayTables.h"

#include <algorithm>

using namespace partita::solver;

ReplayTables::Entries::Entries(std::vector<Wide> list, CheckLimits &left)
    : entries(std::move(list)), hash(entries.size()), held(left) {
  held.take(int64_t(size()) + Overhead);
  for (Wide entry : entries)
    hash = (hash ^ uint64_t(entry ^ (entry >> 64)) ^ (hash >> 29)) *
           0x9e3779b97f4a7c15u;
}

ReplayTables::Table ReplayTables::share(std::vector<Wide> entries) {
  if (shared + entries.size() > mostShared) {
    dropUnused();
    mostShared = std::max(mostShared, 2 * (shared + entries.size()));
  }
  auto table = std::make_shared<const Entries>(std::move(entries), left);
  auto [found, fresh] = tables.insert(std::move(table));
  shared += fresh ? (*found)->size() + Overhead : 0;
  return *found;
}

bool ReplayTables::room(int64_t numbers) {
  if (numbers > left.numbers)
    dropUnused();
  return numbers <= left.numbers;
}

void ReplayTables::dropUnused() {
  left.work -= int64_t(tables.size()) * Overhead;
  shared = 0;
  for (auto it = tables.begin(); it != tables.end();) {
    bool used = it->use_count() > 1;
    shared += used ? (*it)->size() + Overhead : 0;
    it = used ? std::next(it) : tables.erase(it);
  }
}
