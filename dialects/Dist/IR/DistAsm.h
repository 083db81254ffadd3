//===- DistAsm.h - Text of axes ---------------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The custom directives of DistOps.td, and what they share with the
// attributes' own parsers and printers (DistAsm.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_ASM_H
#define PARTITA_DIST_ASM_H

#include "dialects/AsmUtils.h"
#include "dialects/Dist/IR/DistAttrs.h"

namespace partita::dist {

/// `"x"` or `"x":(1)2`, in brackets or braces.
mlir::ParseResult parseAxisList(mlir::AsmParser &parser,
                                mlir::AsmParser::Delimiter delimiter,
                                llvm::SmallVectorImpl<AxisAttr> &axes);
void printAxisList(mlir::AsmPrinter &printer, llvm::ArrayRef<AxisAttr> axes);

mlir::ParseResult parseAxes(mlir::OpAsmParser &parser, mlir::ArrayAttr &axes);
void printAxes(mlir::OpAsmPrinter &printer, mlir::Operation *,
               mlir::ArrayAttr axes);

} // namespace partita::dist

#endif // PARTITA_DIST_ASM_H
