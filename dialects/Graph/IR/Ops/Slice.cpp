//===- Slice.cpp - Slice.cpp ----------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Fold.h"
#include "dialects/Graph/IR/Support/Linalg.h"
#include "dialects/Graph/IR/Support/Rules.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult SliceOp::verify() {
  ArrayRef<int64_t> from = shapeOf(getInput()), to = shapeOf(getResult());
  ArrayRef<int64_t> starts = getStarts(), steps = getSteps();
  if (failed(verifyElementType(*this, "result",
                               tensorType(getInput()).getElementType(),
                               getResult())))
    return failure();
  if (to.size() != from.size())
    return emitOpError("expects a result of rank ")
           << from.size() << ", got " << to.size();
  if (starts.size() != from.size() || steps.size() != from.size())
    return emitOpError("expects ") << from.size() << " starts and steps, got "
                                   << starts.size() << " and " << steps.size();
  for (size_t i = 0; i < from.size(); ++i) {
    if (steps[i] == 0)
      return emitOpError("expects steps other than 0, got 0 in dim ") << i;
    if (to[i] == 0)
      continue;
    // A step that leaves the dim at once might come back by overflow.
    if (to[i] > 1 && (steps[i] >= from[i] || steps[i] <= -from[i]))
      return emitOpError("expects a step of less than ")
             << from[i] << " in dim " << i << ", got " << steps[i];
    int64_t last = starts[i] + (to[i] - 1) * steps[i];
    for (int64_t index : {starts[i], last})
      if (index < 0 || index >= from[i])
        return emitOpError("expects to read indices from 0 to ")
               << from[i] - 1 << " of dim " << i << ", got " << index;
  }
  return success();
}

/// Whether dim \p dim is taken whole and in order.
static bool isWholeDim(SliceOp op, size_t dim) {
  return op.getStarts()[dim] == 0 && op.getSteps()[dim] == 1 &&
         shapeOf(op.getInput())[dim] == shapeOf(op.getResult())[dim];
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  size_t rank = getStarts().size();
  if (getInput().getType() == getType() &&
      llvm::all_of(llvm::seq<size_t>(0, rank),
                   [&](size_t dim) { return isWholeDim(*this, dim); }))
    return getInput();
  Dims strides = stridesOf(shapeOf(getInput()));
  return foldMove(*this, adaptor.getInput(), [&](ArrayRef<int64_t> index) {
    int64_t position = 0;
    for (size_t dim = 0; dim < rank; ++dim)
      position +=
          (getStarts()[dim] + index[dim] * getSteps()[dim]) * strides[dim];
    return position;
  });
}

layout::ShardingRule SliceOp::getShardingRule() {
  RuleBuilder rule;
  layout::TensorMap input, result;
  for (size_t dim = 0; dim < getStarts().size(); ++dim) {
    std::string number = std::to_string(dim);
    int64_t from = shapeOf(getInput())[dim], to = shapeOf(getResult())[dim];
    if (isWholeDim(*this, dim)) {
      input.push_back(rule.add("d" + number, from));
      result.push_back(input.back());
      continue;
    }
    input.push_back(rule.addReplicate("i" + number, from));
    result.push_back(rule.addReplicate("o" + number, to));
  }
  rule.operand(std::move(input));
  rule.result(std::move(result));
  return rule.take(/*linear=*/{{0}}, /*monotone=*/{{0}});
}

layout::OpCost SliceOp::getCost() {
  // What is not read costs nothing.
  return {/*flops=*/0, /*bytes=*/2 * bytesOf(getResult())};
}

/// Whether a loop's range would be taken from the input: linalg takes it from
/// the first operand that is read at the bare loop counter, which a slice does
/// where it begins at 0 in steps of 1.
static bool isPrefix(SliceOp op, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  for (auto [start, step, extent, kept] :
       llvm::zip_equal(op.getStarts(), op.getSteps(), from, to))
    if (start == 0 && step == 1 && extent != kept)
      return true;
  return false;
}

LogicalResult SliceOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                     SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  Value input = operands[0];
  if (isPrefix(*this, cast<ShapedType>(input.getType()).getShape(),
               type.getShape())) {
    results.push_back(createIndexed(
        builder, getLoc(), type, [&](ImplicitLocOpBuilder &b, ValueRange i) {
          SmallVector<Value> place;
          for (auto [dim, counter] : llvm::enumerate(i)) {
            Value scaled = b.createOrFold<arith::MulIOp>(
                counter, constantIndex(b, getSteps()[dim]));
            place.push_back(b.createOrFold<arith::AddIOp>(
                scaled, constantIndex(b, getStarts()[dim])));
          }
          return createRead(b, input, place);
        }));
    return success();
  }
  SmallVector<AffineExpr> exprs;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    exprs.push_back(builder.getAffineDimExpr(dim) * getSteps()[dim] +
                    getStarts()[dim]);
  AffineMap map =
      AffineMap::get(type.getRank(), 0, exprs, builder.getContext());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  results.push_back(
      createGeneric(builder, getLoc(), operands,
                    emptyTensor(builder, getLoc(), type), {map, identity},
                    [](ImplicitLocOpBuilder &, ValueRange x) { return x[0]; }));
  return success();
}
