//===- CommAsm.h - Custom directives of the comm ops ------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_ASM_H
#define PARTITA_COMM_ASM_H

#include "dialects/AsmUtils.h"
#include "dialects/Comm/IR/Comm.h"

namespace partita::comm {

/// `[[0, 0], [3, 0]]`
mlir::ParseResult parseTable(mlir::OpAsmParser &parser, mlir::ArrayAttr &table);
void printTable(mlir::OpAsmPrinter &printer, mlir::Operation *,
                mlir::ArrayAttr table);

/// `[<[0, 1]>, <[2, 3]>]`: the attributes without their names.
mlir::ParseResult parseGroups(mlir::OpAsmParser &parser,
                              mlir::ArrayAttr &groups);
void printGroups(mlir::OpAsmPrinter &printer, mlir::Operation *,
                 mlir::ArrayAttr groups);
mlir::ParseResult parseTransfers(mlir::OpAsmParser &parser,
                                 mlir::ArrayAttr &transfers);
void printTransfers(mlir::OpAsmPrinter &printer, mlir::Operation *,
                    mlir::ArrayAttr transfers);

/// `!comm.future<tensor<8xf32>>`, whole: MLIR would print only what is in it.
mlir::ParseResult parseFuture(mlir::OpAsmParser &parser, mlir::Type &type);
void printFuture(mlir::OpAsmPrinter &printer, mlir::Operation *,
                 mlir::Type type);

} // namespace partita::comm

#endif // PARTITA_COMM_ASM_H
