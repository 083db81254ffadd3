//===- Conv.cpp - Conv.cpp ------------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Linalg.h"
#include "dialects/Graph/IR/Support/Rules.h"
#include "dialects/Graph/IR/Support/Shapes.h"
#include "dialects/Graph/IR/Support/Window.h"

using namespace partita;
using namespace partita::graph;

LogicalResult ConvOp::verify() {
  ArrayRef<int64_t> input = shapeOf(getInput()), filter = shapeOf(getFilter());
  Type element = tensorType(getInput()).getElementType();
  if (failed(verifyElementType(*this, "filter", element, getFilter())))
    return failure();
  if (input.size() < 3 || input.size() != filter.size())
    return emitOpError("expects input and filter of one rank, 3 or more, got ")
           << str(input) << " and " << str(filter);
  int64_t group = getGroup();
  if (group < 1)
    return emitOpError("expects 'group' to be 1 or more, got ") << group;
  if (input[1] != filter[1] * group)
    return emitOpError("expects an input of ")
           << group << " x " << filter[1] << " channels, got " << input[1];
  if (filter[0] % group != 0)
    return emitOpError("expects 'group' to divide ")
           << filter[0] << " output channels, got " << group;
  FailureOr<Dims> spatial = inferWindowShape(
      input.drop_front(2), filter.drop_front(2), getStrides(), getPads(),
      getDilations(), [&] { return emitOpError(); });
  if (failed(spatial))
    return failure();
  Dims result = {input[0], filter[0]};
  llvm::append_range(result, *spatial);
  return verifyResult(*this, result, element);
}

layout::ShardingRule ConvOp::getShardingRule() {
  RuleBuilder rule;
  ArrayRef<int64_t> in = shapeOf(getInput()), filter = shapeOf(getFilter());
  ArrayRef<int64_t> out = shapeOf(getResult());
  layout::TensorMap inMap, filterMap, outMap;
  Factors n = rule.add("n", in[0]);
  if (getGroup() == 1) {
    Factors oc = rule.add("oc", out[1]);
    Factors c = rule.addReduction("c", in[1], layout::ReduceKind::Sum);
    inMap = {n, c}, filterMap = {oc, c}, outMap = {n, oc};
  } else {
    // A piece of the channels would have fewer groups, and the attribute says
    // how many there are.
    Factors oc = rule.addReplicate("oc", out[1]);
    inMap = {n, rule.addReplicate("c", in[1])};
    filterMap = {oc, rule.addReplicate("gc", filter[1])};
    outMap = {n, oc};
  }
  addWindowFactors(rule, in.drop_front(2), filter.drop_front(2), getStrides(),
                   getPads(), out.drop_front(2), inMap, &filterMap, outMap);
  rule.operand(std::move(inMap));
  rule.operand(std::move(filterMap));
  rule.result(std::move(outMap));
  return rule.take(/*linear=*/{{0}, {1}});
}

layout::OpCost ConvOp::getCost() {
  int64_t products = numElements(shapeOf(getFilter()).drop_front(1));
  return costOf(*this, 2.0 * products * getType().getNumElements());
}

LogicalResult ConvOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                    SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  Value input = operands[0], filter = operands[1];
  MLIRContext *context = builder.getContext();
  int64_t rank = type.getRank(), spatial = rank - 2, group = getGroup();
  Value init = filledTensor(builder, getLoc(), type,
                            numberAttr(type.getElementType(), 0));
  if (tensorType(input).getNumElements() == 0) {
    results.push_back(init);
    return success();
  }
  // Loops: the result's dims (n, oc, out..), then c of a group, then the
  // kernel.
  unsigned loops = rank + 1 + spatial;
  SmallVector<AffineExpr> filterExprs = {getAffineDimExpr(1, context)};
  for (unsigned loop = rank; loop < loops; ++loop)
    filterExprs.push_back(getAffineDimExpr(loop, context));
  AffineMap filterMap = AffineMap::get(loops, 0, filterExprs, context);
  AffineMap outMap =
      AffineMap::getMultiDimIdentityMap(loops, context).getMajorSubMap(rank);
  int64_t channels = shapeOf(filter)[1], perGroup = shapeOf(filter)[0] / group;
  SmallVector<bool> checked =
      paddedDims(shapeOf(input), shapeOf(filter).drop_front(2), getStrides(),
                 getPads(), getDilations(), type.getShape());
  results.push_back(createGeneric(
      builder, getLoc(), filter, init, {filterMap, outMap},
      [&](ImplicitLocOpBuilder &b, ValueRange x) {
        auto loop = [&](int64_t dim) -> Value {
          return b.create<linalg::IndexOp>(dim);
        };
        Value channel = loop(rank);
        if (group > 1) {
          Value number =
              b.create<arith::DivUIOp>(loop(1), constantIndex(b, perGroup));
          Value first =
              b.create<arith::MulIOp>(number, constantIndex(b, channels));
          channel = b.create<arith::AddIOp>(first, channel);
        }
        SmallVector<Value> position = {loop(0), channel};
        for (int64_t i = 0; i < spatial; ++i)
          position.push_back(createWindowIndex(
              b, loop(2 + i), getStrides()[i], loop(rank + 1 + i),
              getDilations()[i], getPads()[i]));
        Value zero = constant(b, type.getElementType(), 0);
        Value element = createPaddedRead(b, input, position, checked, zero);
        return createAdd(b, x[1], createMul(b, element, x[0]));
      }));
  return success();
}
