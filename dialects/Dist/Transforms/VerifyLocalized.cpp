//===- VerifyLocalized.cpp - Verify that no layout is left ----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/Transforms/Passes.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace partita;
using namespace partita::dist;

namespace partita::dist {
#define GEN_PASS_DEF_DISTVERIFYLOCALIZED
#include "dialects/Dist/Transforms/Passes.h.inc"
} // namespace partita::dist

namespace {

struct VerifyLocalized : dist::impl::DistVerifyLocalizedBase<VerifyLocalized> {
  void runOnOperation() override {
    // Finds dist's attributes however deep they are, e.g. in a function type.
    AttrTypeWalker walker;
    walker.addWalk([](Attribute attr) {
      return llvm::isa<DistDialect>(attr.getDialect()) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
    });

    WalkResult result = getOperation()->walk([&](Operation *op) {
      auto refuse = [&](const Twine &what) {
        op->emitOpError("expects nothing of dist after localization, got ")
            << what;
        return WalkResult::interrupt();
      };
      if (llvm::isa_and_nonnull<DistDialect>(op->getDialect()))
        return refuse("this op");
      for (NamedAttribute attr : op->getAttrs())
        if (llvm::isa_and_nonnull<DistDialect>(attr.getNameDialect()) ||
            walker.walk(attr.getValue()).wasInterrupted())
          return refuse("attribute " + attr.getName().getValue());
      for (auto [number, type] : llvm::enumerate(op->getResultTypes()))
        if (walker.walk(type).wasInterrupted())
          return refuse("result " + Twine(number));
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            if (walker.walk(argument.getType()).wasInterrupted())
              return refuse("argument " + Twine(argument.getArgNumber()));
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
