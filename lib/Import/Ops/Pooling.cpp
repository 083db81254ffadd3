//===- Pooling.cpp - ONNX ops over windows, without weights ---------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../OpTable.h"
#include "Windows.h"

using namespace partita;
using namespace partita::import_;

static FailureOr<Windows> readPool(Node &node) {
  if (failed(node.checkRank(0, 3)))
    return failure();
  std::optional<Dims> kernel = node.getInts("kernel_shape");
  if (!kernel)
    return node.error() << "expects an attribute kernel_shape";
  return readWindows(node, *kernel);
}

static LogicalResult convertMaxPool(Node &node) {
  // It says how indices, a result that is refused, count.
  node.getInt("storage_order", 0);
  FailureOr<Windows> windows = readPool(node);
  if (failed(windows))
    return failure();
  Value input = node.getOperand(0);
  Dims shape(shapeOf(input).take_front(2));
  llvm::append_range(shape, windows->shape);
  node.setResult(node.make<graph::MaxPoolOp>(
      Node::like(input, shape), input, windows->kernel, windows->strides,
      windows->pads, windows->dilations));
  return success();
}

/// How many elements of each window along dim `i` are averaged over: those of
/// the input, and with `includePad` the padding that the model asks for.
static Dims countElements(const Windows &w, size_t i, int64_t extent,
                          bool includePad) {
  size_t rank = w.shape.size();
  int64_t low = includePad ? -w.pads[i] : 0;
  int64_t high = extent;
  if (includePad)
    high += w.pads[rank + i] - w.ceilPads[i];
  Dims counts;
  for (int64_t window = 0; window < w.shape[i]; ++window) {
    int64_t count = 0;
    for (int64_t k = 0; k < w.kernel[i]; ++k) {
      int64_t at = window * w.strides[i] - w.pads[i] + k * w.dilations[i];
      count += at >= low && at < high;
    }
    counts.push_back(std::max<int64_t>(count, 1));
  }
  return counts;
}

/// The sum of each window, a depthwise convolution with ones, over the number
/// of its elements, which is the product of the numbers per dim.
static LogicalResult convertAveragePool(Node &node) {
  bool includePad = node.getFlag("count_include_pad", false);
  FailureOr<Windows> windows = readPool(node);
  if (failed(windows))
    return failure();
  Value input = node.getOperand(0);
  ArrayRef<int64_t> shape = shapeOf(input);
  Dims filterShape{shape[1], 1};
  llvm::append_range(filterShape, windows->kernel);
  Value ones = node.makeBroadcast(node.makeScalar(1, input), filterShape);
  FailureOr<Value> result = makeConv(node, input, ones, *windows, shape[1]);
  if (failed(result))
    return failure();
  int64_t rank = windows->shape.size();
  int64_t common = 1;
  for (int64_t i = 0; i < rank; ++i) {
    Dims counts = countElements(*windows, i, shape[2 + i], includePad);
    if (llvm::all_equal(counts)) {
      common *= counts.empty() ? 1 : counts.front();
      continue;
    }
    Dims along(rank - i, 1);
    along[0] = counts.size();
    SmallVector<float> values(counts.begin(), counts.end());
    Value divisor = node.makeConstant(DenseElementsAttr::get(
        Node::like(input, along), ArrayRef<float>(values)));
    result = node.makeElementwise<graph::DivOp>({*result, divisor});
  }
  if (common != 1)
    result = node.makeElementwise<graph::DivOp>(
        {*result, node.makeScalar(common, input)});
  node.setResult(*result);
  return success();
}

static Dims getSpatialAxes(Node &node) {
  return dimRange(2, shapeOf(node.getOperand(0)).size());
}

static LogicalResult convertGlobalAveragePool(Node &node) {
  if (failed(node.checkRank(0, 2)))
    return failure();
  node.setResult(node.makeMean(node.getOperand(0), getSpatialAxes(node), true));
  return success();
}

static LogicalResult convertGlobalMaxPool(Node &node) {
  if (failed(node.checkRank(0, 2)))
    return failure();
  node.setResult(node.makeReduce<graph::ReduceMaxOp>(
      node.getOperand(0), getSpatialAxes(node), true));
  return success();
}

void partita::import_::addPoolingOps(OpTable &table) {
  static const OpEntry entries[] = {
      {"AveragePool", 7, 1, 1, convertAveragePool},
      {"GlobalAveragePool", oldestOpset, 1, 1, convertGlobalAveragePool},
      {"GlobalMaxPool", oldestOpset, 1, 1, convertGlobalMaxPool},
      {"MaxPool", oldestOpset, 1, 1, convertMaxPool},
  };
  addOps(table, entries);
}
