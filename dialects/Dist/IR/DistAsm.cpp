//===- DistAsm.cpp - Text of the dist attributes --------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsers and printers, by hand: each `parseX` has its `printX` beside it. An
// attribute's own text is that of its part of a layout in angle brackets.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/DistAsm.h"

using namespace mlir;
using namespace partita;
using namespace partita::dist;
using Delimiter = AsmParser::Delimiter;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static FailureOr<AxisAttr> parseAxis(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t pre = 1, size = 0;
  if (parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalColon())) {
    if (parser.parseLParen() || parser.parseInteger(pre) ||
        parser.parseRParen() || parser.parseInteger(size))
      return failure();
    // Size 0 is how a whole axis is stored, and has its own text.
    if (size == 0)
      return parser.emitError(loc, "expects a part of an axis to have a size "
                                   "of more than 1, got 0"),
             failure();
  }
  auto axis = parser.getChecked<AxisAttr>(
      loc, parser.getContext(), parser.getBuilder().getStringAttr(name), pre,
      size);
  if (!axis)
    return failure();
  return axis;
}

static void printAxis(AsmPrinter &printer, AxisAttr axis) {
  printer.printString(axis.getName());
  if (!axis.isWhole())
    printer << ":(" << axis.getPre() << ")" << axis.getSize();
}

ParseResult dist::parseAxisList(AsmParser &parser, Delimiter delimiter,
                                SmallVectorImpl<AxisAttr> &axes) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    FailureOr<AxisAttr> axis = parseAxis(parser);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  });
}

void dist::printAxisList(AsmPrinter &printer, ArrayRef<AxisAttr> axes) {
  llvm::interleaveComma(axes, printer,
                        [&](AxisAttr axis) { printAxis(printer, axis); });
}

static FailureOr<DimAttr> parseDim(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AxisAttr> axes;
  SmallVector<int64_t> cuts;
  if (parseAxisList(parser, Delimiter::Square, axes))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("cuts")) && parseInts(parser, cuts))
    return failure();
  bool allowEmpty = succeeded(parser.parseOptionalKeyword("allow_empty"));
  auto dim = parser.getChecked<DimAttr>(loc, parser.getContext(),
                                        ArrayRef<AxisAttr>(axes),
                                        ArrayRef<int64_t>(cuts), allowEmpty);
  if (!dim)
    return failure();
  return dim;
}

static void printDim(AsmPrinter &printer, DimAttr dim) {
  printer << "[";
  printAxisList(printer, dim.getAxes());
  printer << "]";
  if (!dim.getCuts().empty()) {
    printer << " cuts ";
    printInts(printer, dim.getCuts());
  }
  if (dim.getAllowEmpty())
    printer << " allow_empty";
}

static FailureOr<PartialAttr> parsePartial(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  layout::ReduceKind kind;
  SmallVector<AxisAttr> axes;
  if (parseReduceKind(parser, kind) || parser.parseKeyword("over") ||
      parseAxisList(parser, Delimiter::Braces, axes))
    return failure();
  auto partial = parser.getChecked<PartialAttr>(loc, parser.getContext(), kind,
                                                ArrayRef<AxisAttr>(axes));
  if (!partial)
    return failure();
  return partial;
}

static void printPartial(AsmPrinter &printer, PartialAttr partial) {
  printer << stringify(partial.getKind()) << " over {";
  printAxisList(printer, partial.getAxes());
  printer << "}";
}

/// `[0 to 3, 8]`. (`0..3` would begin with the number `0.` to MLIR's lexer.)
static ParseResult parseDevices(AsmParser &parser,
                                SmallVectorImpl<int64_t> &devices) {
  return parser.parseCommaSeparatedList(
      Delimiter::Square, [&]() -> ParseResult {
        int64_t first, last;
        if (parser.parseInteger(first))
          return failure();
        last = first;
        SMLoc loc = parser.getCurrentLocation();
        if (succeeded(parser.parseOptionalKeyword("to")) &&
            parser.parseInteger(last))
          return failure();
        // Bounded, so that a typing error does not fill the memory.
        if (last < first || last - first >= (int64_t(1) << 20))
          return parser.emitError(loc, "expects an ascending range of at most ")
                 << (1 << 20) << " devices, got " << first << " to " << last;
        for (int64_t device = first; device <= last; ++device)
          devices.push_back(device);
        return success();
      });
}

