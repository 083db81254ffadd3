//===- Instructions.h - A program as a list of instructions -----*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_CODEGEN_INSTRUCTIONS_H
#define PARTITA_LIB_CODEGEN_INSTRUCTIONS_H

#include "dialects/Comm/IR/Comm.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include <string>
#include <vector>

namespace partita::codegen {

/// One rt_instr, in numbers.
struct Instruction {
  int64_t opcode;
  std::string name;
  std::vector<int64_t> buffers;
  std::vector<int64_t> attrs;
  std::string kernel;
  int64_t numParams = 0;
  std::vector<int64_t> params; ///< rank by rank
  int64_t channel = -1;
  mlir::ArrayAttr groups, transfers;
};

/// Numbers the tensors of a program: rt_instr.buffers index this list.
class BufferNumbers {
public:
  explicit BufferNumbers(comm::ProgramOp program);
  /// `value`: a tensor, or a future, which stands for what it becomes.
  int64_t operator[](mlir::Value value) const;
  const llvm::SetVector<mlir::Value> &values() const { return list; }

private:
  llvm::SetVector<mlir::Value> list;
  llvm::DenseMap<mlir::Value, int64_t> numbers;
};

/// Precondition: codegen-fuse.
std::vector<Instruction> makeInstructions(comm::ProgramOp program,
                                          const BufferNumbers &numbers);

/// rt_dtype of an element type.
int64_t dtypeOf(mlir::Type elementType);

/// The rows of a table, one after the other.
std::vector<int64_t> flattenTable(mlir::ArrayAttr table);

} // namespace partita::codegen

#endif // PARTITA_LIB_CODEGEN_INSTRUCTIONS_H
