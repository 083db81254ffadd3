//===- Epilogue.cpp - What follows a contraction --------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Epilogue.h.
//
//===----------------------------------------------------------------------===//

#include "cpu/Epilogue.h"

using namespace partita::rt;
using dnnl::memory;

Epilogue::Epilogue(const StepContext &context, int64_t flags)
    : result(context.buffers + 2), relu(flags & RT_EPI_RELU) {
  void *const *next = context.buffers + 3;
  if (flags & RT_EPI_BIAS)
    bias = next++;
  if (flags & RT_EPI_RESIDUAL)
    residual = next++;
}

void Epilogue::addRelu(dnnl::post_ops &ops) const {
  if (relu)
    ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
}

dnnl::primitive_attr Epilogue::attributes(const memory::desc &plain) const {
  dnnl::post_ops ops;
  if (residual && isInPlace())
    ops.append_sum();
  else if (residual)
    ops.append_binary(dnnl::algorithm::binary_add, plain);
  addRelu(ops);
  dnnl::primitive_attr attr = userScratchpad();
  attr.set_post_ops(ops);
  return attr;
}

dnnl::primitive_attr Epilogue::accumulating() const {
  dnnl::post_ops ops;
  if (residual)
    ops.append_sum();
  addRelu(ops);
  dnnl::primitive_attr attr = userScratchpad();
  attr.set_post_ops(ops);
  return attr;
}

void Epilogue::bind(Primitive &primitive, const memory::desc &biasDesc,
                    const memory::desc &plain, bool accumulates) const {
  if (bias)
    primitive.input(DNNL_ARG_BIAS, bias, biasDesc, biasDesc);
  if (!residual)
    return;
  if (accumulates)
    primitive.preload(DNNL_ARG_DST, residual, plain);
  else if (!isInPlace())
    primitive.input(DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1,
                    residual, plain, plain);
}

namespace {

class EpilogueStep : public Step {
public:
  EpilogueStep(int64_t outer, int64_t channels, int64_t inner,
               void *const *result, void *const *bias, void *const *residual,
               bool relu)
      : outer(outer), channels(channels), inner(inner), result(result),
        bias(bias), residual(residual), relu(relu) {}

  void run() override {
    float *y = static_cast<float *>(*result);
    const float *b = bias ? static_cast<const float *>(*bias) : nullptr;
    const float *r = residual ? static_cast<const float *>(*residual) : nullptr;
    for (int64_t row = 0; row < outer * channels; ++row)
      for (int64_t i = row * inner; i < (row + 1) * inner; ++i) {
        float value = (b ? b[row % channels] : 0) + (r ? r[i] : 0);
        y[i] = relu && value < 0 ? 0 : value;
      }
  }

private:
  int64_t outer, channels, inner;
  void *const *result, *const *bias, *const *residual;
  bool relu;
};

} // namespace

std::unique_ptr<Step> Epilogue::withoutContraction(int64_t outer,
                                                   int64_t channels,
                                                   int64_t inner) const {
  return std::make_unique<EpilogueStep>(outer, channels, inner, result, bias,
                                        residual, relu);
}
