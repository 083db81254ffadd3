//===- Strategy.h - Layouts by rule, without search -------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a `graph` module to a `dist` module. Ops are decided in program order:
// an op keeps the splits that its operands arrive with, the larger operand
// first (lib/Plan/Vote.h), and where an operand must lie otherwise a
// dist.reshard is inserted. What begins a split is said by hand (Options.h) or
// by the strategy, along the mesh axis "x":
//
//   none   nothing: every device computes everything.
//   data   the batch: dim 0 of the inputs. If the model names dims, of those
//          inputs whose dim 0 has the name that the first such input has; else
//          of those with the extent that the first input has.
//   model  the output channels of each product or convolution with a weight,
//          unless its activation arrives split already: along the contracted
//          dim, that makes the result a partial sum. Where a later reshape
//          takes heads out of the channels, the cuts fall between heads.
//
// Weights and constants, and what is computed from them alone, cost nothing to
// split: each device loads its part, so every use gets the layout it wants.
// Partial sums stay partial through ops that are linear in them and are made
// whole (an all-reduce) before the first that is not; products are computed on
// whole operands, since all devices would do all the work otherwise. Results of
// the model end whole or split, not partial.
//
// A tensor whose layout is given by hand has it, whatever that costs: an op
// that cannot compute it so is followed by a dist.reshard.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_PLAN_STRATEGY_H
#define PARTITA_PLAN_STRATEGY_H

#include "partita/Plan/Options.h"

#include "mlir/IR/BuiltinOps.h"

namespace partita::plan {

/// Gives every tensor of @main its layout and every op its `dist.assignment`.
/// What is wrong with the options is reported, all of it, before anything is
/// changed.
mlir::LogicalResult applyStrategy(mlir::ModuleOp graphModule,
                                  const PlanOptions &options);

} // namespace partita::plan

#endif // PARTITA_PLAN_STRATEGY_H
