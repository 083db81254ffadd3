//===- Conv.cpp - Convolutions by oneDNN ----------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RT_CONV: two spatial dims, channels first or last, groups, with an epilogue.
//
//===----------------------------------------------------------------------===//

#include "cpu/Epilogue.h"
#include "cpu/Window.h"

using namespace partita::rt;
using dnnl::memory;
using Dims = memory::dims;

static memory::desc plain(const Dims &dims) {
  Dims strides(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= dims[i];
  }
  return memory::desc(dims, memory::data_type::f32, strides);
}

static memory::desc anyFormat(const Dims &dims) {
  return memory::desc(dims, memory::data_type::f32, memory::format_tag::any);
}

std::unique_ptr<Step> partita::rt::makeConv(const StepContext &context) {
  const int64_t *a = context.instr.attrs;
  int64_t n = a[0], c = a[1], h = a[2], w = a[3], oc = a[4];
  int64_t kh = a[5], kw = a[6], oh = a[7], ow = a[8];
  int64_t strideH = a[9], strideW = a[10], padTop = a[11], padLeft = a[12];
  int64_t dilationH = a[15], dilationW = a[16], groups = a[17];
  Epilogue epilogue(context, a[18]);
  bool srcLast = a[19], dstLast = a[20];
  if (n * oc * oh * ow == 0)
    return nullptr;
  if (c * h * w * kh * kw == 0)
    return dstLast ? epilogue.alone(n * oh * ow, oc, 1)
                   : epilogue.alone(n, oc, oh * ow);

  Dims strides = {strideH, strideW}, padBegin = {padTop, padLeft};
  Dims padEnd = {endPadding(h, oh, kh, strideH, dilationH, padTop, a[13]),
                 endPadding(w, ow, kw, strideW, dilationW, padLeft, a[14])};
  Dims dilations = {dilationH - 1, dilationW - 1};
  Dims weightDims = {oc, c / groups, kh, kw};
  if (groups > 1)
    weightDims = {groups, oc / groups, c / groups, kh, kw};
  memory::desc srcGiven = image({n, c, h, w}, srcLast),
               dstGiven = image({n, oc, oh, ow}, dstLast);
  memory::desc weightPlain = plain(weightDims), biasDesc = plain({oc});

  // A 1x1 convolution over a large image is a matrix product on plain NCHW.
  // For others, oneDNN's own formats win by more than it costs to get there
  // and back (measured: 1.2 to 4 times), and mostly are channels last anyway.
  // A rule and no measurement, so that equal programs give equal bits.
  bool pointwise = kh * kw * strideH * strideW * groups == 1 &&
                   padTop + padLeft + padEnd[0] + padEnd[1] == 0;
  bool keepPlain = pointwise && oh * ow >= 128 && !srcLast && !dstLast &&
                   !epilogue.isInPlace();
  memory::desc src = keepPlain ? srcGiven : anyFormat(srcGiven.get_dims());
  memory::desc dst = keepPlain ? dstGiven : anyFormat(dstGiven.get_dims());

  dnnl::primitive_attr attr =
      keepPlain ? userScratchpad() : epilogue.accumulating();
  using Conv = dnnl::convolution_forward;
  auto kind = dnnl::prop_kind::forward_inference;
  auto algorithm = dnnl::algorithm::convolution_direct;
  Library &library = context.library;
  Conv::primitive_desc desc =
      epilogue.hasBias() && !keepPlain
          ? Conv::primitive_desc(library.engine, kind, algorithm, src,
                                 anyFormat(weightDims), biasDesc, dst, strides,
                                 dilations, padBegin, padEnd, attr)
          : Conv::primitive_desc(library.engine, kind, algorithm, src,
                                 anyFormat(weightDims), dst, strides, dilations,
                                 padBegin, padEnd, attr);
  auto step =
      std::make_unique<Primitive>(library, Conv(desc), desc.scratchpad_desc());
  step->input(DNNL_ARG_SRC, &context.buffers[0], srcGiven, desc.src_desc());
  step->input(DNNL_ARG_WEIGHTS, &context.buffers[1], weightPlain,
              desc.weights_desc(), context.isConstant(1));
  step->output(DNNL_ARG_DST, &context.buffers[2], dstGiven, desc.dst_desc());
  if (keepPlain)
    return epilogue.after(std::move(step), n, oc, oh * ow);
  epilogue.bindAccumulating(*step, biasDesc, dstGiven, desc.dst_desc());
  return step;
}
