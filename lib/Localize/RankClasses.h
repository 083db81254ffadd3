//===- RankClasses.h - Which ranks share a program --------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks are of one class if every tensor of the program has the same local
// shape on them. All else that differs fits into tables with a row per rank.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_LOCALIZE_RANKCLASSES_H
#define PARTITA_LIB_LOCALIZE_RANKCLASSES_H

#include "partita/Layout/Layout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace partita::localize {

/// The number of ranks; an error if a tensor has no layout or a mesh does not
/// hold devices 0 to n-1.
mlir::FailureOr<int64_t> countRanks(mlir::func::FuncOp main);

/// The classes by their lowest rank, the ranks of each ascending.
std::vector<std::vector<int64_t>> rankClasses(mlir::func::FuncOp main,
                                              int64_t numRanks);

/// What `rank` holds of a tensor of this type.
layout::Box boxOf(mlir::Type type, int64_t rank);
/// The type of that.
mlir::RankedTensorType localType(mlir::Type type, int64_t rank);

} // namespace partita::localize

#endif // PARTITA_LIB_LOCALIZE_RANKCLASSES_H
