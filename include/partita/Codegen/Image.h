//===- Image.h - The program as constant data -------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the structs of runtime/include/rt_image.h as LLVM constants. Each is a
// list of 8-byte words; equal strings, arrays and tensors are written once.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_IMAGE_H
#define PARTITA_CODEGEN_IMAGE_H

#include "partita/Codegen/Codegen.h"
#include "partita/Codegen/WeightsFile.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace partita::codegen {

/// What the table says of a kernel.
struct KernelFacts {
  int64_t grid;
  int64_t scratchBytes;
};

struct ImageFacts {
  const CodegenOptions &options;
  const WeightsFile &weights;
  const llvm::StringMap<KernelFacts> &kernels;
  std::string weightsName; ///< base name of the weights file
  std::string contentId;
};

/// Adds `rt_program_image` to `target`, which has the kernels.
/// Precondition: codegen-fuse, copyOutputsToArena.
void emitImage(mlir::ModuleOp module, const ImageFacts &facts,
               llvm::Module &target);

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_IMAGE_H
