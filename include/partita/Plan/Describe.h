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
//   mesh x=3 (3 devices)
//
//     ops  what            split
//       1  matmul          n over x unevenly
//       1  relu            d1 over x unevenly
//       1  matmul          k over x unevenly, gives a partial result
//       1  softmax         not split
//
//   times  collective      bytes each  tensor
//       1  all_reduce      480 B       5x6xf32 over x: logits
//
//   total all_reduce     1 time, 480 bytes
//   weights per device   260 B, 208 B, 208 B
//
// What is split are the factors of each op's sharding rule (Layout/Rule.h).
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
