//===- HubTest.cpp - Problems of unhandy shapes, reduced in time --------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One variable with very many edges, and changes that travel through a whole
// program. What looks at all of it for every change would take minutes on
// these; the seconds allowed are many times what is needed.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "RandomProblems.h"
#include "partita/Solver/Explain.h"
#include "partita/Solver/Solve.h"

#include <ctime>
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
  /// Reduces in time; returns how many variables are left.
  int reduced(const Problem &problem) {
    Core core(problem);
    std::clock_t begin = std::clock();
    reduce(core);
    EXPECT_LT(double(std::clock() - begin) / CLOCKS_PER_SEC, 30);
    EXPECT_FALSE(core.infeasible);
    int left = 0;
    for (const Var &var : core.vars)
      left += var.alive;
    return left;
  }
  Problem star();
  Problem chainBesideIt(int length, Cost unlike);
  std::mt19937_64 random{1};
};
} // namespace

Problem Hub::star() {
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
  for (int i = 1; i <= 200'000; ++i) {
    p.addNode(0, 0, costs(4, 99), {});
    p.addEdge(0, i, tables[draw(9)]);
  }
  return p;
}

TEST_F(Hub, starWithForbiddenEntries) { EXPECT_EQ(reduced(star()), 0); }

TEST_F(Hub, starExplained) {
  Problem p = star();
  Solution solution(p.numNodes(), 0);
  std::clock_t begin = std::clock();
  Explanation explanation = explain(p, solution, 20'000);
  EXPECT_EQ(explanation.edges.size(), 20'000u);
  EXPECT_LT(double(std::clock() - begin) / CLOCKS_PER_SEC, 30);
}

// Two hubs that become neighbours by the first of the variables between them,
// and look for that edge with each other one.
TEST_F(Hub, edgesOfTwoHubsInAnyOrder) {
  Problem p;
  p.addNode(0, 0, costs(8, 99), {});
  p.addNode(0, 0, costs(8, 99), {});
  std::vector<int> tables;
  for (int k = 0; k < 10; ++k)
    tables.push_back(p.addTable(costs(8 * 4, 50)));
  std::vector<std::pair<int, int>> edges;
  for (int i = 2; i < 100'000; ++i) {
    p.addNode(0, 0, costs(4, 99), {});
    edges.push_back({0, i});
    edges.push_back({1, i});
  }
  std::shuffle(edges.begin(), edges.end(), random);
  for (auto [hub, leaf] : edges)
    p.addEdge(hub, leaf, tables[draw(9)]);
  EXPECT_EQ(reduced(p), 0);
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
  EXPECT_LE(reduced(chainBesideIt(20'000, 100)), 7);
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
    EXPECT_EQ(reduced(dominoes(100'000, backwards)), 0);
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
