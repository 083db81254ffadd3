//===- Link.h - From an object to a program ---------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links the object with the runtime library, which is found beside the
// compiler (../lib from its executable, as in the build tree and when
// installed), and so are the shared libraries that programs need. The program
// looks for those beside itself.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_LINK_H
#define PARTITA_CODEGEN_LINK_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

namespace partita::codegen {

/// Writes an executable to `output`.
mlir::LogicalResult linkProgram(mlir::Location loc, llvm::ArrayRef<char> object,
                                llvm::StringRef output);

/// Copies the shared libraries to `folder`, unless they are there.
mlir::LogicalResult copyLibraries(mlir::Location loc, llvm::StringRef folder);

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_LINK_H
