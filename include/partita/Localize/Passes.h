//===- Passes.h - Localization as a pass ------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For pipelines; see Localize.h.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LOCALIZE_PASSES_H
#define PARTITA_LOCALIZE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace partita::localize {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "lib/Localize/Passes.h.inc"

} // namespace partita::localize

#endif // PARTITA_LOCALIZE_PASSES_H
