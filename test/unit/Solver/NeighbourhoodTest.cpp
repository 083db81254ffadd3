//===- NeighbourhoodTest.cpp - Free variables, solved exactly -----------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The best choice of forests and regions against trying everything, on random
// models with cycles; and that a search keeps its promises.
//
//===----------------------------------------------------------------------===//

#include "Prepared.h"
#include "RandomProblems.h"
#include "Search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace partita::solver;

namespace {

/// A neighbourhood with costs of its states, and its price for a choice.
template <class Free>
struct Instance {
  const Model &model;
  const Free &free;
  const std::vector<double> &cost;

  double price(const std::vector<int32_t> &choice) const {
    double sum = 0;
    for (int v : free.order)
      sum += cost[model.at[v] + choice[v]];
    for (const ModelEdge &edge : model.edges)
      if (free.contains(edge.a) && free.contains(edge.b))
        sum += model.tables[edge.ab +
                            size_t(choice[edge.a]) * model.states[edge.b] +
                            choice[edge.b]];
    return sum;
  }
  /// The least price by trying everything.
  double least(std::vector<int32_t> &choice, size_t k = 0) const {
    if (k == free.order.size())
      return price(choice);
    double best = Infinite;
    int v = free.order[k];
    for (choice[v] = 0; choice[v] < model.states[v]; ++choice[v])
      best = std::min(best, least(choice, k + 1));
    return best;
  }
};

template <class Free>
void expectExact(const Model &model, Free &free, Random &random) {
  ASSERT_FALSE(free.order.empty());
  std::vector<double> cost(model.unary.size()), out(100);
  for (double &entry : cost)
    entry = double(random.below(50));
  std::vector<int32_t> choice(model.size(), 0);
  Instance<Free> instance{model, free, cost};
  double least = instance.least(choice);
  free.solve(cost);
  std::fill(choice.begin(), choice.end(), 0);
  for (int v : free.order) {
    ASSERT_TRUE(free.contains(v));
    free.score(v, choice, out.data());
    choice[v] =
        int32_t(std::min_element(out.begin(), out.begin() + model.states[v]) -
                out.begin());
  }
  EXPECT_EQ(instance.price(choice), least);
}

} // namespace

TEST(Neighbourhood, forestsAreExact) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Core core(gridProblem(4, 6, seed));
    Model model(core);
    Forest forest(model);
    Random random(seed);
    for (int size : {1, 3, 7}) {
      forest.grow(random, size);
      expectExact(model, forest, random);
    }
  }
}

TEST(Neighbourhood, regionsAreExact) {
  size_t largest = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Core core(gridProblem(4, 6, seed));
    Model model(core);
    Region region(model);
    Random random(seed);
    // Tables of one, two, three and more variables; always with cycles.
    for (double limit : {4., 16., 64., 1e4}) {
      region.grow(random, random.below(model.size()), 8, limit);
      expectExact(model, region, random);
      largest = std::max(largest, region.order.size());
    }
  }
  EXPECT_EQ(largest, 8u);
}

TEST(Neighbourhood, searchFitsAndPricesRight) {
  int searched = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    Prepared p(gridProblem(6, 15, seed), 1'000'000, false);
    Plan first;
    for (double weight : {1., 2., 4., 8.})
      if (first.cost == Infinite)
        first = decode(p.model, p.bound.duals(), weight);
    if (first.cost == Infinite)
      continue;
    ++searched;
    Search search(p.model, seed);
    search.start(first);
    search.improve(5'000'000, p.bound.duals().price, p.stop);
    const Plan &plan = search.plan();
    EXPECT_LT(plan.cost, first.cost);
    EXPECT_DOUBLE_EQ(plan.cost, price(p.model, plan.choice));
    for (int64_t slack : left(p.model, plan.choice))
      EXPECT_GE(slack, 0);
  }
  EXPECT_GE(searched, 5);
}
