//===- Localize.h - From the whole view to each rank's ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a `dist` module to a `comm` module. Whole shapes become local ones,
// steps become collectives that are started and awaited, and ranks whose local
// shapes are all equal share one program:
//
//   x : 5 x 8 in rows of 3 and 2 on two ranks   ->  two programs of one rank
//   x : 6 x 8 in rows of 3 and 3                ->  one program of two ranks,
//                                                   starts [[0, 0], [3, 0]]
//
// All programs come from one schedule (lib/Localize/Schedule.h), so that all
// ranks issue their collectives in the same order.
//
// The mesh must hold devices 0 to n-1: device ids are the ranks.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LOCALIZE_LOCALIZE_H
#define PARTITA_LOCALIZE_LOCALIZE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LogicalResult.h"

#include <cstdint>
#include <vector>

namespace partita::localize {

struct Options {
  /// Start collectives right after their operand is there and wait right before
  /// the first use, so that they run beside what stands between. Otherwise wait
  /// at once.
  bool overlap = true;
};

/// Precondition: dist-lower-reshards has run. Replaces @main by programs.
mlir::LogicalResult localize(mlir::ModuleOp distModule, const Options &options);

/// Bytes that ranks receive from other ranks in one run, summed over ranks, by
/// rt_collective (all_gather, all_reduce, reduce_scatter, exchange). An
/// all-reduce of b bytes among n ranks counts as 2 (n-1) b.
std::vector<int64_t> plannedBytes(mlir::ModuleOp commModule);

} // namespace partita::localize

#endif // PARTITA_LOCALIZE_LOCALIZE_H
