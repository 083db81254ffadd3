//===- CertificateTest.cpp - Each step and claim is checked -------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Certificates of one node by hand, one per step and claim.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"

#include <gtest/gtest.h>

using namespace partita::solver;

TEST(Certificate, withoutAnythingLeastsAdd) {
  Problem p = exampleProblem(20);
  // 2 + 3 + 1 + 1 for the nodes, nothing for the edges.
  EXPECT_EQ(recomputeBound(p, certificateFor(p)).bound, 7);
}

TEST(Certificate, messagesRaiseTheBound) {
  Problem p;
  p.addNode(0, 1, {0, 6}, {});
  p.addNode(0, 1, {0}, {});
  p.addEdge(0, 1, p.addTable({4, 0}));
  Certificate c = certificateFor(p);
  EXPECT_EQ(recomputeBound(p, c).bound, 0);
  c.nodes[0].messages.push_back({0, 1, {-4, 0}, {0}});
  EXPECT_EQ(recomputeBound(p, c).bound, 4);
  c.nodes[0].messageBits = 2; // now quarters
  EXPECT_EQ(recomputeBound(p, c).bound, 1);
  c.nodes[0].messages[0].gainA.push_back(0);
  EXPECT_EQ(recomputeBound(p, c).error,
            "message 0, 1: expects a number per state");
}

TEST(Certificate, pricesRaiseTheBoundAndMemoryProvesInfeasibility) {
  Problem p;
  p.addLimit(5);
  p.addNode(0, 4, {0, 9}, {6, 2});
  p.addNode(2, 3, {0}, {2});
  Certificate c = certificateFor(p);
  // At 2, with 3 per unit: the lesser of 0 + 18 and 9 + 6, then 6, less 15.
  c.nodes[0].prices.push_back({0, 2, 3});
  EXPECT_EQ(recomputeBound(p, c).bound, 6);
  c.nodes[0].prices[0].moment = 4; // nobody is live
  EXPECT_EQ(recomputeBound(p, c).bound, 0);
  c.nodes[0].prices[0] = {0, 2, -1};
  EXPECT_NE(recomputeBound(p, c).error, "");
  c.nodes[0].prices[0] = {1, 2, 1};
  EXPECT_NE(recomputeBound(p, c).error, "");

  Problem none;
  none.addLimit(3);
  none.addNode(0, 4, {7, 9}, {6, 2});
  none.addNode(2, 3, {1}, {2});
  Certificate proof = certificateFor(none);
  EXPECT_FALSE(recomputeBound(none, proof).infeasible);
  proof.nodes[0].steps.push_back({'o', -1, -1, {}, 0, 2});
  EXPECT_TRUE(recomputeBound(none, proof).infeasible);
  proof.nodes[0].steps[0].moment = 3;
  EXPECT_EQ(recomputeBound(none, proof).error,
            "step 0: o: the least fits at moment 3");
}

