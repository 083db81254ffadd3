//===- Steps.cpp - What each step of a reshard does and costs -------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of the steps that Reshard.cpp puts together: the layout each one
// makes, who talks to whom, and how many elements travel. Nothing here chooses.
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/AxisAlgebra.h"
#include "partita/Layout/Reshard.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace partita::layout {

//===----------------------------------------------------------------------===//
// inferStep
//===----------------------------------------------------------------------===//

/// Both meshes hold the same devices, in any order.
static bool sameDevices(const Mesh &a, const Mesh &b) {
  return a.devices == b.devices ||
         (a.devices.size() == b.devices.size() &&
          std::is_permutation(a.devices.begin(), a.devices.end(),
                              b.devices.begin()));
}

/// The step names axes of the mesh, and a dim if it needs one.
static Problem verifyOperands(const Step &step) {
  if (step.axes.empty())
    return "expects an axis to act on, got none";
  for (const AxisRef &axis : step.axes)
    if (Problem problem = axis.verify(step.from.mesh))
      return problem;
  bool hasDim =
      step.kind == StepKind::AllGather || step.kind == StepKind::ReduceScatter;
  int rank = static_cast<int>(step.from.dims.size());
  if (hasDim && (step.dim < 0 || step.dim >= rank))
    return "expects a dim below the rank " + std::to_string(rank) + ", got " +
           std::to_string(step.dim);
  return std::nullopt;
}

/// Removes the step's axes from the partial state of `result`.
static Problem reducePartial(const Step &step, Layout &result) {
  if (!result.partial)
    return "expects a partial value to reduce, got a whole one";
  std::optional<AxisList> rest = without(result.partial->axes, step.axes);
  if (!rest)
    return "expects to reduce over partial axes, got " +
           str(result.mesh, step.axes) + " for " +
           str(result.mesh, result.partial->axes);
  if (rest->empty())
    result.partial.reset();
  else
    result.partial->axes = *rest;
  return std::nullopt;
}

static Problem inferAllGather(const Step &step, const Shape &shape,
                              Layout &result) {
  DimSharding &dim = result.dims[step.dim];
  std::optional<AxisList> rest = withoutSuffix(dim.axes, step.axes);
  if (!rest)
    return "expects to gather the minor-most axes of dim " +
           std::to_string(step.dim) + ", got " + str(result.mesh, step.axes) +
           " for " + str(result.mesh, dim.axes);
  dim = coarsened(dim, *rest, shape[step.dim]);
  return std::nullopt;
}

static Problem inferReduceScatter(const Step &step, const Shape &shape,
                                  Layout &result) {
  if (Problem problem = reducePartial(step, result))
    return problem;
  // The cuts are the target's to choose, inside the pieces there are.
  if (Problem problem = step.to.verify(shape))
    return problem;
  DimSharding &dim = result.dims[step.dim];
  const DimSharding &target = step.to.dims[step.dim];
  AxisList axes = concatAxes(dim.axes, step.axes);
  std::string what = "dim " + std::to_string(step.dim);
  if (target.axes != axes)
    return "expects " + what + " to be scattered over " +
           str(result.mesh, axes) + ", got " + str(result.mesh, target.axes);
  if (!(coarsened(target, dim.axes, shape[step.dim]) == dim))
    return "expects the scattered pieces of " + what +
           " to lie in the pieces they come from";
  dim = target;
  return std::nullopt;
}

static Problem inferToPartial(const Step &step, Layout &result) {
  if (!step.to.partial)
    return "expects a partial target, got a whole one";
  ReduceKind kind = step.to.partial->kind;
  if (result.partial && result.partial->kind != kind)
    return "expects the kind of the source's partial value to stay";
  AxisList axes = result.partial ? result.partial->axes : AxisList();
  axes.insert(axes.end(), step.axes.begin(), step.axes.end());
  result.partial = Partial{kind, sortedAxes(result.mesh, axes)};
  return result.verify();
}

/// Every device's target box lies in its source box, an empty one too, so that
/// its start relative to the source is always a valid one.
static Problem verifyContained(const Step &step, const Shape &shape) {
  for (int64_t device : step.to.mesh.devices) {
    Box from = step.from.box(shape, device), to = step.to.box(shape, device);
    for (size_t d = 0; d < shape.size(); ++d)
      if (to.start[d] < from.start[d] ||
          to.start[d] + to.size[d] > from.start[d] + from.size[d])
        return "expects a part of what each device has, but device " +
               std::to_string(device) + " lacks some of dim " +
               std::to_string(d);
  }
  return std::nullopt;
}

/// Slice and Exchange may lead anywhere that is allowed; check that it is.
static Problem inferMove(const Step &step, const Shape &shape, Layout &result) {
  if (Problem problem = step.to.verify(shape))
    return problem;
  if (!sameDevices(step.from.mesh, step.to.mesh))
    return "expects the same devices in both meshes";
  if (step.kind == StepKind::Exchange) {
    if (step.from.partial || step.to.partial)
      return "expects whole values to exchange, got a partial one";
  } else {
    if (!(step.from.partial == step.to.partial))
      return "expects a slice to keep the partial state";
    if (step.from.partial && !(step.from.mesh == step.to.mesh))
      return "expects a slice of a partial value to keep the mesh";
    if (Problem problem = verifyContained(step, shape))
      return problem;
  }
  result = step.to;
  return std::nullopt;
}

