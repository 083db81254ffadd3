//===- Layout.h - How a tensor is split over devices ------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout says which part of a tensor each device holds. It has one meaning,
// the function `Layout::box`: device -> box of global indices, plus the axes
// over which the value is partial. Verifiers, the planner, the cost model, the
// localizer and the tests all call that function.
//
// Worked example. Mesh x=2, y=2 over devices 0..3 (row-major: device 1 has
// x=0, y=1), a tensor of 5 x 8:
//
//   dim 0: axes ["x"], cuts [0,3,5]    dim 1: axes ["y"], even
//
//   device | x y | rows  | columns          The same with dim 1 replicated and
//   -------+-----+-------+--------          `partial = sum over ["y"]`: devices
//      0   | 0 0 | [0,3) | [0,4)            0 and 1 hold the same box, and the
//      1   | 0 1 | [0,3) | [4,8)            tensor is the sum of their values.
//      2   | 1 0 | [3,5) | [0,4)
//      3   | 1 1 | [3,5) | [4,8)
//
// A part of an axis is an axis too: "x":(m)k reshapes axis x of size n to
// [m, k, n/(m*k)] and takes the middle. The axes of a dim are listed major to
// minor; its piece number is the row-major index over their coordinates.
//
// Axes that a layout does not mention are replicated. Equal layouts are equal
// objects once in normal form: no axis of size 1, adjacent mergeable sub-axes
// merged, cuts that are an even division written as even, partial axes in the
// order of the mesh.
//
// Where to read on: AxisAlgebra.h (lists of axes), Rule.h (what an op asks of
// layouts), Reshard.h (from one layout to another).
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LAYOUT_LAYOUT_H
#define PARTITA_LAYOUT_LAYOUT_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace partita::layout {

using Shape = std::vector<int64_t>;

/// A problem found by a verifier: empty means none. Messages are lower case,
/// state the rule and then the values.
using Problem = std::optional<std::string>;

/// A whole named axis of a mesh.
struct Axis {
  std::string name;
  int64_t size;
  bool operator==(const Axis &o) const {
    return name == o.name && size == o.size;
  }
};

/// Devices arranged along named axes, row-major: the last axis varies fastest.
struct Mesh {
  std::vector<Axis> axes;
  /// Global device ids; product of the axes' sizes many, each once.
  std::vector<int64_t> devices;

  /// A mesh over devices 0..n-1.
  static Mesh iota(std::vector<Axis> axes);

  int64_t numDevices() const { return static_cast<int64_t>(devices.size()); }
  /// The axis's size, or 0 if there is none of that name.
  int64_t axisSize(const std::string &name) const;
  /// Position of `device` in `devices`, or -1.
  int64_t indexOf(int64_t device) const;
  Problem verify() const;
  bool operator==(const Mesh &o) const {
    return axes == o.axes && devices == o.devices;
  }
};

/// An axis, or the part "name":(pre)size of it.
struct AxisRef {
  std::string name;
  int64_t pre = 1;
  int64_t size = 0;

  bool isWhole(const Mesh &mesh) const {
    return pre == 1 && size == mesh.axisSize(name);
  }
  /// True if the two do not vary independently: they share a part of an axis,
  /// or stem from reshapes of it that have no common refinement (6 as 2 x 3
  /// and as 3 x 2).
  bool overlaps(const AxisRef &o) const;
  /// The axis exists and this is a part of it that reshaping can name.
  Problem verify(const Mesh &mesh) const;
  /// This axis's coordinate of the device at `index` of mesh.devices.
  int64_t coordinate(const Mesh &mesh, int64_t index) const;
  /// `x` or `x:(pre)size`.
  std::string str(const Mesh &mesh) const;
  bool operator==(const AxisRef &o) const {
    return name == o.name && pre == o.pre && size == o.size;
  }
};

