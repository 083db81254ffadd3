//===- AxisAlgebra.h - Lists of axes: prefixes, parts, rests ----*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of axes, major to minor, is a number written in mixed radix: each axis
// is a digit, and a digit may be split into sub-axes. These functions compare
// such numbers by their digits, however they are split. With x of size 4:
//
//   mergedAxes    [x:(1)2, x:(2)2, y]      -> [x, y]
//   commonPrefix  [x, y], [x:(1)2, z]      -> [x:(1)2]
//   withoutSuffix [y, x], [x:(2)2]         -> [y, x:(1)2]
//   withoutPrefix [x, y], [x:(1)2]         -> [x:(2)2, y]
//   without       {x, y}, {x:(2)2}         -> {x:(1)2, y}     (as sets)
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LAYOUT_AXISALGEBRA_H
#define PARTITA_LAYOUT_AXISALGEBRA_H

#include "partita/Layout/Layout.h"

#include <functional>

namespace partita::layout {

using AxisList = std::vector<AxisRef>;

/// Axes of size 1 dropped, adjacent sub-axes that make one merged. The piece
/// number stays the same.
AxisList mergedAxes(const AxisList &axes);

/// The normal form of a set of axes: in mesh order, then merged.
AxisList sortedAxes(const Mesh &mesh, AxisList axes);

/// `a` followed by `b`, merged.
AxisList concatAxes(AxisList a, const AxisList &b);

/// The longest list that both begin with.
AxisList commonPrefix(const AxisList &a, const AxisList &b);

/// What follows `prefix` in `axes`, or nothing if `axes` does not begin so.
std::optional<AxisList> withoutPrefix(const AxisList &axes,
                                      const AxisList &prefix);

/// What precedes `suffix` in `axes`, or nothing if `axes` does not end so.
std::optional<AxisList> withoutSuffix(const AxisList &axes,
                                      const AxisList &suffix);

/// The longest prefix of `axes`, also inside an axis, all of whose parts
/// satisfy `holds`.
AxisList longestPrefix(const AxisList &axes,
                       const std::function<bool(const AxisRef &)> &holds);

/// The set `axes` less `parts`; nothing if a part is not contained in an axis.
std::optional<AxisList> without(AxisList axes, const AxisList &parts);

/// The parts that two sets share; parts without common refinement are left out.
AxisList commonAxes(const AxisList &a, const AxisList &b);

/// True if `axis` overlaps one of `axes`.
bool overlapsAny(const AxisRef &axis, const AxisList &axes);

/// `dim` split over `prefix` of its axes only: the cuts between whole groups of
/// its pieces. In normal form.
DimSharding coarsened(const DimSharding &dim, const AxisList &prefix,
                      int64_t extent);

/// `x,y:(1)2`.
std::string str(const Mesh &mesh, const AxisList &axes);

} // namespace partita::layout

#endif // PARTITA_LAYOUT_AXISALGEBRA_H
