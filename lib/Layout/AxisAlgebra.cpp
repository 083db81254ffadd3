//===- AxisAlgebra.cpp - Lists of axes: prefixes, parts, rests ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reference "x":(pre)size stands for the digits from weight `pre` up to
// weight pre*size (its "end") of the axis's coordinate, counted from the major
// side. Two references are compatible if the one's end divides the other's
// start, or one is a run of digits of the other.
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/AxisAlgebra.h"

#include <algorithm>
#include <numeric>

namespace partita::layout {

static int64_t endOf(const AxisRef &axis) { return axis.pre * axis.size; }

/// The part from weight `begin` to weight `end`.
static AxisRef part(const std::string &name, int64_t begin, int64_t end) {
  return AxisRef{name, begin, end / begin};
}

AxisList mergedAxes(const AxisList &axes) {
  AxisList result;
  for (const AxisRef &axis : axes) {
    if (axis.size == 1)
      continue;
    if (!result.empty() && result.back().name == axis.name &&
        endOf(result.back()) == axis.pre)
      result.back().size *= axis.size;
    else
      result.push_back(axis);
  }
  return result;
}

AxisList sortedAxes(const Mesh &mesh, AxisList axes) {
  auto place = [&](const AxisRef &axis) {
    size_t position = 0;
    while (position < mesh.axes.size() && mesh.axes[position].name != axis.name)
      ++position;
    return std::make_pair(position, axis.pre);
  };
  std::sort(axes.begin(), axes.end(), [&](const AxisRef &a, const AxisRef &b) {
    return place(a) < place(b);
  });
  return mergedAxes(axes);
}

AxisList concatAxes(AxisList a, const AxisList &b) {
  a.insert(a.end(), b.begin(), b.end());
  return mergedAxes(a);
}

AxisList commonPrefix(const AxisList &a, const AxisList &b) {
  AxisList restA = mergedAxes(a), restB = mergedAxes(b), result;
  size_t i = 0, j = 0;
  while (i < restA.size() && j < restB.size()) {
    AxisRef &x = restA[i], &y = restB[j];
    if (x.name != y.name || x.pre != y.pre)
      break;
    int64_t shared = std::gcd(x.size, y.size);
    if (shared == 1)
      break;
    result.push_back(AxisRef{x.name, x.pre, shared});
    // What is left of the two; at most one of them goes on here.
    x = part(x.name, x.pre * shared, endOf(x));
    y = part(y.name, y.pre * shared, endOf(y));
    i += x.size == 1;
    j += y.size == 1;
  }
  return mergedAxes(result);
}

std::optional<AxisList> withoutPrefix(const AxisList &axes,
                                      const AxisList &prefix) {
  AxisList rest = mergedAxes(axes);
  size_t i = 0;
  for (const AxisRef &p : mergedAxes(prefix)) {
    if (i == rest.size())
      return std::nullopt;
    AxisRef &axis = rest[i];
    if (axis.name != p.name || axis.pre != p.pre || axis.size % p.size != 0)
      return std::nullopt;
    axis = part(axis.name, endOf(p), endOf(axis));
    i += axis.size == 1;
  }
  return AxisList(rest.begin() + i, rest.end());
}

std::optional<AxisList> withoutSuffix(const AxisList &axes,
                                      const AxisList &suffix) {
  AxisList rest = mergedAxes(axes), parts = mergedAxes(suffix);
  for (auto p = parts.rbegin(); p != parts.rend(); ++p) {
    if (rest.empty())
      return std::nullopt;
    AxisRef &axis = rest.back();
    if (axis.name != p->name || endOf(axis) != endOf(*p) ||
        p->pre % axis.pre != 0)
      return std::nullopt;
    axis = part(axis.name, axis.pre, p->pre);
    if (axis.size == 1)
      rest.pop_back();
  }
  return rest;
}

AxisList longestPrefix(const AxisList &axes,
                       const std::function<bool(const AxisRef &)> &holds) {
  AxisList result;
  for (const AxisRef &axis : axes) {
    if (holds(axis)) {
      result.push_back(axis);
      continue;
    }
    for (int64_t size = axis.size / 2; size > 1; --size) {
      AxisRef head{axis.name, axis.pre, size};
      if (axis.size % size == 0 && holds(head)) {
        result.push_back(head);
        break;
      }
    }
    break;
  }
  return result;
}

std::optional<AxisList> without(AxisList axes, const AxisList &parts) {
  for (const AxisRef &p : parts) {
    auto holder =
        std::find_if(axes.begin(), axes.end(), [&](const AxisRef &axis) {
          return axis.name == p.name && p.pre % axis.pre == 0 &&
                 endOf(axis) % endOf(p) == 0;
        });
    if (holder == axes.end())
      return std::nullopt;
    AxisRef before = part(p.name, holder->pre, p.pre);
    AxisRef after = part(p.name, endOf(p), endOf(*holder));
    *holder = before;
    axes.insert(holder + 1, after);
    axes = mergedAxes(axes);
  }
  return axes;
}

AxisList commonAxes(const AxisList &a, const AxisList &b) {
  AxisList result;
  for (const AxisRef &x : a)
    for (const AxisRef &y : b) {
      int64_t begin = std::max(x.pre, y.pre);
      int64_t end = std::min(endOf(x), endOf(y));
      if (x.name == y.name && begin < end && end % begin == 0 &&
          begin % x.pre == 0 && begin % y.pre == 0 && endOf(x) % end == 0 &&
          endOf(y) % end == 0)
        result.push_back(part(x.name, begin, end));
    }
  return mergedAxes(result);
}

bool overlapsAny(const AxisRef &axis, const AxisList &axes) {
  return std::any_of(axes.begin(), axes.end(),
                     [&](const AxisRef &o) { return axis.overlaps(o); });
}

DimSharding coarsened(const DimSharding &dim, const AxisList &prefix,
                      int64_t extent) {
  std::vector<int64_t> fine = offsets(dim, extent), cuts;
  int64_t stride = numPieces(dim.axes) / numPieces(prefix);
  for (size_t i = 0; i < fine.size(); i += stride)
    cuts.push_back(fine[i]);
  return cutDim(prefix, std::move(cuts));
}

std::string str(const Mesh &mesh, const AxisList &axes) {
  std::string text;
  for (const AxisRef &axis : axes)
    text += (text.empty() ? "" : ",") + axis.str(mesh);
  return text;
}

} // namespace partita::layout