Problem inferStep(const Step &step, const Shape &shape, Layout &result) {
  if (Problem problem = step.from.verify(shape))
    return problem;
  result = step.from;
  if (step.kind == StepKind::Slice || step.kind == StepKind::Exchange)
    return inferMove(step, shape, result);
  if (Problem problem = verifyOperands(step))
    return problem;
  if (step.kind == StepKind::AllGather)
    return inferAllGather(step, shape, result);
  if (step.kind == StepKind::AllReduce)
    return reducePartial(step, result);
  if (step.kind == StepKind::ReduceScatter)
    return inferReduceScatter(step, shape, result);
  return inferToPartial(step, result);
}

//===----------------------------------------------------------------------===//
// groupsOf, transfersOf, elementsMoved
//===----------------------------------------------------------------------===//

/// How far apart in mesh.devices neighbours along `axis` are.
static int64_t strideOf(const Mesh &mesh, const AxisRef &axis) {
  int64_t stride = 1;
  for (auto a = mesh.axes.rbegin(); a != mesh.axes.rend(); ++a) {
    if (a->name == axis.name)
      return stride * (a->size / (axis.pre * axis.size));
    stride *= a->size;
  }
  return 0;
}

std::vector<Group> groupsOf(const Step &step, const Shape &shape) {
  const Mesh &mesh = step.from.mesh;
  // A group is known by its member at coordinate 0 of all axes.
  std::map<int64_t, Group> groups;
  for (int64_t i = 0; i < mesh.numDevices(); ++i) {
    int64_t first = i;
    for (const AxisRef &axis : step.axes)
      first -= axis.coordinate(mesh, i) * strideOf(mesh, axis);
    Group &group = groups[first];
    group.members.resize(numPieces(step.axes));
    group.members[pieceIndex(mesh, step.axes, i)] = mesh.devices[i];
  }
  std::vector<Group> result;
  for (auto &[first, group] : groups) {
    if (step.kind == StepKind::AllReduce) {
      std::sort(group.members.begin(), group.members.end());
    } else if (step.dim >= 0) {
      // The group's run of pieces in the layout that has them.
      const Layout &fine =
          step.kind == StepKind::AllGather ? step.from : step.to;
      const DimSharding &dim = fine.dims[step.dim];
      std::vector<int64_t> all = offsets(dim, shape[step.dim]);
      auto begin = all.begin() + pieceIndex(mesh, dim.axes, first);
      for (size_t i = 0; i <= group.members.size(); ++i)
        group.cuts.push_back(begin[i] - *begin);
    }
    result.push_back(std::move(group));
  }
  std::sort(result.begin(), result.end(), [](const Group &a, const Group &b) {
    return a.members.front() < b.members.front();
  });
  return result;
}

/// A box of the source and the devices that hold it, ascending.
struct Holders {
  Box box;
  std::vector<int64_t> devices;
};

/// The different boxes of `layout`. Those that are not empty share no element,
/// and together they are the whole tensor.
static std::vector<Holders> holdersOf(const Layout &layout,
                                      const Shape &shape) {
  std::vector<int64_t> devices = layout.mesh.devices;
  std::sort(devices.begin(), devices.end());
  std::vector<Holders> result;
  for (int64_t device : devices) {
    Box box = layout.box(shape, device);
    if (box.empty())
      continue;
    auto known =
        std::find_if(result.begin(), result.end(), [&](const Holders &holders) {
          return holders.box == box;
        });
    if (known == result.end())
      result.push_back(Holders{std::move(box), {device}});
    else
      known->devices.push_back(device);
  }
  return result;
}

std::vector<Transfer> transfersOf(const Layout &from, const Layout &to,
                                  const Shape &shape) {
  std::vector<Holders> sources = holdersOf(from, shape);
  std::vector<int64_t> devices = to.mesh.devices;
  std::sort(devices.begin(), devices.end());
  std::vector<Transfer> result;
  for (int64_t device : devices) {
    Box target = to.box(shape, device);
    size_t begin = result.size();
    for (const Holders &source : sources) {
      Box part = intersect(source.box, target);
      if (part.empty())
        continue;
      // Ascending ids and a strict minimum: of two as near, the smaller. A
      // device is nearest to itself.
      int64_t nearest = *std::min_element(
          source.devices.begin(), source.devices.end(),
          [&](int64_t a, int64_t b) {
            return std::abs(a - device) < std::abs(b - device);
          });
      Transfer transfer{nearest, device, part.start, part.start, part.size};
      for (size_t d = 0; d < shape.size(); ++d) {
        transfer.srcStart[d] -= source.box.start[d];
        transfer.dstStart[d] -= target.start[d];
      }
      result.push_back(std::move(transfer));
    }
    // A source device has one box, so there are no two of one source.
    std::sort(result.begin() + begin, result.end(),
              [](const Transfer &a, const Transfer &b) {
                return a.srcDevice < b.srcDevice;
              });
  }
  return result;
}

int64_t elementsMoved(const Step &step, const Shape &shape) {
  int64_t moved = 0;
  if (step.kind == StepKind::Slice || step.kind == StepKind::ToPartial)
    return 0;
  if (step.kind == StepKind::Exchange) {
    for (const Transfer &transfer : transfersOf(step.from, step.to, shape))
      if (transfer.srcDevice != transfer.dstDevice)
        moved += Box{transfer.srcStart, transfer.size}.numElements();
    return moved;
  }
  // Of a group of n: n-1 receive each element of the gathered box; n-1 partial
  // values of each element of the reduced box are received.
  const Layout &large = step.kind == StepKind::AllGather ? step.to : step.from;
  int64_t phases = step.kind == StepKind::AllReduce ? 2 : 1;
  for (const Group &group : groupsOf(step, shape))
    moved += phases * (static_cast<int64_t>(group.members.size()) - 1) *
             large.box(shape, group.members.front()).numElements();
  return moved;
}

} // namespace partita::layout
