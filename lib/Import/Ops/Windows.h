//===- Windows.h - The attributes of convolutions and pooling ---*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// kernel, strides, dilations, pads and auto_pad mean the same for Conv and for
// the pools. ONNX's auto_pad becomes numbers here: SAME_UPPER over extent 5
// with kernel 3 and stride 2 gives 3 windows, which need (3 - 1) * 2 + 3 - 5 =
// 2 of padding, 1 at each end.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_OPS_WINDOWS_H
#define PARTITA_IMPORT_OPS_WINDOWS_H

#include "../Node.h"

namespace partita::import_ {

struct Windows {
  Dims kernel, strides, dilations;
  /// All begins, then all ends.
  Dims pads;
  /// The part of the end padding that only ceil_mode asks for, per spatial dim.
  Dims ceilPads;
  /// How many windows fit, per spatial dim.
  Dims shape;
};

/// Reads strides, dilations, pads, auto_pad and ceil_mode; input 0 has a batch
/// and a channel dim, then the spatial ones.
FailureOr<Windows> readWindows(Node &node, ArrayRef<int64_t> kernel);

FailureOr<Value> makeConv(Node &node, Value input, Value filter,
                          const Windows &windows, int64_t group);

} // namespace partita::import_

#endif // PARTITA_IMPORT_OPS_WINDOWS_H
