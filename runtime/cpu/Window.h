//===- Window.h - Windows that slide over an image --------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts that convolutions and pools share.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CPU_WINDOW_H
#define PARTITA_RUNTIME_CPU_WINDOW_H

#include "cpu/Library.h"

namespace partita::rt {

/// How an image of n x c x h x w lies in memory.
inline dnnl::memory::desc image(const dnnl::memory::dims &dims,
                                bool channelsLast) {
  int64_t c = dims[1], h = dims[2], w = dims[3];
  dnnl::memory::dims strides = {c * h * w, h * w, w, 1};
  if (channelsLast)
    strides = {c * h * w, 1, w * c, c};
  return dnnl::memory::desc(dims, dnnl::memory::data_type::f32, strides);
}

/// Padding at the end of a dim such that `out` windows fit exactly or with a
/// rest below the stride, as oneDNN demands. The given one mostly does; not
/// where ONNX rounds the number of windows up.
inline int64_t endPadding(int64_t in, int64_t out, int64_t kernel,
                          int64_t stride, int64_t dilation, int64_t padBegin,
                          int64_t padEnd) {
  int64_t extent = (kernel - 1) * dilation + 1;
  int64_t room = in + padBegin + padEnd - extent;
  if (room >= 0 && room / stride + 1 == out)
    return padEnd;
  return (out - 1) * stride + extent - in - padBegin;
}

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CPU_WINDOW_H
