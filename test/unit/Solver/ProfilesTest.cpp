//===- ProfilesTest.cpp - Shares of unlike devices as labels ------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The worked example of Profiles.h; then small random problems against trying
// all profiles with all strategies, both by way of the expansion's own brute
// force and by solving it.
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"
#include "partita/Solver/ProfiledSolve.h"

#include <gtest/gtest.h>
#include <random>

using namespace partita::solver;

static ProfiledProblem example(int64_t limit) {
  ProfiledProblem p;
  p.addLimit(limit);
  int body = p.addSegment(2), head = p.addSegment(1);
  int embed = p.addNode(body, 0, 2, {{4, 2}, {4, 2}}, {{8, 4}, {8, 5}});
  int ffn = p.addNode(body, 1, 3, {{8, 3}, {8, 1}}, {{8, 4}, {8, 5}});
  int norm = p.addNode(body, 1, 4, {{1, 2}, {1, 2}}, {{8, 4}, {8, 5}});
  int loss = p.addNode(head, 3, 4, {{1}}, {{1}});
  int even = p.addTable({0, 0, 3, 0}), uneven = p.addTable({0, 0, 4, 0});
  int gather = p.addTable({0, 3}), pad = p.addTable({0, 4});
  p.addEdge(embed, ffn, {even, uneven});
  p.addEdge(embed, norm, {even, uneven});
  p.addEdge(ffn, loss, {gather, pad});
  p.addEdge(norm, loss, {gather, pad});
  return p;
}

static SolveResult solveSmall(const Problem &problem) {
  SolveOptions options;
  options.work = 400'000;
  return solve(problem, options);
}

TEST(Profiles, example) {
  struct Case {
    int64_t limit;
    int32_t profile;
    Cost cost;
  };
  for (const Case &c : {Case{20, 0, 12}, Case{21, 1, 11}}) {
    ProfiledProblem problem = example(c.limit);
    EXPECT_EQ(problem.check(), std::vector<std::string>());
    Expansion plain = expand(problem);
    EXPECT_EQ(plain.problem.numNodes(), 4); // edges join the whole body
    SolveResult result = solveSmall(plain.problem);
    ASSERT_EQ(result.status, SolveStatus::Feasible);
    EXPECT_EQ(result.cost, c.cost);
    ProfiledSolution plan = plain.collapse(result.solution);
    EXPECT_EQ(plan.profiles, (std::vector<int32_t>{c.profile, 0}));
    EXPECT_EQ(plan.strategies, (Solution{0, 1, 0, 0}));
    EXPECT_EQ(verify(problem, plan).cost, c.cost);
    EXPECT_EQ(plain.label(plan), result.solution);
    SolveOptions options;
    options.work = 400'000;
    ProfiledResult together = solve(problem, options);
    EXPECT_EQ(together.cost, c.cost);
    EXPECT_EQ(together.solution.profiles, plan.profiles);
    EXPECT_EQ(together.solution.strategies, plan.strategies);
    EXPECT_LE(recomputeBound(plain.problem, together.certificate).bound,
              c.cost);
  }
}

TEST(Profiles, whatDoesNotDependKeepsItsStates) {
  ProfiledProblem p;
  int segment = p.addSegment(3, {5, 2, 7});
  p.addNode(segment, 0, 1, {{1, 2}, {1, 2}, {1, 2}}, {{}, {}, {}});
  Expansion alone = expand(p);
  EXPECT_EQ(alone.problem.numStrategies(0), 2);
  EXPECT_EQ(alone.problem.numNodes(), 2); // one for the segment's cost
  SolveResult result = solveSmall(alone.problem);
  EXPECT_EQ(result.cost, 3);
  EXPECT_EQ(alone.collapse(result.solution).profiles[0], 1);
  // Two nodes that do depend and no edge between them.
  for (int k = 0; k < 2; ++k)
    p.addNode(segment, 0, 1, {{k, 9}, {9, 9}, {9, 1 - k}}, {{}, {}, {}});
  Expansion joined = expand(p);
  EXPECT_EQ(joined.problem.numStrategies(1), 6);
  EXPECT_EQ(joined.problem.numNodes(), 4);
  result = solveSmall(joined.problem);
  EXPECT_EQ(result.cost, 5 + 1 + 0 + 1);
  EXPECT_EQ(joined.collapse(result.solution).profiles[0], 0);
}

