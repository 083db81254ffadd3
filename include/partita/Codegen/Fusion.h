//===- Fusion.h - From graph ops to kernels and library calls ---*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before: a comm.program with graph ops between its collectives. After: only
// what the runtime has an instruction for,
//
//   graph.matmul, add of a bias, relu   ->  comm.gemm ... bias ... {relu}
//   graph.add, graph.softmax            ->  comm.launch @add_softmax_0
//   graph.concat                        ->  comm.concat
//   graph.reshape, graph.constant       ->  stay: they are no instruction
//
// and a private function per kernel whose body still is graph ops.
//
// Groups grow along producers and consumers. Whether two ops may share a
// kernel is not decided by a table of ops: the candidate is lowered and
// planned (KernelPlan.h), and it is accepted if intermediates stay in their
// row and the rows are still enough to split over threads.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_FUSION_H
#define PARTITA_CODEGEN_FUSION_H

#include "partita/Codegen/KernelPlan.h"

#include "dialects/Comm/IR/Comm.h"

#include "mlir/IR/BuiltinOps.h"

namespace partita::codegen {

/// Replaces products with one-hot rows, made by comparing numbers with 0, 1,
/// 2, ..., by reading the rows that they name.
void lookUpOneHot(comm::ProgramOp program);

/// The step for contractions, pooling and concat. From level 2 on, a bias, a
/// residual and relu that follow a contraction go into the call.
void formLibraryCalls(comm::ProgramOp program, int optLevel);

/// Lays images between convolutions and pools channels last, which is how the
/// library computes them best, and takes out transposes that say so already.
void layChannelsLast(comm::ProgramOp program);

/// The step for all other graph ops. Level 0: one kernel per op.
mlir::LogicalResult formKernels(mlir::ModuleOp module, int optLevel);

/// All of these, for all programs of the module.
mlir::LogicalResult fusePrograms(mlir::ModuleOp module, int optLevel);

/// A function @kernel of clones of `ops`, which are in order; arguments are the
/// values from outside, in the order of their first use, results the values
/// used outside. Splat constants are cloned into it.
mlir::OwningOpRef<mlir::func::FuncOp>
buildKernel(llvm::ArrayRef<mlir::Operation *> ops,
            llvm::SmallVectorImpl<mlir::Value> &inputs,
            llvm::SmallVectorImpl<mlir::Value> &outputs);

/// Lowers the graph ops of a kernel to linalg and simplifies it. Does nothing
/// to a kernel without graph ops.
mlir::LogicalResult lowerToLinalg(mlir::func::FuncOp kernel);

/// The name that the model has for what `op` computes, or "".
llvm::StringRef nameOf(mlir::Operation *op);

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_FUSION_H
