//===- HubTest.cpp - Problems of unhandy shapes -------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One variable with very many edges, and changes that travel through a whole
// program. What looks at all of it for every change takes four times the work
// on a problem of twice the size.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "RandomProblems.h"
#include "partita/Solver/Explain.h"
#include "partita/Solver/Solve.h"

#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace partita::solver;

namespace {
class Hub : public testing::Test {
protected:
  int draw(int most) { return int(random() % uint64_t(most + 1)); }
  std::vector<Cost> costs(int count, int most) {
    std::vector<Cost> out;
    for (int k = 0; k < count; ++k)
      out.push_back(draw(most));
    return out;
  }
  /// Reduces to at most so many variables; returns the work.
  int64_t reduced(const Problem &problem, int most) {
    Core core(problem);
    int64_t work = reduce(core);
    EXPECT_FALSE(core.infeasible);
    int left = 0;
    for (const Var &var : core.vars)
      left += var.alive;
    EXPECT_LE(left, most);
    return work;
  }
  /// Expects that twice the size takes about twice the work.
  template <class Make>
  void expectLinear(Make make, int size, int most = 0) {
    int64_t one = reduced(make(size), most),
            two = reduced(make(2 * size), most);
    EXPECT_LT(double(two), 2.5 * double(one));
  }
  Problem star(int leaves);
  Problem twoHubs(int between);
  Problem chainBesideIt(int length, Cost unlike);
  std::mt19937_64 random{1};
};
} // namespace

Problem Hub::star(int leaves) {
  Problem p;
  p.addNode(0, 0, costs(8, 99), {});
  std::vector<int> tables;
  for (int k = 0; k < 10; ++k) {
    std::vector<Cost> entries = costs(8 * 4, 50);
    for (size_t e = 0; e < entries.size(); ++e)
      if (draw(2) == 0 && e % 5 > 0)
        entries[e] = Forbidden;
    tables.push_back(p.addTable(entries));
  }
  for (int i = 1; i <= leaves; ++i) {
    p.addNode(0, 0, costs(4, 99), {});
    p.addEdge(0, i, tables[draw(9)]);
  }
  return p;
}

