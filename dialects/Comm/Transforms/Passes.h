//===- Passes.h - Passes on comm --------------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each pass does: Passes.td. Each is a function too, so that they can be
// combined; an error has been emitted where one fails.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_PASSES_H
#define PARTITA_COMM_PASSES_H

#include "dialects/Comm/IR/Comm.h"
#include "mlir/Pass/Pass.h"

namespace partita::comm {

mlir::LogicalResult verifyFutures(mlir::ModuleOp module);
mlir::LogicalResult verifyOrder(mlir::ModuleOp module);
mlir::LogicalResult verifyChannels(mlir::ModuleOp module);
mlir::LogicalResult verifyOutputs(mlir::ModuleOp module);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dialects/Comm/Transforms/Passes.h.inc"

} // namespace partita::comm

#endif // PARTITA_COMM_PASSES_H
