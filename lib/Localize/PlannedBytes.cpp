//===- PlannedBytes.cpp - What ranks receive from other ranks -------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counted from the comm ops alone, so that the figure is independent of what
// the planner expected (layout::elementsMoved) and of what the runtime counts.
//
//===----------------------------------------------------------------------===//

#include "partita/Localize/Localize.h"

#include "dialects/Comm/IR/Comm.h"
#include "runtime/include/rt_image.h"

using namespace mlir;
using namespace partita;

static int64_t bytesOf(RankedTensorType type) {
  return type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
}

static int64_t groupSize(ArrayAttr groups, int64_t rank) {
  return comm::findGroup(groups, rank).getMembers().size();
}

/// What `rank` receives.
static int64_t received(comm::AllGatherOp op, int64_t rank) {
  return bytesOf(op.getOutputType()) - bytesOf(op.getInputType());
}

/// Counted once per group, at its first member.
static int64_t received(comm::AllReduceOp op, int64_t rank) {
  ArrayRef<int64_t> members =
      comm::findGroup(op.getGroups(), rank).getMembers();
  if (members.front() != rank)
    return 0;
  return 2 * (members.size() - 1) * bytesOf(op.getInputType());
}

static int64_t received(comm::ReduceScatterOp op, int64_t rank) {
  return (groupSize(op.getGroups(), rank) - 1) * bytesOf(op.getOutputType());
}

static int64_t received(comm::ExchangeOp op, int64_t rank) {
  int64_t elementBytes = (op.getInputType().getElementTypeBitWidth() + 7) / 8;
  int64_t bytes = 0;
  for (Attribute attr : op.getTransfers()) {
    auto transfer = cast<comm::TransferAttr>(attr);
    if (transfer.getDst() != rank || transfer.getSrc() == rank)
      continue;
    int64_t elements = 1;
    for (int64_t size : transfer.getSize())
      elements *= size;
    bytes += elements * elementBytes;
  }
  return bytes;
}

std::vector<int64_t> localize::plannedBytes(ModuleOp commModule) {
  std::vector<int64_t> bytes(4);
  for (comm::ProgramOp program : comm::getPrograms(commModule))
    program.walk([&](Operation *op) {
      for (int64_t rank : program.getRanks())
        llvm::TypeSwitch<Operation *>(op)
            .Case<comm::AllGatherOp>([&](auto collective) {
              bytes[RT_ALL_GATHER] += received(collective, rank);
            })
            .Case<comm::AllReduceOp>([&](auto collective) {
              bytes[RT_ALL_REDUCE] += received(collective, rank);
            })
            .Case<comm::ReduceScatterOp>([&](auto collective) {
              bytes[RT_REDUCE_SCATTER] += received(collective, rank);
            })
            .Case<comm::ExchangeOp>([&](auto collective) {
              bytes[RT_EXCHANGE] += received(collective, rank);
            });
    });
  return bytes;
}
