//===- StepSimulator.cpp - Executes reshard steps on real values ----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepSimulator.h"

#include "partita/Layout/AxisAlgebra.h"

#include <algorithm>
#include <climits>

namespace partita::layout::test {

//===----------------------------------------------------------------------===//
// The tensor and its placements
//===----------------------------------------------------------------------===//

static Rect rectOf(const std::vector<int64_t> &start,
                   const std::vector<int64_t> &size) {
  Rect rect;
  size_t rank = start.size();
  if (rank > 0) {
    rect.col = start[rank - 1];
    rect.cols = size[rank - 1];
  }
  if (rank > 1) {
    rect.row = start[0];
    rect.rows = size[0];
  }
  return rect;
}

static Rect boxOf(const Layout &layout, const Shape &shape, int64_t device) {
  Box box = layout.box(shape, device);
  return rectOf(box.start, box.size);
}

/// The tensor's element: all differ, of both signs.
static int32_t element(const Shape &shape, int64_t row, int64_t col) {
  int64_t cols = shape.empty() ? 1 : shape.back();
  int32_t index = static_cast<int32_t>(row * cols + col);
  return index % 2 == 0 ? 3 * index + 1 : -2 * index;
}

static int32_t reducePair(ReduceKind kind, int32_t a, int32_t b) {
  return kind == ReduceKind::Sum ? a + b : std::max(a, b);
}

Placement::Placement(const Layout &layout, const Shape &shape)
    : layout(layout), boxes(layout.mesh.numDevices()), group(boxes.size()),
      member(boxes.size()) {
  // Whoever agrees in all other axes is in the same group.
  AxisList others;
  for (const Axis &axis : layout.mesh.axes)
    others.push_back(wholeAxis(layout.mesh, axis.name));
  AxisList partial = layout.partial ? layout.partial->axes : AxisList();
  others = *without(others, partial);
  groupSize = numPieces(partial);
  for (size_t i = 0; i < boxes.size(); ++i) {
    int64_t device = layout.mesh.devices[i];
    boxes[device] = boxOf(layout, shape, device);
    group[device] = pieceIndex(layout.mesh, others, i);
    member[device] = pieceIndex(layout.mesh, partial, i);
  }
}

/// What a member of a group holds of an element `value`.
static int32_t share(const Placement &placement, int64_t member, int64_t place,
                     int32_t value) {
  if (!placement.layout.partial)
    return value;
  int64_t n = placement.groupSize;
  auto arbitrary = [&](int64_t m) {
    return static_cast<int32_t>((place * 7 + m * 13) % 11) - 5;
  };
  if (placement.layout.partial->kind == ReduceKind::Max)
    return member == place % n ? value : value - 7 + arbitrary(member);
  if (member < n - 1)
    return arbitrary(member);
  for (int64_t m = 0; m < n - 1; ++m)
    value -= arbitrary(m);
  return value;
}

State fill(const Placement &placement, const Shape &shape) {
  State state(placement.boxes.size());
  for (size_t device = 0; device < state.size(); ++device) {
    Held &held = state[device];
    held.box = placement.boxes[device];
    for (int64_t r = 0; r < held.box.rows; ++r)
      for (int64_t c = 0; c < held.box.cols; ++c) {
        int64_t row = held.box.row + r, col = held.box.col + c;
        held.at(r, c) = share(placement, placement.member[device],
                              row * 8 + col, element(shape, row, col));
      }
  }
  return state;
}

State reduced(const State &state, const Placement &placement) {
  if (!placement.layout.partial)
    return state;
  State result = state;
  for (size_t device = 0; device < state.size(); ++device)
    for (size_t peer = 0; peer < state.size(); ++peer)
      if (peer != device && placement.group[peer] == placement.group[device])
        for (int64_t i = 0; i < state[device].box.count(); ++i) {
          int32_t &value = result[device].values[i];
          value = reducePair(placement.layout.partial->kind, value,
                             state[peer].values[i]);
        }
  return result;
}

std::string check(const State &state, const Placement &placement,
                  const Shape &shape) {
  for (size_t device = 0; device < state.size(); ++device)
    if (!(state[device].box == placement.boxes[device]))
      return "device " + std::to_string(device) + " holds another box";
  State whole = reduced(state, placement);
  for (size_t device = 0; device < state.size(); ++device) {
    Held &held = whole[device];
    for (int64_t r = 0; r < held.box.rows; ++r)
      for (int64_t c = 0; c < held.box.cols; ++c)
        if (held.at(r, c) != element(shape, held.box.row + r, held.box.col + c))
          return "device " + std::to_string(device) +
                 " holds wrong values at " + std::to_string(r) + "," +
                 std::to_string(c);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Copies `part` (relative to source) to `row`, `col` of the destination.
static void copyPart(Held &source, const Rect &part, Held &destination,
                     int64_t row, int64_t col) {
  for (int64_t r = 0; r < part.rows; ++r)
    for (int64_t c = 0; c < part.cols; ++c)
      destination.at(row + r, col + c) = source.at(part.row + r, part.col + c);
}

static bool inside(const Rect &part, const Rect &box) {
  return part.row >= 0 && part.col >= 0 && part.row + part.rows <= box.rows &&
         part.col + part.cols <= box.cols;
}

/// The state after `step`, boxes set and values still to come.
static State emptyTarget(const Step &step, const Shape &shape) {
  State state(step.to.mesh.numDevices());
  for (size_t device = 0; device < state.size(); ++device)
    state[device].box = boxOf(step.to, shape, device);
  return state;
}

static std::string runSlice(const Step &step, const Shape &shape,
                            State &state) {
  State next = emptyTarget(step, shape);
  for (size_t device = 0; device < state.size(); ++device) {
    Rect part = next[device].box;
    part.row -= state[device].box.row;
    part.col -= state[device].box.col;
    if (!inside(part, state[device].box))
      return "a slice leaves its source";
    copyPart(state[device], part, next[device], 0, 0);
  }
  state = next;
  return "";
}

static std::string runExchange(const Step &step, const Shape &shape,
                               State &state, int64_t &moved) {
  State next = emptyTarget(step, shape);
  std::vector<std::array<int, Held::maxElements>> covered(next.size());
  for (auto &counts : covered)
    counts.fill(0);
  const Transfer *previous = nullptr;
  std::vector<Transfer> transfers = transfersOf(step.from, step.to, shape);
  for (const Transfer &transfer : transfers) {
    auto key = [](const Transfer &t) {
      return std::tie(t.dstDevice, t.srcDevice, t.dstStart);
    };
    if (previous && !(key(*previous) < key(transfer)))
      return "transfers are not sorted";
    previous = &transfer;
    Held &source = state[transfer.srcDevice];
    Held &destination = next[transfer.dstDevice];
    Rect part = rectOf(transfer.srcStart, transfer.size);
    Rect target = rectOf(transfer.dstStart, transfer.size);
    if (!inside(part, source.box) || !inside(target, destination.box))
      return "a transfer leaves its box";
    for (int64_t r = 0; r < target.rows; ++r)
      for (int64_t c = 0; c < target.cols; ++c)
        ++covered[transfer.dstDevice]
                 [(target.row + r) * destination.box.cols + target.col + c];
    copyPart(source, part, destination, target.row, target.col);
    if (transfer.srcDevice != transfer.dstDevice)
      moved += part.count();
  }
  for (size_t device = 0; device < next.size(); ++device)
    for (int64_t i = 0; i < next[device].box.count(); ++i)
      if (covered[device][i] != 1)
        return "a target element is covered " +
               std::to_string(covered[device][i]) + " times";
  state = next;
  return "";
}

static std::string runToPartial(const Step &step, State &state) {
  const Mesh &mesh = step.from.mesh;
  int32_t neutral = step.to.partial->kind == ReduceKind::Sum ? 0 : INT_MIN;
  for (int64_t i = 0; i < mesh.numDevices(); ++i)
    if (pieceIndex(mesh, step.axes, i) != 0)
      state[mesh.devices[i]].values.fill(neutral);
  return "";
}

/// Groups hold every device once.
static std::string checkGroups(const std::vector<Group> &groups,
                               size_t devices) {
  std::vector<bool> seen(devices);
  size_t count = 0;
  for (const Group &group : groups)
    for (int64_t member : group.members) {
      if (member < 0 || member >= static_cast<int64_t>(devices) || seen[member])
        return "a group member is no device or in two groups";
      seen[member] = true;
      ++count;
    }
  return count == devices ? "" : "a device is in no group";
}

/// As a ring does it: each member reduces a part, then all gather the parts.
static std::string runAllReduce(const Step &step, const Group &group,
                                State &state, int64_t &moved) {
  int64_t n = group.members.size();
  Held sum = state[group.members[0]];
  int64_t count = sum.box.count();
  std::vector<int64_t> parts = balancedCuts(count, n);
  for (int64_t i = 0; i < n; ++i) {
    Held &held = state[group.members[i]];
    if (!(held.box == sum.box))
      return "a group reduces different boxes";
    moved += (n - 1) * (parts[i + 1] - parts[i]); // others' values of my part
    moved += count - (parts[i + 1] - parts[i]);   // the others' sums
    for (int64_t e = 0; i > 0 && e < count; ++e)
      sum.values[e] =
          reducePair(step.from.partial->kind, sum.values[e], held.values[e]);
  }
  for (int64_t member : group.members)
    state[member] = sum;
  return "";
}

/// The member's piece along the step's dim, inside a box of the group.
static Rect pieceOf(const Step &step, const Group &group, size_t member,
                    const Rect &whole) {
  Rect piece{0, 0, whole.rows, whole.cols};
  int64_t begin = group.cuts[member], size = group.cuts[member + 1] - begin;
  bool isRow = step.dim + 2 == static_cast<int>(step.from.dims.size());
  (isRow ? piece.row : piece.col) = begin;
  (isRow ? piece.rows : piece.cols) = size;
  return piece;
}

static std::string runAllGather(const Step &step, const Group &group,
                                const State &state, State &next,
                                int64_t &moved) {
  for (int64_t receiver : group.members)
    for (size_t i = 0; i < group.members.size(); ++i) {
      Held sender = state[group.members[i]];
      Rect piece = pieceOf(step, group, i, next[receiver].box);
      if (piece.rows != sender.box.rows || piece.cols != sender.box.cols ||
          !inside(piece, next[receiver].box))
        return "a gathered piece does not fit";
      copyPart(sender, Rect{0, 0, piece.rows, piece.cols}, next[receiver],
               piece.row, piece.col);
      if (group.members[i] != receiver)
        moved += piece.count();
    }
  return "";
}

static std::string runReduceScatter(const Step &step, const Group &group,
                                    const State &state, State &next,
                                    int64_t &moved) {
  for (size_t i = 0; i < group.members.size(); ++i) {
    Held &receiver = next[group.members[i]];
    for (size_t j = 0; j < group.members.size(); ++j) {
      Held sender = state[group.members[j]];
      Rect piece = pieceOf(step, group, i, sender.box);
      if (piece.rows != receiver.box.rows || piece.cols != receiver.box.cols ||
          !inside(piece, sender.box))
        return "a scattered piece does not fit";
      Held part;
      part.box = receiver.box;
      copyPart(sender, piece, part, 0, 0);
      for (int64_t e = 0; e < piece.count(); ++e)
        receiver.values[e] =
            j == 0 ? part.values[e]
                   : reducePair(step.from.partial->kind, receiver.values[e],
                                part.values[e]);
      if (i != j)
        moved += piece.count();
    }
  }
  return "";
}

std::string run(const Step &step, const Shape &shape, State &state,
                int64_t &moved) {
  if (step.kind == StepKind::Slice)
    return runSlice(step, shape, state);
  if (step.kind == StepKind::Exchange)
    return runExchange(step, shape, state, moved);
  if (step.kind == StepKind::ToPartial)
    return runToPartial(step, state);
  std::vector<Group> groups = groupsOf(step, shape);
  std::string problem = checkGroups(groups, state.size());
  State next = emptyTarget(step, shape);
  for (size_t g = 0; g < groups.size() && problem.empty(); ++g) {
    if (g > 0 && groups[g - 1].members[0] >= groups[g].members[0])
      return "groups are not sorted";
    if (step.kind == StepKind::AllReduce)
      problem = runAllReduce(step, groups[g], state, moved);
    else if (step.kind == StepKind::AllGather)
      problem = runAllGather(step, groups[g], state, next, moved);
    else
      problem = runReduceScatter(step, groups[g], state, next, moved);
  }
  if (step.kind != StepKind::AllReduce)
    state = next;
  return problem;
}

} // namespace partita::layout::test
