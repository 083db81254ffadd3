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

using namespace partita::solver;

void Portfolio::add(const Plan &plan) {
  if (plan.cost == Infinite)
    return;
  if (!best.started() || plan.cost < best.plan().cost)
    best.start(plan);
  else if (challenges && plan.cost < next.cost)
    next = plan;
}

void Portfolio::improve(int64_t work, const std::vector<double> &price,
                        const std::atomic<bool> &stop) {
  if (!started())
    return;
  if (roundsLeft == 0 && next.cost < Infinite && turn % 2 == 0) {
    challenger.start(next);
    next = Plan();
    roundsLeft = challengeRounds;
  }
  ++turn;
  if (roundsLeft == 0) {
    best.improve(work, price, stop);
    return;
  }
  challenger.improve(work, price, stop);
  --roundsLeft;
  if (challenger.plan().cost < best.plan().cost) {
    best.start(challenger.plan());
    roundsLeft = 0;
  }
}
