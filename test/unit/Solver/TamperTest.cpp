//===- TamperTest.cpp - Nothing false is accepted -----------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Certificates of random problems with something changed at random: they may be
// refused or prove less, but never prove what is not so.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"
#include "partita/Solver/Solve.h"

#include <gtest/gtest.h>
#include <random>

using namespace partita::solver;

/// Changes one number, step or branch.
static void tamper(Certificate &certificate, std::mt19937_64 &random) {
  auto draw = [&](size_t n) { return size_t(random() % n); };
  auto change = [&](int64_t value) {
    return value + int64_t(draw(9)) - 4 +
           (draw(4) ? 0 : int64_t(draw(1 << 20)));
  };
  const char kinds[] = "udmfeco";
  Certificate::Node &c = certificate.nodes[draw(certificate.nodes.size())];
  switch (draw(8)) {
  case 6:
    if (!c.cuts.empty())
      c.cuts[draw(c.cuts.size())].states.push_back(int32_t(draw(3)));
    else
      certificate.cutoff += int64_t(draw(3));
    break;
  case 0:
    if (!c.messages.empty()) {
      Certificate::Message &m = c.messages[draw(c.messages.size())];
      std::vector<int64_t> &gain = draw(2) ? m.gainA : m.gainB;
      int64_t &value = gain[draw(gain.size())];
      value = change(value);
    }
    break;
  case 1:
    if (!c.prices.empty()) {
      Certificate::Price &price = c.prices[draw(c.prices.size())];
      (draw(2) ? price.price : price.moment) = int64_t(draw(12));
    } else {
      c.prices.push_back({0, int64_t(draw(8)), int64_t(draw(1 << 20))});
    }
    break;
  case 2:
    (draw(2) ? c.messageBits : c.priceBits) = int(draw(70)) - 20;
    break;
  case 3:
    if (!c.steps.empty())
      c.steps.erase(c.steps.begin() + draw(c.steps.size()));
    break;
  case 4:
    if (!c.steps.empty()) {
      Certificate::Step &step = c.steps[draw(c.steps.size())];
      if (!step.states.empty() && draw(2))
        step.states[draw(step.states.size())] = int32_t(draw(4));
      else if (draw(3) == 0)
        step.moment = int64_t(draw(12));
      else
        step.kind = kinds[draw(7)];
    }
    break;
  case 5:
    if (!c.branches.empty()) {
      Certificate::Branch &branch = c.branches[draw(c.branches.size())];
      if (!branch.states.empty() && draw(2))
        branch.states.pop_back();
      else if (draw(2))
        branch.node = int(draw(certificate.nodes.size()));
      else
        c.variable = int(draw(8));
    }
    break;
  default:
    c.steps.insert(c.steps.begin() + draw(c.steps.size() + 1),
                   {kinds[draw(7)],
                    int(draw(8)),
                    int(draw(9)) - 1,
                    {int32_t(draw(4)), int32_t(draw(4))},
                    0,
                    int64_t(draw(12))});
  }
}

TEST(Certificate, noChangeProvesWhatIsNotSo) {
  std::mt19937_64 random(1);
  int accepted = 0, refused = 0, trees = 0, changedTrees = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = randomProblem(seed);
    std::optional<Cost> truth = bruteForce(problem);
    SolveOptions options = withWork(500'000);
    // Every other one is left to branching and cuts.
    if (seed % 2)
      options.without.parse("merging,dominance,elimination,memory-pruning");
    Certificate original = solve(problem, options).certificate;
    trees += original.nodes.size() > 1;
    for (int k = 0; k < 8; ++k) {
      Certificate changed = original;
      for (size_t n = 1 + random() % 3; n > 0; --n)
        tamper(changed, random);
      CertifiedBound bound = recomputeBound(problem, changed);
      if (!bound.error.empty()) {
        ++refused;
        continue;
      }
      ++accepted;
      changedTrees += changed.nodes.size() > 1;
      if (truth) {
        EXPECT_FALSE(bound.infeasible);
        EXPECT_LE(bound.bound, *truth);
      }
    }
  }
  EXPECT_GT(trees, 10);
  EXPECT_GT(changedTrees, 10);
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(refused, 1000);
}
