//===- StepSimulator.h - Executes reshard steps on real values --*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Holds a small tensor of whole numbers on every device, runs steps on it one
// by one, and counts the elements that leave a device. Whether the outcome is
// right is judged by Layout::box alone:
//
//   whole     every device holds exactly its box of the tensor
//   partial   the devices that differ in the partial axes only hold values
//             that sum up to the box (or have it as their maximum)
//
// Tensors have at most two dims; a missing one counts as a leading extent of 1.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_LAYOUT_STEPSIMULATOR_H
#define PARTITA_TEST_UNIT_LAYOUT_STEPSIMULATOR_H

#include "partita/Layout/Reshard.h"

#include <array>

namespace partita::layout::test {

/// A box of two dims.
struct Rect {
  int64_t row = 0, col = 0, rows = 1, cols = 1;
  int64_t count() const { return rows * cols; }
  bool operator==(const Rect &o) const {
    return row == o.row && col == o.col && rows == o.rows && cols == o.cols;
  }
};

/// What one device holds, row-major.
struct Held {
  static constexpr int64_t maxElements = 72;
  Rect box;
  std::array<int32_t, maxElements> values;
  int32_t &at(int64_t row, int64_t col) { return values[row * box.cols + col]; }
};

/// What every device holds, by id.
using State = std::vector<Held>;

/// A layout with all that the simulator needs to know of it: the boxes and, by
/// device id, the number of the group whose reduction is the value, and the
/// place in that group.
struct Placement {
  Placement(const Layout &layout, const Shape &shape);
  Layout layout;
  std::vector<Rect> boxes;
  std::vector<int64_t> group, member;
  int64_t groupSize;
};

/// The tensor, placed: partial values are made up so that they fit.
State fill(const Placement &placement, const Shape &shape);

/// What is wrong with `state` as the tensor under `placement`; empty: nothing.
std::string check(const State &state, const Placement &placement,
                  const Shape &shape);

/// The values that `state` stands for: reduced over each group.
State reduced(const State &state, const Placement &placement);

/// Runs one step; adds the elements that travel to `moved`. Says what is wrong
/// with the step, e.g. a transfer out of bounds.
std::string run(const Step &step, const Shape &shape, State &state,
                int64_t &moved);

} // namespace partita::layout::test

#endif // PARTITA_TEST_UNIT_LAYOUT_STEPSIMULATOR_H
