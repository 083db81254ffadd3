//===- MemoryPlan.h - Where activations lie in the arena --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rank has one arena; a value lies at an offset that is known now. Two
// values may share bytes if no step needs both:
//
//   step 0  %1 = gemm        A: 0..1       bytes [0, 64)
//   step 1  %2 = launch %1   B: 1..2       bytes [64, 128)
//   step 2  %3 = launch %2   C: 2..end     bytes [0, 64)    A is gone
//
// A step's operands and results never share. A reshape's result is its
// operand's bytes. A collective needs source and destination from its start to
// its wait. Outputs live to the end.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_MEMORYPLAN_H
#define PARTITA_CODEGEN_MEMORYPLAN_H

#include "dialects/Comm/IR/Comm.h"

#include "llvm/ADT/MapVector.h"

namespace partita::codegen {

constexpr int64_t arenaAlignment = 64;

struct MemoryPlan {
  struct Block {
    int64_t offset = 0;
    int64_t bytes = 0;
    int64_t begin = 0; ///< first step that needs it
    int64_t end = 0;   ///< last step that needs it
  };
  /// By the value (or the future) that first fills the bytes.
  llvm::MapVector<mlir::Value, Block> blocks;
  int64_t arenaBytes = 0;

  /// One line per block, for people.
  void print(comm::ProgramOp program, llvm::raw_ostream &out) const;
};

/// The value whose bytes `value` is: itself, or what a reshape or wait renames.
mlir::Value storageOf(mlir::Value value);

/// Whether the bytes of `value` lie in the arena, and not in an input, the
/// weights or a constant.
bool isInArena(mlir::Value value);

/// Gives every output bytes of its own in the arena, by a copy where needed.
void copyOutputsToArena(comm::ProgramOp program);

/// Precondition: codegen-fuse, copyOutputsToArena.
MemoryPlan planMemory(comm::ProgramOp program);

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_MEMORYPLAN_H
