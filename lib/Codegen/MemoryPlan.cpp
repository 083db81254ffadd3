//===- MemoryPlan.cpp - Where activations lie in the arena ----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Liveness over the straight line of steps, then first fit, the largest block
// first: large blocks find no gap later, small ones do.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/MemoryPlan.h"
#include "partita/Codegen/Fusion.h"

#include "dialects/Graph/IR/GraphOps.h"

#include "llvm/Support/Format.h"

using namespace mlir;

namespace partita::codegen {

Value storageOf(Value value) {
  while (true) {
    if (auto reshape = value.getDefiningOp<graph::ReshapeOp>())
      value = reshape.getInput();
    else if (auto wait = value.getDefiningOp<comm::WaitOp>())
      value = wait.getFuture();
    else
      return value;
  }
}

bool isInArena(Value value) {
  return !isa<comm::InputOp, comm::WeightOp, graph::ConstantOp>(
      storageOf(value).getDefiningOp());
}

void copyOutputsToArena(comm::ProgramOp program) {
  for (auto output : program.getBlock()->getOps<comm::OutputOp>()) {
    Value value = output.getValue();
    if (isInArena(value))
      continue;
    auto type = cast<RankedTensorType>(value.getType());
    OpBuilder builder(output);
    std::vector<std::vector<int64_t>> starts(
        program.getNumRanks(), std::vector<int64_t>(type.getRank(), 0));
    output.getValueMutable().assign(builder.create<comm::SliceOp>(
        output.getLoc(), type, value, comm::makeTable(builder, starts)));
  }
}

static int64_t bytesOf(Value value) {
  auto future = dyn_cast<comm::FutureType>(value.getType());
  auto type =
      future ? future.getTensor() : cast<RankedTensorType>(value.getType());
  return type.getNumElements() * elementBytes(type.getElementType());
}

/// The lowest offset at which `block` does not meet any of `placed`.
static int64_t firstFit(const MemoryPlan::Block &block,
                        ArrayRef<MemoryPlan::Block *> placed) {
  SmallVector<const MemoryPlan::Block *> rivals;
  for (const MemoryPlan::Block *other : placed)
    if (other->begin <= block.end && block.begin <= other->end)
      rivals.push_back(other);
  llvm::sort(rivals, [](const auto *a, const auto *b) {
    return std::pair(a->offset, a->bytes) < std::pair(b->offset, b->bytes);
  });
  int64_t offset = 0;
  for (const MemoryPlan::Block *other : rivals) {
    if (offset + block.bytes <= other->offset)
      break;
    offset = std::max<int64_t>(
        offset, llvm::alignTo(other->offset + other->bytes, arenaAlignment));
  }
  return offset;
}

MemoryPlan planMemory(comm::ProgramOp program) {
  MemoryPlan plan;
  llvm::DenseMap<Operation *, int64_t> steps;
  int64_t numSteps = 0;
  for (Operation &op : *program.getBlock())
    steps[&op] = numSteps++;

  for (Operation &op : *program.getBlock()) {
    for (Value result : op.getResults()) {
      if (storageOf(result) != result || !isInArena(result))
        continue;
      MemoryPlan::Block block;
      block.bytes = bytesOf(result);
      block.begin = block.end = steps[&op];
      plan.blocks[result] = block;
    }
    int64_t last = steps[&op];
    if (isa<comm::OutputOp>(op))
      last = numSteps;
    if (isa<comm::CollectiveOpInterface>(op))
      for (Operation *wait : op.getUsers())
        last = std::max(last, steps[wait]);
    for (Value operand : op.getOperands())
      if (auto found = plan.blocks.find(storageOf(operand));
          found != plan.blocks.end())
        found->second.end = std::max(found->second.end, last);
  }

  SmallVector<MemoryPlan::Block *> order, placed;
  for (auto &[value, block] : plan.blocks)
    if (block.bytes > 0)
      order.push_back(&block);
  llvm::sort(order, [](const auto *a, const auto *b) {
    return std::tuple(-a->bytes, a->begin, a) <
           std::tuple(-b->bytes, b->begin, b); // `blocks` is one array
  });
  for (MemoryPlan::Block *block : order) {
    block->offset = firstFit(*block, placed);
    placed.push_back(block);
    plan.arenaBytes = std::max<int64_t>(
        plan.arenaBytes,
        llvm::alignTo(block->offset + block->bytes, arenaAlignment));
  }
  return plan;
}

void MemoryPlan::print(comm::ProgramOp program, llvm::raw_ostream &out) const {
  int64_t apart = 0;
  for (const auto &[value, block] : blocks)
    apart += llvm::alignTo(block.bytes, arenaAlignment);
  out << "program @" << program.getSymName() << ": arena of " << arenaBytes
      << " bytes for " << blocks.size() << " values, " << apart
      << " without sharing\n";
  for (const auto &[value, block] : blocks)
    out << llvm::format("  bytes %8lld +%8lld  steps %4lld ..%4lld  ",
                        (long long)block.offset, (long long)block.bytes,
                        (long long)block.begin, (long long)block.end)
        << value.getDefiningOp()->getName() << " \""
        << nameOf(value.getDefiningOp()) << "\"\n";
}

} // namespace partita::codegen
