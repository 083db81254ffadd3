//===- Reshard.h - From one layout to another -------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshard is a short list of steps, each from one layout to the next. The
// exact fallback is always right: make the value whole (all-reduce), intersect
// the source and target boxes of every pair of devices and send (exchange),
// then make it partial where the target is. Where a slice, an all-gather, an
// all-reduce or a reduce-scatter does it, that is used.
//
//   [ | ] partial sum over x  ->  [x | ]    one reduce-scatter
//   [x | ] -> [ | x]                        one exchange (an all-to-all)
//   [ | ] -> [x | ]                         one slice, no bytes
//
// Both meshes must hold the same set of devices here; moving between device
// sets is dist.transfer's job.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LAYOUT_RESHARD_H
#define PARTITA_LAYOUT_RESHARD_H

#include "partita/Layout/Layout.h"

namespace partita::layout {

enum class StepKind {
  Slice,         ///< each device keeps a part of what it has; no bytes. Also
                 ///< to another mesh, unless the value is partial
  AllGather,     ///< along one dim, over its minor-most axes
  AllReduce,     ///< over some or all of the partial axes
  ReduceScatter, ///< over partial axes that become a dim's minor-most axes
  Exchange,      ///< box intersection, send/recv; whole values only
  ToPartial      ///< whole -> partial: coordinate 0 keeps it, others neutral
};

struct Step {
  StepKind kind;
  Layout from, to;
  /// AllGather, ReduceScatter: the dim. -1 otherwise.
  int dim = -1;
  /// AllGather, AllReduce, ReduceScatter, ToPartial: the axes gathered or
  /// reduced, major to minor.
  std::vector<AxisRef> axes;
};

/// Steps from `from` to `to`; none if they are equal. `exact`: only AllReduce,
/// Exchange and ToPartial (compilation at -O0, and what the others are tested
/// against).
std::vector<Step> planReshard(const Layout &from, const Layout &to,
                              const Shape &shape, bool exact = false);

/// The layout that `step` makes of step.from, computed anew; verifiers demand
/// that it equals step.to. A problem if the step cannot be taken. Of step.to is
/// read only what the step leaves open: Slice and Exchange the whole layout,
/// ReduceScatter the cuts of the dim, ToPartial the kind.
Problem inferStep(const Step &step, const Shape &shape, Layout &result);

/// A group of devices that talk to each other in a step, in the order of their
/// pieces, and (AllGather, ReduceScatter) the offsets of the pieces inside the
/// gathered extent: members + 1 entries, from 0.
struct Group {
  std::vector<int64_t> members; ///< global device ids
  std::vector<int64_t> cuts;
};

/// The groups of an AllGather, AllReduce or ReduceScatter; ascending by first
/// member. For AllReduce members ascend.
std::vector<Group> groupsOf(const Step &step, const Shape &shape);

/// One box of an Exchange; starts are relative to the owners' local boxes.
struct Transfer {
  int64_t srcDevice, dstDevice;
  std::vector<int64_t> srcStart, dstStart, size;
};

/// Every device's target box, covered exactly once, each part from the device
/// itself if it has it, else from the nearest holder (smallest distance of
/// ids, then smallest id), sorted by (dst, src, start).
std::vector<Transfer> transfersOf(const Layout &from, const Layout &to,
                                  const Shape &shape);

/// Elements received from other devices in `step`, summed over all devices.
/// AllReduce is counted as reduce-scatter plus all-gather: 2 (n-1) elements
/// per element of the box and group.
int64_t elementsMoved(const Step &step, const Shape &shape);

} // namespace partita::layout

#endif // PARTITA_LAYOUT_RESHARD_H
