//===- Passes.h - Passes of code generation ---------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_PASSES_H
#define PARTITA_CODEGEN_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace partita::codegen {

#define GEN_PASS_DECL
#include "lib/Codegen/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lib/Codegen/Passes.h.inc"

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_PASSES_H
