//===- Object.h - From LLVM dialect to an object file -----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_OBJECT_H
#define PARTITA_CODEGEN_OBJECT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace partita::codegen {

/// The machine to compile for: `cpu` as LLVM calls it, with the features it
/// has; "" is the machine this runs on. Null, with an error at `loc`, if LLVM
/// does not know it.
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(mlir::Location loc, llvm::StringRef cpu, int optLevel);

/// Translates kernels in the LLVM dialect; null on failure.
std::unique_ptr<llvm::Module> translateKernels(mlir::ModuleOp kernels,
                                               llvm::LLVMContext &context);

/// LLVM's default pipeline, vectorizers included. Loops are never turned into
/// calls of memcpy or memset.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                    int optLevel);

/// Position-independent object code.
mlir::LogicalResult emitObject(mlir::Location loc, llvm::Module &module,
                               llvm::TargetMachine &machine,
                               llvm::SmallVectorImpl<char> &object);

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_OBJECT_H
