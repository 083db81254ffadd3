//===- KernelFunction.cpp - A group of graph ops as a function ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Fusion.h"

#include "dialects/Graph/IR/GraphOps.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace partita::codegen {

StringRef nameOf(Operation *op) {
  if (auto input = dyn_cast<comm::InputOp>(op))
    return input.getName();
  if (auto weight = dyn_cast<comm::WeightOp>(op))
    return weight.getWeight();
  StringRef name;
  op->getLoc()->walk([&](Location loc) {
    if (auto named = dyn_cast<NameLoc>(loc)) {
      name = named.getName();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return name;
}

/// Whether `value` is the same number everywhere, known now.
static bool isSplat(Value value) {
  auto constant = value.getDefiningOp<graph::ConstantOp>();
  return constant && isa<SplatElementsAttr>(constant.getValue());
}

OwningOpRef<func::FuncOp> buildKernel(ArrayRef<Operation *> ops,
                                      SmallVectorImpl<Value> &inputs,
                                      SmallVectorImpl<Value> &outputs) {
  llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
  llvm::SetVector<Value> args;
  llvm::SetVector<Operation *> constants;
  for (Operation *op : ops) {
    for (Value operand : op->getOperands())
      if (isSplat(operand))
        constants.insert(operand.getDefiningOp());
      else if (!inside.contains(operand.getDefiningOp()))
        args.insert(operand);
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(),
                       [&](Operation *user) { return !inside.contains(user); }))
        outputs.push_back(result);
  }
  inputs.append(args.begin(), args.end());

  MLIRContext *context = ops.front()->getContext();
  OpBuilder b(context);
  Location loc = ops.back()->getLoc();
  OwningOpRef<func::FuncOp> function =
      func::FuncOp::create(loc, "kernel",
                           b.getFunctionType(ValueRange(inputs).getTypes(),
                                             ValueRange(outputs).getTypes()));
  function->setPrivate();
  Block *body = function->addEntryBlock();
  b.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(ValueRange(inputs), body->getArguments());
  for (Operation *op : constants)
    b.clone(*op, mapping);
  for (Operation *op : ops)
    b.clone(*op, mapping);
  SmallVector<Value> results;
  for (Value output : outputs)
    results.push_back(mapping.lookup(output));
  b.create<func::ReturnOp>(loc, results);
  return function;
}

LogicalResult lowerToLinalg(func::FuncOp kernel) {
  Block &body = kernel.getBody().front();
  bool changed = false;
  for (Operation &op : llvm::make_early_inc_range(body)) {
    OpBuilder builder(&op);
    SmallVector<Value> results;
    if (auto constant = dyn_cast<graph::ConstantOp>(op)) {
      results.push_back(builder.create<arith::ConstantOp>(
          op.getLoc(), cast<TypedAttr>(constant.getValue())));
    } else if (auto lowered = dyn_cast<graph::LinalgLoweringInterface>(op)) {
      if (failed(lowered.lowerToLinalg(builder, op.getOperands(), results)))
        return failure();
    } else {
      continue;
    }
    op.replaceAllUsesWith(results);
    op.erase();
    changed = true;
  }
  // The linalg verifier is what stands between a wrong indexing map and a
  // kernel that writes outside of its buffers.
  if (failed(mlir::verify(kernel)))
    return failure();
  if (changed && failed(simplifyKernel(kernel)))
    return failure();
  return mlir::verify(kernel);
}

} // namespace partita::codegen
