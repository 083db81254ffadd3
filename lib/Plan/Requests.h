//===- Requests.h - Layouts that the user gives by hand ---------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the tensors that --shard and --shard-dim name and checks what is asked
// of them. All that is wrong is reported, each at the tensor, before anything
// is changed.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_PLAN_REQUESTS_H
#define PARTITA_LIB_PLAN_REQUESTS_H

#include "partita/Plan/Options.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace partita::plan {

/// A tensor's dims that are split as the user said; the others are free.
using Pins = llvm::MapVector<mlir::Value, std::vector<layout::DimSharding>>;

mlir::FailureOr<Pins> resolveRequests(mlir::func::FuncOp main,
                                      const PlanOptions &options);

/// The names of an input's dims as the model wrote them (`graph.dims`), "" for
/// those without.
llvm::SmallVector<llvm::StringRef> dimNames(mlir::func::FuncOp main,
                                            unsigned input);

/// The shape of a tensor value.
layout::Shape shapeOf(mlir::Value value);

} // namespace partita::plan

#endif // PARTITA_LIB_PLAN_REQUESTS_H
