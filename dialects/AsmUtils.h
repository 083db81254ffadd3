//===- AsmUtils.h - Small pieces of custom assembly -------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text that the dist and the comm dialect share: lists of integers and the
// names of reductions. Header only, so that neither dialect needs the other.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_ASMUTILS_H
#define PARTITA_DIALECTS_ASMUTILS_H

#include "mlir/IR/OpImplementation.h"
#include "partita/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace partita {

/// `[1, 2, 3]`
inline mlir::ParseResult parseInts(mlir::AsmParser &parser,
                                   llvm::SmallVectorImpl<int64_t> &ints) {
  return parser.parseCommaSeparatedList(
      mlir::AsmParser::Delimiter::Square,
      [&] { return parser.parseInteger(ints.emplace_back()); });
}

template <typename Stream>
void printInts(Stream &os, llvm::ArrayRef<int64_t> ints) {
  os << "[";
  llvm::interleaveComma(ints, os);
  os << "]";
}

inline llvm::StringRef stringify(layout::ReduceKind kind) {
  return kind == layout::ReduceKind::Sum ? "sum" : "max";
}

/// `sum` or `max`.
inline mlir::ParseResult parseReduceKind(mlir::AsmParser &parser,
                                         layout::ReduceKind &kind) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return mlir::failure();
  if (keyword == "sum")
    kind = layout::ReduceKind::Sum;
  else if (keyword == "max")
    kind = layout::ReduceKind::Max;
  else
    return parser.emitError(loc, "expects sum or max, got ") << keyword;
  return mlir::success();
}

/// `<sum>`: the text of KindAttr, which each dialect has of its own.
template <typename KindAttr>
mlir::Attribute parseKindAttr(mlir::AsmParser &parser) {
  layout::ReduceKind kind;
  if (parser.parseLess() || parseReduceKind(parser, kind) ||
      parser.parseGreater())
    return {};
  return KindAttr::get(parser.getContext(), kind);
}

/// The directive custom<Kind> of the ops' formats: `sum`.
template <typename KindAttr>
mlir::ParseResult parseKind(mlir::OpAsmParser &parser, KindAttr &kind) {
  layout::ReduceKind value;
  if (parseReduceKind(parser, value))
    return mlir::failure();
  kind = KindAttr::get(parser.getContext(), value);
  return mlir::success();
}

template <typename KindAttr>
void printKind(mlir::OpAsmPrinter &printer, mlir::Operation *, KindAttr kind) {
  printer << stringify(kind.getValue());
}

} // namespace partita

#endif // PARTITA_DIALECTS_ASMUTILS_H