TEST_F(Hub, starWithForbiddenEntries) {
  expectLinear([&](int n) { return star(n); }, 100'000);
}

// Each leaf could be merged into the hub but for one neighbour, whose table
// would be too large then.
TEST_F(Hub, starWithPairsThatFitAndOneThatDoesNot) {
  auto make = [&](int leaves) {
    Problem p;
    p.addNode(0, 0, costs(8, 99), {});
    p.addNode(0, 0, costs(2000, 99), {});
    p.addEdge(0, 1, p.addTable(costs(8 * 2000, 50)));
    std::vector<Cost> entries(8 * 4, Forbidden);
    for (int s = 0; s < 8; ++s)
      entries[s * 4 + s % 4] = entries[s * 4 + (s + s / 4) % 4] = draw(50);
    int table = p.addTable(entries);
    for (int i = 0; i < leaves; ++i) {
      int leaf = p.addNode(0, 0, costs(4, 99), {});
      p.addEdge(0, leaf, table);
    }
    return p;
  };
  expectLinear(make, 20'000);
}

TEST_F(Hub, starExplained) {
  // The change of the hub is worked out once, not for every edge: that would
  // take minutes.
  Problem p = star(200'000);
  Solution solution(p.numNodes(), 0);
  EXPECT_EQ(explain(p, solution, 20'000).edges.size(), 20'000u);
}

// Two hubs that become neighbours by the first of the variables between them,
// and look for that edge with each other one.
Problem Hub::twoHubs(int between) {
  Problem p;
  p.addNode(0, 0, costs(8, 99), {});
  p.addNode(0, 0, costs(8, 99), {});
  std::vector<int> tables;
  for (int k = 0; k < 10; ++k)
    tables.push_back(p.addTable(costs(8 * 4, 50)));
  std::vector<std::pair<int, int>> edges;
  for (int i = 2; i < 2 + between; ++i) {
    p.addNode(0, 0, costs(4, 99), {});
    edges.push_back({0, i});
    edges.push_back({1, i});
  }
  std::shuffle(edges.begin(), edges.end(), random);
  for (auto [hub, leaf] : edges)
    p.addEdge(hub, leaf, tables[draw(9)]);
  return p;
}

TEST_F(Hub, edgesOfTwoHubsInAnyOrder) {
  expectLinear([&](int n) { return twoHubs(n); }, 50'000);
}

// Elimination goes down a chain of neighbours of a hub against their order. If
// it is dear to be unlike each other, it does so one by one.
Problem Hub::chainBesideIt(int length, Cost unlike) {
  Problem p;
  p.addLimit(30);
  p.addNode(0, 5, costs(8, 99), {1, 2, 3, 4, 5, 6, 7, 8});
  std::vector<int> toHub, along;
  for (int k = 0; k < 10; ++k) {
    toHub.push_back(p.addTable(costs(8 * 4, 50)));
    std::vector<Cost> entries = costs(4 * 4, 50);
    for (size_t e = 0; e < entries.size(); ++e)
      entries[e] += e % 5 ? unlike : 0;
    along.push_back(p.addTable(entries));
  }
  int block[5];
  for (int &node : block) {
    node = p.addNode(0, 5, costs(8, 99), {9, 8, 7, 6, 5, 4, 3, 2});
    for (int *other = block; other != &node; ++other)
      p.addEdge(*other, node, p.addTable(costs(8 * 8, 50)));
  }
  int first = p.numNodes();
  for (int i = 0; i < length; ++i) {
    int node = p.addNode(0, 0, costs(4, 9), {0, 0, 0, 0});
    p.addEdge(0, node, toHub[draw(9)]);
    if (node > first)
      p.addEdge(node - 1, node, along[draw(9)]);
  }
  p.addEdge(block[0], first, toHub[0]);
  p.addEdge(block[1], first, toHub[1]);
  return p;
}

TEST_F(Hub, chainBesideIt) {
  expectLinear([&](int n) { return chainBesideIt(n, 100); }, 10'000, 7);
}

TEST_F(Hub, reductionStopsWhenAsked) {
  Problem p = chainBesideIt(50'000, 0);
  Core all(p);
  int64_t whole = reduce(all);
  std::atomic<bool> stop{true};
  Core none(p);
  EXPECT_EQ(reduce(none, &stop), 0);
  EXPECT_EQ(none.steps.size(), 0u);
  SolveOptions options;
  options.work = INT64_MAX;
  options.stop = &stop;
  // A plan that is at hand stays, and the record so far is one.
  SolveOptions first = withWork(1);
  Solution start = solve(p, first).solution;
  int partly = 0;
  for (int delay : {0, 10, 50, 100}) {
    stop = delay == 0;
    std::thread timer([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(delay));
      stop = true;
    });
    options.start = delay % 20 ? nullptr : &start;
    SolveResult result = solve(p, options);
    timer.join();
    partly += result.work > 0 && result.work < whole;
    EXPECT_EQ(recomputeBound(p, result.certificate).error, "");
    if (options.start) {
      EXPECT_EQ(result.status, SolveStatus::Feasible);
    }
  }
  EXPECT_GT(partly, 0);
}

// Each node has a state that finds no room once its predecessor has lost one.
static Problem dominoes(int count, bool backwards) {
  Problem p;
  p.addLimit(15);
  int alias = p.addTable({0, Forbidden, Forbidden, 0});
  for (int k = 0; k < count; ++k) {
    int i = backwards ? count - 1 - k : k;
    int first = p.addNode(i, i + 1, {1, 2}, {10, 1});
    p.addEdge(first, p.addNode(i + 1, i + 2, {0, 0}, {1, 10}), alias);
  }
  p.addNode(0, 1, {0}, {10});
  return p;
}

TEST_F(Hub, crowdingTravelsFromEndToEnd) {
  for (bool backwards : {false, true})
    expectLinear([&](int n) { return dominoes(n, backwards); }, 50'000);
}

TEST_F(Hub, crowdingThatTravelsIsProven) {
  for (bool backwards : {false, true}) {
    Problem p = dominoes(500, backwards);
    SolveResult result = solve(p, {});
    EXPECT_EQ(result.cost, 1000);
    CertifiedBound bound = recomputeBound(p, result.certificate);
    EXPECT_EQ(bound.error, "");
    EXPECT_EQ(bound.bound, 1000);
    // One more, and there is no room for the last.
    p.addNode(500, 501, {0}, {10});
    SolveResult none = solve(p, {});
    EXPECT_EQ(none.status, SolveStatus::Infeasible);
    EXPECT_TRUE(recomputeBound(p, none.certificate).infeasible);
  }
}
