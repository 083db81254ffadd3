//===- LibraryCalls.cpp - Contractions as library calls -------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the math library has becomes a call of it; element types and shapes
// that it does not have stay graph ops and become kernels.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Fusion.h"

#include "dialects/Graph/IR/GraphOps.h"

using namespace mlir;

namespace partita::codegen {

namespace {

/// What follows a contraction and can be part of its call.
struct Epilogue {
  Value bias, residual;
  bool relu = false;
  /// The contraction and what follows; the call computes the last one's result.
  SmallVector<Operation *, 4> chain;
};

} // namespace

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether `value`, broadcast against `result`, has one number per index of
/// dim `channel` and is constant along all other dims.
static bool isPerChannel(Value value, RankedTensorType result,
                         int64_t channel) {
  RankedTensorType type = typeOf(value);
  int64_t extent = result.getDimSize(channel);
  if (type.getNumElements() != extent)
    return false;
  int64_t dim = channel - (result.getRank() - type.getRank());
  return dim >= 0 && type.getDimSize(dim) == extent;
}

/// The only user of `op`'s result, unless a collective is awaited in between:
/// a call behind the wait would no longer overlap with the collective.
static Operation *nextInChain(Operation *op) {
  if (!op->hasOneUse())
    return nullptr;
  Operation *user = *op->user_begin();
  for (Operation *between = op->getNextNode(); between != user;
       between = between->getNextNode())
    if (isa<comm::WaitOp>(between))
      return nullptr;
  return user;
}

/// Follows the users of `op` as long as they fit into its call.
static Epilogue findEpilogue(Operation *op, int64_t channel, int optLevel) {
  Epilogue epilogue;
  epilogue.chain.push_back(op);
  RankedTensorType result = typeOf(op->getResult(0));
  while (optLevel >= 2 && !epilogue.relu) {
    Operation *last = epilogue.chain.back();
    Operation *user = nextInChain(last);
    if (!user || user->getNumResults() != 1 ||
        user->getResult(0).getType() != result)
      break;
    if (isa<graph::ReluOp>(user)) {
      epilogue.relu = true; // the library applies it last
    } else if (auto add = dyn_cast<graph::AddOp>(user)) {
      Value value = last->getResult(0);
      Value other = add.getLhs() == value ? add.getRhs() : add.getLhs();
      if (!epilogue.bias && !epilogue.residual &&
          isPerChannel(other, result, channel))
        epilogue.bias = other;
      else if (!epilogue.residual && other.getType() == result)
        epilogue.residual = other;
      else
        break;
    } else {
      break;
    }
    epilogue.chain.push_back(user);
  }
  return epilogue;
}

/// Makes the call where the epilogue ends, where all operands are available.
template <typename CallOp>
static void replaceByCall(const Epilogue &epilogue,
                          llvm::function_ref<CallOp(OpBuilder &)> create) {
  Operation *last = epilogue.chain.back();
  OpBuilder builder(last);
  CallOp call = create(builder);
  last->getResult(0).replaceAllUsesWith(call.getResult());
  for (Operation *op : llvm::reverse(epilogue.chain))
    op->erase();
}

static UnitAttr unitIf(OpBuilder &builder, bool condition) {
  return condition ? builder.getUnitAttr() : UnitAttr();
}

static void callGemm(graph::MatMulOp op, int optLevel) {
  RankedTensorType result = typeOf(op.getResult());
  if (!comm::getGemmShape(typeOf(op.getLhs()), typeOf(op.getRhs()), result,
                          op.getTransposeA(), op.getTransposeB()))
    return;
  Epilogue epilogue = findEpilogue(op, result.getRank() - 1, optLevel);
  replaceByCall<comm::GemmOp>(epilogue, [&](OpBuilder &b) {
    return b.create<comm::GemmOp>(
        epilogue.chain.back()->getLoc(), result, op.getLhs(), op.getRhs(),
        epilogue.bias, epilogue.residual, unitIf(b, op.getTransposeA()),
        unitIf(b, op.getTransposeB()), unitIf(b, epilogue.relu));
  });
}

static bool isSpatialF32(ArrayRef<Value> values) {
  return llvm::all_of(values, [](Value value) {
    RankedTensorType type = typeOf(value);
    return type.getElementType().isF32() && type.getNumElements() > 0 &&
           (type.getRank() == 3 || type.getRank() == 4);
  });
}

static void callConv(graph::ConvOp op, int optLevel) {
  if (!isSpatialF32({op.getInput(), op.getFilter(), op.getResult()}))
    return;
  Epilogue epilogue = findEpilogue(op, 1, optLevel);
  replaceByCall<comm::ConvOp>(epilogue, [&](OpBuilder &b) {
    return b.create<comm::ConvOp>(
        epilogue.chain.back()->getLoc(), op.getResult().getType(),
        op.getInput(), op.getFilter(), epilogue.bias, epilogue.residual,
        op.getStridesAttr(), op.getPadsAttr(), op.getDilationsAttr(),
        b.getI64IntegerAttr(op.getGroup()), unitIf(b, epilogue.relu),
        UnitAttr(), UnitAttr());
  });
}

static void callMaxPool(graph::MaxPoolOp op) {
  if (!isSpatialF32({op.getInput(), op.getResult()}))
    return;
  OpBuilder builder(op);
  auto call = builder.create<comm::MaxPoolOp>(
      op.getLoc(), op.getResult().getType(), op.getInput(), op.getKernelAttr(),
      op.getStridesAttr(), op.getPadsAttr(), op.getDilationsAttr(), UnitAttr());
  op.replaceAllUsesWith(call.getResult());
  op.erase();
}

static void copyConcat(graph::ConcatOp op) {
  OpBuilder builder(op);
  auto copies = builder.create<comm::ConcatOp>(
      op.getLoc(), op.getResult().getType(), op.getInputs(), op.getAxis());
  op.replaceAllUsesWith(copies.getResult());
  op.erase();
}

void formLibraryCalls(comm::ProgramOp program, int optLevel) {
  // Unused ops would only be in the way; what takes no time goes first, so that
  // it limits no one's place.
  Block &block = *program.getBlock();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
  SmallVector<Operation *> sources;
  for (Operation &op : block)
    if (isa<graph::ConstantOp, comm::WeightOp, comm::InputOp>(op))
      sources.push_back(&op);
  for (Operation *op : llvm::reverse(sources))
    op->moveBefore(&block, block.begin());

  SmallVector<Operation *> ops;
  for (Operation &op : *program.getBlock())
    if (isa<graph::MatMulOp, graph::ConvOp, graph::MaxPoolOp, graph::ConcatOp>(
            op))
      ops.push_back(&op);
  for (Operation *op : ops) {
    if (auto matmul = dyn_cast<graph::MatMulOp>(op))
      callGemm(matmul, optLevel);
    else if (auto conv = dyn_cast<graph::ConvOp>(op))
      callConv(conv, optLevel);
    else if (auto pool = dyn_cast<graph::MaxPoolOp>(op))
      callMaxPool(pool);
    else
      copyConcat(cast<graph::ConcatOp>(op));
  }
}

} // namespace partita::codegen
