//===- GraphDialect.cpp - The graph dialect -------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphDialect.h"
#include "dialects/Graph/IR/GraphOps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace partita;
using namespace partita::graph;

#include "dialects/Graph/IR/GraphDialect.cpp.inc"

void GraphDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/IR/GraphOps.cpp.inc"
      >();
}

Operation *GraphDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!elements || !tensor || !tensor.hasStaticShape() ||
      elements.getShapedType().getShape() != tensor.getShape() ||
      elements.getElementType() != tensor.getElementType())
    return nullptr;
  return builder.create<ConstantOp>(loc, type, elements);
}

static LogicalResult verifyName(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == "graph.name" &&
      isa<StringAttr>(attribute.getValue()))
    return success();
  return op->emitOpError("expects 'graph.name' to be a string, got '")
         << attribute.getName().getValue() << "' = " << attribute.getValue();
}

LogicalResult GraphDialect::verifyRegionArgAttribute(Operation *op,
                                                     unsigned regionIndex,
                                                     unsigned argIndex,
                                                     NamedAttribute attribute) {
  if (attribute.getName() != "graph.dims")
    return verifyName(op, attribute);
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto type =
      function
          ? dyn_cast<RankedTensorType>(function.getArgumentTypes()[argIndex])
          : RankedTensorType();
  if (!type)
    return op->emitOpError("expects 'graph.dims' on tensors only");
  auto names = dyn_cast<ArrayAttr>(attribute.getValue());
  if (!names || static_cast<int64_t>(names.size()) != type.getRank() ||
      !llvm::all_of(names, llvm::IsaPred<StringAttr>))
    return op->emitOpError("expects 'graph.dims' to be ")
           << type.getRank() << " strings, got " << attribute.getValue();
  return success();
}

LogicalResult
GraphDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                          unsigned resultIndex,
                                          NamedAttribute attribute) {
  return verifyName(op, attribute);
}