static void printDevices(AsmPrinter &printer, ArrayRef<int64_t> devices) {
  printer << "[";
  for (size_t begin = 0, end; begin < devices.size(); begin = end) {
    end = begin + 1;
    while (end < devices.size() && devices[end] == devices[end - 1] + 1)
      ++end;
    if (begin)
      printer << ", ";
    printer << devices[begin];
    if (end - begin > 1)
      printer << " to " << devices[end - 1];
  }
  printer << "]";
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes, devices;
  auto parseNamedSize = [&]() -> ParseResult {
    std::string name;
    if (parser.parseString(&name) || parser.parseEqual() ||
        parser.parseInteger(sizes.emplace_back()))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(Delimiter::Square, parseNamedSize) ||
      parser.parseComma() || parser.parseKeyword("devices") ||
      parser.parseEqual() || parseDevices(parser, devices) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<MeshAttr>(
      loc, parser.getContext(), ArrayRef<StringAttr>(names),
      ArrayRef<int64_t>(sizes), ArrayRef<int64_t>(devices));
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(llvm::zip_equal(getAxisNames(), getAxisSizes()),
                        printer, [&](auto axis) {
                          printer.printString(std::get<0>(axis));
                          printer << "=" << std::get<1>(axis);
                        });
  printer << "], devices = ";
  printDevices(printer, getDevices());
  printer << ">";
}

Attribute AxisAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<AxisAttr> axis = parseAxis(parser);
  if (failed(axis) || parser.parseGreater())
    return {};
  return *axis;
}

void AxisAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxis(printer, *this);
  printer << ">";
}

Attribute DimAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimAttr> dim = parseDim(parser);
  if (failed(dim) || parser.parseGreater())
    return {};
  return *dim;
}

void DimAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printDim(printer, *this);
  printer << ">";
}

Attribute PartialAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<PartialAttr> partial = parsePartial(parser);
  if (failed(partial) || parser.parseGreater())
    return {};
  return *partial;
}

void PartialAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printPartial(printer, *this);
  printer << ">";
}

Attribute KindAttr::parse(AsmParser &parser, Type) {
  return parseKindAttr<KindAttr>(parser);
}

void KindAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringify(getValue()) << ">";
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  MeshAttr mesh;
  SmallVector<DimAttr> dims;
  PartialAttr partial;
  auto parseOneDim = [&]() -> ParseResult {
    FailureOr<DimAttr> dim = parseDim(parser);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
    return success();
  };
  if (parser.parseLess() || parser.parseAttribute(mesh) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(Delimiter::Square, parseOneDim))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("partial") || parser.parseEqual())
      return {};
    FailureOr<PartialAttr> parsed = parsePartial(parser);
    if (failed(parsed))
      return {};
    partial = *parsed;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<LayoutAttr>(loc, parser.getContext(), mesh,
                                       ArrayRef<DimAttr>(dims), partial);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printAttribute(getMesh());
  printer << ", [";
  llvm::interleaveComma(getDims(), printer,
                        [&](DimAttr dim) { printDim(printer, dim); });
  printer << "]";
  if (getPartial()) {
    printer << ", partial = ";
    printPartial(printer, getPartial());
  }
  printer << ">";
}

Attribute AssignmentAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<StringAttr> names;
  SmallVector<DimAttr> dims;
  PartialAttr passing;
  int64_t set = -1;
  auto parseFactor = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseEqual())
      return failure();
    FailureOr<DimAttr> dim = parseDim(parser);
    if (failed(dim))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    dims.push_back(*dim);
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(Delimiter::Braces, parseFactor))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("passing") || parser.parseEqual())
      return {};
    FailureOr<PartialAttr> parsed = parsePartial(parser);
    if (failed(parsed) || parser.parseComma() || parser.parseKeyword("set") ||
        parser.parseEqual() || parser.parseInteger(set))
      return {};
    passing = *parsed;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<AssignmentAttr>(
      loc, parser.getContext(), ArrayRef<StringAttr>(names),
      ArrayRef<DimAttr>(dims), passing, set);
}

void AssignmentAttr::print(AsmPrinter &printer) const {
  printer << "<{";
  llvm::interleaveComma(llvm::zip_equal(getFactorNames(), getFactorDims()),
                        printer, [&](auto factor) {
                          printer.printKeywordOrString(
                              std::get<0>(factor).getValue());
                          printer << " = ";
                          printDim(printer, std::get<1>(factor));
                        });
  printer << "}";
  if (getPassing()) {
    printer << ", passing = ";
    printPartial(printer, getPassing());
    printer << ", set = " << getPassingSet();
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Directives of the ops' formats
//===----------------------------------------------------------------------===//

ParseResult dist::parseAxes(OpAsmParser &parser, ArrayAttr &axes) {
  SmallVector<AxisAttr> list;
  if (parseAxisList(parser, Delimiter::Square, list))
    return failure();
  axes = parser.getBuilder().getArrayAttr(
      SmallVector<Attribute>(list.begin(), list.end()));
  return success();
}

void dist::printAxes(OpAsmPrinter &printer, Operation *, ArrayAttr axes) {
  printer << "[";
  printAxisList(printer, llvm::to_vector(axes.getAsRange<AxisAttr>()));
  printer << "]";
}
