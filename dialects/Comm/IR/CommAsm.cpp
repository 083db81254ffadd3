//===- CommAsm.cpp - Text of the comm dialect -----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/IR/CommAsm.h"

using namespace mlir;
using namespace partita;
using namespace partita::comm;
using Delimiter = AsmParser::Delimiter;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attribute GroupAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> members, cuts;
  if (parser.parseLess() || parseInts(parser, members))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("cuts") || parser.parseEqual() ||
       parseInts(parser, cuts)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<GroupAttr>(loc, parser.getContext(),
                                      ArrayRef<int64_t>(members),
                                      ArrayRef<int64_t>(cuts));
}

void GroupAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printInts(printer, getMembers());
  if (!getCuts().empty()) {
    printer << ", cuts = ";
    printInts(printer, getCuts());
  }
  printer << ">";
}

/// `0 [0, 4] of [3, 8]`: a rank, the box's start and the shape around it.
static ParseResult parseEnd(AsmParser &parser, int64_t &rank,
                            SmallVectorImpl<int64_t> &start,
                            SmallVectorImpl<int64_t> &shape) {
  return failure(parser.parseInteger(rank) || parseInts(parser, start) ||
                 parser.parseKeyword("of") || parseInts(parser, shape));
}

static void printEnd(AsmPrinter &printer, int64_t rank, ArrayRef<int64_t> start,
                     ArrayRef<int64_t> shape) {
  printer << rank << " ";
  printInts(printer, start);
  printer << " of ";
  printInts(printer, shape);
}

Attribute TransferAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t src, dst;
  SmallVector<int64_t> srcStart, dstStart, size, srcShape, dstShape;
  if (parser.parseLess() || parseEnd(parser, src, srcStart, srcShape) ||
      parser.parseArrow() || parseEnd(parser, dst, dstStart, dstShape) ||
      parser.parseComma() || parser.parseKeyword("size") ||
      parseInts(parser, size) || parser.parseGreater())
    return {};
  using Ints = ArrayRef<int64_t>;
  return parser.getChecked<TransferAttr>(
      loc, parser.getContext(), src, dst, Ints(srcStart), Ints(dstStart),
      Ints(size), Ints(srcShape), Ints(dstShape));
}

void TransferAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printEnd(printer, getSrc(), getSrcStart(), getSrcShape());
  printer << " -> ";
  printEnd(printer, getDst(), getDstStart(), getDstShape());
  printer << ", size ";
  printInts(printer, getSize());
  printer << ">";
}

Attribute KindAttr::parse(AsmParser &parser, Type) {
  return parseKindAttr<KindAttr>(parser);
}

void KindAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringify(getValue()) << ">";
}

//===----------------------------------------------------------------------===//
// Directives of the ops' formats
//===----------------------------------------------------------------------===//

ParseResult comm::parseTable(OpAsmParser &parser, ArrayAttr &table) {
  SmallVector<Attribute> rows;
  auto parseRow = [&]() -> ParseResult {
    SmallVector<int64_t> row;
    if (parseInts(parser, row))
      return failure();
    rows.push_back(parser.getBuilder().getDenseI64ArrayAttr(row));
    return success();
  };
  if (parser.parseCommaSeparatedList(Delimiter::Square, parseRow))
    return failure();
  table = parser.getBuilder().getArrayAttr(rows);
  return success();
}

void comm::printTable(OpAsmPrinter &printer, Operation *, ArrayAttr table) {
  printer << "[";
  llvm::interleaveComma(
      table.getAsRange<DenseI64ArrayAttr>(), printer,
      [&](DenseI64ArrayAttr row) { printInts(printer, row.asArrayRef()); });
  printer << "]";
}

template <typename AttrT>
static ParseResult parseStripped(OpAsmParser &parser, ArrayAttr &list) {
  SmallVector<Attribute> attrs;
  auto parseOne = [&]() -> ParseResult {
    attrs.push_back(AttrT::parse(parser, Type()));
    return success(static_cast<bool>(attrs.back()));
  };
  if (parser.parseCommaSeparatedList(Delimiter::Square, parseOne))
    return failure();
  list = parser.getBuilder().getArrayAttr(attrs);
  return success();
}

template <typename AttrT>
static void printStripped(OpAsmPrinter &printer, ArrayAttr list) {
  printer << "[";
  llvm::interleaveComma(list.getAsRange<AttrT>(), printer,
                        [&](AttrT attr) { attr.print(printer); });
  printer << "]";
}

ParseResult comm::parseGroups(OpAsmParser &parser, ArrayAttr &groups) {
  return parseStripped<GroupAttr>(parser, groups);
}

void comm::printGroups(OpAsmPrinter &printer, Operation *, ArrayAttr groups) {
  printStripped<GroupAttr>(printer, groups);
}

ParseResult comm::parseTransfers(OpAsmParser &parser, ArrayAttr &transfers) {
  return parseStripped<TransferAttr>(parser, transfers);
}

void comm::printTransfers(OpAsmPrinter &printer, Operation *,
                          ArrayAttr transfers) {
  printStripped<TransferAttr>(printer, transfers);
}

ParseResult comm::parseFuture(OpAsmParser &parser, Type &type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  if (!llvm::isa<FutureType>(type))
    return parser.emitError(loc, "expects a future, got ") << type;
  return success();
}

void comm::printFuture(OpAsmPrinter &printer, Operation *, Type type) {
  printer << type;
}
