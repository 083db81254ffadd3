//===- VerifyPartial.cpp - Verify where partial values go -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op applied to the parts of a sum gives the parts of its result only if it
// is linear in that operand. This is said by the op's rule and its assignment;
// whatever has neither may take whole values only. Constraints (Cn) are those
// of Passes.td.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/Transforms/Passes.h"
#include "dialects/Graph/IR/GraphInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace partita;
using namespace partita::dist;

namespace partita::dist {
#define GEN_PASS_DEF_DISTVERIFYPARTIAL
#include "dialects/Dist/Transforms/Passes.h.inc"
} // namespace partita::dist

/// The set of operands through which the op's assignment lets `partial` pass.
static SmallVector<unsigned> passingOperands(Operation *op,
                                             PartialAttr partial) {
  auto shardable = llvm::dyn_cast<graph::ShardableOpInterface>(op);
  auto assignment =
      op->getAttrOfType<AssignmentAttr>(AssignmentAttr::opAttrName);
  if (!shardable || !assignment || assignment.getPassing() != partial)
    return {};
  layout::ShardingRule rule = shardable.getShardingRule();
  const auto &sets = partial.getKind() == layout::ReduceKind::Sum
                         ? rule.linear
                         : rule.monotone;
  size_t set = assignment.getPassingSet();
  if (set >= sets.size())
    return {};
  return SmallVector<unsigned>(sets[set].begin(), sets[set].end());
}

namespace {

struct VerifyPartial : dist::impl::DistVerifyPartialBase<VerifyPartial> {
  /// (C1)
  LogicalResult verifyOperand(Operation *op, OpOperand &operand) {
    LayoutAttr layout = getLayoutAttr(operand.get().getType());
    if (!layout || !layout.getPartial() ||
        llvm::isa_and_nonnull<DistDialect>(op->getDialect()))
      return success();
    unsigned number = operand.getOperandNumber();
    // (C2)
    bool isResult = op->hasTrait<OpTrait::ReturnLike>();
    if (!isResult &&
        llvm::is_contained(passingOperands(op, layout.getPartial()), number))
      return success();
    auto diag =
        isResult ? op->emitOpError("expects a whole value as result ")
                 : op->emitOpError("expects a whole value, or an assignment by "
                                   "which a partial one passes, as operand ");
    diag << number << ", got " << layout.toLayout().str();
    diag.attachNote(operand.get().getLoc()) << "the value comes from here";
    return diag;
  }

  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (failed(verifyOperand(op, operand)))
          return WalkResult::interrupt();
      // (C2)
      if (auto function = llvm::dyn_cast<FunctionOpInterface>(op)) {
        for (BlockArgument argument : function.getArguments()) {
          LayoutAttr layout = getLayoutAttr(argument.getType());
          if (layout && layout.getPartial()) {
            op->emitOpError("expects a whole value as argument ")
                << argument.getArgNumber() << ", got "
                << layout.toLayout().str();
            return WalkResult::interrupt();
          }
        }
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
