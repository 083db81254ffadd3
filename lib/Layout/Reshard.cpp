//===- Reshard.cpp - Choosing the steps from one layout to another --------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A greedy in three stages; what shrinks comes first and what grows last, so
// that every collective works on the smallest boxes:
//
//   reduce    slice as far towards the target as free axes allow,
//   reduce-scatter
//             partial axes that the target puts into a dim, all-reduce the rest
//   move      one slice if that does it; else slice and all-gather if those
//             suffice; else one exchange
//   spread    make the value partial where only the target is
//
//   [y | ] partial sum over x  ->  [ | x]     reduce-scatter x on dim 1,
//                                             all-gather y on dim 0
//
// Partial axes that source and target share stay partial throughout, as long
// as that is cheaper: an exchange takes whole values only.
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/Reshard.h"

#include "partita/Layout/AxisAlgebra.h"

namespace partita::layout {

namespace {

/// Steps taken so far and where they lead.
class Plan {
public:
  Plan(const Layout &from, const Shape &shape) : at(from), shape(shape) {}

  void allReduce(const AxisList &axes);
  void exchange(const Layout &to);
  void toPartial(const Partial &partial, const AxisList &added);
  void slice(const Layout &to);
  void allGather(int dim, const AxisList &rest, const AxisList &gathered);

  void sliceTowards(const Layout &goal);
  bool scatterTowards(const Layout &goal, AxisList &reduced);
  void gatherTowards(const Layout &goal);
  void gatherThenSlice(const Layout &goal);
  void moveWhole(const Layout &goal);

  /// True if one slice leads to `goal`.
  bool canSlice(const Layout &goal) const;
  int64_t moved() const;

  Layout at;
  std::vector<Step> steps;

private:
  /// The sharding of dim `d` of `goal`, by its first axes only.
  DimSharding coarse(const Layout &goal, size_t d, const AxisList &axes) const {
    return coarsened(goal.dims[d], axes, shape[d]);
  }
  std::optional<AxisList> axesToAdd(const Layout &goal, size_t d) const;
  void take(StepKind kind, Layout next, int dim = -1, AxisList axes = {});

