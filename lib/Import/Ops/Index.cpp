//===- Index.cpp - ONNX ops that take parts by index ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../OpTable.h"

using namespace partita;
using namespace partita::import_;

namespace {
struct SliceRange {
  int64_t start, size, step;
};
} // namespace

/// ONNX's reading of start, end and step for a dim: negative positions count
/// from the end, and both are clamped.
static SliceRange clampSlice(int64_t start, int64_t end, int64_t step,
                             int64_t extent) {
  auto clamp = [&](int64_t at, int64_t low, int64_t high) {
    return std::clamp(at < 0 ? std::max(at, -extent - 1) + extent : at, low,
                      high);
  };
  if (step > 0) {
    start = clamp(start, 0, extent);
    end = clamp(end, 0, extent);
    // The step may be huge, the distance is not.
    return {start, end > start ? (end - start - 1) / step + 1 : 0, step};
  }
  start = clamp(start, 0, extent - 1);
  end = clamp(end, -1, extent - 1);
  return {start, start > end ? (end - start + 1) / step + 1 : 0, step};
}

/// Opset 10 turned all but the data from attributes into operands.
static LogicalResult convertSlice(Node &node) {
  Value input = node.getOperand(0);
  int64_t rank = shapeOf(input).size();
  FailureOr<Dims> starts, ends;
  std::optional<Dims> axes, steps;
  if (node.getOpset() < 10) {
    starts = node.getInts("starts", Dims());
    ends = node.getInts("ends", Dims());
    axes = node.getInts("axes");
  } else {
    auto getOptional = [&](unsigned index, std::optional<Dims> &into) {
      if (!node.hasOperand(index))
        return success();
      FailureOr<Dims> given = node.getConstantInts(index);
      if (succeeded(given))
        into = *given;
      return LogicalResult(given);
    };
    if (node.getNumOperands() < 3)
      return node.error() << "expects starts and ends";
    starts = node.getConstantInts(1);
    ends = node.getConstantInts(2);
    if (failed(starts) || failed(ends) || failed(getOptional(3, axes)) ||
        failed(getOptional(4, steps)))
      return failure();
  }
  if (!axes)
    axes = dimRange(0, starts->size());
  if (!steps)
    steps = Dims(starts->size(), 1);
  if (ends->size() != starts->size() || axes->size() != starts->size() ||
      steps->size() != starts->size())
    return node.error() << "expects as many starts, ends, axes and steps, got "
                        << starts->size() << ", " << ends->size() << ", "
                        << axes->size() << " and " << steps->size();
  if (failed(node.normalizeAxes(*axes, rank)))
    return failure();

  Dims shape(shapeOf(input)), allStarts(rank, 0), allSteps(rank, 1);
  for (auto [start, end, axis, step] :
       llvm::zip(*starts, *ends, *axes, *steps)) {
    if (step == 0 || step == INT64_MIN)
      return node.error() << "expects steps other than 0, got " << step;
    int64_t dim = axis < 0 ? axis + rank : axis;
    SliceRange range = clampSlice(start, end, step, shape[dim]);
    allStarts[dim] = range.size ? range.start : 0;
    // With one index or none, any step says the same.
    allSteps[dim] = range.size > 1 ? range.step : 1;
    shape[dim] = range.size;
  }
  if (ArrayRef<int64_t>(shape) == shapeOf(input) &&
      llvm::all_of(allSteps, [](int64_t step) { return step == 1; }))
    node.setResult(input);
  else
    node.setResult(node.make<graph::SliceOp>(Node::like(input, shape), input,
                                             allStarts, allSteps));
  return success();
}