TEST(Profiles, checkNamesWhatIsMalformed) {
  ProfiledProblem p = example(20);
  p.addSegment(0);
  p.addSegment(1, {-1});
  p.addSegment(2, {1});
  p.addNode(9, 0, 1, {{1}}, {{1}});
  p.addNode(0, 0, 1, {{1}}, {{1}});
  p.addNode(0, 0, 1, {{1}, {1, 2}}, {{1}, {1}});
  p.addEdge(0, 99, {0});
  p.addEdge(0, 1, {-4});
  std::vector<std::string> expected = {
      "segment 2 expects at least one profile",
      "segment 3 cost expects 0 to 10^18, got -1",
      "segment 4 expects 2 costs, got 1",
      "node 4 names segment 9, but there are 5 segments",
      "node 5 expects costs and memory for 2 profiles, got 1 and 1",
      "node 6, profile 1, expects 1 costs and 1 memory uses, got 2 and 1",
      "edge 4 names node 99, but there are 7 nodes",
      "edge 5 names table -4, but there are 4 tables",
  };
  EXPECT_EQ(p.check(), expected);
  EXPECT_EQ(p.check(2).back(), "and 6 more");
  ProfiledProblem tables = example(20);
  tables.addEdge(0, 1, {0});
  tables.addEdge(0, 1, {0, 2});
  EXPECT_EQ(tables.check(),
            (std::vector<std::string>{"edge 4 expects 2 tables, got 1",
                                      "edge 5 expects 2 x 2 costs, got 2"}));
  ProfiledProblem numbers = example(-3);
  EXPECT_EQ(numbers.check().size(), 1u);
  EXPECT_EQ(verify(example(20), {{0}, {0, 0, 0, 0}}).error,
            "expects 2 profiles, got 1");
  EXPECT_EQ(verify(example(20), {{0, 1}, {0, 0, 0, 0}}).error,
            "segment 1 has no profile 1 among its 1");
}

static ProfiledProblem randomProfiled(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto draw = [&](int64_t least, int64_t most) {
    return least + int64_t(random() % uint64_t(most - least + 1));
  };
  ProfiledProblem p;
  int classes = int(draw(0, 2)), segments = int(draw(1, 3));
  int forbidden = int(draw(0, 2)) * 10; // percent
  auto price = [&]() -> Cost {
    return draw(0, 99) < forbidden ? Forbidden : draw(0, 30);
  };
  int n = int(draw(1, 5));
  for (int c = 0; c < classes; ++c)
    p.addLimit(draw(2, 2 + 4 * n));
  for (int g = 0; g < segments; ++g) {
    std::vector<Cost> costs(draw(1, 3), 0);
    if (draw(0, 1))
      for (Cost &cost : costs)
        cost = price();
    p.addSegment(int(costs.size()), costs);
  }
  auto numbers = [&](int count, auto next) {
    std::vector<int64_t> out;
    for (int k = 0; k < count; ++k)
      out.push_back(next());
    return out;
  };
  for (int i = 0; i < n; ++i) {
    int segment = int(draw(0, segments - 1)), states = int(draw(1, 3));
    bool same = draw(0, 2) == 0; // whatever the profile
    std::vector<std::vector<Cost>> costs, memory;
    for (int k = 0; k < p.numProfiles(segment); ++k) {
      bool copy = same && k > 0;
      costs.push_back(copy ? costs[0] : numbers(states, price));
      memory.push_back(copy ? memory[0] : numbers(states * classes, [&] {
        return draw(0, 6);
      }));
    }
    int64_t begin = draw(0, 5);
    p.addNode(segment, begin, begin + draw(0, 4), costs, memory);
  }
  for (int64_t e = n == 1 ? 0 : draw(0, 2 * n); e > 0; --e) {
    int a = int(draw(0, n - 1)), b = int(draw(0, n - 2));
    b += b >= a;
    int ga = p.segment(a), gb = p.segment(b);
    int count = p.numProfiles(ga) * (ga == gb ? 1 : p.numProfiles(gb));
    bool same = draw(0, 2) == 0;
    std::vector<int> tables;
    for (int k = 0; k < count; ++k)
      tables.push_back(
          same && k > 0 ? tables[0]
                        : p.addTable(numbers(
                              p.numStrategies(a) * p.numStrategies(b), price)));
    p.addEdge(a, b, tables);
  }
  return p;
}

/// Calls `visit` with every choice of profiles and strategies.
template <typename F>
static void forEachChoice(const ProfiledProblem &problem, F visit) {
  ProfiledSolution choice;
  choice.profiles.assign(problem.numSegments(), 0);
  choice.strategies.assign(problem.numNodes(), 0);
  auto advance = [&] {
    for (int i = 0; i < problem.numNodes(); ++i) {
      if (++choice.strategies[i] < problem.numStrategies(i))
        return true;
      choice.strategies[i] = 0;
    }
    for (int g = 0; g < problem.numSegments(); ++g) {
      if (++choice.profiles[g] < problem.numProfiles(g))
        return true;
      choice.profiles[g] = 0;
    }
    return false;
  };
  do
    visit(choice);
  while (advance());
}

