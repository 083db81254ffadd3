//===- Schedule.cpp - The order of ops, starts and waits ------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"

#include "dialects/Dist/IR/Dist.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace partita;
using namespace partita::localize;

bool localize::isCollective(Operation *op) {
  return isa<dist::AllGatherOp, dist::AllReduceOp, dist::ReduceScatterOp,
             dist::ExchangeOp>(op);
}

/// The ops with each step right behind the op that makes its operand. A step
/// behind a collective stays where it is: earlier, it would only end the wait
/// for that collective earlier.
static SmallVector<Operation *> stepsForward(Block &block) {
  // What follows each op, and (null) what comes first of all.
  llvm::DenseMap<Operation *, SmallVector<Operation *>> behind;
  llvm::DenseMap<Operation *, Operation *> anchors;
  SmallVector<Operation *> staying;
  for (Operation &op : block) {
    Operation *producer = nullptr;
    if (isa<dist::StepOpInterface>(op))
      producer = op.getOperand(0).getDefiningOp();
    if (!isa<dist::StepOpInterface>(op) ||
        (producer && isCollective(producer))) {
      staying.push_back(&op);
      continue;
    }
    Operation *anchor = producer;
    if (auto it = anchors.find(producer); it != anchors.end())
      anchor = it->second;
    anchors[&op] = anchor;
    behind[anchor].push_back(&op);
  }
  SmallVector<Operation *> order = behind.lookup(nullptr);
  for (Operation *op : staying) {
    order.push_back(op);
    llvm::append_range(order, behind.lookup(op));
  }
  return order;
}

std::vector<ScheduleItem> localize::makeSchedule(func::FuncOp main,
                                                 bool overlap) {
  Block &block = main.getBody().front();
  SmallVector<Operation *> order;
  if (overlap)
    order = stepsForward(block);
  else
    for (Operation &op : block)
      order.push_back(&op);

  std::vector<ScheduleItem> schedule;
  llvm::SetVector<Operation *> pending;
  auto wait = [&](Operation *op) {
    schedule.push_back({Action::Wait, op});
    pending.remove(op);
  };
  for (Operation *op : order) {
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          pending.contains(producer))
        wait(producer);
    // Results that nobody uses are awaited too, before the program ends.
    if (op->hasTrait<OpTrait::IsTerminator>())
      while (!pending.empty())
        wait(pending.front());
    if (!isCollective(op)) {
      schedule.push_back({Action::Run, op});
      continue;
    }
    schedule.push_back({Action::Start, op});
    pending.insert(op);
    if (!overlap)
      wait(op);
  }
  return schedule;
}