/// Slices, one per output. Opset 13 turned the sizes into an operand; opset 18
/// lets a number of equal outputs (the last may be smaller) stand for them.
static LogicalResult convertSplit(Node &node) {
  Value input = node.getOperand(0);
  FailureOr<int64_t> axis =
      node.normalizeAxis(node.getInt("axis", 0), shapeOf(input).size());
  if (failed(axis))
    return failure();
  int64_t extent = shapeOf(input)[*axis];
  int64_t count = node.getNumResults();
  if (node.getOpset() >= 18 && node.getInt("num_outputs", count) != count)
    return node.error() << "expects num_outputs to be the number of its "
                           "outputs, "
                        << count;
  Dims sizes;
  if (node.getOpset() >= 13 && node.hasOperand(1)) {
    FailureOr<Dims> given = node.getConstantInts(1);
    if (failed(given))
      return failure();
    sizes = *given;
  } else if (std::optional<Dims> given =
                 node.getOpset() < 13 ? node.getInts("split") : std::nullopt) {
    sizes = *given;
  } else {
    int64_t size = (extent + count - 1) / count;
    for (int64_t i = 0; i < count; ++i)
      sizes.push_back(std::clamp<int64_t>(extent - i * size, 0, size));
    if (node.getOpset() < 18 && extent % count != 0)
      return node.error() << "expects " << count << " outputs to divide extent "
                          << extent;
  }
  int64_t sum = 0;
  for (int64_t size : sizes) {
    if (size < 0 || size > extent)
      return node.error() << "expects sizes from 0 to " << extent << ", got "
                          << size;
    sum += size;
  }
  if (sum != extent || static_cast<int64_t>(sizes.size()) != count)
    return node.error() << "expects " << count << " sizes that add up to "
                        << extent << ", got " << sizes.size()
                        << " that add up to " << sum;
  int64_t start = 0;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    node.setResult(node.makeSlice(input, *axis, start, size), i);
    start += size;
  }
  return success();
}

static LogicalResult convertGather(Node &node) {
  Value data = node.getOperand(0), indices = node.getOperand(1);
  FailureOr<int64_t> axis =
      node.normalizeAxis(node.getInt("axis", 0), shapeOf(data).size());
  if (failed(axis))
    return failure();
  Dims shape(shapeOf(data).take_front(*axis));
  llvm::append_range(shape, shapeOf(indices));
  llvm::append_range(shape, shapeOf(data).drop_front(*axis + 1));
  node.setResult(node.make<graph::GatherOp>(Node::like(data, shape), data,
                                            indices, *axis));
  return success();
}

static LogicalResult convertGatherElements(Node &node) {
  Value data = node.getOperand(0), indices = node.getOperand(1);
  FailureOr<int64_t> axis =
      node.normalizeAxis(node.getInt("axis", 0), shapeOf(data).size());
  if (failed(axis))
    return failure();
  node.setResult(node.make<graph::GatherElementsOp>(
      Node::like(data, shapeOf(indices)), data, indices, *axis));
  return success();
}

static LogicalResult convertGatherND(Node &node) {
  Value data = node.getOperand(0), indices = node.getOperand(1);
  int64_t batchDims = node.getInt("batch_dims", 0);
  ArrayRef<int64_t> from = shapeOf(data), at = shapeOf(indices);
  int64_t rank = from.size();
  if (at.empty() || batchDims < 0 || batchDims > rank ||
      at.back() > rank - batchDims)
    return node.error() << "expects indices for dims of " << graph::str(from)
                        << " after batch_dims = " << batchDims
                        << ", got indices of " << graph::str(at);
  Dims shape(at.drop_back());
  llvm::append_range(shape, from.drop_front(batchDims + at.back()));
  node.setResult(node.make<graph::GatherNDOp>(Node::like(data, shape), data,
                                              indices, batchDims));
  return success();
}

void partita::import_::addIndexOps(OpTable &table) {
  static const OpEntry entries[] = {
      {"Gather", oldestOpset, 2, 2, convertGather},
      {"GatherElements", 11, 2, 2, convertGatherElements},
      {"GatherND", 11, 2, 2, convertGatherND},
      {"Slice", oldestOpset, 1, 5, convertSlice},
      {"Split", oldestOpset, 1, 2, convertSplit},
  };
  addOps(table, entries);
}
