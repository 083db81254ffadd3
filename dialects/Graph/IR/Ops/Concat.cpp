//===- Concat.cpp - Concat.cpp --------------------------------------------===//
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

LogicalResult ConcatOp::verify() {
  if (getInputs().empty())
    return emitOpError("expects an operand, got none");
  RankedTensorType first = tensorType(getInputs()[0]);
  int64_t rank = first.getRank(), axis = getAxis();
  if (failed(verifyAxis(*this, axis, rank)))
    return failure();
  Dims result(first.getShape());
  result[axis] = 0;
  for (auto [number, input] : llvm::enumerate(getInputs())) {
    std::string what = "operand " + std::to_string(number);
    if (failed(verifyElementType(*this, what, first.getElementType(), input)))
      return failure();
    ArrayRef<int64_t> shape = shapeOf(input);
    bool fits = static_cast<int64_t>(shape.size()) == rank;
    for (int64_t i = 0; fits && i < rank; ++i)
      fits = i == axis || shape[i] == result[i];
    if (!fits)
      return emitOpError("expects ")
             << what << " to have the shape " << str(first.getShape())
             << " but for dim " << axis << ", got " << str(shape);
    result[axis] += shape[axis];
  }
  return verifyResult(*this, result, first.getElementType());
}

OpFoldResult ConcatOp::fold(FoldAdaptor adaptor) {
  if (getInputs().size() == 1 && getInputs()[0].getType() == getType())
    return getInputs()[0];
  if (!mayFold(*this))
    return {};
  SmallVector<ConstantElements> constants;
  SmallVector<Dims> strides;
  for (Attribute attr : adaptor.getInputs()) {
    std::optional<ConstantElements> constant = ConstantElements::get(attr);
    if (!constant)
      return {};
    strides.push_back(stridesOf(constant->shape()));
    constants.push_back(std::move(*constant));
  }
  std::vector<Number> elements;
  size_t axis = getAxis();
  forEachIndex(shapeOf(getResult()), [&](ArrayRef<int64_t> index) {
    Dims inner(index);
    size_t number = 0;
    while (inner[axis] >= constants[number].shape()[axis])
      inner[axis] -= constants[number++].shape()[axis];
    int64_t position = 0;
    for (auto [i, stride] : llvm::zip_equal(inner, strides[number]))
      position += i * stride;
    elements.push_back(constants[number][position]);
    return true;
  });
  return makeConstant(getType(), elements);
}

layout::ShardingRule ConcatOp::getShardingRule() {
  RuleBuilder rule;
  size_t axis = getAxis();
  ArrayRef<int64_t> shape = shapeOf(getResult());
  layout::TensorMap result;
  for (auto [dim, extent] : llvm::enumerate(shape))
    result.push_back(dim == axis
                         ? rule.addReplicate("o" + std::to_string(dim), extent)
                         : rule.add("d" + std::to_string(dim), extent));
  std::vector<unsigned> all;
  for (auto [number, input] : llvm::enumerate(getInputs())) {
    layout::TensorMap map = result;
    map[axis] =
        rule.addReplicate("i" + std::to_string(number), shapeOf(input)[axis]);
    rule.operand(std::move(map));
    all.push_back(number);
  }
  rule.result(std::move(result));
  return rule.take(/*linear=*/{all}, /*monotone=*/{all});
}

layout::OpCost ConcatOp::getCost() { return costOf(*this, 0); }

LogicalResult ConcatOp::lowerToLinalg(OpBuilder &builder, ValueRange operands,
                                      SmallVectorImpl<Value> &results) {
  RankedTensorType type = plainType(getType());
  size_t axis = getAxis();
  results.push_back(createIndexed(
      builder, getLoc(), type,
      [&](ImplicitLocOpBuilder &b, ValueRange counters) {
        // Every operand is read, at the place nearest to the index; the last
        // one that begins at or before the index gives the element.
        SmallVector<Value> indices(counters);
        Value chosen;
        int64_t offset = 0;
        for (Value operand : operands) {
          int64_t extent = shapeOf(operand)[axis];
          if (extent == 0)
            continue;
          Value begin = constantIndex(b, offset);
          Value inner = b.create<arith::SubIOp>(counters[axis], begin);
          indices[axis] = createClamp(b, inner, extent);
          Value element = createRead(b, operand, indices);
          if (chosen) {
            Value begun = b.create<arith::CmpIOp>(arith::CmpIPredicate::sge,
                                                  counters[axis], begin);
            element = b.create<arith::SelectOp>(begun, element, chosen);
          }
          chosen = element;
          offset += extent;
        }
        return chosen;
      }));
  return success();
}
