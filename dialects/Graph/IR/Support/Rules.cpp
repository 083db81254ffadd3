//===- Rules.cpp - Building sharding rules and costs ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Support/Rules.h"

using namespace partita;
using namespace partita::graph;

Factors RuleBuilder::add(std::string name, int64_t size,
                         layout::FactorKind kind) {
  if (size == 1)
    return {};
  layout::Factor factor;
  factor.name = std::move(name);
  factor.size = size;
  factor.kind = kind;
  rule.factors.push_back(std::move(factor));
  return {static_cast<unsigned>(rule.factors.size() - 1)};
}

Factors RuleBuilder::addReduction(std::string name, int64_t size,
                                  layout::ReduceKind reduce) {
  Factors factors = add(std::move(name), size, layout::FactorKind::Reduction);
  for (unsigned factor : factors)
    rule.factors[factor].reduce = reduce;
  return factors;
}

layout::TensorMap RuleBuilder::addDims(const std::string &prefix,
                                       ArrayRef<int64_t> shape,
                                       layout::FactorKind kind) {
  layout::TensorMap map;
  for (auto [dim, extent] : llvm::enumerate(shape))
    map.push_back(add(prefix + std::to_string(dim), extent, kind));
  return map;
}

layout::ShardingRule RuleBuilder::take(OperandSets linear,
                                       OperandSets monotone) {
  rule.linear = std::move(linear);
  rule.monotone = std::move(monotone);
  return std::move(rule);
}

layout::TensorMap graph::broadcastMap(ArrayRef<int64_t> shape,
                                      const layout::TensorMap &to,
                                      ArrayRef<int64_t> toShape) {
  size_t lead = toShape.size() - shape.size();
  layout::TensorMap map(shape.size());
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == toShape[lead + i])
      map[i] = to[lead + i];
  return map;
}

layout::ShardingRule graph::elementwiseRule(Operation *op, OperandSets linear,
                                            OperandSets monotone) {
  RuleBuilder rule;
  ArrayRef<int64_t> shape = shapeOf(op->getResult(0));
  layout::TensorMap result = rule.addDims("d", shape);
  for (Value operand : op->getOperands())
    rule.operand(broadcastMap(shapeOf(operand), result, shape));
  rule.result(std::move(result));
  return rule.take(std::move(linear), std::move(monotone));
}

layout::ShardingRule graph::reductionRule(Operation *op, ArrayRef<int64_t> axes,
                                          bool keepdims,
                                          layout::ReduceKind kind) {
  RuleBuilder rule;
  layout::TensorMap input, result;
  for (auto [dim, extent] : llvm::enumerate(shapeOf(op->getOperand(0)))) {
    std::string number = std::to_string(dim);
    if (!llvm::is_contained(axes, static_cast<int64_t>(dim))) {
      input.push_back(rule.add("d" + number, extent));
      result.push_back(input.back());
      continue;
    }
    input.push_back(rule.addReduction("r" + number, extent, kind));
    if (keepdims)
      result.push_back({});
  }
  rule.operand(std::move(input));
  rule.result(std::move(result));
  if (kind == layout::ReduceKind::Sum)
    return rule.take(/*linear=*/{{0}});
  return rule.take(/*linear=*/{}, /*monotone=*/{{0}});
}

bool graph::isFloat(Operation *op) {
  return isa<FloatType>(tensorType(op->getResult(0)).getElementType());
}

double graph::bytesOf(Value value) {
  RankedTensorType type = tensorType(value);
  unsigned bits = type.getElementTypeBitWidth();
  return static_cast<double>(type.getNumElements()) * ((bits + 7) / 8);
}

layout::OpCost graph::costOf(Operation *op, double flops) {
  layout::OpCost cost;
  cost.flops = flops;
  for (Value operand : op->getOperands())
    cost.bytes += bytesOf(operand);
  for (Value result : op->getResults())
    cost.bytes += bytesOf(result);
  return cost;
}

layout::OpCost graph::elementwiseCost(Operation *op, double flopsPerElement) {
  return costOf(op, flopsPerElement *
                        tensorType(op->getResult(0)).getNumElements());
}
