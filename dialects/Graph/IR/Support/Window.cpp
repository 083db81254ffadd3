//===- Window.cpp - What convolution and pooling share --------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Support/Window.h"

using namespace partita;
using namespace partita::graph;

void graph::addWindowFactors(RuleBuilder &rule, ArrayRef<int64_t> in,
                             ArrayRef<int64_t> kernel,
                             ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                             ArrayRef<int64_t> out, layout::TensorMap &inMap,
                             layout::TensorMap *filterMap,
                             layout::TensorMap &outMap) {
  for (size_t i = 0; i < in.size(); ++i) {
    std::string number = std::to_string(i);
    bool isPointwise = kernel[i] == 1 && strides[i] == 1 && pads[i] == 0 &&
                       pads[in.size() + i] == 0;
    if (isPointwise) {
      inMap.push_back(rule.add("s" + number, in[i]));
      outMap.push_back(inMap.back());
    } else {
      inMap.push_back(rule.addReplicate("i" + number, in[i]));
      outMap.push_back(rule.addReplicate("o" + number, out[i]));
    }
    if (filterMap)
      filterMap->push_back(rule.addReplicate("k" + number, kernel[i]));
  }
}

SmallVector<bool>
graph::paddedDims(ArrayRef<int64_t> in, ArrayRef<int64_t> kernel,
                  ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                  ArrayRef<int64_t> dilations, ArrayRef<int64_t> out) {
  SmallVector<bool> padded(in.size(), false);
  for (size_t i = 0; i < kernel.size(); ++i) {
    int64_t last = (out[i + 2] - 1) * strides[i] +
                   (kernel[i] - 1) * dilations[i] - pads[i];
    padded[i + 2] = pads[i] > 0 || last >= in[i + 2];
  }
  return padded;
}

Value graph::createWindowIndex(ImplicitLocOpBuilder &b, Value out,
                               int64_t stride, Value offset, int64_t dilation,
                               int64_t pad) {
  Value begin = b.create<arith::MulIOp>(out, constantIndex(b, stride));
  Value within = b.create<arith::MulIOp>(offset, constantIndex(b, dilation));
  Value index = b.create<arith::AddIOp>(begin, within);
  return b.create<arith::SubIOp>(index, constantIndex(b, pad));
}
