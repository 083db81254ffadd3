//===- LowerReshards.cpp - Replace reshards by steps ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which steps is lib/Layout's decision (planReshard). Here they become ops, and
// a step that was already taken from the same value is not taken again: a
// weight that two ops want gathered is gathered once.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace partita;
using namespace partita::dist;

namespace partita::dist {
#define GEN_PASS_DEF_DISTLOWERRESHARDS
#include "dialects/Dist/Transforms/Passes.h.inc"
} // namespace partita::dist

namespace {

/// The steps taken so far in one block. Blocks are walked in order, so that an
/// earlier step dominates a later use.
class Steps {
public:
  /// The result of `step` on `input`: an earlier one, or a new op.
  FailureOr<Value> take(OpBuilder &builder, Location loc, Value input,
                        const layout::Step &step) {
    FailureOr<Value> result = createStep(builder, loc, input, step);
    if (failed(result))
      return failure();
    Operation *op = result->getDefiningOp();
    for (Operation *earlier : taken[input]) {
      if (earlier->getName() == op->getName() &&
          earlier->getAttrDictionary() == op->getAttrDictionary() &&
          earlier->getResultTypes() == op->getResultTypes()) {
        op->erase();
        return earlier->getResult(0);
      }
    }
    taken[input].push_back(op);
    return result;
  }

private:
  DenseMap<Value, SmallVector<Operation *>> taken;
};

struct LowerReshards : dist::impl::DistLowerReshardsBase<LowerReshards> {
  using DistLowerReshardsBase::DistLowerReshardsBase;

  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      if (failed(lowerBlock(*block)))
        return signalPassFailure();
  }

  LogicalResult lowerBlock(Block &block) {
    Steps steps;
    for (auto reshard : llvm::make_early_inc_range(block.getOps<ReshardOp>())) {
      OpBuilder builder(reshard);
      Value value = reshard.getInput();
      std::vector<layout::Step> plan =
          layout::planReshard(*getLayout(value.getType()),
                              *getLayout(reshard.getResult().getType()),
                              shapeOf(reshard.getInput().getType()), exact);
      for (const layout::Step &step : plan) {
        FailureOr<Value> next =
            steps.take(builder, reshard.getLoc(), value, step);
        if (failed(next))
          return failure();
        value = *next;
      }
      if (value.getType() != reshard.getResult().getType())
        return reshard.emitOpError("expects steps to end at ")
               << reshard.getResult().getType() << ", got " << value.getType();
      reshard.getResult().replaceAllUsesWith(value);
      reshard.erase();
    }
    return success();
  }
};

} // namespace
