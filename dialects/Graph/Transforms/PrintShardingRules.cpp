//===- PrintShardingRules.cpp - Rules for people and for tests ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/Transforms/Passes.h"

namespace partita::graph {
#define GEN_PASS_DEF_GRAPHPRINTSHARDINGRULES
#include "dialects/Graph/Transforms/Passes.h.inc"
} // namespace partita::graph

using namespace partita;
using namespace partita::graph;
using layout::FactorKind;

static void print(raw_ostream &os, const layout::Factor &factor) {
  os << factor.name << ": " << factor.size;
  switch (factor.kind) {
  case FactorKind::Parallel:
    break;
  case FactorKind::Reduction:
    os << (factor.reduce == layout::ReduceKind::Sum ? " sum" : " max");
    break;
  case FactorKind::Window:
    os << " window";
    break;
  case FactorKind::Replicate:
    os << " replicate";
    break;
  }
  if (factor.grain != 1)
    os << " grain " << factor.grain;
}

static void print(raw_ostream &os, const layout::ShardingRule &rule,
                  const std::vector<layout::TensorMap> &maps) {
  llvm::interleave(
      maps, os,
      [&](const layout::TensorMap &map) {
        os << '[';
        llvm::interleave(
            map, os,
            [&](const std::vector<unsigned> &dim) {
              if (dim.empty())
                os << '_';
              llvm::interleave(
                  dim, os,
                  [&](unsigned factor) { os << rule.factors[factor].name; },
                  ".");
            },
            " ");
        os << ']';
      },
      " ");
}

static void print(raw_ostream &os, StringRef what,
                  const std::vector<std::vector<unsigned>> &sets) {
  if (sets.empty())
    return;
  os << "; " << what;
  for (const std::vector<unsigned> &set : sets) {
    os << " {";
    llvm::interleaveComma(set, os);
    os << '}';
  }
}

static std::string str(const layout::ShardingRule &rule,
                       const layout::OpCost &cost) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(rule.factors, os, [&](const layout::Factor &factor) {
    print(os, factor);
  });
  os << (rule.factors.empty() ? "" : "; ");
  print(os, rule, rule.operands);
  os << (rule.operands.empty() ? "" : " ") << "-> ";
  print(os, rule, rule.results);
  print(os, "linear", rule.linear);
  print(os, "monotone", rule.monotone);
  os << "; " << static_cast<int64_t>(cost.flops) << " flops, "
     << static_cast<int64_t>(cost.bytes) << " bytes";
  return text;
}

static std::vector<layout::Shape> shapesOf(TypeRange types) {
  std::vector<layout::Shape> shapes;
  for (Type type : types)
    shapes.push_back(cast<RankedTensorType>(type).getShape().vec());
  return shapes;
}

namespace {
struct PrintShardingRules
    : graph::impl::GraphPrintShardingRulesBase<PrintShardingRules> {
  void runOnOperation() override {
    getOperation().walk([&](ShardableOpInterface op) {
      layout::ShardingRule rule = op.getShardingRule();
      if (layout::Problem problem =
              rule.verify(shapesOf(op->getOperandTypes()),
                          shapesOf(op->getResultTypes()))) {
        op->emitOpError("has a sharding rule that does not fit: ") << *problem;
        return signalPassFailure();
      }
      op->emitRemark(str(rule, op.getCost()));
    });
  }
};
} // namespace
