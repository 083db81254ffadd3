//===- Rank.cpp - One rank of a program -----------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Rank.h.
//
//===----------------------------------------------------------------------===//

#include "core/Rank.h"
#include "core/Check.h"
#include "core/Weights.h"

#include <algorithm>

using namespace partita::rt;

static long long ll(int64_t value) { return value; }

Rank::Rank(const SharedState &shared, const rt_class &cls, int64_t row)
    : shared(shared), cls(cls), row(row),
      team(static_cast<int>(shared.image.threads_per_rank)),
      library(shared.packed, team) {}

void Rank::moveTo(int64_t where) {
  position.store(where, std::memory_order_relaxed);
  ticks.fetch_add(1, std::memory_order_relaxed);
}

std::string Rank::doing() const {
  int64_t where = position.load(std::memory_order_relaxed);
  if (where == idle)
    return "done with its run";
  if (where == preparing)
    return "preparing";
  if (where == loading)
    return "reading its inputs";
  if (where == cls.num_instrs)
    return "writing its results";
  const rt_instr &instr = cls.instrs[where];
  std::string kind = opcodeName(instr.opcode);
  if (instr.opcode == RT_KERNEL && instr.kernel_name)
    kind += std::string(" ") + instr.kernel_name;
  return format("in instruction %lld '%s' (%s)", ll(where), instr.name,
                kind.c_str());
}

//===----------------------------------------------------------------------===//
// Start-up
//===----------------------------------------------------------------------===//

void Rank::prepare() {
  team.adopt();
  moveTo(preparing);
  try {
    placeBuffers();
    library.warmUp();
    makeSteps();
    library.finish();
  } catch (const std::exception &error) {
    std::string where = position.load() >= 0 ? ", " + doing() : "";
    fail("rank %lld%s: %s", ll(number()), where.c_str(), error.what());
  }
  moveTo(idle);
}

/// Fills `addresses` and `operands`, and says which operands are inputs.
void Rank::placeBuffers() {
  const rt_image &image = shared.image;
  arena = Block::touched(cls.arena_bytes);
  int64_t numOperands = 0;
  for (int64_t i = 0; i < cls.num_instrs; ++i)
    numOperands += cls.instrs[i].num_buffers;
  addresses.resize(cls.num_buffers);
  operands.resize(numOperands);

  std::vector<int64_t> inputOf(cls.num_buffers, -1);
  for (int64_t b = 0; b < cls.num_buffers; ++b) {
    const rt_buffer &buffer = cls.buffers[b];
    switch (buffer.kind) {
    case RT_BUFFER_ARENA:
      addresses[b] = arena.data() + buffer.offset;
      break;
    case RT_BUFFER_INPUT: {
      const rt_io &io = image.inputs[buffer.index];
      Input input;
      input.index = buffer.index;
      input.copy = BoxCopy(sizeOf(io.dtype), io.rank, io.shape,
                           buffer.per_rank + row * io.rank, buffer.shape,
                           nullptr, buffer.shape);
      input.memory = Block(bytesOf(buffer));
      addresses[b] = input.current = input.memory.data();
      input.uses.push_back(&addresses[b]);
      inputOf[b] = static_cast<int64_t>(inputs.size());
      inputs.push_back(std::move(input));
      break;
    }
    case RT_BUFFER_WEIGHT:
      addresses[b] = const_cast<char *>(
          shared.weights.entry(buffer.per_rank[row], bytesOf(buffer)));
      break;
    default:
      addresses[b] = const_cast<void *>(buffer.data);
      break;
    }
  }

  void **operand = operands.data();
  for (int64_t i = 0; i < cls.num_instrs; ++i) {
    const rt_instr &instr = cls.instrs[i];
    for (int64_t j = 0; j < instr.num_buffers; ++j, ++operand) {
      int64_t b = instr.buffers[j];
      *operand = addresses[b];
      if (inputOf[b] >= 0)
        inputs[inputOf[b]].uses.push_back(operand);
    }
  }

  for (int64_t o = 0; o < image.num_outputs; ++o) {
    const rt_result &result = cls.results[o];
    if (!result.owner[row])
      continue;
    const rt_io &io = image.outputs[o];
    const int64_t *shape = cls.buffers[result.buffer].shape;
    results.push_back(
        {o, &addresses[result.buffer],
         BoxCopy(sizeOf(io.dtype), io.rank, shape, nullptr, io.shape,
                 result.per_rank + row * io.rank, shape)});
  }
}

void Rank::makeSteps() {
  int64_t scratchStride = 0;
  for (int64_t i = 0; i < cls.num_instrs; ++i)
    scratchStride = std::max(scratchStride, cls.instrs[i].scratch_bytes);
  scratchStride = alignUp(scratchStride);
  scratch = Block::touched(scratchStride * team.size());

  void *const *buffers = operands.data();
  for (int64_t i = 0; i < cls.num_instrs; ++i) {
    const rt_instr &instr = cls.instrs[i];
    moveTo(i);
    StepContext context = {cls,           instr,
                           number(),      instr.params + row * instr.num_params,
                           buffers,       team,
                           library,       scratch.data(),
                           scratchStride, shared.comm,
                           futures};
    steps.push_back(makeStep(context));
    buffers += instr.num_buffers;
  }
}

int64_t Rank::memory() const {
  int64_t bytes = arena.size() + scratch.size() + library.scratchBytes();
  for (const Input &input : inputs)
    bytes += input.memory.size();
  return bytes;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

void Rank::loadInputs(const void *const *whole) {
  for (Input &input : inputs) {
    void *source = const_cast<void *>(whole[input.index]);
    // Kernels may rely on the alignment that our own blocks have.
    bool inPlace = input.copy.isWhole() &&
                   reinterpret_cast<uintptr_t>(source) % blockAlignment == 0;
    void *use = inPlace ? source : input.memory.data();
    if (use != input.current) {
      for (void **address : input.uses)
        *address = use;
      input.current = use;
    }
    if (!inPlace)
      input.copy.run(source, use, team);
  }
}

void Rank::storeResults(void *const *outputs) {
  for (const Result &result : results)
    result.copy.run(*result.source, outputs[result.index], team);
}

void Rank::run(const void *const *in, void *const *out) {
  try {
    moveTo(loading);
    loadInputs(in);
    for (size_t i = 0; i < steps.size(); ++i) {
      moveTo(static_cast<int64_t>(i));
      if (shared.cause.raised())
        throw Interrupted();
      if (steps[i])
        steps[i]->run();
    }
    moveTo(cls.num_instrs);
    storeResults(out);
    moveTo(idle);
  } catch (const Interrupted &) {
    throw;
  } catch (const std::exception &error) {
    fail("rank %lld, %s: %s", ll(number()), doing().c_str(), error.what());
  }
}
