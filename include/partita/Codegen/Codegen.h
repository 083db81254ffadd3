//===- Codegen.h - From comm programs to an executable ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   comm programs with graph ops
//     │  Fusion.h        kernels and library calls
//     │  MemoryPlan.h    where activations lie
//     │  KernelPlan.h, KernelEmitter.h, Object.h   kernels as machine code
//     │  WeightsFile.h   the ranks' parts of the weights, beside the program
//     │  Image.h         instruction tables as constant data
//     ▼  Link.h          with the runtime library
//   <prog>, <prog>.weights, libdnnl.so.3, libgomp.so.1
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_CODEGEN_H
#define PARTITA_CODEGEN_CODEGEN_H

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace partita::codegen {

struct CodegenOptions {
  /// 0: a kernel per op; 1: fused kernels; 2: and library epilogues.
  int optLevel = 2;
  int threadsPerRank = 1;
  /// As LLVM calls it; "" is the machine this runs on.
  std::string cpu;
  /// The model file's path; weights without a file of their own lie in it,
  /// others in files relative to its folder.
  std::string modelFile;
  /// What the program says of itself: see rt_image.
  std::string version;
  std::string planText;
  /// Bytes between ranks by rt_collective, as the plan predicts.
  std::vector<int64_t> plannedBytes;
  /// Writes the memory plan to stderr.
  bool printMemoryPlan = false;
};

/// Lowers `module` in place and writes the program to `outputPath`, its
/// weights to `outputPath`.weights, and the libraries it needs beside it. On
/// failure nothing new is left there.
mlir::LogicalResult emitProgram(mlir::ModuleOp module,
                                const CodegenOptions &options,
                                llvm::StringRef outputPath);

/// The same up to the optimized LLVM module, as text.
mlir::LogicalResult emitLLVM(mlir::ModuleOp module,
                             const CodegenOptions &options,
                             llvm::raw_ostream &out);

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_CODEGEN_H
