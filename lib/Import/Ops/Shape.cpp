//===- Shape.cpp - ONNX ops that rearrange elements -----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../OpTable.h"
#include "llvm/Support/MathExtras.h"

using namespace partita;
using namespace partita::import_;

/// 0 keeps the input's extent (unless `allowzero`), one -1 takes the rest.
static LogicalResult convertReshape(Node &node) {
  FailureOr<Dims> shape = node.getConstantInts(1);
  bool allowZero = node.getFlag("allowzero", false);
  if (failed(shape))
    return failure();
  Value input = node.getOperand(0);
  ArrayRef<int64_t> from = shapeOf(input);
  int64_t inferred = -1;
  for (auto [i, extent] : llvm::enumerate(*shape)) {
    if (extent == 0 && !allowZero) {
      if (i >= from.size())
        return node.error() << "expects a 0 in its shape to stand for a dim of "
                            << graph::str(from) << ", got one at place " << i;
      extent = from[i];
    }
    if (extent < -1 || (extent == -1 && inferred >= 0))
      return node.error() << "expects extents of 0 or more and at most one -1 "
                             "in its shape";
    if (extent == -1)
      inferred = i;
  }
  if (failed(node.checkSize(*shape)))
    return failure();
  int64_t known = 1;
  for (int64_t extent : *shape)
    known *= extent == -1 ? 1 : extent;
  int64_t count = graph::numElements(from);
  if (inferred >= 0 && known != 0 && count % known == 0)
    (*shape)[inferred] = count / known;
  if (inferred >= 0 ? known == 0 || count % known != 0 : known != count)
    return node.error() << "cannot reshape " << graph::str(from) << " to "
                        << graph::str(*shape);
  node.setResult(node.makeReshape(input, *shape));
  return success();
}

static LogicalResult convertFlatten(Node &node) {
  Value input = node.getOperand(0);
  ArrayRef<int64_t> shape = shapeOf(input);
  int64_t axis = node.getInt("axis", 1), rank = shape.size();
  if (axis < -rank || axis > rank)
    return node.error() << "expects an axis from " << -rank << " to " << rank
                        << ", got " << axis;
  if (axis < 0)
    axis += rank;
  node.setResult(
      node.makeReshape(input, {graph::numElements(shape.take_front(axis)),
                               graph::numElements(shape.drop_front(axis))}));
  return success();
}

static LogicalResult convertSqueeze(Node &node) {
  Value input = node.getOperand(0);
  ArrayRef<int64_t> shape = shapeOf(input);
  FailureOr<std::optional<Dims>> given = node.getAxes(1, 13);
  if (failed(given))
    return failure();
  Dims axes;
  if (*given) {
    FailureOr<Dims> normal = node.normalizeAxes(**given, shape.size());
    if (failed(normal))
      return failure();
    axes = *normal;
    for (int64_t axis : axes)
      if (shape[axis] != 1)
        return node.error()
               << "expects extent 1 at the axes to squeeze, got " << shape[axis]
               << " at axis " << axis << " of " << graph::str(shape);
  } else {
    for (auto [i, extent] : llvm::enumerate(shape))
      if (extent == 1)
        axes.push_back(i);
  }
  Dims result;
  for (auto [i, extent] : llvm::enumerate(shape))
    if (!llvm::is_contained(axes, static_cast<int64_t>(i)))
      result.push_back(extent);
  node.setResult(node.makeReshape(input, result));
  return success();
}

static LogicalResult convertUnsqueeze(Node &node) {
  Value input = node.getOperand(0);
  ArrayRef<int64_t> shape = shapeOf(input);
  FailureOr<std::optional<Dims>> given = node.getAxes(1, 13);
  if (failed(given))
    return failure();
  if (!*given)
    return node.error() << "expects axes";
  FailureOr<Dims> axes =
      node.normalizeAxes(**given, shape.size() + (*given)->size());
  if (failed(axes))
    return failure();
  Dims result(shape);
  for (int64_t axis : *axes)
    result.insert(result.begin() + axis, 1);
  node.setResult(node.makeReshape(input, result));
  return success();
}

static LogicalResult convertTranspose(Node &node) {
  Value input = node.getOperand(0);
  int64_t rank = shapeOf(input).size();
  Dims reversed = llvm::to_vector(llvm::reverse(dimRange(0, rank)));
  Dims permutation = node.getInts("perm", reversed);
  FailureOr<Dims> sorted = node.normalizeAxes(permutation, rank);
  if (failed(sorted))
    return failure();
  if (static_cast<int64_t>(permutation.size()) != rank)
    return node.error() << "expects a permutation of " << rank
                        << " dims, got one of " << permutation.size();
  for (int64_t &dim : permutation)
    dim = dim < 0 ? dim + rank : dim;
  node.setResult(node.makeTranspose(input, permutation));
  return success();
}

