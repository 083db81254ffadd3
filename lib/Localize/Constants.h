//===- Constants.h - A rank's part of a constant ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_LOCALIZE_CONSTANTS_H
#define PARTITA_LIB_LOCALIZE_CONSTANTS_H

#include "partita/Layout/Layout.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace partita::localize {

/// The elements of `value` in the boxes, if they are the same in all of them;
/// else null. The boxes have the same size.
mlir::ElementsAttr commonPart(mlir::ElementsAttr value,
                              llvm::ArrayRef<layout::Box> boxes);

} // namespace partita::localize

#endif // PARTITA_LIB_LOCALIZE_CONSTANTS_H
