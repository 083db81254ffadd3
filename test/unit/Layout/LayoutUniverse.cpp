//===- LayoutUniverse.cpp - All small layouts, for exhaustive tests -------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutUniverse.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace partita::layout::test {

std::vector<int64_t> unevenCuts(int64_t extent, int64_t pieces) {
  std::vector<int64_t> weights = {0}; // prefix sums
  for (int64_t i = 0; i < pieces; ++i)
    weights.push_back(weights.back() + (i % 2 == 0 ? 2 : 1));
  for (int64_t &weight : weights)
    if (&weight != &weights.back())
      weight = (extent * weight * 2 + weights.back()) / (2 * weights.back());
  weights.back() = extent;
  return weights;
}

std::vector<Mesh> allMeshes(int64_t devices) {
  std::vector<Mesh> meshes = {Mesh::iota({{"x", devices}})};
  if (devices == 4)
    meshes.push_back(Mesh::iota({{"x", 2}, {"y", 2}}));
  if (devices == 6) {
    meshes.push_back(Mesh::iota({{"x", 2}, {"y", 3}}));
    meshes.push_back(Mesh::iota({{"x", 3}, {"y", 2}}));
  }
  Mesh shuffled = meshes.back();
  std::rotate(shuffled.devices.begin(), shuffled.devices.begin() + 1,
              shuffled.devices.end());
  std::swap(shuffled.devices[0], shuffled.devices[devices / 2]);
  meshes.push_back(shuffled);
  return meshes;
}

std::vector<Shape> allShapes(int64_t devices) {
  std::vector<int64_t> extents = {1, devices == 5 ? 7 : 5, devices};
  std::vector<Shape> shapes = {{}};
  for (int64_t a : {extents[0], extents[1], extents[2], 2 * devices}) {
    shapes.push_back({a});
    for (int64_t b : extents)
      shapes.push_back({a, b});
  }
  return shapes;
}

/// The axis itself, and it as two sub-axes in every way.
static std::vector<AxisList> partsOf(const Axis &axis) {
  std::vector<AxisList> ways = {{{axis.name, 1, axis.size}}};
  for (int64_t size = 2; size < axis.size; ++size)
    if (axis.size % size == 0)
      ways.push_back(
          {{axis.name, 1, size}, {axis.name, size, axis.size / size}});
  return ways;
}

namespace {

/// One way to place axes; turned into layouts by choosing orders, cuts, kinds.
class Enumerator {
public:
  Enumerator(const Mesh &mesh, const Shape &shape)
      : lists(shape.size() + 1), mesh(mesh), shape(shape) {}

  /// Distributes axes.. from `next` on over dims, partial and nowhere.
  void place(const AxisList &axes, size_t next) {
    if (next == axes.size())
      return order(0);
    place(axes, next + 1);
    for (AxisList &list : lists) {
      list.push_back(axes[next]);
      place(axes, next + 1);
      list.pop_back();
    }
  }

  std::vector<Layout> layouts;
  /// Per dim, and last those of the partial state.
  std::vector<AxisList> lists;

private:
  /// All orders of the axes of dims `dim`...
  void order(size_t dim) {
    if (dim == shape.size())
      return cut(0, Layout{mesh, {}, std::nullopt});
    AxisList original = lists[dim];
    std::vector<size_t> index(original.size());
    std::iota(index.begin(), index.end(), 0);
    do {
      for (size_t i = 0; i < index.size(); ++i)
        lists[dim][i] = original[index[i]];
      order(dim + 1);
    } while (std::next_permutation(index.begin(), index.end()));
    lists[dim] = original;
  }

  /// All cuts of dims `dim`...
  void cut(size_t dim, Layout layout) {
    if (dim == shape.size())
      return reduce(std::move(layout));
    int64_t extent = shape[dim], pieces = numPieces(lists[dim]);
    layout.dims.emplace_back();
    std::vector<int64_t> last(pieces + 1);
    last.back() = extent;
    for (const std::vector<int64_t> &cuts :
         {balancedCuts(extent, pieces), unevenCuts(extent, pieces), last}) {
      layout.dims.back() = cutDim(lists[dim], cuts);
      cut(dim + 1, layout);
    }
  }

  /// Both kinds of partial value.
  void reduce(Layout layout) {
    if (lists.back().empty())
      return add(std::move(layout));
    for (ReduceKind kind : {ReduceKind::Sum, ReduceKind::Max}) {
      layout.partial = Partial{kind, sortedAxes(mesh, lists.back())};
      add(layout);
    }
  }

  void add(Layout layout) {
    if (known.insert(layout.str()).second)
      layouts.push_back(std::move(layout));
  }

  const Mesh &mesh;
  const Shape &shape;
  std::set<std::string> known;
};

} // namespace

std::vector<Layout> allLayouts(const Mesh &mesh, const Shape &shape) {
  Enumerator enumerator(mesh, shape);
  std::vector<AxisList> ways = {{}};
  for (const Axis &axis : mesh.axes) {
    std::vector<AxisList> longer;
    for (const AxisList &way : ways)
      for (const AxisList &parts : partsOf(axis)) {
        longer.push_back(way);
        longer.back().insert(longer.back().end(), parts.begin(), parts.end());
      }
    ways = longer;
  }
  for (const AxisList &way : ways)
    enumerator.place(way, 0);
  return enumerator.layouts;
}

} // namespace partita::layout::test
