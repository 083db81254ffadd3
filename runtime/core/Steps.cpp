//===- Steps.cpp - Kernels and collectives as steps -----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Step.h.
//
//===----------------------------------------------------------------------===//

#include "core/Box.h"
#include "core/Failure.h"
#include "core/Step.h"

using namespace partita::rt;

namespace {

/// A generated kernel over the grid, split evenly over the rank's team.
class KernelStep : public Step {
public:
  explicit KernelStep(const StepContext &context)
      : kernel(context.instr.kernel), grid(context.instr.grid),
        buffers(context.buffers), params(context.params), team(context.team),
        scratch(context.scratch), scratchStride(context.scratchStride) {}

  void run() override {
    if (grid == 1 || team.size() == 1)
      return kernel(buffers, params, 0, grid, scratch);
    team.run([this](int part, int parts) {
      int64_t begin = splitPoint(grid, part, parts);
      int64_t end = splitPoint(grid, part + 1, parts);
      if (begin < end)
        kernel(buffers, params, begin, end, scratch + part * scratchStride);
    });
  }

private:
  rt_kernel kernel;
  int64_t grid;
  void *const *buffers;
  const int64_t *params;
  const Team &team;
  char *scratch;
  int64_t scratchStride;
};

/// A backend's answer as an exception.
void check(int status, const char *error) {
  if (status == RT_COMM_INTERRUPTED)
    throw Interrupted();
  if (status != RT_OK)
    throw Failure(error);
}

class StartStep : public Step {
public:
  explicit StartStep(const StepContext &context)
      : ops(*context.comm.ops), buffers(context.buffers) {
    const rt_instr &instr = context.instr;
    const int64_t *a = instr.attrs;
    rt_collective_desc desc = {};
    desc.kind = a[1];
    desc.rank = context.rank;
    desc.channel = instr.channel;
    desc.name = instr.name;
    desc.outer = desc.inner = 1;
    desc.threads = context.team.size();
    switch (desc.kind) {
    case RT_ALL_GATHER:
      desc.elem_size = a[2];
      desc.outer = a[3];
      desc.inner = a[4];
      break;
    case RT_ALL_REDUCE:
      desc.dtype = a[2];
      desc.count = a[3];
      desc.reduce = a[4];
      desc.elem_size = sizeOf(desc.dtype);
      break;
    case RT_REDUCE_SCATTER:
      desc.dtype = a[2];
      desc.outer = a[3];
      desc.inner = a[4];
      desc.reduce = a[5];
      desc.elem_size = sizeOf(desc.dtype);
      break;
    case RT_EXCHANGE:
      desc.elem_size = a[2];
      desc.tensor_rank = a[3];
      desc.num_transfers = instr.num_transfers;
      desc.transfers = instr.transfers;
      break;
    }
    if (desc.kind != RT_EXCHANGE)
      desc.group = &instr.groups[context.params[0]];
    char error[1024] = "";
    check(ops.prepare(&context.comm, &desc, &request, error, sizeof error),
          error);
    context.futures[a[0]] = request;
  }

  void run() override {
    char error[1024] = "";
    check(ops.start(request, buffers[0], buffers[1], error, sizeof error),
          error);
  }

private:
  const rt_comm_ops &ops;
  void *const *buffers;
  rt_comm_request *request = nullptr;
};

class WaitStep : public Step {
public:
  explicit WaitStep(const StepContext &context)
      : ops(*context.comm.ops),
        request(context.futures.at(context.instr.attrs[0])) {}

  void run() override {
    char error[1024] = "";
    check(ops.wait(request, error, sizeof error), error);
  }

private:
  const rt_comm_ops &ops;
  rt_comm_request *request;
};

} // namespace

std::unique_ptr<Step> partita::rt::makeStep(const StepContext &context) {
  switch (context.instr.opcode) {
  case RT_KERNEL:
    if (context.instr.grid == 0)
      return nullptr;
    return std::make_unique<KernelStep>(context);
  case RT_GEMM:
    return makeGemm(context);
  case RT_CONV:
    return makeConv(context);
  case RT_MAX_POOL:
    return makeMaxPool(context);
  case RT_COPY:
    return makeCopy(context);
  case RT_TO_PARTIAL:
    return makeToPartial(context);
  case RT_START:
    return std::make_unique<StartStep>(context);
  default: // the image has been checked
    return std::make_unique<WaitStep>(context);
  }
}
