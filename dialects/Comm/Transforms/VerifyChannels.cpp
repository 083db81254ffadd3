//===- VerifyChannels.cpp - A collective is the same everywhere -----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints (Cn) are those of Passes.td. What a program can know alone (that
// its own tensors fit the groups or transfers) its ops have verified.
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/Transforms/Passes.h"
#include <map>

using namespace mlir;
using namespace partita::comm;

namespace {

/// The collectives of one channel, by program.
using Parties =
    std::map<ProgramOp, CollectiveOpInterface, bool (*)(ProgramOp, ProgramOp)>;

bool byFirstRank(ProgramOp a, ProgramOp b) {
  return a.getRanks().front() < b.getRanks().front();
}

} // namespace

/// (C2)
static LogicalResult verifySame(CollectiveOpInterface first,
                                CollectiveOpInterface other) {
  auto fail = [&](const Twine &what, auto expected,
                  auto actual) -> LogicalResult {
    auto diag = other->emitOpError("expects ")
                << what << " of channel " << other.getChannel()
                << " to be equal in all programs, got " << expected << " and "
                << actual;
    diag.attachNote(first->getLoc()) << "the other is here";
    return diag;
  };
  if (first->getName() != other->getName())
    return fail("the op", first->getName(), other->getName());
  // The dictionary has the ops' own attributes and discardable ones; only the
  // former are part of the collective.
  for (NamedAttribute attr : first->getAttrDictionary()) {
    if (!first->getInherentAttr(attr.getName()))
      continue;
    Attribute actual = other->getAttr(attr.getName());
    if (attr.getValue() != actual)
      return fail(attr.getName().getValue(), attr.getValue(), actual);
  }
  Type element = first.getInputType().getElementType();
  if (element != other.getInputType().getElementType())
    return fail("the element type", element,
                other.getInputType().getElementType());
  return success();
}

/// The ranks that take part, with or without a partner.
static SmallVector<int64_t> participants(CollectiveOpInterface collective) {
  SmallVector<int64_t> ranks;
  if (ArrayAttr groups = collective.getGroupsOrNull()) {
    for (auto group : groups.getAsRange<GroupAttr>())
      llvm::append_range(ranks, group.getMembers());
    return ranks;
  }
  auto exchange = llvm::cast<ExchangeOp>(*collective);
  for (auto transfer : exchange.getTransfers().getAsRange<TransferAttr>()) {
    ranks.push_back(transfer.getSrc());
    ranks.push_back(transfer.getDst());
  }
  return ranks;
}

/// (C4): what all members of a group must agree in. The cut dim is masked.
static SmallVector<int64_t> commonShape(CollectiveOpInterface collective) {
  SmallVector<int64_t> shape(collective.getInputType().getShape());
  if (auto gather = llvm::dyn_cast<AllGatherOp>(*collective))
    shape[gather.getDim()] = 0;
  return shape;
}

LogicalResult partita::comm::verifyChannels(ModuleOp module) {
  SmallVector<ProgramOp> programs = getPrograms(module);
  std::map<int64_t, ProgramOp> programOf;
  std::map<uint64_t, Parties> channels;
  for (ProgramOp program : programs) {
    for (int64_t rank : program.getRanks())
      programOf[rank] = program;
    for (auto collective :
         program.getBlock()->getOps<CollectiveOpInterface>()) {
      auto [known, isNew] =
          channels.try_emplace(collective.getChannel(), byFirstRank)
              .first->second.try_emplace(program, collective);
      if (isNew)
        continue;
      // (C1)
      auto diag = collective->emitOpError("expects a channel of its own, got ")
                  << collective.getChannel() << " again";
      diag.attachNote(known->second->getLoc()) << "first here";
      return diag;
    }
  }

  for (auto &[channel, parties] : channels) {
    CollectiveOpInterface first = parties.begin()->second;
    for (auto &[program, collective] : parties)
      if (failed(verifySame(first, collective)))
        return failure();
    // (C3)
    for (int64_t rank : participants(first)) {
      auto program = programOf.find(rank);
      if (program != programOf.end() && parties.count(program->second))
        continue;
      auto diag = first->emitOpError("expects rank ")
                  << rank << " to take part in channel " << channel
                  << ", but its program does not";
      if (program != programOf.end())
        diag.attachNote(program->second->getLoc()) << "the program is here";
      return diag;
    }
    // (C4)
    ArrayAttr groups = first.getGroupsOrNull();
    if (!groups)
      continue;
    for (auto group : groups.getAsRange<GroupAttr>()) {
      CollectiveOpInterface one = parties[programOf[group.getMembers()[0]]];
      for (int64_t rank : group.getMembers()) {
        CollectiveOpInterface other = parties[programOf[rank]];
        if (commonShape(one) == commonShape(other))
          continue;
        auto diag = other->emitOpError("expects the members of ")
                    << group << " to bring tensors that fit, got "
                    << one.getInputType() << " and " << other.getInputType();
        diag.attachNote(one->getLoc()) << "the other is here";
        return diag;
      }
    }
  }
  return success();
}
