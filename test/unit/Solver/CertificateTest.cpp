//===- CertificateTest.cpp - Nothing false is accepted ------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Certificates by hand, one per step and claim; then certificates of random
// problems with something changed at random, which may be refused or prove
// less, but never prove what is not so.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"
#include "partita/Solver/ProblemIO.h"
#include "partita/Solver/Solve.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <random>

using namespace partita::solver;

static Certificate forProblem(const Problem &problem) {
  Certificate certificate;
  certificate.fingerprint = problem.fingerprint();
  return certificate;
}

TEST(Certificate, withoutAnythingLeastsAdd) {
  Problem p = exampleProblem(20);
  // 2 + 3 + 1 + 1 for the nodes, nothing for the edges.
  EXPECT_EQ(recomputeBound(p, forProblem(p)).bound, 7);
}

TEST(Certificate, messagesRaiseTheBound) {
  Problem p;
  p.addNode(0, 1, {0, 6}, {});
  p.addNode(0, 1, {0}, {});
  p.addEdge(0, 1, p.addTable({4, 0}));
  Certificate c = forProblem(p);
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
  Certificate c = forProblem(p);
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
  Certificate proof = forProblem(none);
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
    Certificate c = forProblem(p);
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
  Certificate all = forProblem(p);
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
  Certificate c = forProblem(p);
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
  Problem p;
  p.addLimit(9);
  p.addNode(0, 1, {0, 9}, {7, 2});
  p.addNode(0, 1, {0, 3}, {6, 4});
  Certificate c = forProblem(p);
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

TEST(Certificate, memoryThatABranchSpeaksOfCounts) {
  Problem p;
  p.addLimit(9);
  p.addNode(0, 1, {0, 9}, {7, 2});
  p.addNode(0, 1, {0, 3}, {6, 4});
  Certificate c = forProblem(p);
  c.nodes.resize(3);
  c.nodes[0].variable = 1;
  c.nodes[0].branches = {{{0}, 1}, {{1}, 2}};
  c.nodes[0].steps = {{'d', 0, -1, {1, 0}}};
  EXPECT_EQ(recomputeBound(p, c).error, "");
  std::string wrong =
      "step 0: d: state 1 of 0 can use less memory than state 0";
  Certificate priced = c, crowded = c, over = c, cut = c;
  priced.nodes[2].prices = {{0, 0, 1}};
  crowded.nodes[1].steps = {{'c', 0, -1, {0}, 0, 0}};
  over.nodes[2].steps = {{'o', -1, -1, {}, 0, 0}};
  for (const Certificate &later : {priced, crowded, over})
    EXPECT_EQ(recomputeBound(p, later).error, wrong);
  // The prices of cuts are spoken of as well, and those below cuts.
  cut.cutoff = 1;
  cut.nodes.resize(2);
  cut.nodes[0].variable = -1;
  cut.nodes[0].branches = {{{}, 1}};
  cut.nodes[0].cuts = {{1, {1}}};
  EXPECT_EQ(recomputeBound(p, cut).error, "");
  Certificate below = cut;
  cut.nodes[0].prices = {{0, 0, 1}};
  below.nodes[1].prices = {{0, 0, 1}};
  for (const Certificate &later : {cut, below})
    EXPECT_EQ(recomputeBound(p, later).error, wrong);
}

TEST(Certificate, branchesShareOutStates) {
  Problem p;
  p.addLimit(9);
  p.addNode(0, 1, {0, 9}, {7, 2});
  p.addNode(0, 1, {0, 3}, {6, 4});
  Certificate c = forProblem(p);
  c.nodes.resize(3);
  c.nodes[0].variable = 0;
  c.nodes[0].branches = {{{0}, 1}, {{1}, 2}};
  c.nodes[1].steps = {{'o', -1, -1, {}, 0, 0}}; // 7 + 4
  EXPECT_EQ(recomputeBound(p, c).bound, 9);
  c.nodes[2].steps = {{'o', -1, -1, {}, 0, 0}};
  EXPECT_EQ(recomputeBound(p, c).error,
            "node 2: step 0: o: the least fits at moment 0");
  c.nodes[2].steps.clear();
  c.nodes[0].branches[1].states = {0};
  EXPECT_EQ(recomputeBound(p, c).error, "no branch has state 1 of 0");
  c.nodes[0].branches[1] = {{1}, 1};
  EXPECT_EQ(recomputeBound(p, c).error,
            "node 0: expects branches that are later nodes and nobody else's, "
            "got 1");
  c.nodes[0].branches[1] = {{1}, 3};
  EXPECT_NE(recomputeBound(p, c).error, "");
  c.nodes[0].branches.pop_back();
  EXPECT_EQ(recomputeBound(p, c).error, "node 2 is nobody's branch");
}

TEST(Certificate, cutsReachTheCutoff) {
  Problem p;
  p.addNode(0, 1, {0, 6, 2}, {});
  p.addNode(0, 1, {0, 1}, {});
  p.addEdge(0, 1, p.addTable({4, 9, 0, 0, 5, 5}));
  Certificate c = forProblem(p);
  c.cutoff = 6;
  c.nodes.resize(2);
  // State 1 costs 6 itself; with state 2 the edge costs 5, and it costs 2.
  c.nodes[0].cuts = {{0, {1, 2}}};
  c.nodes[0].branches = {{{}, 1}};
  c.nodes[1].steps = {{'f', 0, -1, {}}};
  EXPECT_EQ(recomputeBound(p, c).error, "");
  EXPECT_EQ(recomputeBound(p, c).bound, 4);
  c.nodes[1].steps.push_back({'e', 1, -1, {}});
  EXPECT_EQ(recomputeBound(p, c).bound, 4);
  c.nodes[0].cuts[0].states = {0, 1, 2};
  EXPECT_EQ(recomputeBound(p, c).error,
            "state 0 of 0 does not reach the cutoff");
  // Everything is cut: nothing costs less than the cutoff, and that is all.
  c.cutoff = 4;
  EXPECT_EQ(recomputeBound(p, c).bound, 4);
  EXPECT_FALSE(recomputeBound(p, c).infeasible);
  c.nodes[0].cuts.push_back({0, {1}});
  EXPECT_EQ(recomputeBound(p, c).error, "expects a variable once");
  c.nodes[0].cuts.pop_back();
  c.nodes[0].variable = 0;
  EXPECT_EQ(recomputeBound(p, c).error, "expects one branch after cuts");
}

TEST(Certificate, isForOneProblem) {
  EXPECT_EQ(
      recomputeBound(exampleProblem(16), forProblem(exampleProblem(20))).error,
      "the certificate is for another problem");
}

TEST(Certificate, overflowIsRefused) {
  Problem p;
  p.addLimit(MaxTotal);
  p.addNode(0, 1, {0}, {Forbidden});
  Certificate c = forProblem(p);
  c.nodes[0].messageBits = 48;
  for (int k = 0; k < 20; ++k)
    c.nodes[0].prices.push_back({0, 0, INT64_MAX});
  EXPECT_NE(recomputeBound(p, c).error, "");
}

TEST(Certificate, makesTheRoundTrip) {
  std::string path = ::testing::TempDir() + "partita-certificate.json", error;
  int trees = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Problem problem = randomProblem(seed);
    SolveOptions options;
    options.work = 500'000;
    options.without.parse("merging,dominance,elimination,memory-pruning");
    Certificate proof = solve(problem, options).certificate;
    trees += proof.nodes.size() > 1 && proof.cutoff > 0;
    std::string text = writeCertificate(proof);
    ASSERT_TRUE(writeTextFile(path, text, error)) << error;
    std::optional<Certificate> back = readCertificate(path, error);
    ASSERT_TRUE(back) << error;
    EXPECT_EQ(writeCertificate(*back), text);
  }
  EXPECT_GT(trees, 1);
  for (const char *bad :
       {"", "{}", "[]", "{\"format\": \"other\"}",
        "{\"format\": \"partita-certificate-2\", \"fingerprint\": \"xyz\"}",
        "{\"nodes\": [{\"steps\": [[\"u\"]]}]}",
        "{\"nodes\": [{\"steps\": [[\"x\",1]]}]}",
        "{\"nodes\": [{\"prices\": [[0,1,-2]]}]}",
        "{\"nodes\": [{\"messages\": [[0,1,[1],[2],[3]]]}]}",
        "{\"nodes\": [{\"branches\": [[0,[1],1],[1,[1],2]]}]}",
        "{\"nodes\": [{\"price_bits\": 99}]}"}) {
    ASSERT_TRUE(writeTextFile(path, bad, error));
    EXPECT_FALSE(readCertificate(path, error)) << bad;
    EXPECT_NE(error, "");
  }
  std::remove(path.c_str());
}

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
    SolveOptions options;
    options.work = 500'000;
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
