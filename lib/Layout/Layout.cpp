//===- Layout.cpp - How a tensor is split over devices --------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout::box and what it rests on, then the rules and the normal form. Begin
// with AxisRef::coordinate, pieceIndex, offsets and Layout::box: four short
// functions that are the whole meaning of a layout.
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/Layout.h"

#include "partita/Layout/AxisAlgebra.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace partita::layout {

static std::string list(const std::vector<int64_t> &values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ",") + std::to_string(value);
  return text;
}

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

Mesh Mesh::iota(std::vector<Axis> axes) {
  int64_t count = 1;
  for (const Axis &axis : axes)
    count *= axis.size;
  Mesh mesh{std::move(axes), std::vector<int64_t>(count)};
  std::iota(mesh.devices.begin(), mesh.devices.end(), 0);
  return mesh;
}

int64_t Mesh::axisSize(const std::string &name) const {
  for (const Axis &axis : axes)
    if (axis.name == name)
      return axis.size;
  return 0;
}

int64_t Mesh::indexOf(int64_t device) const {
  auto found = std::find(devices.begin(), devices.end(), device);
  return found == devices.end() ? -1 : found - devices.begin();
}

Problem Mesh::verify() const {
  int64_t count = 1;
  for (size_t i = 0; i < axes.size(); ++i) {
    const Axis &axis = axes[i];
    if (axis.name.empty())
      return "expects every axis to have a name";
    if (axis.size < 1)
      return "expects axis \"" + axis.name +
             "\" to have a size of at least 1, got " +
             std::to_string(axis.size);
    for (size_t j = 0; j < i; ++j)
      if (axes[j].name == axis.name)
        return "expects axis names to differ, got \"" + axis.name + "\" twice";
    if (axis.size > numDevices() / count)
      return "expects one device per coordinate, but the axes have more than "
             "the " +
             std::to_string(numDevices()) + " devices";
    count *= axis.size;
  }
  if (count != numDevices())
    return "expects one device per coordinate, but the axes have " +
           std::to_string(count) + " and there are " +
           std::to_string(numDevices()) + " devices";
  std::vector<int64_t> sorted = devices;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.front() < 0)
    return "expects device ids of at least 0, got " +
           std::to_string(sorted.front());
  auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    return "expects every device once, got " + std::to_string(*twice) +
           " twice";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Axes and pieces
//===----------------------------------------------------------------------===//

bool AxisRef::overlaps(const AxisRef &o) const {
  if (name != o.name || size == 1 || o.size == 1)
    return false;
  return o.pre % (pre * size) != 0 && pre % (o.pre * o.size) != 0;
}

Problem AxisRef::verify(const Mesh &mesh) const {
  int64_t whole = mesh.axisSize(name);
  if (whole == 0)
    return "expects an axis of the mesh, got \"" + name + "\"";
  if (pre < 1 || size < 1 || pre > whole || size > whole ||
      whole % (pre * size) != 0)
    return "expects a part of axis \"" + name + "\" to divide its size " +
           std::to_string(whole) + ", got (" + std::to_string(pre) + ")" +
           std::to_string(size);
  return std::nullopt;
}

int64_t AxisRef::coordinate(const Mesh &mesh, int64_t index) const {
  // Strip the faster axes off the row-major index, then the digits of this
  // axis that are minor to the part.
  for (auto axis = mesh.axes.rbegin(); axis != mesh.axes.rend(); ++axis) {
    if (axis->name == name)
      return index % axis->size / (axis->size / (pre * size)) % size;
    index /= axis->size;
  }
  assert(false && "the axis is not in the mesh");
  return 0;
}

std::string AxisRef::str(const Mesh &mesh) const {
  if (isWhole(mesh))
    return name;
  return name + ":(" + std::to_string(pre) + ")" + std::to_string(size);
}

AxisRef wholeAxis(const Mesh &mesh, const std::string &name) {
  return AxisRef{name, 1, mesh.axisSize(name)};
}

int64_t numPieces(const std::vector<AxisRef> &axes) {
  int64_t pieces = 1;
  for (const AxisRef &axis : axes)
    pieces *= axis.size;
  return pieces;
}

int64_t pieceIndex(const Mesh &mesh, const std::vector<AxisRef> &axes,
                   int64_t deviceIndex) {
  int64_t piece = 0;
  for (const AxisRef &axis : axes)
    piece = piece * axis.size + axis.coordinate(mesh, deviceIndex);
  return piece;
}

