//===- KernelSimplify.cpp - Element-wise fusion inside a kernel -----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before a kernel is planned, its element-wise generics are fused into their
// only reader (upstream's patterns) and every result is made one that a
// generic of the kernel writes. Values with several readers stay: row scratch
// is cheaper than computing an exponential twice.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/KernelPlan.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace partita::codegen {

/// Number of points of a generic's loops.
static int64_t volume(linalg::GenericOp op) {
  int64_t product = 1;
  for (int64_t extent : op.getStaticLoopRanges())
    product *= extent;
  return product;
}

/// Whether the body only moves data: no arithmetic to repeat.
static bool onlyMoves(linalg::GenericOp op) {
  return llvm::all_of(op.getBody()->without_terminator(),
                      [](Operation &o) { return isa<arith::ConstantOp>(o); });
}

/// Whether fusing the producer of `operand` into its user repeats no work. A
/// value with other readers must stay one: upstream would make it a second
/// result of the user, whose loops need not be the value's.
static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  return producer && consumer && producer->getNumResults() == 1 &&
         operand->get().hasOneUse() &&
         (onlyMoves(producer) || volume(producer) >= volume(consumer));
}

/// A generic that copies `value`.
static Value createCopy(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Value empty = builder.create<tensor::EmptyOp>(loc, type.getShape(),
                                                type.getElementType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return builder
      .create<linalg::GenericOp>(
          loc, TypeRange{type}, ValueRange{value}, ValueRange{empty},
          ArrayRef<AffineMap>{identity, identity}, iterators,
          [](OpBuilder &b, Location l, ValueRange args) {
            b.create<linalg::YieldOp>(l, args.front());
          })
      .getResult(0);
}

/// Whether every use of `fill` is as the initial value of a generic and its
/// value is a constant: then it costs no loop of its own.
static bool isInitialValue(linalg::FillOp fill) {
  if (!matchPattern(fill.getInputs()[0], m_Constant()))
    return false;
  return llvm::all_of(fill.getResult(0).getUses(), [](OpOperand &use) {
    auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
    return generic && generic.isDpsInit(&use);
  });
}

/// A generic that writes what `fill` does, with the value in its body: operands
/// of a kernel's generics are tensors.
static Value createFilled(OpBuilder &builder, linalg::FillOp fill) {
  Value output = fill.getOutputs()[0];
  unsigned rank = cast<RankedTensorType>(output.getType()).getRank();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return builder
      .create<linalg::GenericOp>(
          fill.getLoc(), output.getType(), ValueRange(), output,
          builder.getMultiDimIdentityMap(rank), iterators,
          [&](OpBuilder &b, Location l, ValueRange) {
            b.create<linalg::YieldOp>(l, fill.getInputs()[0]);
          })
      .getResult(0);
}

LogicalResult simplifyKernel(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  linalg::populateElementwiseOpsFusionPatterns(patterns, shouldFuse);
  linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
  linalg::FillOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
  context->getLoadedDialect<linalg::LinalgDialect>()
      ->getCanonicalizationPatterns(patterns);
  if (failed(applyPatternsAndFoldGreedily(function, std::move(patterns))))
    return function.emitError("expects kernel simplification to converge");

  IRRewriter rewriter(context);
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);

  SmallVector<linalg::FillOp> fills(
      function.getBody().front().getOps<linalg::FillOp>());
  for (linalg::FillOp fill : fills) {
    if (isInitialValue(fill))
      continue;
    rewriter.setInsertionPoint(fill);
    rewriter.replaceOp(fill, createFilled(rewriter, fill));
  }

  auto ret = cast<func::ReturnOp>(function.getBody().front().getTerminator());
  llvm::SmallPtrSet<Value, 4> seen;
  OpBuilder builder(ret);
  for (OpOperand &operand : ret->getOpOperands())
    if (!operand.get().getDefiningOp<linalg::GenericOp>() ||
        !seen.insert(operand.get()).second)
      operand.set(createCopy(builder, ret.getLoc(), operand.get()));
  return success();
}

} // namespace partita::codegen
