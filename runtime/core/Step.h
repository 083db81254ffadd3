//===- Step.h - An instruction made ready to run ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At start-up each instruction of a rank becomes a `Step`, with everything
// that can be worked out once worked out: the interpreter is a loop over
// steps, and running one looks nothing up and allocates nothing.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CORE_STEP_H
#define PARTITA_RUNTIME_CORE_STEP_H

#include "comm/rt_comm.h"
#include "core/Team.h"
#include "rt_image.h"

#include <map>
#include <memory>

namespace partita::rt {

class Library;

class Step {
public:
  virtual ~Step() = default;
  virtual void run() = 0;
};

/// What a step is made from. All references outlive the step.
struct StepContext {
  const rt_class &cls;
  const rt_instr &instr;
  int64_t rank;          ///< global
  const int64_t *params; ///< the rank's own
  /// The operands' addresses. An input's may change from run to run: steps
  /// read this table when they run.
  void *const *buffers;
  const Team &team;
  Library &library;
  char *scratch; ///< kernels: one block of `scratchStride` per thread
  int64_t scratchStride;
  rt_comm &comm;
  std::map<int64_t, rt_comm_request *> &futures; ///< by future id

  const rt_buffer &buffer(int64_t i) const {
    return cls.buffers[instr.buffers[i]];
  }
  /// Operand `i` has the same bytes in every run.
  bool isConstant(int64_t i) const {
    int64_t kind = buffer(i).kind;
    return kind == RT_BUFFER_WEIGHT || kind == RT_BUFFER_CONSTANT;
  }
};

/// Null if there is nothing to do, as for empty results.
std::unique_ptr<Step> makeStep(const StepContext &context);

// By opcode; core/Steps.cpp has those of kernels and collectives.
std::unique_ptr<Step> makeGemm(const StepContext &context);
std::unique_ptr<Step> makeConv(const StepContext &context);
std::unique_ptr<Step> makeMaxPool(const StepContext &context);
std::unique_ptr<Step> makeCopy(const StepContext &context);
std::unique_ptr<Step> makeToPartial(const StepContext &context);

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CORE_STEP_H
