//===- ReshardExhaustiveTest.cpp - Every pair of small layouts ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For pairs of layouts on 2 to 6 devices: plan the reshard, run it in the step
// simulator, and demand that
//
//   - the steps form a chain from source to target, and inferStep agrees,
//   - every intermediate value and the last one are the tensor,
//   - an exchange covers each target box exactly once,
//   - elementsMoved is what the simulator moved,
//   - the plan with collectives gives what the exact one gives, and does not
//     move more.
//
// That is 1.5 million pairs in half a minute. PARTITA_LAYOUT_STRIDE=n in the
// environment tries every n-th only.
//
//===----------------------------------------------------------------------===//

#include "LayoutUniverse.h"
#include "StepSimulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

using namespace partita::layout;
using namespace partita::layout::test;

namespace {

/// A layout of the universe, ready to start from or to compare with.
struct Candidate {
  Candidate(const Layout &layout, const Shape &shape)
      : placement(layout, shape), initial(fill(placement, shape)) {}
  Placement placement;
  State initial;
};

struct Outcome {
  std::string problem;
  State state;
  int64_t moved = 0;
  size_t steps = 0;
};

} // namespace

static Outcome reshard(const Candidate &from, const Candidate &to,
                       const Shape &shape, bool exact) {
  const Layout &source = from.placement.layout, &target = to.placement.layout;
  Outcome outcome;
  outcome.state = from.initial;
  std::vector<Step> steps = planReshard(source, target, shape, exact);
  outcome.steps = steps.size();
  const Layout *at = &source;
  for (const Step &step : steps) {
    auto failed = [&](const std::string &why) {
      outcome.problem =
          why + " (step " + step.from.str() + " -> " + step.to.str() + ")";
      return outcome;
    };
    if (step.from != *at)
      return failed("the steps are no chain");
    Layout inferred;
    if (Problem problem = inferStep(step, shape, inferred))
      return failed(*problem);
    if (inferred != step.to)
      return failed("inferStep gives " + inferred.str());
    if (exact &&
        (step.kind == StepKind::Slice || step.kind == StepKind::AllGather ||
         step.kind == StepKind::ReduceScatter))
      return failed("an exact plan has a step of another kind");
    int64_t moved = 0;
    std::string problem = run(step, shape, outcome.state, moved);
    if (!problem.empty())
      return failed(problem);
    if (elementsMoved(step, shape) != moved)
      return failed("elementsMoved is wrong: " + std::to_string(moved) +
                    " were moved");
    outcome.moved += moved;
    at = &step.to;
    // The target's check comes below, by what is known of it already.
    if (&step != &steps.back()) {
      problem = check(outcome.state, Placement(*at, shape), shape);
      if (!problem.empty())
        return failed(problem);
    }
  }
  if (*at != target)
    outcome.problem = "the steps do not end at the target";
  else
    outcome.problem = check(outcome.state, to.placement, shape);
  return outcome;
}

/// What is wrong with resharding from `from` to `to`; empty: nothing.
static std::string tryPair(const Candidate &from, const Candidate &to,
                           const Shape &shape) {
  Outcome exact = reshard(from, to, shape, true);
  if (!exact.problem.empty())
    return "exact: " + exact.problem;
  Outcome chosen = reshard(from, to, shape, false);
  if (!chosen.problem.empty())
    return chosen.problem;
  State a = reduced(exact.state, to.placement);
  State b = reduced(chosen.state, to.placement);
  for (size_t device = 0; device < a.size(); ++device)
    if (!std::equal(a[device].values.begin(),
                    a[device].values.begin() + a[device].box.count(),
                    b[device].values.begin()))
      return "exact and chosen steps differ on device " +
             std::to_string(device);
  if (chosen.moved > exact.moved)
    return "the chosen steps move " + std::to_string(chosen.moved) +
           " elements, the exact ones " + std::to_string(exact.moved);
  if ((from.placement.layout == to.placement.layout) != (chosen.steps == 0))
    return "no steps must mean equal layouts";
  return "";
}

/// How a failure names a pair.
static std::string describe(const Candidate &from, const Candidate &to,
                            const Shape &shape) {
  std::string text = "shape";
  for (int64_t extent : shape)
    text += " " + std::to_string(extent);
  for (const Candidate *candidate : {&from, &to}) {
    const Layout &layout = candidate->placement.layout;
    text += (candidate == &from ? ": " : " -> ") + layout.str() + " on";
    for (const Axis &axis : layout.mesh.axes)
      text += " " + axis.name + "=" + std::to_string(axis.size);
    text += layout.mesh == Mesh::iota(layout.mesh.axes) ? "" : " shuffled";
  }
  return text;
}

class ReshardExhaustive : public testing::TestWithParam<int64_t> {};

TEST_P(ReshardExhaustive, EveryPair) {
  const int64_t devices = GetParam();
  const char *text = std::getenv("PARTITA_LAYOUT_STRIDE");
  const int64_t stride = std::max(1, text ? std::atoi(text) : 1);
  auto start = std::chrono::steady_clock::now();
  int64_t pairs = 0, tried = 0, failures = 0;
  for (const Shape &shape : allShapes(devices)) {
    std::vector<Candidate> candidates;
    for (const Mesh &mesh : allMeshes(devices))
      for (const Layout &layout : allLayouts(mesh, shape)) {
        Problem problem = layout.verify(shape);
        ASSERT_FALSE(problem) << layout.str() << ": " << *problem;
        ASSERT_TRUE(layout.normalized(shape) == layout) << layout.str();
        candidates.emplace_back(layout, shape);
      }
    for (const Candidate &from : candidates)
      for (const Candidate &to : candidates) {
        if (pairs++ % stride != 0)
          continue;
        ++tried;
        std::string problem = tryPair(from, to, shape);
        if (problem.empty())
          continue;
        ADD_FAILURE() << describe(from, to, shape) << ": " << problem;
        if (++failures == 10)
          FAIL() << "stopped after 10 failures";
      }
  }
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  std::printf("%lld devices: %lld of %lld pairs of layouts in %.1f s\n",
              static_cast<long long>(devices), static_cast<long long>(tried),
              static_cast<long long>(pairs), seconds.count());
}

INSTANTIATE_TEST_SUITE_P(Devices, ReshardExhaustive,
                         testing::Values(2, 3, 4, 5, 6));
