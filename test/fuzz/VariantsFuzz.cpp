//===- VariantsFuzz.cpp - Problems that change or have profiles ---------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes choose a small problem that a session changes and solves again and
// again, or one with profiles. Plans must fit, cost what is said, and no more
// than the one they began with; bounds, recomputed, must not exceed the least
// cost by brute force; "infeasible" must be true. The session's problem must be
// that of the same changes to a plain one, and a choice of profiles must be
// worth the same in the expansion. Some solves are stopped.
//
//===----------------------------------------------------------------------===//

#include "../unit/Solver/RandomProblems.h"
#include "../unit/Solver/RandomProfiles.h"
#include "Choices.h"
#include "partita/Solver/ProfiledSolve.h"
#include "partita/Solver/Session.h"

using namespace partita::solver;

namespace {
/// How a problem is solved, and when it is stopped.
struct Manner {
  explicit Manner(Bytes &in) {
    options.seed = in.byte();
    options.work = 200 << in.pick(0, 7);
    options.roundWork = 2000; // many rounds, and soon a stop
    options.threads = 1 + (in.pick(0, 15) == 0);
    if (in.pick(0, 3) == 0) {
      options.stop = &stop;
      options.work = in.pick(0, 3) ? options.work : INT64_MAX;
      reports = int(in.pick(0, 6));
      stop = reports == 0;
      options.progress = [this](const SolveProgress &) {
        stop = --reports <= 0;
      };
    }
  }
  Manner(const Manner &) = delete;

  SolveOptions options;
  std::atomic<bool> stop{false};
  int reports = 0;
};
} // namespace

/// What a certificate says of a problem with this optimum.
static CertifiedBound judge(const Problem &problem, const Certificate &proof,
                            const std::optional<Cost> &best) {
  CertifiedBound bound = recomputeBound(problem, proof);
  require(bound.error.empty(), "the certificate is refused: " + bound.error);
  require(!best || (!bound.infeasible && bound.bound <= *best),
          "a bound of " + std::to_string(bound.bound) + " is too high");
  return bound;
}

/// The same change to both.
static void change(Bytes &in, Choices &choices, Session &session,
                   Problem &plain) {
  const Problem &p = session.problem();
  int node = int(in.pick(0, p.numNodes() - 1)), count = p.numStrategies(node);
  auto setTable = [&](int e) {
    std::vector<Cost> table = choices.table(p.numStrategies(p.first(e)),
                                            p.numStrategies(p.second(e)));
    session.setTable(e, table);
    plain.setTable(e, plain.addTable(table));
  };
  auto setCosts = [&] {
    std::vector<Cost> costs = choices.costs(count);
    session.setCosts(node, costs);
    plain.setCosts(node, costs);
  };
  auto setMemory = [&] {
    std::vector<int64_t> memory = choices.memory(count * p.numLimits());
    session.setMemory(node, memory);
    plain.setMemory(node, memory);
  };
  switch (in.pick(0, 6)) {
  case 0:
    setCosts();
    break;
  case 1:
    setMemory();
    break;
  case 2: // another number of strategies
    count = int(in.pick(1, 3));
    setCosts();
    setMemory();
    for (int e = 0; e < p.numEdges(); ++e)
      if (p.first(e) == node || p.second(e) == node)
        setTable(e);
    break;
  case 3:
    plain.compact();
    break;
  case 4:
    if (int cls = int(in.pick(0, 1)); cls < p.numLimits()) {
      int64_t limit = choices.number(60);
      session.setLimit(cls, limit);
      plain.setLimit(cls, limit);
    }
    break;
  case 5:
    session.forget();
    break;
  default:
    if (p.numEdges())
      setTable(int(in.byte() % p.numEdges()));
  }
}

static void changeAndSolve(Bytes &in) {
  Choices choices(in);
  Problem plain = choices.problem();
  Session session(plain);
  for (int64_t round = in.pick(1, 6); round > 0; --round) {
    const Problem &problem = session.problem();
    require(problem.fingerprint() == plain.fingerprint(),
            "changes make another problem");
    bool small = true;
    for (int64_t all = 1, i = 0; i < problem.numNodes(); ++i)
      small &= (all *= problem.numStrategies(int(i))) <= 2048;
    if (small && problem.check().empty()) {
      std::optional<Cost> best = bruteForce(problem);
      Manner manner(in);
      SolveResult result = session.solve(manner.options);
      CertifiedBound bound = judge(problem, result.certificate, best);
      if (result.status == SolveStatus::Feasible) {
        Verdict verdict = verify(problem, result.solution);
        require(verdict.feasible && verdict.cost == result.cost,
                "a false plan");
        require(best && result.cost >= *best, "less than the least");
      } else if (result.status == SolveStatus::Infeasible) {
        require(!best && bound.infeasible, "infeasible, without proof");
      }
      // What it has kept is as good a beginning as a plan given to it.
      if (result.status == SolveStatus::Feasible) {
        SolveOptions none = withWork(0);
        require(session.solve(none).cost <= result.cost, "a plan is forgotten");
      }
    }
    for (int64_t k = in.pick(1, 8); k > 0; --k)
      change(in, choices, session, plain);
  }
}

