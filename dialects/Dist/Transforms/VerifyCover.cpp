//===- VerifyCover.cpp - Verify that boxes cover the tensor once ----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/Transforms/Passes.h"
#include "partita/Layout/Cover.h"

using namespace mlir;
using namespace partita;
using namespace partita::dist;

namespace partita::dist {
#define GEN_PASS_DEF_DISTVERIFYCOVER
#include "dialects/Dist/Transforms/Passes.h.inc"
} // namespace partita::dist

namespace {

struct VerifyCover : dist::impl::DistVerifyCoverBase<VerifyCover> {
  void runOnOperation() override {
    // Types are unique, so each is looked at once.
    DenseSet<Type> seen;
    auto visit = [&](Operation *op, Type type) -> LogicalResult {
      std::optional<layout::Layout> layout = getLayout(type);
      if (!layout || !seen.insert(type).second)
        return success();
      if (layout::Problem problem = layout::verifyCover(
              *layout, shapeOf(llvm::cast<RankedTensorType>(type))))
        return op->emitOpError() << *problem << " (" << layout->str() << ")";
      return success();
    };
    WalkResult result = getOperation()->walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (failed(visit(op, type)))
          return WalkResult::interrupt();
      for (Region &region : op->getRegions())
        for (Type type : region.getArgumentTypes())
          if (failed(visit(op, type)))
            return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