/// The whole axis `name` of `mesh` as a reference.
AxisRef wholeAxis(const Mesh &mesh, const std::string &name);
/// Product of the sizes.
int64_t numPieces(const std::vector<AxisRef> &axes);
/// Row-major index of the device over `axes`.
int64_t pieceIndex(const Mesh &mesh, const std::vector<AxisRef> &axes,
                   int64_t deviceIndex);

/// How one dim is cut. No axes: not cut. `cuts` empty: even, which must divide;
/// else numPieces + 1 ascending offsets from 0 to the extent.
struct DimSharding {
  std::vector<AxisRef> axes;
  std::vector<int64_t> cuts;
  /// Pieces of extent 0 are meant.
  bool allowEmpty = false;

  bool isReplicated() const { return axes.empty(); }
  bool operator==(const DimSharding &o) const {
    return axes == o.axes && cuts == o.cuts && allowEmpty == o.allowEmpty;
  }
};

/// Piece offsets of a dim: `pieces` + 1 entries, the first `extent % pieces`
/// pieces one longer.
std::vector<int64_t> balancedCuts(int64_t extent, int64_t pieces);
/// A dim split over `axes` as evenly as can be: even if it divides, balanced
/// cuts if not, flagged if some are empty.
DimSharding splitDim(int64_t extent, std::vector<AxisRef> axes);
/// A dim split over `axes` at `cuts` (numPieces + 1 offsets), in normal form:
/// the last offset is the extent, so even cuts are seen and dropped.
DimSharding cutDim(std::vector<AxisRef> axes, std::vector<int64_t> cuts);
/// The offsets of a dim's pieces, even or cut: numPieces + 1 entries.
std::vector<int64_t> offsets(const DimSharding &dim, int64_t extent);

enum class ReduceKind { Sum, Max };

/// The value is the reduction over these axes of what the devices hold.
struct Partial {
  ReduceKind kind = ReduceKind::Sum;
  std::vector<AxisRef> axes;
  bool operator==(const Partial &o) const {
    return kind == o.kind && axes == o.axes;
  }
};

/// Half-open index ranges, one per dim.
struct Box {
  std::vector<int64_t> start;
  std::vector<int64_t> size;

  int64_t numElements() const;
  bool empty() const { return numElements() == 0; }
  bool operator==(const Box &o) const {
    return start == o.start && size == o.size;
  }
};

/// The common part of two boxes (size 0 in all dims if none).
Box intersect(const Box &a, const Box &b);

class Layout {
public:
  Mesh mesh;
  std::vector<DimSharding> dims;
  /// Absent if the value is whole.
  std::optional<Partial> partial;

  /// Everything replicated on `mesh`.
  static Layout replicated(Mesh mesh, unsigned rank);

  /// The meaning: which indices `device` (a global id in the mesh) holds.
  /// Precondition, here and below: verify(shape) finds at most that the layout
  /// is not in normal form.
  Box box(const Shape &shape, int64_t device) const;
  /// Shape of `device`'s box.
  Shape localShape(const Shape &shape, int64_t device) const;

  /// Rules that do not need a shape: axes exist, none is used twice, cuts
  /// ascend from 0, normal form.
  Problem verify() const;
  /// All rules: also rank, divisibility, cuts that end at the extent.
  Problem verify(const Shape &shape) const;
  /// The same layout in normal form. `shape` tells which cuts are even.
  Layout normalized(const Shape &shape) const;

  bool isReplicated() const;
  bool isPartial() const { return partial.has_value(); }
  /// All axes used by dims or partial.
  std::vector<AxisRef> usedAxes() const;
  /// For people: `[x | y] partial sum over z`.
  std::string str() const;

  bool operator==(const Layout &o) const {
    return mesh == o.mesh && dims == o.dims && partial == o.partial;
  }
  bool operator!=(const Layout &o) const { return !(*this == o); }
};

} // namespace partita::layout

#endif // PARTITA_LAYOUT_LAYOUT_H
