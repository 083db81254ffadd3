//===- Cover.cpp - Boxes that tile an index space -------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/Cover.h"

#include <map>

namespace partita::layout {

static std::string str(const std::vector<int64_t> &list) {
  std::string text = "[";
  for (size_t i = 0; i < list.size(); ++i)
    text += (i ? "," : "") + std::to_string(list[i]);
  return text + "]";
}

static std::string str(const Box &box) {
  return str(box.size) + " at " + str(box.start);
}

Problem verifyCover(const std::vector<Box> &boxes, const Shape &shape) {
  // Disjoint boxes inside the shape cover it if their sizes add up to it.
  std::vector<const Box *> seen;
  int64_t elements = 0;
  for (const Box &box : boxes) {
    if (box.empty())
      continue;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (box.start[dim] < 0 || box.start[dim] + box.size[dim] > shape[dim])
        return "expects boxes inside " + str(shape) + ", got " + str(box);
    for (const Box *other : seen)
      if (!intersect(box, *other).empty())
        return "expects every index once, but " + str(box) + " and " +
               str(*other) + " meet";
    seen.push_back(&box);
    elements += box.numElements();
  }
  int64_t expected = Box{Shape(shape.size(), 0), shape}.numElements();
  if (elements != expected)
    return "expects all of " + str(shape) + ", got " +
           std::to_string(elements) + " of " + std::to_string(expected) +
           " elements";
  return std::nullopt;
}

Problem verifyCover(const Layout &layout, const Shape &shape) {
  // Devices with the same piece numbers are replicas of each other; there must
  // be equally many of every combination.
  std::map<std::vector<int64_t>, std::pair<Box, int64_t>> pieces;
  for (int64_t index = 0; index < layout.mesh.numDevices(); ++index) {
    std::vector<int64_t> numbers;
    for (const DimSharding &dim : layout.dims)
      numbers.push_back(pieceIndex(layout.mesh, dim.axes, index));
    Box box = layout.box(shape, layout.mesh.devices[index]);
    auto [entry, isNew] = pieces.try_emplace(numbers, box, 0);
    if (!isNew && !(entry->second.first == box))
      return "expects replicas to hold the same box, got " + str(box) +
             " and " + str(entry->second.first) + " for piece " + str(numbers);
    ++entry->second.second;
  }
  std::vector<Box> boxes;
  for (const auto &[numbers, entry] : pieces) {
    boxes.push_back(entry.first);
    if (entry.second != pieces.begin()->second.second)
      return "expects every piece on equally many devices, got " +
             std::to_string(entry.second) + " for piece " + str(numbers);
  }
  return verifyCover(boxes, shape);
}

} // namespace partita::layout
