//===- Window.h - What convolution and pooling share ------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_SUPPORT_WINDOW_H
#define PARTITA_DIALECTS_GRAPH_IR_SUPPORT_WINDOW_H

#include "dialects/Graph/IR/Support/Linalg.h"
#include "dialects/Graph/IR/Support/Rules.h"

namespace partita::graph {

/// Appends the factors of the spatial dims to the maps (`filterMap` may be
/// null). A dim of windows of one element, one next to the other, is parallel;
/// others would need a halo and are not split.
void addWindowFactors(RuleBuilder &rule, ArrayRef<int64_t> in,
                      ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                      ArrayRef<int64_t> pads, ArrayRef<int64_t> out,
                      layout::TensorMap &inMap, layout::TensorMap *filterMap,
                      layout::TensorMap &outMap);

/// For each dim of the input, whether a window of a result of shape `out`
/// reaches into padding.
SmallVector<bool> paddedDims(ArrayRef<int64_t> in, ArrayRef<int64_t> kernel,
                             ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                             ArrayRef<int64_t> dilations,
                             ArrayRef<int64_t> out);

/// out * stride + offset * dilation - pad
Value createWindowIndex(ImplicitLocOpBuilder &b, Value out, int64_t stride,
                        Value offset, int64_t dilation, int64_t pad);

} // namespace partita::graph

#endif // PARTITA_DIALECTS_GRAPH_IR_SUPPORT_WINDOW_H
