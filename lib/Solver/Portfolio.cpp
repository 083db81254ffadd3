//===- Portfolio.cpp - Which plan the search works on -------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Portfolio.h.
//
//===----------------------------------------------------------------------===//

#include "Portfolio.h"

#include "Blend.h"

#include <algorithm>

using namespace partita::solver;

/// How long a challenge takes, and how long the best plan is searched before
/// the next: both longer the more challenges were lost in a row.
static int challengeRounds(int losses) { return 2 + losses / 2; }
static int bestRounds(int losses) { return 1 + losses / 2; }

void Portfolio::add(const Plan &plan) {
  if (plan.cost == Infinite)
    return;
  if (!best.started() || plan.cost < best.plan().cost)
    best.start(plan);
  else if (challenges && plan.cost < next.cost)
    next = plan;
}

/// A search between the best plan and another one.
void Portfolio::blend(const Plan &with, int64_t work,
                      const std::vector<double> &price,
                      const std::atomic<bool> &stop) {
  Blend between(model, best.plan(), with);
  if (between.model.size() == 0)
    return;
  Search search(between.model, random.next());
  search.start(between.first);
  for (int k = 0; k < 8; ++k)
    search.improve(work / 8, price, stop);
  if (search.plan().cost < best.plan().cost)
    best.start(between.expand(search.plan()));
}

void Portfolio::improve(int64_t work, const std::vector<double> &price,
                        const std::atomic<bool> &stop) {
  if (!started())
    return;
  if (phase == Phase::Best && roundsLeft <= 0 && next.cost < Infinite) {
    phase = Phase::Challenge;
    challenger.start(next);
    next = Plan();
    roundsLeft = challengeRounds(losses);
  }
  --roundsLeft;
  if (phase == Phase::Best) {
    best.improve(work, price, stop);
    return;
  }
  if (phase == Phase::Challenge) {
    challenger.improve(work, price, stop);
    if (challenger.plan().cost < best.plan().cost) {
      Plan beaten = best.plan();
      best.start(challenger.plan());
      challenger.start(beaten);
      losses = 0;
      roundsLeft = 0;
    } else if (roundsLeft <= 0) {
      ++losses;
    }
    if (roundsLeft <= 0)
      phase = Phase::Blend;
    return;
  }
  rival = challenger.plan();
  blend(rival, work, price, stop);
  phase = Phase::Best;
  roundsLeft = bestRounds(losses);
}

Plan Portfolio::takeRival() {
  Plan plan = std::move(rival);
  rival = Plan();
  return plan;
}
