//===- ChannelsLast.cpp - Formats of images between library calls ---------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models have their images as N x C x H x W; the library computes nearly all
// convolutions on N x H x W x C and reorders around each call. So
//
//   %1 = comm.conv %0, ...                  1x3x8x8 -> 1x64x8x8
//   %2 = comm.conv %1, ...                  1x64x8x8 -> 1x64x8x8
//   %3 = graph.reduce_sum %2                1x64x8x8 -> 1x64
//
// becomes
//
//   %1 = comm.conv %0, ... {result_last}              1x3x8x8 -> 1x8x8x64
//   %2 = comm.conv %1, ... {input_last, result_last}  1x8x8x64 -> 1x8x8x64
//   %t = graph.transpose %2 [0, 3, 1, 2]              part of the sum's kernel
//   %3 = graph.reduce_sum %t                          1x64x8x8 -> 1x64
//
// A value is laid so if only library calls and reductions read it; a transpose
// costs a reduction nothing. Whether an input or a result of a convolution is
// laid so is free, but a residual goes with its result, and so do the input and
// the result of a pool.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Fusion.h"

#include "dialects/Graph/IR/GraphOps.h"

#include "llvm/ADT/SetVector.h"

#include <numeric>

using namespace mlir;

namespace partita::codegen {

namespace {

class Formats {
public:
  explicit Formats(comm::ProgramOp program) : program(program) {}
  void run();

private:
  void choose();
  void apply(Value value);
  void takeTransposed(comm::ConvOp conv);

  comm::ProgramOp program;
  /// Laid channels last.
  llvm::SetVector<Value> last;
};

} // namespace

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The permutation that moves the channels from dim 1 to the end, or back.
static SmallVector<int64_t> permutation(int64_t rank, bool back) {
  SmallVector<int64_t> dims(rank);
  std::iota(dims.begin(), dims.end(), 0);
  if (back)
    std::rotate(dims.begin() + 1, dims.end() - 1, dims.end());
  else
    std::rotate(dims.begin() + 1, dims.begin() + 2, dims.end());
  return dims;
}

static RankedTensorType channelsLast(RankedTensorType type) {
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation(type.getRank(), /*back=*/false))
    shape.push_back(type.getDimSize(dim));
  return type.clone(shape);
}

/// Whether `use` can read an image that has its channels last.
static bool takesLast(OpOperand &use) {
  if (auto conv = dyn_cast<comm::ConvOp>(use.getOwner()))
    return use.get() != conv.getFilter() && use.get() != conv.getBias();
  return isa<comm::MaxPoolOp, graph::ReduceSumOp, graph::ReduceMaxOp>(
      use.getOwner());
}

void Formats::choose() {
  for (Operation &op : *program.getBlock())
    if (isa<comm::ConvOp, comm::MaxPoolOp>(op) &&
        llvm::all_of(op.getUses(), takesLast))
      last.insert(op.getResult(0));
  // Both of two values that go together, or none.
  bool changed = true;
  auto pair = [&](Value a, Value b) {
    if (last.contains(a) != last.contains(b)) {
      last.remove(a);
      last.remove(b);
      changed = true;
    }
  };
  while (std::exchange(changed, false))
    for (Operation &op : *program.getBlock()) {
      if (auto pool = dyn_cast<comm::MaxPoolOp>(op))
        pair(pool.getInput(), pool.getResult());
      else if (auto conv = dyn_cast<comm::ConvOp>(op);
               conv && conv.getResidual())
        pair(conv.getResidual(), conv.getResult());
    }
}

void Formats::apply(Value value) {
  RankedTensorType type = typeOf(value);
  OpBuilder builder(program.getContext());
  if (auto conv = value.getDefiningOp<comm::ConvOp>())
    conv.setResultLast(true);
  else
    value.getDefiningOp<comm::MaxPoolOp>().setChannelsLast(true);
  value.setType(channelsLast(type));
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    Operation *user = use.getOwner();
    if (auto conv = dyn_cast<comm::ConvOp>(user)) {
      if (&use == &conv.getInputMutable())
        conv.setInputLast(true);
    } else if (!isa<comm::MaxPoolOp>(user)) {
      builder.setInsertionPoint(user);
      use.set(builder.create<graph::TransposeOp>(
          user->getLoc(), type, value,
          permutation(type.getRank(), /*back=*/true)));
    }
  }
}

/// An input that is a transpose of what has its channels last already (but for
/// dims of extent 1) is read as that.
void Formats::takeTransposed(comm::ConvOp conv) {
  auto transpose = conv.getInput().getDefiningOp<graph::TransposeOp>();
  if (conv.getInputLast() || !transpose)
    return;
  RankedTensorType source = typeOf(transpose.getInput());
  SmallVector<int64_t> order;
  for (int64_t dim : permutation(source.getRank(), /*back=*/false))
    if (int64_t from = transpose.getPermutation()[dim];
        source.getDimSize(from) != 1)
      order.push_back(from);
  if (!llvm::is_sorted(order))
    return;
  OpBuilder builder(conv);
  conv.getInputMutable().assign(builder.create<graph::ReshapeOp>(
      transpose.getLoc(), channelsLast(typeOf(transpose.getResult())),
      transpose.getInput()));
  conv.setInputLast(true);
  if (transpose->use_empty())
    transpose.erase();
}

void Formats::run() {
  choose();
  for (Value value : last)
    apply(value);
  SmallVector<comm::ConvOp> convs(program.getBlock()->getOps<comm::ConvOp>());
  llvm::for_each(convs, [&](comm::ConvOp conv) { takeTransposed(conv); });
}

void layChannelsLast(comm::ProgramOp program) { Formats(program).run(); }

} // namespace partita::codegen
