//===- Pool.cpp - Max pooling by oneDNN -----------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RT_MAX_POOL: two spatial dims, channels first or last.
//
//===----------------------------------------------------------------------===//

#include "cpu/Primitive.h"
#include "cpu/Window.h"

using namespace partita::rt;
using dnnl::memory;
using Dims = memory::dims;

std::unique_ptr<Step> partita::rt::makeMaxPool(const StepContext &context) {
  const int64_t *a = context.instr.attrs;
  int64_t n = a[0], c = a[1], h = a[2], w = a[3], kh = a[4], kw = a[5];
  int64_t oh = a[6], ow = a[7], strideH = a[8], strideW = a[9];
  int64_t padTop = a[10], padLeft = a[11];
  int64_t dilationH = a[14], dilationW = a[15];
  if (n * c * oh * ow == 0)
    return nullptr;
  if (h * w == 0)
    fail("expects an image of at least one point");

  memory::desc src = image({n, c, h, w}, a[16]),
               dst = image({n, c, oh, ow}, a[16]);
  Dims padEnd = {endPadding(h, oh, kh, strideH, dilationH, padTop, a[12]),
                 endPadding(w, ow, kw, strideW, dilationW, padLeft, a[13])};
  using Pool = dnnl::pooling_forward;
  Library &library = context.library;
  Pool::primitive_desc desc(library.engine, dnnl::prop_kind::forward_inference,
                            dnnl::algorithm::pooling_max, src, dst,
                            Dims{strideH, strideW}, Dims{kh, kw},
                            Dims{dilationH - 1, dilationW - 1},
                            Dims{padTop, padLeft}, padEnd, userScratchpad());
  auto step =
      std::make_unique<Primitive>(library, Pool(desc), desc.scratchpad_desc());
  step->input(DNNL_ARG_SRC, &context.buffers[0], src, desc.src_desc());
  step->output(DNNL_ARG_DST, &context.buffers[1], dst, desc.dst_desc());
  return step;
}