/// Broadcasts in both directions: a 1 in the shape keeps the input's extent.
static LogicalResult convertExpand(Node &node) {
  FailureOr<Dims> shape = node.getConstantInts(1);
  if (failed(shape))
    return failure();
  Value input = node.getOperand(0);
  Dims from(shapeOf(input)), result = *shape;
  size_t rank = std::max(from.size(), result.size());
  from.insert(from.begin(), rank - from.size(), 1);
  result.insert(result.begin(), rank - result.size(), 1);
  for (size_t i = 0; i < rank; ++i) {
    if (result[i] < 0 ||
        (from[i] != 1 && result[i] != 1 && from[i] != result[i]))
      return node.error() << "cannot expand " << graph::str(shapeOf(input))
                          << " to " << graph::str(*shape);
    if (result[i] == 1)
      result[i] = from[i];
  }
  node.setResult(node.makeBroadcast(input, result));
  return success();
}

static LogicalResult convertConcat(Node &node) {
  Dims shape(shapeOf(node.getOperand(0)));
  FailureOr<int64_t> axis =
      node.normalizeAxis(node.getInt("axis", 1), shape.size());
  if (failed(axis))
    return failure();
  for (Value operand : node.getOperands().drop_front()) {
    if (shapeOf(operand).size() != shape.size())
      return node.error() << "expects inputs of one rank, got "
                          << graph::str(shapeOf(operand)) << " after "
                          << graph::str(shapeOf(node.getOperand(0)));
    shape[*axis] += shapeOf(operand)[*axis];
  }
  node.setResult(
      node.make<graph::ConcatOp>(Node::like(node.getOperand(0), shape),
                                 ValueRange(node.getOperands()), *axis));
  return success();
}

/// Tile and Expand in one: [a, b] x [m, n] = [1, a, 1, b] broadcast to
/// [m, a, n, b], reshaped to [m a, n b].
static LogicalResult convertTile(Node &node) {
  FailureOr<Dims> repeats = node.getConstantInts(1);
  if (failed(repeats))
    return failure();
  Value input = node.getOperand(0);
  ArrayRef<int64_t> shape = shapeOf(input);
  if (repeats->size() != shape.size())
    return node.error() << "expects one repeat per dim of " << graph::str(shape)
                        << ", got " << repeats->size();
  Dims split, wide, result;
  for (auto [extent, repeat] : llvm::zip(shape, *repeats)) {
    if (repeat < 0)
      return node.error() << "expects repeats of 0 or more, got " << repeat;
    split.append({1, extent});
    wide.append({repeat, extent});
    result.push_back(llvm::SaturatingMultiply<uint64_t>(repeat, extent));
  }
  if (failed(node.checkSize(result)))
    return failure();
  Value value = node.makeReshape(input, split);
  value = node.makeBroadcast(value, wide);
  node.setResult(node.makeReshape(value, result));
  return success();
}

/// The operands or attributes of Pad: begins, then ends, of `axes`.
static LogicalResult readPads(Node &node, Dims &pads, Dims &axes, Value &fill) {
  Value input = node.getOperand(0);
  int64_t rank = shapeOf(input).size();
  axes = dimRange(0, rank);
  fill = node.makeScalar(0, input);
  if (node.getOpset() < 11) {
    fill = node.makeScalar(node.getFloat("value", 0), input);
    pads = node.getInts("pads", {});
  } else {
    auto read = [&](unsigned index, Dims &values) -> LogicalResult {
      if (!node.hasOperand(index))
        return success();
      FailureOr<Dims> given = node.getConstantInts(index);
      if (succeeded(given))
        values = *given;
      return given;
    };
    if (failed(read(1, pads)) || failed(read(3, axes)))
      return failure();
    if (node.hasOperand(2)) {
      fill = node.getOperand(2);
      if (graph::numElements(shapeOf(fill)) != 1)
        return node.error() << "expects one value to pad with, got "
                            << graph::str(shapeOf(fill));
      fill = node.makeReshape(fill, {});
    }
  }
  if (failed(node.normalizeAxes(axes, rank)))
    return failure();
  if (pads.size() != 2 * axes.size())
    return node.error() << "expects two pads for each of " << axes.size()
                        << " axes, got " << pads.size();
  return success();
}

/// Pads are blocks of one value, joined dim by dim; negative ones cut off.
static LogicalResult convertPad(Node &node) {
  std::string mode = node.getString("mode", "constant");
  if (mode != "constant")
    return node.error() << "mode \"" << mode << "\" is not supported";
  Dims pads, axes;
  Value fill;
  if (failed(readPads(node, pads, axes, fill)))
    return failure();
  constexpr int64_t maxPad = int64_t(1) << 30;
  Value value = node.getOperand(0);
  for (auto [i, given] : llvm::enumerate(axes)) {
    Dims shape(shapeOf(value));
    int64_t axis = given < 0 ? given + shape.size() : given;
    int64_t begin = pads[i], end = pads[axes.size() + i];
    int64_t start = std::max<int64_t>(-begin, 0);
    int64_t rest = shape[axis] - start - std::max<int64_t>(-end, 0);
    if (std::max(begin, end) > maxPad || std::min(begin, end) < -maxPad ||
        rest < 0)
      return node.error() << "expects pads from " << -maxPad << " to " << maxPad
                          << " that leave something of extent " << shape[axis]
                          << ", got " << begin << " and " << end;
    value = node.makeSlice(value, axis, start, rest);
    shape[axis] =
        rest + std::max<int64_t>(begin, 0) + std::max<int64_t>(end, 0);
    if (failed(node.checkSize(shape)))
      return failure();
    SmallVector<Value> parts;
    auto pad = [&](int64_t extent) {
      Dims block(shape);
      block[axis] = extent;
      if (extent > 0)
        parts.push_back(node.makeBroadcast(fill, block));
    };
    pad(begin);
    parts.push_back(value);
    pad(end);
    if (parts.size() > 1)
      value = node.make<graph::ConcatOp>(Node::like(value, shape),
                                         ValueRange(parts), axis);
  }
  node.setResult(value);
  return success();
}

