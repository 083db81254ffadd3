//===- DistOps.cpp - Ops between layouts ----------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step op says which step it is; the verifier asks lib/Layout what that
// step makes of the operand's layout. Constraints (Cn) are those of DistOps.td
// and DistInterfaces.td.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/DistOps.h"
#include "dialects/Dist/IR/DistAsm.h"
#include <climits>
#include <set>

using namespace mlir;
using namespace partita;
using namespace partita::dist;

#include "dialects/Dist/IR/DistInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/Dist/IR/DistOps.cpp.inc"

/// (C1) of every op here.
static LogicalResult verifySameTensor(Operation *op, RankedTensorType input,
                                      RankedTensorType result) {
  if (input.getShape() != result.getShape() ||
      input.getElementType() != result.getElementType())
    return op->emitOpError("expects operand and result to be the same tensor "
                           "but for the layout, got ")
           << dropLayout(input) << " and " << dropLayout(result);
  return success();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

template <typename Op>
static layout::Step makeStep(layout::StepKind kind, Op op, int dim = -1) {
  layout::Step step;
  step.kind = kind;
  step.from = *getLayout(op.getInput().getType());
  step.to = *getLayout(op.getResult().getType());
  step.dim = dim;
  if (ArrayAttr axes = op.getStepAxes())
    for (auto axis : axes.template getAsRange<AxisAttr>())
      step.axes.push_back(axis.toAxis(step.from.mesh));
  return step;
}

/// A dim as lib/Layout counts it; one out of range stays out of range.
static int toInt(uint64_t dim) {
  return static_cast<int>(
      std::clamp<int64_t>(static_cast<int64_t>(dim), -1, INT_MAX));
}

layout::Step AllSliceOp::getStep() {
  return makeStep(layout::StepKind::Slice, *this);
}
layout::Step AllGatherOp::getStep() {
  return makeStep(layout::StepKind::AllGather, *this, toInt(getDim()));
}
layout::Step AllReduceOp::getStep() {
  return makeStep(layout::StepKind::AllReduce, *this);
}
layout::Step ReduceScatterOp::getStep() {
  return makeStep(layout::StepKind::ReduceScatter, *this, toInt(getDim()));
}
layout::Step ExchangeOp::getStep() {
  return makeStep(layout::StepKind::Exchange, *this);
}
layout::Step ToPartialOp::getStep() {
  return makeStep(layout::StepKind::ToPartial, *this);
}

ArrayAttr AllGatherOp::getStepAxes() { return getAxes(); }
ArrayAttr AllReduceOp::getStepAxes() { return getAxes(); }
ArrayAttr ReduceScatterOp::getStepAxes() { return getAxes(); }
ArrayAttr ToPartialOp::getStepAxes() { return getAxes(); }

LogicalResult dist::detail::verifyStep(Operation *op) {
  auto step = llvm::cast<StepOpInterface>(op);
  auto input = llvm::cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = llvm::cast<RankedTensorType>(op->getResult(0).getType());
  if (failed(verifySameTensor(op, input, result)))
    return failure();

  // (C2), (C3), and (C4) of those with a dim.
  layout::Step plain = step.getStep();
  layout::Layout inferred;
  if (layout::Problem problem =
          layout::inferStep(plain, shapeOf(input), inferred))
    return op->emitOpError() << *problem;
  if (inferred != plain.to)
    return op->emitOpError("expects the result layout ")
           << inferred.str() << ", got " << plain.to.str();
  if (auto toPartial = llvm::dyn_cast<ToPartialOp>(op))
    if (inferred.partial->kind != toPartial.getKind().getValue())
      return op->emitOpError("expects the reduction of the result layout, got ")
             << stringify(toPartial.getKind().getValue());
  return success();
}

FailureOr<Value> dist::createStep(OpBuilder &builder, Location loc, Value input,
                                  const layout::Step &step) {
  auto type =
      makeType(loc, llvm::cast<RankedTensorType>(input.getType()), step.to);
  if (failed(type))
    return failure();
  SmallVector<Attribute> axes;
  for (const layout::AxisRef &axis : step.axes)
    axes.push_back(AxisAttr::get(builder.getContext(), axis, step.from.mesh));
  ArrayAttr axesAttr = builder.getArrayAttr(axes);

  switch (step.kind) {
  case layout::StepKind::Slice:
    return builder.create<AllSliceOp>(loc, *type, input).getResult();
  case layout::StepKind::AllGather:
    return builder
        .create<AllGatherOp>(loc, *type, input,
                             builder.getI64IntegerAttr(step.dim), axesAttr)
        .getResult();
  case layout::StepKind::AllReduce:
    return builder.create<AllReduceOp>(loc, *type, input, axesAttr).getResult();
  case layout::StepKind::ReduceScatter:
    return builder
        .create<ReduceScatterOp>(loc, *type, input,
                                 builder.getI64IntegerAttr(step.dim), axesAttr)
        .getResult();
  case layout::StepKind::Exchange:
    return builder.create<ExchangeOp>(loc, *type, input).getResult();
  case layout::StepKind::ToPartial: {
    auto kind = KindAttr::get(builder.getContext(), step.to.partial->kind);
    return builder.create<ToPartialOp>(loc, *type, input, kind, axesAttr)
        .getResult();
  }
  }
  llvm_unreachable("unknown step kind");
}

//===----------------------------------------------------------------------===//
// Reshard and transfer
//===----------------------------------------------------------------------===//

LogicalResult ReshardOp::verify() {
  if (failed(
          verifySameTensor(*this, getInput().getType(), getResult().getType())))
    return failure();
  // (C2)
  auto devices = [](Value value) {
    ArrayRef<int64_t> list =
        getLayoutAttr(value.getType()).getMesh().getDevices();
    return std::set<int64_t>(list.begin(), list.end());
  };
  if (devices(getInput()) != devices(getResult()))
    return emitOpError("expects both meshes to hold the same devices, got ")
           << getLayoutAttr(getInput().getType()).getMesh() << " and "
           << getLayoutAttr(getResult().getType()).getMesh();
  return success();
}

OpFoldResult ReshardOp::fold(FoldAdaptor) {
  if (getInput().getType() == getResult().getType())
    return getInput();
  return {};
}

LogicalResult TransferOp::verify() {
  if (failed(
          verifySameTensor(*this, getInput().getType(), getResult().getType())))
    return failure();
  LayoutAttr from = getLayoutAttr(getInput().getType());
  LayoutAttr to = getLayoutAttr(getResult().getType());
  // (C2)
  if (from.getMesh().getAxisNames() != to.getMesh().getAxisNames() ||
      from.getMesh().getAxisSizes() != to.getMesh().getAxisSizes())
    return emitOpError("expects both meshes to have the same axes, got ")
           << from.getMesh() << " and " << to.getMesh();
  if (from.getMesh() == to.getMesh())
    return emitOpError("expects two meshes, got the same twice");
  // (C3)
  if (from.getDims() != to.getDims() || from.getPartial() != to.getPartial())
    return emitOpError("expects layouts that are equal but for the mesh, got ")
           << from.toLayout().str() << " and " << to.toLayout().str();
  return success();
}
