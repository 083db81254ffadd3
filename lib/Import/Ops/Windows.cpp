//===- Windows.cpp - The attributes of convolutions and pooling -----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

using namespace partita;
using namespace partita::import_;

static int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// A bound on every number read, so that no sum or product overflows.
static constexpr int64_t maxEntry = int64_t(1) << 30;

static LogicalResult checkList(Node &node, StringRef name,
                               ArrayRef<int64_t> values, size_t size,
                               int64_t min) {
  if (values.size() != size)
    return node.error() << "expects " << name << " to have " << size
                        << " entries, got " << values.size();
  for (int64_t value : values)
    if (value < min || value > maxEntry)
      return node.error() << "expects " << name << " from " << min << " to "
                          << maxEntry << ", got " << value;
  return success();
}

FailureOr<Windows> partita::import_::readWindows(Node &node,
                                                 ArrayRef<int64_t> kernel) {
  ArrayRef<int64_t> spatial = shapeOf(node.getOperand(0)).drop_front(2);
  size_t rank = spatial.size();
  Windows w;
  w.kernel = Dims(kernel);
  w.strides = node.getInts("strides", Dims(rank, 1));
  w.dilations = node.getInts("dilations", Dims(rank, 1));
  w.pads = node.getInts("pads", Dims(2 * rank, 0));
  std::string autoPad = node.getString("auto_pad", "NOTSET");
  // Conv has no ceil_mode; there the attribute would be one not read.
  bool ceilMode =
      node.getOpName() != "Conv" && node.getFlag("ceil_mode", false);
  if (failed(checkList(node, "kernel_shape", w.kernel, rank, 1)) ||
      failed(checkList(node, "strides", w.strides, rank, 1)) ||
      failed(checkList(node, "dilations", w.dilations, rank, 1)) ||
      failed(checkList(node, "pads", w.pads, 2 * rank, 0)))
    return failure();
  bool sameUpper = autoPad == "SAME_UPPER", sameLower = autoPad == "SAME_LOWER";
  if (!sameUpper && !sameLower && autoPad != "NOTSET" && autoPad != "VALID")
    return node.error() << "expects auto_pad to be NOTSET, VALID, SAME_UPPER "
                           "or SAME_LOWER, got \""
                        << autoPad << "\"";
  if (autoPad == "VALID")
    w.pads.assign(2 * rank, 0);
  w.ceilPads.assign(rank, 0);
  for (size_t i = 0; i < rank; ++i) {
    int64_t stride = w.strides[i];
    int64_t reach = w.dilations[i] * (w.kernel[i] - 1) + 1;
    if (sameUpper || sameLower) {
      w.shape.push_back(divideUp(spatial[i], stride));
      int64_t total =
          std::max<int64_t>((w.shape[i] - 1) * stride + reach - spatial[i], 0);
      w.pads[i] = sameUpper ? total / 2 : total - total / 2;
      w.pads[rank + i] = total - w.pads[i];
      continue;
    }
    int64_t room = spatial[i] + w.pads[i] + w.pads[rank + i] - reach;
    if (room < 0)
      return node.error() << "expects its windows to fit, but a kernel that "
                             "reaches over "
                          << reach << " meets extent " << spatial[i]
                          << " with padding " << w.pads[i] << " and "
                          << w.pads[rank + i];
    int64_t count = room / stride + 1;
    // A last, partial window counts too, unless it starts in the end padding.
    if (ceilMode && divideUp(room, stride) + 1 > count &&
        count * stride < spatial[i] + w.pads[i]) {
      w.ceilPads[i] = count * stride - room;
      w.pads[rank + i] += w.ceilPads[i];
      ++count;
    }
    w.shape.push_back(count);
  }
  return w;
}

FailureOr<Value> partita::import_::makeConv(Node &node, Value input,
                                            Value filter,
                                            const Windows &windows,
                                            int64_t group) {
  Dims shape{shapeOf(input)[0], shapeOf(filter)[0]};
  llvm::append_range(shape, windows.shape);
  Value result = node.make<graph::ConvOp>(Node::like(input, shape), input,
                                          filter, windows.strides, windows.pads,
                                          windows.dilations, group);
  if (node.hasFailed())
    return failure();
  return result;
}
