//===- Epilogue.h - What follows a contraction ------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y = relu(contraction + bias + residual), each part optional, in this order.
// oneDNN does it while the result is in registers, where it is fast at that:
// its matrix products read a residual well, its blocked convolutions add to
// one well, its plain pointwise convolutions do neither.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CPU_EPILOGUE_H
#define PARTITA_RUNTIME_CPU_EPILOGUE_H

#include "cpu/Primitive.h"

namespace partita::rt {

class Epilogue {
public:
  /// For an instruction whose operands are two factors, the result and what
  /// `flags` (rt_epilogue) name.
  Epilogue(const StepContext &context, int64_t flags);

  bool hasBias() const { return bias != nullptr; }

  /// The primitive reads the residual, stored as `plain`, where it lies ...
  dnnl::primitive_attr reading(const dnnl::memory::desc &plain) const;
  void bindReading(Primitive &primitive, const dnnl::memory::desc &biasDesc,
                   const dnnl::memory::desc &plain) const;
  /// ... or adds to its result, into which the residual is copied before; ...
  dnnl::primitive_attr accumulating() const;
  void bindAccumulating(Primitive &primitive,
                        const dnnl::memory::desc &biasDesc,
                        const dnnl::memory::desc &plain,
                        const dnnl::memory::desc &resultDesc) const;

  /// ... or knows nothing of an epilogue (`userScratchpad`), and a pass of our
  /// own after `step` does it all, over a result of outer x channels x inner
  /// with one bias per channel. Not for a residual in place.
  std::unique_ptr<Step> after(std::unique_ptr<Step> step, int64_t outer,
                              int64_t channels, int64_t inner) const;

  /// The whole instruction where the contracted extent is 0.
  std::unique_ptr<Step> alone(int64_t outer, int64_t channels,
                              int64_t inner) const;

  /// The residual is the result's own memory.
  bool isInPlace() const { return residual && *residual == *result; }

private:
  dnnl::primitive_attr withRelu(dnnl::post_ops ops) const;

  const Team &team;
  void *const *result;
  void *const *bias = nullptr;
  void *const *residual = nullptr;
  bool relu;
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CPU_EPILOGUE_H
