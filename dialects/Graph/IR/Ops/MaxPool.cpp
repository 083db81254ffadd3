//===- MaxPool.cpp - MaxPool.cpp ------------------------------------------===//
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
#include "dialects/Graph/IR/Support/Window.h"

using namespace partita;
using namespace partita::graph;

LogicalResult MaxPoolOp::verify() {
  ArrayRef<int64_t> input = shapeOf(getInput());
  if (input.size() < 3)
    return emitOpError("expects an input of rank 3 or more, got ")
           << str(input);
  FailureOr<Dims> spatial = inferWindowShape(
      input.drop_front(2), getKernel(), getStrides(), getPads(), getDilations(),
      [&] { return emitOpError(); });
  if (failed(spatial))
    return failure();
  Dims result = {input[0], input[1]};
  llvm::append_range(result, *spatial);
  return verifyResult(*this, result, tensorType(getInput()).getElementType());
}

layout::ShardingRule MaxPoolOp::getShardingRule() {
  RuleBuilder rule;
  ArrayRef<int64_t> in = shapeOf(getInput()), out = shapeOf(getResult());
  layout::TensorMap inMap = {rule.add("n", in[0]), rule.add("c", in[1])};
  layout::TensorMap outMap = inMap;
  addWindowFactors(rule, in.drop_front(2), getKernel(), getStrides(), getPads(),
                   out.drop_front(2), inMap, /*filterMap=*/nullptr, outMap);
  rule.operand(std::move(inMap));
  rule.result(std::move(outMap));
  return rule.take(/*linear=*/{}, /*monotone=*/{{0}});
}

layout::OpCost MaxPoolOp::getCost() {
  return elementwiseCost(*this, numElements(getKernel()));
}

LogicalResult MaxPoolOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                       SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  Value input = operands[0];
  TypedAttr lowest = lowestAttr(type.getElementType());
  if (tensorType(input).getNumElements() == 0) {
    results.push_back(filledTensor(builder, getLoc(), type, lowest));
    return success();
  }
  SmallVector<bool> checked =
      paddedDims(shapeOf(input), getKernel(), getStrides(), getPads(),
                 getDilations(), type.getShape());
  // The window is written out: no operand could give its extents to loops.
  results.push_back(createIndexed(
      builder, getLoc(), type,
      [&](ImplicitLocOpBuilder &b, ValueRange counters) {
        Value outside = constant(b, lowest), greatest;
        forEachIndex(getKernel(), [&](ArrayRef<int64_t> offset) {
          SmallVector<Value> position(counters.take_front(2));
          for (auto [i, at] : llvm::enumerate(offset))
            position.push_back(createWindowIndex(
                b, counters[2 + i], getStrides()[i], constantIndex(b, at),
                getDilations()[i], getPads()[i]));
          Value element =
              createPaddedRead(b, input, position, checked, outside);
          greatest = greatest ? createMaximum(b, greatest, element) : element;
          return true;
        });
        return greatest;
      }));
  return success();
}
