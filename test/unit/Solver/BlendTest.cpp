//===- BlendTest.cpp - The plans that lie between two plans -------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every choice of a blend costs and uses what its plan of the whole does.
//
//===----------------------------------------------------------------------===//

#include "Blend.h"
#include "Portfolio.h"
#include "Prepared.h"
#include "RandomProblems.h"

#include <gtest/gtest.h>

using namespace partita::solver;

static Plan randomPlan(const Model &model, Random &random) {
  Plan plan;
  for (int v = 0; v < model.size(); ++v)
    plan.choice.push_back(random.below(model.states[v]));
  plan.cost = price(model, plan.choice);
  return plan;
}

TEST(Blend, costsAndUsesWhatTheWholeDoes) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Core core(gridProblem(4, 6, seed));
    Model model(core);
    Random random(seed);
    Plan one = randomPlan(model, random), two = randomPlan(model, random);
    Blend blend(model, one, two);
    ASSERT_GT(blend.model.size(), 0);
    EXPECT_EQ(blend.expand(blend.first).choice, one.choice);
    for (int tries = 0; tries < 10; ++tries) {
      Plan inside = randomPlan(blend.model, random);
      Plan outside = blend.expand(inside);
      EXPECT_DOUBLE_EQ(inside.cost, price(model, outside.choice));
      EXPECT_EQ(left(blend.model, inside.choice), left(model, outside.choice));
      for (int v = 0; v < model.size(); ++v)
        EXPECT_TRUE(outside.choice[v] == one.choice[v] ||
                    outside.choice[v] == two.choice[v]);
    }
    // The other plan is in it too.
    Plan other{std::vector<int32_t>(blend.model.size(), 1), 0};
    EXPECT_EQ(blend.expand(other).choice, two.choice);
  }
}

TEST(Blend, nothingBetweenEqualPlans) {
  Core core(gridProblem(4, 6, 1));
  Model model(core);
  Random random(1);
  Plan plan = randomPlan(model, random);
  EXPECT_EQ(Blend(model, plan, plan).model.size(), 0);
}

TEST(Blend, decodesTryAnotherOrder) {
  int found = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Prepared p(gridProblem(6, 15, seed), 1'000'000, false);
    Plan plan = decode(p.model, p.bound.duals(), 1);
    if (plan.cost == Infinite)
      continue;
    ++found;
    EXPECT_DOUBLE_EQ(plan.cost, price(p.model, plan.choice));
    for (int64_t slack : left(p.model, plan.choice))
      EXPECT_GE(slack, 0);
  }
  // The order of the program finds room in 6 of them.
  EXPECT_GE(found, 15);
}

TEST(Portfolio, neverLosesItsBest) {
  Prepared p(gridProblem(6, 15, 3), 0, false);
  Portfolio portfolio(p.model, 1);
  double last = Infinite;
  for (int round = 0; round < 60; ++round) {
    p.bound.improve(100'000, portfolio.cost(), p.stop);
    portfolio.add(decode(p.model, p.bound.current(), 1 + round % 4));
    portfolio.improve(200'000, p.bound.duals().price, p.stop);
    EXPECT_LE(portfolio.cost(), last);
    last = portfolio.cost();
  }
  ASSERT_LT(last, Infinite);
  EXPECT_DOUBLE_EQ(last, price(p.model, portfolio.plan().choice));
  for (int64_t slack : left(p.model, portfolio.plan().choice))
    EXPECT_GE(slack, 0);
}
