//===- Comm.h - The comm dialect --------------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one class of ranks executes. Begin with CommDialect.td for the idea and
// an example; the ops are in CommOps.td.
//
// Per-rank tables are arrays of rows, one per rank of the enclosing program:
//
//   ArrayAttr starts = comm::makeTable(builder, {{0, 0}, {3, 0}});
//   ArrayRef<int64_t> second = comm::getRow(starts, 1);    // 3, 0
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_H
#define PARTITA_COMM_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "partita/Layout/Layout.h"
#include "partita/Layout/Reshard.h"

#include "dialects/Comm/IR/CommDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Comm/IR/CommAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Comm/IR/CommTypes.h.inc"

namespace partita::comm {

/// Attributes of the module.
inline constexpr llvm::StringLiteral numRanksAttr = "comm.num_ranks";
inline constexpr llvm::StringLiteral inputsAttr = "comm.inputs";
inline constexpr llvm::StringLiteral outputsAttr = "comm.outputs";

/// A static tensor type without encoding.
bool isLocalTensor(mlir::Type type);

/// One row per rank.
mlir::ArrayAttr makeTable(mlir::Builder &builder,
                          llvm::ArrayRef<llvm::SmallVector<int64_t>> rows);
mlir::ArrayAttr makeTable(mlir::Builder &builder,
                          llvm::ArrayRef<std::vector<int64_t>> rows);
llvm::ArrayRef<int64_t> getRow(mlir::ArrayAttr table, size_t row);

namespace detail {
/// CollectiveOpInterface::getPartners of the collectives with groups.
llvm::SmallVector<int64_t> groupPartners(mlir::ArrayAttr groups, int64_t rank);
} // namespace detail

} // namespace partita::comm

#include "dialects/Comm/IR/CommInterfaces.h.inc"

#define GET_OP_CLASSES
#include "dialects/Comm/IR/CommOps.h.inc"

namespace partita::comm {

/// The module's programs, in order.
llvm::SmallVector<ProgramOp> getPrograms(mlir::ModuleOp module);

/// A library product: batch x (m x k) x (k x n); an operand has the batch or is
/// shared by all of it.
struct GemmShape {
  int64_t batch, m, n, k;
  bool batchedA, batchedB;
};

/// The shape of a product as the library does it, or none if it does not.
std::optional<GemmShape> getGemmShape(mlir::RankedTensorType lhs,
                                      mlir::RankedTensorType rhs,
                                      mlir::RankedTensorType result,
                                      bool transposeA, bool transposeB);

/// The group that has `rank`; null if there is none.
GroupAttr findGroup(mlir::ArrayAttr groups, int64_t rank);

} // namespace partita::comm

#endif // PARTITA_COMM_H