/// Channels and blocks of pixels: `DCR` and `CRD` differ in which of the two
/// the block's place in the channels is.
static LogicalResult convertDepthToSpace(Node &node) {
  int64_t block = node.getInt("blocksize", 0);
  std::string mode = node.getString("mode", "DCR");
  Value input = node.getOperand(0);
  ArrayRef<int64_t> shape = shapeOf(input);
  if (shape.size() != 4 || block < 1 || block > INT32_MAX ||
      shape[1] % (block * block) != 0 || (mode != "DCR" && mode != "CRD"))
    return node.error() << "expects rank 4, mode DCR or CRD, and channels that "
                           "blocksize squared divides, got "
                        << graph::str(shape) << ", " << mode << " and "
                        << block;
  int64_t n = shape[0], c = shape[1] / (block * block), h = shape[2],
          w = shape[3];
  bool depthFirst = mode == "DCR";
  Dims split = depthFirst ? Dims{n, block, block, c, h, w}
                          : Dims{n, c, block, block, h, w};
  Dims order = depthFirst ? Dims{0, 3, 4, 1, 5, 2} : Dims{0, 1, 4, 2, 5, 3};
  Value value = node.makeReshape(input, split);
  value = node.makeTranspose(value, order);
  node.setResult(node.makeReshape(value, {n, c, h * block, w * block}));
  return success();
}

static LogicalResult convertSpaceToDepth(Node &node) {
  int64_t block = node.getInt("blocksize", 0);
  Value input = node.getOperand(0);
  ArrayRef<int64_t> shape = shapeOf(input);
  if (shape.size() != 4 || block < 1 || shape[2] % block || shape[3] % block)
    return node.error() << "expects rank 4 and a blocksize that divides height "
                           "and width, got "
                        << graph::str(shape) << " and " << block;
  int64_t n = shape[0], c = shape[1], h = shape[2] / block,
          w = shape[3] / block;
  Value value = node.makeReshape(input, {n, c, h, block, w, block});
  value = node.makeTranspose(value, {0, 3, 5, 1, 2, 4});
  node.setResult(node.makeReshape(value, {n, c * block * block, h, w}));
  return success();
}

/// The range [start, end) of dims; both may count from the end and are
/// clamped.
static ArrayRef<int64_t> getDims(Node &node) {
  ArrayRef<int64_t> shape = shapeOf(node.getOperand(0));
  int64_t rank = shape.size();
  auto clamp = [&](int64_t dim) {
    return std::clamp<int64_t>(dim < 0 ? dim + rank : dim, 0, rank);
  };
  int64_t start = clamp(node.getInt("start", 0));
  int64_t end = clamp(node.getInt("end", rank));
  return shape.slice(start, std::max<int64_t>(end - start, 0));
}

static LogicalResult convertShape(Node &node) {
  node.setResult(node.makeInts(getDims(node)));
  return success();
}

static LogicalResult convertSize(Node &node) {
  Value list = node.makeInts(graph::numElements(shapeOf(node.getOperand(0))));
  node.setResult(node.makeReshape(list, {}));
  return success();
}

void partita::import_::addShapeOps(OpTable &table) {
  static const OpEntry entries[] = {
      {"Concat", oldestOpset, 1, variadic, convertConcat},
      {"DepthToSpace", oldestOpset, 1, 1, convertDepthToSpace},
      {"Expand", 8, 2, 2, convertExpand},
      {"Flatten", oldestOpset, 1, 1, convertFlatten},
      {"Pad", oldestOpset, 1, 4, convertPad, "mode constant"},
      {"Reshape", oldestOpset, 2, 2, convertReshape},
      {"Shape", oldestOpset, 1, 1, convertShape},
      {"Size", oldestOpset, 1, 1, convertSize},
      {"SpaceToDepth", oldestOpset, 1, 1, convertSpaceToDepth},
      {"Squeeze", oldestOpset, 1, 2, convertSqueeze},
      {"Tile", oldestOpset, 2, 2, convertTile},
      {"Transpose", oldestOpset, 1, 1, convertTranspose},
      {"Unsqueeze", oldestOpset, 1, 2, convertUnsqueeze},
  };
  addOps(table, entries);
}