static ProfiledProblem chooseProfiled(Bytes &in, Choices &choices) {
  ProfiledProblem p;
  int classes = int(in.pick(0, 2)), combinations = 1;
  for (int c = 0; c < classes; ++c)
    p.addLimit(choices.number(60));
  int segments = int(in.pick(1, 3));
  for (int g = 0; g < segments; ++g) {
    int profiles = choices.states(3, combinations);
    p.addSegment(profiles,
                 in.pick(0, 1) ? choices.costs(profiles) : std::vector<Cost>());
  }
  int nodes = int(in.pick(1, 5));
  for (int i = 0; i < nodes; ++i) {
    int segment = int(in.pick(0, segments - 1));
    int strategies = choices.states(3, combinations);
    std::vector<std::vector<Cost>> costs, memory;
    for (int q = 0; q < p.numProfiles(segment); ++q) {
      bool same = q > 0 && in.pick(0, 1);
      costs.push_back(same ? costs[0] : choices.costs(strategies));
      memory.push_back(same ? memory[0] : choices.memory(strategies * classes));
    }
    int64_t begin = in.pick(0, 9);
    p.addNode(segment, begin, begin + in.pick(0, 5), costs, memory);
  }
  for (int64_t e = in.pick(0, 8); e > 0 && nodes > 1 && !in.empty(); --e) {
    auto [a, b] = choices.ends(nodes);
    int ga = p.segment(a), gb = p.segment(b);
    int count = p.numProfiles(ga) * (ga == gb ? 1 : p.numProfiles(gb));
    std::vector<int> tables;
    for (int t = 0; t < count; ++t)
      tables.push_back(t > 0 && in.pick(0, 1)
                           ? tables[0]
                           : p.addTable(choices.table(p.numStrategies(a),
                                                      p.numStrategies(b))));
    p.addEdge(a, b, tables);
  }
  return p;
}

static void solveProfiled(Bytes &in) {
  Choices choices(in);
  ProfiledProblem problem = chooseProfiled(in, choices);
  if (!problem.check().empty())
    return;
  Expansion plain = expand(problem);
  std::optional<Cost> best;
  ProfiledSolution start;
  int64_t wanted = in.byte(), visited = 0;
  forEachChoice(problem, [&](const ProfiledSolution &choice) {
    if (visited++ == wanted)
      start = choice;
    Verdict verdict = verify(problem, choice);
    Verdict same = verify(plain.problem, plain.label(choice));
    require(verdict.feasible == same.feasible && verdict.peak == same.peak &&
                (!same.feasible || verdict.cost == same.cost),
            "the expansion differs");
    if (verdict.feasible)
      best = std::min(best.value_or(verdict.cost), verdict.cost);
  });
  Manner manner(in);
  bool begins = !start.profiles.empty() && in.pick(0, 1);
  ProfiledResult result =
      solve(problem, manner.options, begins ? &start : nullptr);
  CertifiedBound bound = judge(plain.problem, result.certificate, best);
  if (result.status == SolveStatus::Feasible) {
    Verdict verdict = verify(problem, result.solution);
    require(verdict.feasible && verdict.cost == result.cost, "a false plan");
    require(best && result.cost >= *best, "less than the least");
  } else if (result.status == SolveStatus::Infeasible) {
    require(!best && bound.infeasible, "infeasible, without proof");
  }
  if (!begins)
    return;
  Verdict begun = verify(problem, start);
  require(begun.feasible == result.startError.empty(),
          "what is wrong with it?");
  require(!begun.feasible || (result.status == SolveStatus::Feasible &&
                              result.cost <= begun.cost),
          "more than what it began with");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  if (in.pick(0, 1))
    solveProfiled(in);
  else
    changeAndSolve(in);
  return 0;
}
