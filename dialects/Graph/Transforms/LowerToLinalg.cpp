//===- LowerToLinalg.cpp - Graph ops to linalg ----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops know how; this pass asks them one by one.
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/Transforms/Passes.h"

namespace partita::graph {
#define GEN_PASS_DEF_GRAPHLOWERTOLINALG
#include "dialects/Graph/Transforms/Passes.h.inc"
} // namespace partita::graph

using namespace partita;
using namespace partita::graph;

namespace {
struct LowerToLinalg : graph::impl::GraphLowerToLinalgBase<LowerToLinalg> {
  void runOnOperation() override {
    SmallVector<LinalgLoweringInterface> ops;
    getOperation().walk([&](LinalgLoweringInterface op) { ops.push_back(op); });
    for (LinalgLoweringInterface op : ops) {
      OpBuilder builder(op);
      SmallVector<Value> results;
      if (failed(op.lowerToLinalg(builder, op->getOperands(), results)))
        return signalPassFailure();
      op->replaceAllUsesWith(results);
      op->erase();
    }
  }
};
} // namespace
