//===- GraphOps.cpp - The ops of the graph dialect ------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What TableGen wrote, and the custom directives of the assembly formats.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"

using namespace partita;
using namespace partita::graph;

/// A value and the result type, which is left out if it is the value's.
static ParseResult parseConstantValue(OpAsmParser &parser, ElementsAttr &value,
                                      Type &type) {
  if (parser.parseAttribute(value))
    return failure();
  type = value.getType();
  if (succeeded(parser.parseOptionalArrow()))
    return parser.parseType(type);
  return success();
}

static void printConstantValue(OpAsmPrinter &printer, Operation *,
                               ElementsAttr value, Type type) {
  printer.printAttribute(value);
  if (type != value.getType())
    printer << " -> " << type;
}

/// A plain number: its type goes without saying.
static ParseResult parseOffset(OpAsmParser &parser, IntegerAttr &offset) {
  int64_t value;
  if (parser.parseInteger(value))
    return failure();
  offset = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}

static void printOffset(OpAsmPrinter &printer, Operation *,
                        IntegerAttr offset) {
  printer << offset.getInt();
}

#define GET_OP_CLASSES
#include "dialects/Graph/IR/GraphOps.cpp.inc"
