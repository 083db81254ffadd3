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
    : team(context.team), result(context.buffers + 2),
      relu(flags & RT_EPI_RELU) {
  void *const *next = context.buffers + 3;
  if (flags & RT_EPI_BIAS)
    bias = next++;
  if (flags & RT_EPI_RESIDUAL)
    residual = next++;
}

dnnl::primitive_attr Epilogue::withRelu(dnnl::post_ops ops) const {
  if (relu)
    ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
  dnnl::primitive_attr attr = userScratchpad();
  attr.set_post_ops(ops);
  return attr;
}

dnnl::primitive_attr Epilogue::reading(const memory::desc &plain) const {
  dnnl::post_ops ops;
  if (isInPlace())
    ops.append_sum();
  else if (residual)
    ops.append_binary(dnnl::algorithm::binary_add, plain);
  return withRelu(ops);
}

void Epilogue::bindReading(Primitive &primitive, const memory::desc &biasDesc,
                           const memory::desc &plain) const {
  if (bias)
    primitive.input(DNNL_ARG_BIAS, bias, biasDesc, biasDesc);
  if (residual && !isInPlace())
    primitive.input(DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1,
                    residual, plain, plain);
}

dnnl::primitive_attr Epilogue::accumulating() const {
  dnnl::post_ops ops;
  if (residual)
    ops.append_sum();
  return withRelu(ops);
}

void Epilogue::bindAccumulating(Primitive &primitive,
                                const memory::desc &biasDesc,
                                const memory::desc &plain,
                                const memory::desc &resultDesc) const {
  if (bias)
    primitive.input(DNNL_ARG_BIAS, bias, biasDesc, biasDesc);
  if (residual && !(isInPlace() && resultDesc == plain))
    primitive.preload(DNNL_ARG_DST, residual, plain, result, resultDesc);
}

namespace {

/// y = relu(y + bias + residual), after another step or from y = 0.
class EpilogueStep : public Step {
public:
  EpilogueStep(std::unique_ptr<Step> first, int64_t outer, int64_t channels,
               int64_t inner, const Team &team, void *const *result,
               void *const *bias, void *const *residual, bool relu)
      : first(std::move(first)), rows(outer * channels), channels(channels),
        inner(inner), team(team), result(result), bias(bias),
        residual(residual), relu(relu) {}

  void run() override {
    if (first)
      first->run();
    if (rows * inner < minParallelElements)
      return addRows(0, rows);
    team.run([this](int part, int parts) {
      addRows(splitPoint(rows, part, parts), splitPoint(rows, part + 1, parts));
    });
  }

private:
  /// A row is what has the same bias.
  void addRows(int64_t begin, int64_t end) const {
    for (int64_t row = begin; row < end; ++row) {
      float *y = static_cast<float *>(*result) + row * inner;
      const float *r = residual
                           ? static_cast<const float *>(*residual) + row * inner
                           : nullptr;
      float offset =
          bias ? static_cast<const float *>(*bias)[row % channels] : 0;
      for (int64_t i = 0; i < inner; ++i) {
        float sum = offset;
        if (first)
          sum += y[i];
        if (r)
          sum += r[i];
        y[i] = relu && sum < 0 ? 0 : sum;
      }
    }
  }

  static constexpr int64_t minParallelElements = 16 << 10;

  std::unique_ptr<Step> first;
  int64_t rows, channels, inner;
  const Team &team;
  void *const *result, *const *bias, *const *residual;
  bool relu;
};

} // namespace

std::unique_ptr<Step> Epilogue::after(std::unique_ptr<Step> step, int64_t outer,
                                      int64_t channels, int64_t inner) const {
  if (!bias && !residual && !relu)
    return step;
  return std::make_unique<EpilogueStep>(std::move(step), outer, channels, inner,
                                        team, result, bias, residual, relu);
}

std::unique_ptr<Step> Epilogue::alone(int64_t outer, int64_t channels,
                                      int64_t inner) const {
  return std::make_unique<EpilogueStep>(nullptr, outer, channels, inner, team,
                                        result, bias, residual, relu);
}
