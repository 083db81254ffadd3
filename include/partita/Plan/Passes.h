//===- Passes.h - The planner as a pass -------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For partita-opt; the driver calls applyStrategy (Strategy.h).
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_PLAN_PASSES_H
#define PARTITA_PLAN_PASSES_H

#include "mlir/Pass/Pass.h"

namespace partita::plan {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "lib/Plan/Passes.h.inc"

} // namespace partita::plan

#endif // PARTITA_PLAN_PASSES_H
