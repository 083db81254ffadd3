//===- Weight.cpp - Weight.cpp --------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Rules.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult WeightOp::verify() {
  if (getWeight().empty())
    return emitOpError("expects a name, got \"\"");
  if (getOffset() < 0)
    return emitOpError("expects an offset of 0 or more, got ") << getOffset();
  return success();
}

layout::ShardingRule WeightOp::getShardingRule() {
  RuleBuilder rule;
  rule.result(rule.addDims("d", shapeOf(getResult())));
  return rule.take();
}

layout::OpCost WeightOp::getCost() { return costOf(*this, 0); }
