//===- Schedule.h - The order of ops, starts and waits ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One order for all ranks, decided on the dist program:
//
//   %1 = graph.matmul ...          run matmul
//   %2 = graph.relu %0             start all_reduce
//   %3 = dist.all_reduce %1        run relu
//   %4 = graph.add %3, %2          wait all_reduce
//                                  run add
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_LOCALIZE_SCHEDULE_H
#define PARTITA_LIB_LOCALIZE_SCHEDULE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace partita::localize {

enum class Action { Run, Start, Wait };

struct ScheduleItem {
  Action action;
  mlir::Operation *op;
};

/// Every op of @main once: steps that communicate as a start and a later wait,
/// the others as run; the return last. `overlap`: see Options.
std::vector<ScheduleItem> makeSchedule(mlir::func::FuncOp main, bool overlap);

/// A step in which ranks may talk to each other.
bool isCollective(mlir::Operation *op);

} // namespace partita::localize

#endif // PARTITA_LIB_LOCALIZE_SCHEDULE_H
