//===- Move.cpp - Copies and conversions to partial -----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RT_COPY and RT_TO_PARTIAL.
//
//===----------------------------------------------------------------------===//

#include "core/Box.h"
#include "core/Step.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace partita::rt;

namespace {

class CopyStep : public Step {
public:
  CopyStep(const StepContext &context, BoxCopy copy)
      : copy(std::move(copy)), buffers(context.buffers), team(context.team) {}
  void run() override { copy.run(buffers[0], buffers[1], team); }

private:
  BoxCopy copy;
  void *const *buffers;
  const Team &team;
};

/// Fills operand 1 with what changes no sum or maximum.
class NeutralStep : public Step {
public:
  explicit NeutralStep(const StepContext &context)
      : dst(context.buffers + 1), count(context.instr.attrs[1]),
        max(context.instr.attrs[2] == RT_MAX), dtype(context.instr.attrs[3]) {}

  void run() override {
    if (!max || dtype == RT_BOOL)
      std::memset(*dst, 0, count * sizeOf(dtype));
    else if (dtype == RT_F32)
      fill<float>(-std::numeric_limits<float>::infinity());
    else if (dtype == RT_I32)
      fill<int32_t>(std::numeric_limits<int32_t>::min());
    else
      fill<int64_t>(std::numeric_limits<int64_t>::min());
  }

private:
  template <typename T>
  void fill(T value) {
    std::fill_n(static_cast<T *>(*dst), count, value);
  }

  void *const *dst;
  int64_t count;
  bool max;
  int64_t dtype;
};

} // namespace

std::unique_ptr<Step> partita::rt::makeCopy(const StepContext &context) {
  const int64_t *a = context.instr.attrs;
  int64_t rank = a[1];
  BoxCopy copy(a[0], rank, a + 2, context.params, a + 2 + rank,
               context.params + rank, a + 2 + 2 * rank);
  if (copy.bytes() == 0)
    return nullptr;
  return std::make_unique<CopyStep>(context, std::move(copy));
}

std::unique_ptr<Step> partita::rt::makeToPartial(const StepContext &context) {
  const int64_t *a = context.instr.attrs;
  if (a[1] == 0)
    return nullptr;
  if (!context.params[0])
    return std::make_unique<NeutralStep>(context);
  // In place, a copy that is kept is already where it should be.
  if (context.buffers[0] == context.buffers[1])
    return nullptr;
  return std::make_unique<CopyStep>(
      context, BoxCopy(a[0], 1, a + 1, nullptr, a + 1, nullptr, a + 1));
}
