//===- Describe.h - A plan in words -----------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --print-plan and `partita inspect` show: one screen that says what was
// split how, and everything that devices send each other.
//
//   mesh x=2 (2 devices)
//
//   ops  what       split
//     3  conv       oc over x
//     2  conv       c over x (partial sum)
//     5  relu       d1 over x
//     4  add        not split
//
//   times  collective      tensor                     bytes   where
//       2  all_reduce      4x8x6x6xf32 over x    9.0 KiB each  conv2, conv4
//
//   sent in all: all_reduce 2 of 18432 bytes (18.0 KiB)
//   weights per device: 1.2 MiB, 1.1 MiB
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_PLAN_DESCRIBE_H
#define PARTITA_PLAN_DESCRIBE_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace partita::plan {

/// Works on a dist module before and after dist-lower-reshards; before, what
/// a reshard will become is shown.
std::string describePlan(mlir::ModuleOp distModule);

} // namespace partita::plan

#endif // PARTITA_PLAN_DESCRIBE_H
