//===- Passes.h - Passes on dist --------------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each pass does: Passes.td. `createDistLowerReshards()` and the others
// make them; `registerDistPasses()` makes them known by name.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_PASSES_H
#define PARTITA_DIST_PASSES_H

#include "dialects/Dist/IR/Dist.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace partita::dist {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dialects/Dist/Transforms/Passes.h.inc"

} // namespace partita::dist

#endif // PARTITA_DIST_PASSES_H
