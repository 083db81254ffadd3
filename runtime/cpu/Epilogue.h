//===- Epilogue.h - What follows a contraction ------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y = relu(contraction + bias + residual), each part optional, in this order.
// oneDNN does it while the result is in registers.
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
  bool hasResidual() const { return residual != nullptr; }

  /// How the residual is added: by reading it where it lies, as `plain`, ...
  dnnl::primitive_attr attributes(const dnnl::memory::desc &plain) const;
  /// ... or from the result, into which `bind` then copies it first: for
  /// results that the primitive writes in a format of its own.
  dnnl::primitive_attr accumulating() const;

  /// Gives the primitive its bias and residual.
  void bind(Primitive &primitive, const dnnl::memory::desc &biasDesc,
            const dnnl::memory::desc &plain, bool accumulates) const;

  /// The whole instruction where the contracted extent is 0: the result is
  /// outer x channels x inner with one bias per channel.
  std::unique_ptr<Step> withoutContraction(int64_t outer, int64_t channels,
                                           int64_t inner) const;

private:
  /// The residual is the result's own memory.
  bool isInPlace() const { return *residual == *result; }
  void addRelu(dnnl::post_ops &ops) const;

  void *const *result;
  void *const *bias = nullptr;
  void *const *residual = nullptr;
  bool relu;
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CPU_EPILOGUE_H