std::vector<int64_t> balancedCuts(int64_t extent, int64_t pieces) {
  std::vector<int64_t> cuts(pieces + 1);
  int64_t longer = extent % pieces;
  for (int64_t i = 0; i <= pieces; ++i)
    cuts[i] = extent / pieces * i + std::min(i, longer);
  return cuts;
}

DimSharding splitDim(int64_t extent, std::vector<AxisRef> axes) {
  int64_t pieces = numPieces(axes);
  return cutDim(std::move(axes), balancedCuts(extent, pieces));
}

DimSharding cutDim(std::vector<AxisRef> axes, std::vector<int64_t> cuts) {
  DimSharding dim;
  dim.axes = mergedAxes(axes);
  int64_t pieces = static_cast<int64_t>(cuts.size()) - 1, extent = cuts.back();
  if (extent % pieces == 0 && cuts == balancedCuts(extent, pieces))
    return dim;
  dim.allowEmpty = std::adjacent_find(cuts.begin(), cuts.end()) != cuts.end();
  dim.cuts = std::move(cuts);
  return dim;
}

std::vector<int64_t> offsets(const DimSharding &dim, int64_t extent) {
  if (!dim.cuts.empty())
    return dim.cuts;
  return balancedCuts(extent, numPieces(dim.axes));
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

int64_t Box::numElements() const {
  int64_t count = 1;
  for (int64_t s : size)
    count *= s;
  return count;
}

Box intersect(const Box &a, const Box &b) {
  size_t rank = a.start.size();
  Box result{std::vector<int64_t>(rank), std::vector<int64_t>(rank)};
  for (size_t d = 0; d < rank; ++d) {
    int64_t begin = std::max(a.start[d], b.start[d]);
    int64_t end = std::min(a.start[d] + a.size[d], b.start[d] + b.size[d]);
    if (begin >= end)
      return Box{std::vector<int64_t>(rank), std::vector<int64_t>(rank)};
    result.start[d] = begin;
    result.size[d] = end - begin;
  }
  return result;
}

Box Layout::box(const Shape &shape, int64_t device) const {
  int64_t index = mesh.indexOf(device);
  assert(index >= 0 && "the device is not in the mesh");
  Box result;
  result.start.reserve(dims.size());
  result.size.reserve(dims.size());
  for (size_t d = 0; d < dims.size(); ++d) {
    const DimSharding &dim = dims[d];
    int64_t piece = pieceIndex(mesh, dim.axes, index);
    int64_t begin, end;
    if (dim.cuts.empty()) { // even: no need to list the offsets
      int64_t size = shape[d] / numPieces(dim.axes);
      begin = piece * size;
      end = begin + size;
    } else {
      begin = dim.cuts[piece];
      end = dim.cuts[piece + 1];
    }
    result.start.push_back(begin);
    result.size.push_back(end - begin);
  }
  return result;
}

Shape Layout::localShape(const Shape &shape, int64_t device) const {
  return box(shape, device).size;
}

//===----------------------------------------------------------------------===//
// Layout: rules and normal form
//===----------------------------------------------------------------------===//

Layout Layout::replicated(Mesh mesh, unsigned rank) {
  return Layout{std::move(mesh), std::vector<DimSharding>(rank), std::nullopt};
}

bool Layout::isReplicated() const {
  return !partial &&
         std::all_of(dims.begin(), dims.end(),
                     [](const DimSharding &dim) { return dim.isReplicated(); });
}

std::vector<AxisRef> Layout::usedAxes() const {
  std::vector<AxisRef> used;
  for (const DimSharding &dim : dims)
    used.insert(used.end(), dim.axes.begin(), dim.axes.end());
  if (partial)
    used.insert(used.end(), partial->axes.begin(), partial->axes.end());
  return used;
}

/// Every axis exists and is a proper part, and the list is merged.
static Problem verifyAxes(const Mesh &mesh, const AxisList &axes) {
  for (const AxisRef &axis : axes) {
    if (Problem problem = axis.verify(mesh))
      return problem;
    if (axis.size == 1)
      return "expects no axis of size 1, got " + axis.str(mesh);
  }
  AxisList merged = mergedAxes(axes);
  if (merged.size() != axes.size())
    return "expects adjacent parts of an axis to be merged, got " +
           str(mesh, axes) + " for " + str(mesh, merged);
  return std::nullopt;
}

/// What can be said of cuts without the extent. `what` names the dim.
static Problem verifyCuts(const DimSharding &dim, const std::string &what) {
  if (dim.cuts.empty()) {
    if (dim.allowEmpty)
      return "expects allow_empty only with cuts, got it on " + what +
             ", which is even";
    return std::nullopt;
  }
  if (dim.isReplicated())
    return "expects cuts only on a split dim, got " + list(dim.cuts) + " on " +
           what;
  int64_t pieces = numPieces(dim.axes);
  if (static_cast<int64_t>(dim.cuts.size()) != pieces + 1)
    return "expects " + std::to_string(pieces + 1) + " cuts of " + what +
           ", one more than pieces, got " + std::to_string(dim.cuts.size());
  if (dim.cuts.front() != 0)
    return "expects cuts of " + what + " to begin at 0, got " + list(dim.cuts);
  if (!std::is_sorted(dim.cuts.begin(), dim.cuts.end()))
    return "expects cuts of " + what + " to ascend, got " + list(dim.cuts);
  DimSharding normal = cutDim(dim.axes, dim.cuts);
  if (normal.cuts.empty())
    return "expects even cuts of " + what + " to be left out, got " +
           list(dim.cuts);
  if (normal.allowEmpty && !dim.allowEmpty)
    return "expects allow_empty on " + what + " with empty pieces, got cuts " +
           list(dim.cuts);
  if (!normal.allowEmpty && dim.allowEmpty)
    return "expects an empty piece of " + what +
           " with allow_empty, got cuts " + list(dim.cuts);
  return std::nullopt;
}

Problem Layout::verify() const {
  if (Problem problem = mesh.verify())
    return problem;
  for (const DimSharding &dim : dims)
    if (Problem problem = verifyAxes(mesh, dim.axes))
      return problem;
  if (partial) {
    if (partial->axes.empty())
      return "expects a partial value to name an axis, got none";
    if (Problem problem = verifyAxes(mesh, partial->axes))
      return problem;
    AxisList sorted = sortedAxes(mesh, partial->axes);
    if (sorted != partial->axes)
      return "expects partial axes in the order of the mesh, got " +
             layout::str(mesh, partial->axes) + " for " +
             layout::str(mesh, sorted);
  }
  AxisList used = usedAxes();
  for (size_t i = 0; i < used.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (used[i].overlaps(used[j]))
        return "expects axes to be used once, but " + used[j].str(mesh) +
               " and " + used[i].str(mesh) + " overlap";
  for (size_t d = 0; d < dims.size(); ++d)
    if (Problem problem = verifyCuts(dims[d], "dim " + std::to_string(d)))
      return problem;
  return std::nullopt;
}

Problem Layout::verify(const Shape &shape) const {
  if (dims.size() != shape.size())
    return "expects one sharding per dim, but the rank is " +
           std::to_string(shape.size()) + " and there are " +
           std::to_string(dims.size());
  if (Problem problem = verify())
    return problem;
  for (size_t d = 0; d < dims.size(); ++d) {
    const DimSharding &dim = dims[d];
    std::string what = "dim " + std::to_string(d);
    if (!dim.cuts.empty() && dim.cuts.back() != shape[d])
      return "expects cuts of " + what + " to end at its extent " +
             std::to_string(shape[d]) + ", got " + list(dim.cuts);
    if (dim.cuts.empty() && shape[d] % numPieces(dim.axes) != 0)
      return "expects shard count of " + what + " to divide " +
             std::to_string(shape[d]) + ", but axes " +
             layout::str(mesh, dim.axes) + " give " +
             std::to_string(numPieces(dim.axes));
  }
  return std::nullopt;
}

Layout Layout::normalized(const Shape &shape) const {
  Layout result{mesh, {}, std::nullopt};
  for (size_t d = 0; d < dims.size(); ++d)
    result.dims.push_back(cutDim(dims[d].axes, offsets(dims[d], shape[d])));
  if (partial) {
    AxisList axes = sortedAxes(mesh, partial->axes);
    if (!axes.empty())
      result.partial = Partial{partial->kind, axes};
  }
  return result;
}

std::string Layout::str() const {
  std::string text = "[";
  for (size_t d = 0; d < dims.size(); ++d) {
    text += d == 0 ? "" : " | ";
    text += layout::str(mesh, dims[d].axes);
    if (!dims[d].cuts.empty())
      text += "{" + list(dims[d].cuts) + "}";
  }
  text += "]";
  if (partial)
    text += std::string(" partial ") +
            (partial->kind == ReduceKind::Sum ? "sum" : "max") + " over " +
            layout::str(mesh, partial->axes);
  return text;
}

} // namespace partita::layout