TEST(Certificate, stepsAreChecked) {
  Problem p = exampleProblem(20);
  auto errorOf = [&](Certificate::Step step) {
    Certificate c = certificateFor(p);
    c.nodes[0].steps.push_back(std::move(step));
    return recomputeBound(p, c).error;
  };
  EXPECT_EQ(errorOf({'u', 0, 1, {0}}), "step 0: u: state 0 of 0 has a partner");
  EXPECT_EQ(errorOf({'u', 0, 3, {0}}), "step 0: u: no edge between 0 and 3");
  EXPECT_EQ(errorOf({'u', 0, -1, {0}}),
            "step 0: u: state 0 of 0 is not forbidden");
  EXPECT_EQ(errorOf({'u', 0, -1, {2}}), "step 0: u: 0 has no state 2");
  EXPECT_EQ(errorOf({'d', 0, -1, {1, 0}}),
            "step 0: d: state 1 of 0 can be better than state 0");
  EXPECT_EQ(errorOf({'d', 0, -1, {1}}), "step 0: d: expects pairs of states");
  EXPECT_EQ(errorOf({'d', 0, -1, {1, 1}}),
            "step 0: d: expects another, allowed state");
  EXPECT_EQ(errorOf({'m', 1, 2, {}}), "step 0: m: no edge between 1 and 2");
  EXPECT_EQ(errorOf({'f', 1, -1, {}}), "step 0: f: 1 has 2 states");
  EXPECT_EQ(errorOf({'x', 1, -1, {}}), "step 0: there is no step 'x'");
  EXPECT_EQ(errorOf({'f', 9, -1, {}}), "step 0: there is no variable 9");
  EXPECT_EQ(errorOf({'f', 3, -1, {}}), "");
  EXPECT_EQ(errorOf({'m', 0, 1, {}}), "");
  EXPECT_EQ(errorOf({'e', 1, -1, {}}), "");

  // Fold the loss, eliminate the rest in turn: the optimum without a limit.
  Certificate all = certificateFor(p);
  all.nodes[0].steps = {
      {'f', 3, -1, {}}, {'e', 1, -1, {}}, {'e', 2, -1, {}}, {'e', 0, -1, {}}};
  EXPECT_EQ(recomputeBound(p, all).bound, 12);
  all.nodes[0].steps.push_back({'e', 0, -1, {}});
  EXPECT_EQ(recomputeBound(p, all).error, "step 4: there is no variable 0");
}

TEST(Certificate, statesWithoutRoomGo) {
  Problem p;
  p.addLimit(10);
  p.addNode(0, 4, {0, 9}, {7, 2}); // with the other's least 4: 11, too much
  p.addNode(2, 3, {0, 3}, {6, 4});
  Certificate c = certificateFor(p);
  c.nodes[0].steps = {{'c', 0, -1, {0}, 0, 2}, {'f', 0, -1, {}}};
  EXPECT_EQ(recomputeBound(p, c).bound, 9);
  // Room for the six of the other is left, and it is needed there only.
  c.nodes[0].steps.push_back({'c', 1, -1, {0}, 0, 2});
  EXPECT_EQ(recomputeBound(p, c).error,
            "step 2: c: state 0 of 1 may fit at moment 2");
  c.nodes[0].steps = {{'c', 0, -1, {0}, 0, 1}};
  EXPECT_EQ(recomputeBound(p, c).error,
            "step 0: c: state 0 of 0 may fit at moment 1");
}

TEST(Certificate, memoryThatIsSpokenOfLaterCounts) {
  Problem p = rivalsProblem();
  Certificate c = certificateFor(p);
  // Cheaper, and memory is not spoken of: that is no limit.
  c.nodes[0].steps = {{'d', 0, -1, {1, 0}}};
  EXPECT_EQ(recomputeBound(p, c).error, "");
  EXPECT_EQ(recomputeBound(p, c).bound, 0);
  c.nodes[0].prices.push_back({0, 0, 1});
  EXPECT_EQ(recomputeBound(p, c).error,
            "step 0: d: state 1 of 0 can use less memory than state 0");
  c.nodes[0].steps = {{'e', 0, -1, {}}};
  EXPECT_EQ(recomputeBound(p, c).error,
            "step 0: e: the states of 0 use different memory");
}

TEST(Certificate, isForOneProblem) {
  EXPECT_EQ(
      recomputeBound(exampleProblem(16), certificateFor(exampleProblem(20)))
          .error,
      "the certificate is for another problem");
}

TEST(Certificate, overflowIsRefused) {
  Problem p;
  p.addLimit(MaxTotal);
  p.addNode(0, 1, {0}, {Forbidden});
  Certificate c = certificateFor(p);
  c.nodes[0].messageBits = 48;
  for (int k = 0; k < 20; ++k)
    c.nodes[0].prices.push_back({0, 0, INT64_MAX});
  EXPECT_NE(recomputeBound(p, c).error, "");
}
