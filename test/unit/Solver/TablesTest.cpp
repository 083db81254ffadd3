//===- TablesTest.cpp - Kept once, computed once ------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables.h and Agenda.h by small examples.
//
//===----------------------------------------------------------------------===//

#include "Tables.h"
#include "Agenda.h"

#include <gtest/gtest.h>

using namespace partita::solver;

static std::vector<Cost> entries(const Tables &tables, int table) {
  Span<Cost> all = tables.entries(table);
  return {all.begin(), all.end()};
}

static std::vector<int32_t> map(const Tables &tables, int id) {
  Span<int32_t> all = tables.map(id);
  return {all.begin(), all.end()};
}

TEST(Tables, equalTablesOfOneShapeAreOne) {
  Tables tables;
  int wide = tables.add({1, 2, 3, 4, 5, 6}, 2, 3);
  EXPECT_EQ(tables.add({1, 2, 3, 4, 5, 6}, 2, 3), wide);
  int tall = tables.add({1, 2, 3, 4, 5, 6}, 3, 2);
  EXPECT_NE(tall, wide);
  EXPECT_EQ(tables.rows(tall), 3);
  EXPECT_EQ(tables.columns(tall), 2);
  EXPECT_EQ(tables.addMap({4, 2}), tables.addMap({4, 2}));
}

TEST(Tables, picksAndAddsOnce) {
  Tables tables;
  int table = tables.add({1, 2, 3, 4, 5, 6}, 2, 3);
  int order = tables.addMap({2, 0});
  int picked = tables.pick(table, false, order, false);
  EXPECT_EQ(entries(tables, picked), (std::vector<Cost>{3, 1, 6, 4}));
  int turned = tables.pick(table, false, order, true);
  EXPECT_EQ(entries(tables, turned), (std::vector<Cost>{3, 6, 1, 4}));
  int rows = tables.pick(table, true, tables.addMap({1, 1}), false);
  EXPECT_EQ(entries(tables, rows), (std::vector<Cost>{4, 5, 6, 4, 5, 6}));
  int sum = tables.sum(picked, turned, true);
  EXPECT_EQ(entries(tables, sum), (std::vector<Cost>{6, 2, 12, 8}));
  int64_t computed = tables.computed();
  EXPECT_EQ(tables.sum(picked, turned, true), sum);
  EXPECT_EQ(tables.computed(), computed);
  EXPECT_EQ(tables.asked(), computed + 1);
}

TEST(Tables, countsWhatIsAllowed) {
  Tables tables;
  int table = tables.add({Inf, 1, Inf, Inf, 2, 3}, 2, 3);
  ASSERT_TRUE(tables.forbids(table));
  const Allowed &allowed = tables.allowed(table);
  EXPECT_EQ(allowed.pairs, 3);
  EXPECT_TRUE(allowed.rowsSupported);
  EXPECT_FALSE(allowed.columnsSupported);
  EXPECT_FALSE(allowed.rowsForced);
  EXPECT_FALSE(allowed.columnsForced);
  EXPECT_FALSE(tables.forbids(tables.add({1, 2}, 1, 2)));
}

TEST(Tables, pairsAndReactions) {
  Tables tables;
  int costs = tables.add({0, 5}, 1, 2), others = tables.add({1, 0}, 1, 2);
  int table = tables.add({2, Inf, 0, 7}, 2, 2);
  Tables::Pairs pairs = tables.pairs(costs, others, {table, false});
  EXPECT_EQ(map(tables, pairs.first), (std::vector<int32_t>{0, 1, 1}));
  EXPECT_EQ(map(tables, pairs.second), (std::vector<int32_t>{0, 0, 1}));
  EXPECT_EQ(entries(tables, pairs.cost), (std::vector<Cost>{3, 6, 12}));
  // Neighbours see the table from the other end: turned.
  int seen = tables.add({2, 0, Inf, 7}, 2, 2);
  Tables::Reaction one = tables.react(costs, {seen, true}, {-1, false});
  Tables::Reaction same = tables.react(costs, {table, false}, {-1, false});
  EXPECT_EQ(entries(tables, one.table), (std::vector<Cost>{2, 12}));
  EXPECT_EQ(map(tables, one.map), (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(one.table, same.table);
  Tables::Reaction both =
      tables.react(costs, {table, false}, {tables.add({0, 9}, 2, 1), false});
  EXPECT_EQ(entries(tables, both.table), (std::vector<Cost>{2, 21}));
}

TEST(Tables, collectingKeepsWhatIsAskedFor) {
  Tables tables;
  int gone = tables.add({1, 2}, 1, 2), kept = tables.add({Inf, 3}, 1, 2);
  tables.sum(gone, kept, false);
  int name = tables.addMap({7});
  std::vector<char> keep(tables.count(), 0);
  keep[kept] = 1;
  std::vector<int32_t> number = tables.collect(keep);
  EXPECT_EQ(number[gone], -1);
  EXPECT_EQ(entries(tables, number[kept]), (std::vector<Cost>{Inf, 3}));
  EXPECT_EQ(tables.allowed(number[kept]).pairs, 1);
  EXPECT_EQ(map(tables, name), std::vector<int32_t>{7});
  EXPECT_EQ(tables.add({Inf, 3}, 1, 2), number[kept]);
}

TEST(Agenda, aheadNowBehindLater) {
  Agenda agenda;
  agenda.add(3);
  EXPECT_FALSE(agenda.add(3));
  agenda.begin();
  std::vector<int> order;
  for (int v = 0; agenda.next(v);) {
    order.push_back(v);
    if (v == 3)
      for (int w : {7, 1, 3, 5})
        agenda.add(w);
  }
  EXPECT_EQ(order, (std::vector<int>{3, 5, 7}));
  EXPECT_FALSE(agenda.empty());
  agenda.begin();
  order.clear();
  for (int v = 0; agenda.next(v);)
    order.push_back(v);
  EXPECT_EQ(order, (std::vector<int>{1, 3}));
  EXPECT_TRUE(agenda.empty());
}
