//===- VerifyTypes.cpp - Verify the layout of every value -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints (Cn) are those of Passes.td.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/Transforms/Passes.h"
#include "dialects/Graph/IR/GraphInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace partita;
using namespace partita::dist;

namespace partita::dist {
#define GEN_PASS_DEF_DISTVERIFYTYPES
#include "dialects/Dist/Transforms/Passes.h.inc"
} // namespace partita::dist

namespace {

struct VerifyTypes : dist::impl::DistVerifyTypesBase<VerifyTypes> {
  /// (C1)
  LogicalResult verifyType(Operation *op, const Twine &what, Type type) {
    LayoutAttr layout = getLayoutAttr(type);
    if (!layout)
      return success();
    auto emitError = [&] { return op->emitOpError() << what << ": "; };
    auto tensor = llvm::cast<RankedTensorType>(type);
    if (failed(LayoutAttr::verify(emitError, layout.getMesh(), layout.getDims(),
                                  layout.getPartial())))
      return failure();
    return layout.verifyEncoding(tensor.getShape(), tensor.getElementType(),
                                 emitError);
  }

  LogicalResult verifyOp(Operation *op) {
    for (auto [number, type] : llvm::enumerate(op->getResultTypes()))
      if (failed(verifyType(op, "result " + Twine(number), type)))
        return failure();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(verifyType(op,
                                "argument " + Twine(argument.getArgNumber()),
                                argument.getType())))
            return failure();
    // (C3)
    bool hasLayouts = llvm::any_of(op->getResultTypes(), getLayoutAttr);
    if (hasLayouts && llvm::isa<graph::ShardableOpInterface>(op) &&
        !op->hasAttr(AssignmentAttr::opAttrName))
      return op->emitOpError("expects a dist.assignment beside layouts");
    return success();
  }

  /// (C2)
  LogicalResult verifyFunction(FunctionOpInterface function) {
    Operation *with = nullptr, *without = nullptr;
    auto visit = [&](Operation *op, Type type) {
      if (llvm::isa<TensorType>(type))
        (getLayoutAttr(type) ? with : without) = op;
    };
    for (BlockArgument argument : function.getArguments())
      visit(function, argument.getType());
    function->walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        visit(op, type);
    });
    if (!with || !without)
      return success();
    auto diag = without->emitOpError("expects a layout on every tensor of a "
                                     "function, or on none");
    diag.attachNote(with->getLoc()) << "there is one here";
    return diag;
  }

  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](Operation *op) {
      if (failed(verifyOp(op)))
        return WalkResult::interrupt();
      auto function = llvm::dyn_cast<FunctionOpInterface>(op);
      if (function && failed(verifyFunction(function)))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
