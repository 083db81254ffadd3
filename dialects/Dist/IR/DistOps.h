//===- DistOps.h - Ops between layouts --------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_OPS_H
#define PARTITA_DIST_OPS_H

#include "dialects/Dist/IR/DistAttrs.h"
#include "dialects/Dist/IR/DistTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "partita/Layout/Reshard.h"

namespace partita::dist::detail {
/// The verifier of StepOpInterface.
mlir::LogicalResult verifyStep(mlir::Operation *op);
} // namespace partita::dist::detail

#include "dialects/Dist/IR/DistInterfaces.h.inc"

#define GET_OP_CLASSES
#include "dialects/Dist/IR/DistOps.h.inc"

namespace partita::dist {

/// The op that takes `step` from `input`, whose layout is step.from. An error
/// is emitted if step.to does not fit the shape.
mlir::FailureOr<mlir::Value> createStep(mlir::OpBuilder &builder,
                                        mlir::Location loc, mlir::Value input,
                                        const layout::Step &step);

} // namespace partita::dist

#endif // PARTITA_DIST_OPS_H
