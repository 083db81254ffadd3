//===- DistAssignment.cpp - Verifies dist.assignment ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op is valid under layouts iff its assignment projects onto the type of
// every operand and result. Constraints (Cn) are those of #dist.assignment.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/GraphInterfaces.h"

using namespace mlir;
using namespace partita;
using namespace partita::dist;

/// (C5): the mesh that all layouts share.
static FailureOr<MeshAttr> findMesh(Operation *op) {
  MeshAttr mesh;
  auto visit = [&](StringRef what, size_t number, Type type) -> LogicalResult {
    LayoutAttr layout = getLayoutAttr(type);
    if (!layout)
      return op->emitOpError("expects ")
             << what << " " << number << " to have a layout, got " << type;
    if (mesh && layout.getMesh() != mesh)
      return op->emitOpError("expects ")
             << what << " " << number << " to be on the mesh " << mesh
             << ", got " << layout.getMesh();
    mesh = layout.getMesh();
    return success();
  };
  for (auto [number, type] : llvm::enumerate(op->getOperandTypes()))
    if (failed(visit("operand", number, type)))
      return failure();
  for (auto [number, type] : llvm::enumerate(op->getResultTypes()))
    if (failed(visit("result", number, type)))
      return failure();
  if (!mesh)
    return op->emitOpError("expects an operand or a result with a layout");
  return mesh;
}

/// (C6) of one value.
static LogicalResult verifyProjection(Operation *op, StringRef what,
                                      size_t number, Value value,
                                      const layout::Layout &expected) {
  layout::Layout actual = *getLayout(value.getType());
  if (actual == expected)
    return success();
  auto diag = op->emitOpError("expects ")
              << what << " " << number << " to have the layout "
              << expected.str() << ", got " << actual.str();
  if (value.getDefiningOp() != op)
    diag.attachNote(value.getLoc()) << "the operand comes from here";
  return diag;
}

static LogicalResult verifyAssignment(Operation *op, AssignmentAttr attr) {
  // (C3)
  auto shardable = llvm::dyn_cast<graph::ShardableOpInterface>(op);
  if (!shardable)
    return op->emitOpError("expects an op with a sharding rule where there is "
                           "a dist.assignment");
  // MLIR verifies attributes before the op itself, but a malformed op cannot
  // tell its rule.
  if (std::optional<RegisteredOperationName> info = op->getRegisteredInfo())
    if (failed(info->verifyInvariants(op)))
      return failure();

  FailureOr<MeshAttr> meshAttr = findMesh(op);
  if (failed(meshAttr))
    return failure();
  layout::Mesh mesh = meshAttr->toMesh();
  layout::ShardingRule rule = shardable.getShardingRule();
  layout::Assignment assignment;
  if (layout::Problem problem = attr.toAssignment(rule, mesh, assignment))
    return op->emitOpError() << *problem;
  // (C4)
  if (layout::Problem problem = layout::verify(rule, assignment, mesh))
    return op->emitOpError() << *problem;
  // (C6)
  for (auto [number, operand] : llvm::enumerate(op->getOperands()))
    if (failed(verifyProjection(
            op, "operand", number, operand,
            layout::projectOperand(rule, assignment, mesh, number))))
      return failure();
  for (auto [number, result] : llvm::enumerate(op->getResults()))
    if (failed(verifyProjection(
            op, "result", number, result,
            layout::projectResult(rule, assignment, mesh, number))))
      return failure();
  return success();
}

LogicalResult DistDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  if (attr.getName() != AssignmentAttr::opAttrName)
    return op->emitOpError("expects no attribute ") << attr.getName();
  auto assignment = llvm::dyn_cast<AssignmentAttr>(attr.getValue());
  if (!assignment)
    return op->emitOpError("expects ")
           << attr.getName() << " to be a #dist.assignment, got "
           << attr.getValue();
  return verifyAssignment(op, assignment);
}
