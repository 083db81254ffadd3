//===- VerifyOrder.cpp - All ranks issue collectives in one order ---------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A simulation of all ranks. Programs have no branches, so one run tells all.
//
//   rank 0: start 0, start 1, wait ..     rank 1: start 1, start 0, wait ..
//
// Rank 0 is in channel 0 and waits for rank 1, which is in channel 1 and waits
// for rank 0: neither goes on. That chain is the counter-example printed.
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/Transforms/Passes.h"
#include <map>

using namespace mlir;
using namespace partita::comm;

namespace {

/// Where a rank is in its program.
struct Rank {
  ProgramOp program;
  Block::iterator next;
  /// Collectives started so far; the first `completed` of them are done.
  SmallVector<CollectiveOpInterface> started;
  size_t completed = 0;
  /// channel -> position in `started`.
  std::map<uint64_t, size_t> position;

  bool isPending() const { return completed < started.size(); }
  bool isDone() { return next == program.getBlock()->end() && !isPending(); }
};

class Simulation {
public:
  explicit Simulation(ModuleOp module) {
    for (ProgramOp program : getPrograms(module)) {
      for (int64_t number : program.getRanks()) {
        Rank &rank = ranks[number];
        rank.program = program;
        rank.next = program.getBlock()->begin();
      }
    }
  }

  LogicalResult run() {
    bool progress = true;
    while (progress) {
      progress = false;
      for (auto &[number, rank] : ranks) {
        progress |= execute(rank);
        progress |= complete(number, rank);
      }
    }
    for (auto &[number, rank] : ranks)
      if (!rank.isDone())
        return report(number);
    return success();
  }

private:
  /// Runs the rank up to a wait that is not over, or the end.
  bool execute(Rank &rank) {
    bool progress = false;
    for (; rank.next != rank.program.getBlock()->end(); ++rank.next) {
      if (auto collective = llvm::dyn_cast<CollectiveOpInterface>(*rank.next)) {
        rank.position.try_emplace(collective.getChannel(), rank.started.size());
        rank.started.push_back(collective);
      } else if (auto wait = llvm::dyn_cast<WaitOp>(*rank.next)) {
        Operation *awaited = wait.getFuture().getDefiningOp();
        auto pending = ArrayRef(rank.started).drop_front(rank.completed);
        if (llvm::any_of(pending, [&](CollectiveOpInterface collective) {
              return collective == awaited;
            }))
          break;
      }
      progress = true;
    }
    return progress;
  }

  /// A partner has come to the rank's first pending collective if that is its
  /// first pending one too, or done.
  bool hasCome(int64_t partner, uint64_t channel) {
    auto found = ranks.find(partner);
    if (found == ranks.end())
      return false;
    auto position = found->second.position.find(channel);
    return position != found->second.position.end() &&
           position->second <= found->second.completed;
  }

  /// The partner that the rank lacks; none if its collective can complete.
  std::optional<int64_t> missingPartner(int64_t number, Rank &rank) {
    CollectiveOpInterface collective = rank.started[rank.completed];
    for (int64_t partner : collective.getPartners(number))
      if (!hasCome(partner, collective.getChannel()))
        return partner;
    return std::nullopt;
  }

  bool complete(int64_t number, Rank &rank) {
    bool progress = false;
    while (rank.isPending() && !missingPartner(number, rank)) {
      ++rank.completed;
      progress = true;
    }
    return progress;
  }

  /// Follows who waits for whom from `number` on, until the chain closes or
  /// ends at a rank that will never come.
  LogicalResult report(int64_t number) {
    Rank &first = ranks[number];
    CollectiveOpInterface stuck = first.started[first.completed];
    auto diag = stuck->emitOpError("never completes on rank ")
                << number << ": ranks issue collectives in different orders";
    llvm::SmallDenseSet<int64_t> seen;
    while (seen.insert(number).second) {
      Rank &rank = ranks[number];
      CollectiveOpInterface collective = rank.started[rank.completed];
      int64_t partner = *missingPartner(number, rank);
      diag.attachNote(collective->getLoc())
          << "rank " << number << " is in '" << collective->getName()
          << "' of channel " << collective.getChannel()
          << " and waits for rank " << partner;
      auto found = ranks.find(partner);
      if (found == ranks.end()) {
        diag.attachNote(collective->getLoc())
            << "there is no program for rank " << partner;
        return diag;
      }
      if (!found->second.isPending()) {
        diag.attachNote(found->second.program->getLoc())
            << "rank " << partner << " ends without channel "
            << collective.getChannel();
        return diag;
      }
      number = partner;
    }
    return diag;
  }

  std::map<int64_t, Rank> ranks;
};

} // namespace

/// (C2)
static LogicalResult verifyAscending(ProgramOp program) {
  CollectiveOpInterface previous;
  for (auto collective : program.getBlock()->getOps<CollectiveOpInterface>()) {
    if (previous && collective.getChannel() <= previous.getChannel()) {
      auto diag = collective->emitOpError("expects channels to ascend, got ")
                  << collective.getChannel() << " after "
                  << previous.getChannel();
      diag.attachNote(previous->getLoc()) << "the one before is here";
      return diag;
    }
    previous = collective;
  }
  return success();
}

LogicalResult partita::comm::verifyOrder(ModuleOp module) {
  if (failed(Simulation(module).run()))
    return failure();
  for (ProgramOp program : getPrograms(module))
    if (failed(verifyAscending(program)))
      return failure();
  return success();
}