  const Shape &shape;
};

} // namespace

void Plan::take(StepKind kind, Layout next, int dim, AxisList axes) {
  steps.push_back(Step{kind, std::move(at), next, dim, std::move(axes)});
  at = std::move(next);
}

//===----------------------------------------------------------------------===//
// Single steps
//===----------------------------------------------------------------------===//

/// `partial` less `axes`, which it contains.
static std::optional<Partial> reduce(const Partial &partial,
                                     const AxisList &axes) {
  AxisList rest = *without(partial.axes, axes);
  if (rest.empty())
    return std::nullopt;
  return Partial{partial.kind, rest};
}

void Plan::allReduce(const AxisList &axes) {
  Layout next = at;
  next.partial = reduce(*at.partial, axes);
  take(StepKind::AllReduce, std::move(next), -1, axes);
}

void Plan::exchange(const Layout &to) { take(StepKind::Exchange, to); }

void Plan::slice(const Layout &to) { take(StepKind::Slice, to); }

/// Makes `at` partial as `partial` is; `added` are the axes it lacks.
void Plan::toPartial(const Partial &partial, const AxisList &added) {
  Layout next = at;
  next.partial = partial;
  take(StepKind::ToPartial, std::move(next), -1, added);
}

/// Leaves dim `dim` split over `rest`, the axes before `gathered`.
void Plan::allGather(int dim, const AxisList &rest, const AxisList &gathered) {
  Layout next = at;
  next.dims[dim] = coarse(at, dim, rest);
  take(StepKind::AllGather, std::move(next), dim, gathered);
}

//===----------------------------------------------------------------------===//
// Towards a goal, as far as one kind of step goes
//===----------------------------------------------------------------------===//

/// The axes by which the goal splits dim `d` further; nothing if it does not
/// refine the pieces there are.
std::optional<AxisList> Plan::axesToAdd(const Layout &goal, size_t d) const {
  const AxisList &axes = at.dims[d].axes;
  std::optional<AxisList> extra = withoutPrefix(goal.dims[d].axes, axes);
  if (!extra || extra->empty() || !(coarse(goal, d, axes) == at.dims[d]))
    return std::nullopt;
  return extra;
}

/// Splits dims over axes that are free, major to minor. What the goal needs of
/// a device's own box stays in it.
void Plan::sliceTowards(const Layout &goal) {
  Layout next = at;
  for (size_t d = 0; d < shape.size(); ++d) {
    std::optional<AxisList> extra = axesToAdd(goal, d);
    if (!extra)
      continue;
    AxisList used = next.usedAxes();
    AxisList free = longestPrefix(
        *extra, [&](const AxisRef &axis) { return !overlapsAny(axis, used); });
    next.dims[d] = coarse(goal, d, concatAxes(at.dims[d].axes, free));
  }
  if (next != at)
    slice(next);
}

/// Reduce-scatters one dim over those of `reduced`, partial axes that must go,
/// by which the goal splits it next; takes them out of `reduced`.
bool Plan::scatterTowards(const Layout &goal, AxisList &reduced) {
  for (size_t d = 0; d < shape.size(); ++d) {
    std::optional<AxisList> extra = axesToAdd(goal, d);
    if (!extra)
      continue;
    AxisList axes = longestPrefix(*extra, [&](const AxisRef &axis) {
      return without(reduced, {axis}).has_value();
    });
    if (axes.empty())
      continue;
    Layout next = at;
    next.dims[d] = coarse(goal, d, concatAxes(at.dims[d].axes, axes));
    next.partial = reduce(*at.partial, axes);
    take(StepKind::ReduceScatter, std::move(next), static_cast<int>(d), axes);
    reduced = *without(reduced, axes);
    return true;
  }
  return false;
}

/// All-gathers every dim that has just more minor axes than the goal.
void Plan::gatherTowards(const Layout &goal) {
  for (size_t d = 0; d < shape.size(); ++d) {
    const AxisList &rest = goal.dims[d].axes;
    std::optional<AxisList> extra = withoutPrefix(at.dims[d].axes, rest);
    if (extra && !extra->empty() && coarse(at, d, rest) == goal.dims[d])
      allGather(static_cast<int>(d), rest, *extra);
  }
}

/// Always leads to `goal` on the same mesh, also with a partial value: gathers
/// each dim down to the pieces that both layouts refine, then slices.
void Plan::gatherThenSlice(const Layout &goal) {
  for (size_t d = 0; d < shape.size(); ++d) {
    AxisList shared = commonPrefix(at.dims[d].axes, goal.dims[d].axes);
    while (!(coarse(at, d, shared) == coarse(goal, d, shared)))
      shared.pop_back();
    AxisList extra = *withoutPrefix(at.dims[d].axes, shared);
    if (!extra.empty())
      allGather(static_cast<int>(d), shared, extra);
  }
  if (at != goal)
    slice(goal);
}

bool Plan::canSlice(const Layout &goal) const {
  Layout inferred;
  return !inferStep(Step{StepKind::Slice, at, goal, -1, {}}, shape, inferred);
}

/// From a whole value to a whole one, on any mesh of the same devices.
void Plan::moveWhole(const Layout &goal) {
  if (at == goal)
    return;
  if (canSlice(goal))
    return slice(goal);
  if (at.mesh == goal.mesh) {
    Plan local = *this;
    local.sliceTowards(goal);
    local.gatherTowards(goal);
    if (local.at == goal) {
      at = std::move(local.at);
      steps = std::move(local.steps);
      return;
    }
  }
  exchange(goal);
}

int64_t Plan::moved() const {
  int64_t elements = 0;
  for (const Step &step : steps)
    elements += elementsMoved(step, shape);
  return elements;
}

//===----------------------------------------------------------------------===//
// planReshard
//===----------------------------------------------------------------------===//

static Layout withPartial(Layout layout, std::optional<Partial> partial) {
  layout.partial = std::move(partial);
  return layout;
}

static AxisList partialAxes(const Layout &layout) {
  return layout.partial ? layout.partial->axes : AxisList();
}

/// The steps, if the partial axes `kept` stay partial throughout.
static Plan planKeeping(const AxisList &kept, const Layout &from,
                        const Layout &to, const Shape &shape) {
  Plan plan(from, shape);
  AxisList reduced = *without(partialAxes(from), kept);
  AxisList added = *without(partialAxes(to), kept);
  Layout goal = withPartial(to, std::nullopt);
  if (!kept.empty())
    goal.partial = Partial{to.partial->kind, kept};

  while (!reduced.empty()) {
    if (from.mesh == to.mesh) {
      plan.sliceTowards(goal);
      if (plan.scatterTowards(goal, reduced))
        continue;
    }
    plan.allReduce(reduced);
    reduced.clear();
  }
  if (kept.empty())
    plan.moveWhole(goal);
  else {
    plan.sliceTowards(goal);
    plan.gatherThenSlice(goal);
  }
  if (!added.empty())
    plan.toPartial(*to.partial, added);
  return plan;
}

/// Only what is always right.
static Plan planExact(const Layout &from, const Layout &to,
                      const Shape &shape) {
  Plan plan(from, shape);
  Layout goal = withPartial(to, std::nullopt);
  if (from.partial)
    plan.allReduce(from.partial->axes);
  if (plan.at != goal)
    plan.exchange(goal);
  if (to.partial)
    plan.toPartial(*to.partial, to.partial->axes);
  return plan;
}

std::vector<Step> planReshard(const Layout &from, const Layout &to,
                              const Shape &shape, bool exact) {
  if (from == to)
    return {};
  if (exact)
    return planExact(from, to, shape).steps;
  Plan plan = planKeeping({}, from, to, shape);
  if (from.mesh == to.mesh && from.partial && to.partial &&
      from.partial->kind == to.partial->kind) {
    AxisList kept =
        sortedAxes(from.mesh, commonAxes(from.partial->axes, to.partial->axes));
    if (!kept.empty()) {
      Plan keeping = planKeeping(kept, from, to, shape);
      if (keeping.moved() <= plan.moved())
        return keeping.steps;
    }
  }
  return plan.steps;
}

} // namespace partita::layout
