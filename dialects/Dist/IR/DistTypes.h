//===- DistTypes.h - Tensor types with layouts ------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor type has its layout as its encoding. `makeType` is the one way to
// build such a type: RankedTensorType::get does not verify the encoding, only
// getChecked and the parser do.
//
//   layout::Layout rows = ...;
//   auto type = dist::makeType(loc, {6, 8}, builder.getF32Type(), rows);
//   if (failed(type))
//     return failure();
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_TYPES_H
#define PARTITA_DIST_TYPES_H

#include "dialects/Dist/IR/DistAttrs.h"
#include "mlir/IR/BuiltinTypes.h"

namespace partita::dist {

/// A tensor type with a layout, verified; an error is emitted if the layout
/// does not fit the shape.
mlir::FailureOr<mlir::RankedTensorType>
makeType(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
         llvm::ArrayRef<int64_t> shape, mlir::Type elementType,
         const layout::Layout &layout);
mlir::FailureOr<mlir::RankedTensorType> makeType(mlir::Location loc,
                                                 llvm::ArrayRef<int64_t> shape,
                                                 mlir::Type elementType,
                                                 const layout::Layout &layout);

/// `type` with its layout replaced, or given its first.
mlir::FailureOr<mlir::RankedTensorType> makeType(mlir::Location loc,
                                                 mlir::RankedTensorType type,
                                                 const layout::Layout &layout);

/// The layout of a tensor type; none if the type has none.
LayoutAttr getLayoutAttr(mlir::Type type);
std::optional<layout::Layout> getLayout(mlir::Type type);

/// The type without its layout.
mlir::RankedTensorType dropLayout(mlir::RankedTensorType type);

/// The shape as lib/Layout wants it.
layout::Shape shapeOf(mlir::RankedTensorType type);

} // namespace partita::dist

#endif // PARTITA_DIST_TYPES_H