TEST(Profiles, agreesWithBruteForce) {
  int feasible = 0, infeasible = 0, optimal = 0, best = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    ProfiledProblem problem = randomProfiled(seed);
    ASSERT_EQ(problem.check(), std::vector<std::string>());
    Expansion plain = expand(problem);
    std::optional<Cost> truth;
    forEachChoice(problem, [&](const ProfiledSolution &choice) {
      Verdict verdict = verify(problem, choice);
      Solution labelled = plain.label(choice);
      Verdict same = verify(plain.problem, labelled);
      ASSERT_EQ(same.feasible, verdict.feasible);
      if (!verdict.feasible)
        return;
      EXPECT_EQ(same.cost, verdict.cost);
      EXPECT_EQ(same.peak, verdict.peak);
      EXPECT_EQ(plain.collapse(labelled).strategies, choice.strategies);
      truth = std::min(truth.value_or(verdict.cost), verdict.cost);
    });
    SolveResult result = solveSmall(plain.problem);
    if (result.status == SolveStatus::Infeasible) {
      EXPECT_FALSE(truth);
    }
    if (result.status == SolveStatus::Feasible) {
      Verdict verdict = verify(problem, plain.collapse(result.solution));
      ASSERT_TRUE(truth);
      EXPECT_TRUE(verdict.feasible);
      EXPECT_EQ(verdict.cost, result.cost);
      EXPECT_GE(result.cost, *truth);
    }
    SolveOptions options;
    options.work = 400'000;
    ProfiledResult together = solve(problem, options);
    EXPECT_EQ(together.status == SolveStatus::Infeasible,
              result.status == SolveStatus::Infeasible);
    if (truth) {
      EXPECT_EQ(together.status, SolveStatus::Feasible);
      EXPECT_EQ(verify(problem, together.solution).cost, together.cost);
      EXPECT_TRUE(verify(problem, together.solution).feasible);
      EXPECT_GE(together.cost, *truth);
      best += together.cost == *truth;
    }
    feasible += bool(truth);
    infeasible += !truth;
    optimal += truth && result.cost == *truth &&
               result.status == SolveStatus::Feasible;
  }
  EXPECT_GT(feasible, 1000);
  EXPECT_GT(infeasible, 200);
  EXPECT_GE(optimal, 0.99 * feasible);
  EXPECT_GE(best, 0.99 * feasible);
}

TEST(Profiles, noDearerThanTheStart) {
  int changed = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    ProfiledProblem problem = randomProfiled(seed);
    int visited = 0;
    forEachChoice(problem, [&](const ProfiledSolution &choice) {
      if (++visited % 53 || visited > 1000)
        return;
      Verdict verdict = verify(problem, choice);
      SolveOptions options;
      options.work = 1;
      ProfiledResult result = solve(problem, options, &choice);
      EXPECT_EQ(result.startError.empty(), verdict.feasible);
      if (!verdict.feasible)
        return;
      ASSERT_EQ(result.status, SolveStatus::Feasible);
      EXPECT_LE(result.cost, verdict.cost);
      EXPECT_EQ(verify(problem, result.solution).cost, result.cost);
      ProfiledSolution other = choice;
      changeProfiles(problem, other);
      Verdict after = verify(problem, other);
      EXPECT_TRUE(after.feasible);
      EXPECT_EQ(other.strategies, choice.strategies);
      EXPECT_LE(after.cost, verdict.cost);
      EXPECT_EQ(after.cost < verdict.cost, other.profiles != choice.profiles);
      changed += other.profiles != choice.profiles;
    });
  }
  EXPECT_GT(changed, 100);
}

TEST(Profiles, sameBytesOnOneAndTwoThreads) {
  ProfiledProblem problem;
  problem.addLimit(60);
  std::mt19937_64 random(5);
  for (int g = 0; g < 4; ++g) {
    problem.addSegment(3);
    for (int k = 0; k < 6; ++k) {
      std::vector<std::vector<Cost>> costs(3), memory(3);
      for (int p = 0; p < 3; ++p)
        for (int s = 0; s < 3; ++s) {
          costs[p].push_back(Cost(random() % 50));
          memory[p].push_back(int64_t(random() % 9));
        }
      int node = problem.addNode(g, 6 * g + k, 6 * g + k + 8, costs, memory);
      for (int back : {1, 2, 6}) {
        if (node < back)
          continue;
        int other = node - back;
        int count = problem.segment(other) == g ? 3 : 9;
        std::vector<int> tables;
        for (int t = 0; t < count; ++t) {
          std::vector<Cost> entries;
          for (int e = 0; e < 9; ++e)
            entries.push_back(Cost(random() % 40));
          tables.push_back(problem.addTable(entries));
        }
        problem.addEdge(other, node, tables);
      }
    }
  }
  ASSERT_EQ(problem.check(), std::vector<std::string>());
  SolveOptions options;
  options.work = 20'000'000;
  ProfiledResult one = solve(problem, options);
  options.threads = 2;
  ProfiledResult two = solve(problem, options);
  ASSERT_EQ(one.status, SolveStatus::Feasible);
  EXPECT_EQ(one.solution.profiles, two.solution.profiles);
  EXPECT_EQ(one.solution.strategies, two.solution.strategies);
  EXPECT_EQ(one.work, two.work);
  EXPECT_EQ(writeCertificate(one.certificate),
            writeCertificate(two.certificate));
  CertifiedBound bound =
      recomputeBound(expand(problem).problem, one.certificate);
  EXPECT_EQ(bound.error, "");
  EXPECT_LE(bound.bound, one.cost);
}
