//===- MutationTest.cpp - Each broken program is refused ------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes correct programs of three ranks that talk by every kind of collective,
// breaks each collective of each program in every way below, one at a time, and
// demands that the verifiers of ops or of comm-verify find it. A way that
// changes nothing that matters has no place in the list.
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/IR/Comm.h"
#include "dialects/Comm/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace partita;
using namespace partita::comm;

namespace {

/// The program of one rank: rows 2 * rank and 2 * rank + 1 of x.
std::string programOf(int rank) {
  std::string r = std::to_string(rank), row = std::to_string(2 * rank);
  return R"(
  comm.program @rank)" +
         r + " ranks [" + r + R"(] {
    %x = comm.input 0 "x" starts [[)" +
         row + R"(, 0]] : tensor<2x6xf32>
    %0 = comm.all_reduce %x sum channel 0 groups [<[0, 1, 2]>]
        : tensor<2x6xf32> -> !comm.future<tensor<2x6xf32>>
    %1 = comm.wait %0 : !comm.future<tensor<2x6xf32>>
    %2 = comm.all_gather %x channel 1 along 0
        groups [<[0, 1, 2], cuts = [0, 2, 4, 6]>]
        : tensor<2x6xf32> -> !comm.future<tensor<6x6xf32>>
    %3 = comm.wait %2 : !comm.future<tensor<6x6xf32>>
    %4 = comm.reduce_scatter %x max channel 2 along 1
        groups [<[0, 1, 2], cuts = [0, 2, 4, 6]>]
        : tensor<2x6xf32> -> !comm.future<tensor<2x2xf32>>
    %5 = comm.wait %4 : !comm.future<tensor<2x2xf32>>
    %6 = comm.exchange %x channel 3 transfers [
        <1 [0, 0] of [2, 6] -> 0 [0, 0] of [2, 6], size [2, 6]>,
        <2 [0, 0] of [2, 6] -> 1 [0, 0] of [2, 6], size [2, 6]>,
        <0 [0, 0] of [2, 6] -> 2 [0, 0] of [2, 6], size [2, 6]>]
        : tensor<2x6xf32> -> !comm.future<tensor<2x6xf32>>
    %7 = comm.wait %6 : !comm.future<tensor<2x6xf32>>
    comm.output %x, 0 "y" starts [[)" +
         row + R"(, 0]] owner [true] of tensor<6x6xf32> : tensor<2x6xf32>
    comm.return
  })";
}

using Mutation = void (*)(CollectiveOpInterface);

WaitOp waitOf(CollectiveOpInterface collective) {
  return llvm::cast<WaitOp>(*collective.getFutureValue().user_begin());
}

CollectiveOpInterface nextOf(CollectiveOpInterface collective) {
  for (Operation *op = collective->getNextNode(); op; op = op->getNextNode())
    if (auto next = llvm::dyn_cast<CollectiveOpInterface>(op))
      return next;
  return nullptr;
}

void drop(CollectiveOpInterface collective) {
  waitOf(collective).erase();
  collective.erase();
}

void swapWithNext(CollectiveOpInterface collective) {
  // The last one has no next; it is put before the first.
  if (CollectiveOpInterface next = nextOf(collective)) {
    waitOf(next)->moveBefore(collective);
    next->moveBefore(waitOf(next));
    return;
  }
  Operation *first = &*std::next(collective->getBlock()->begin());
  waitOf(collective)->moveBefore(first);
  collective->moveBefore(waitOf(collective));
}

void swapStarts(CollectiveOpInterface collective) {
  if (CollectiveOpInterface next = nextOf(collective)) {
    next->moveBefore(collective);
    waitOf(collective)->moveAfter(next);
    waitOf(collective)->moveAfter(collective);
    return;
  }
  collective->moveBefore(&*std::next(collective->getBlock()->begin()));
}

void neverAwait(CollectiveOpInterface collective) {
  waitOf(collective).erase();
}

void awaitTwice(CollectiveOpInterface collective) {
  WaitOp wait = waitOf(collective);
  OpBuilder(wait).clone(*wait);
}

void changeChannel(CollectiveOpInterface collective) {
  collective->setAttr("channel",
                      Builder(collective.getContext())
                          .getI64IntegerAttr(collective.getChannel() + 1));
}

void repeat(CollectiveOpInterface collective) {
  OpBuilder builder(waitOf(collective)->getContext());
  builder.setInsertionPointAfter(waitOf(collective));
  Operation *again = builder.clone(*collective);
  builder.create<WaitOp>(again->getLoc(), collective.getOutputType(),
                         again->getResult(0));
}

/// Another kind, or where there is none, another order of the members.
void changeContent(CollectiveOpInterface collective) {
  MLIRContext *context = collective.getContext();
  Builder builder(context);
  if (auto kind = collective->getAttrOfType<KindAttr>("kind")) {
    bool isSum = kind.getValue() == layout::ReduceKind::Sum;
    collective->setAttr(
        "kind", KindAttr::get(context, isSum ? layout::ReduceKind::Max
                                             : layout::ReduceKind::Sum));
  } else if (ArrayAttr groups = collective.getGroupsOrNull()) {
    auto group = llvm::cast<GroupAttr>(groups[0]);
    SmallVector<int64_t> members(llvm::reverse(group.getMembers()));
    collective->setAttr(
        "groups", builder.getArrayAttr(GroupAttr::get(
                      context, ArrayRef<int64_t>(members), group.getCuts())));
  } else {
    auto transfers = collective->getAttrOfType<ArrayAttr>("transfers");
    SmallVector<Attribute> list(llvm::reverse(transfers.getValue()));
    collective->setAttr("transfers", builder.getArrayAttr(list));
  }
}

struct Case {
  const char *name;
  Mutation mutate;
};

class MutationTest : public ::testing::TestWithParam<Case> {
protected:
  MutationTest()
      : handler(&context, [this](Diagnostic &diag) { text += diag.str(); }) {
    context.loadDialect<CommDialect>();
  }

  OwningOpRef<ModuleOp> parse() {
    return parseSourceString<ModuleOp>(
        "module attributes {comm.num_ranks = 3 : i64, "
        "comm.inputs = [#comm.io<\"x\", tensor<6x6xf32>>], "
        "comm.outputs = [#comm.io<\"y\", tensor<6x6xf32>>]} {" +
            programOf(0) + programOf(1) + programOf(2) + "}",
        &context);
  }

  LogicalResult verifyAll(ModuleOp module) {
    return failure(failed(verify(module)) || failed(verifyFutures(module)) ||
                   failed(verifyOrder(module)) ||
                   failed(verifyChannels(module)) ||
                   failed(verifyOutputs(module)));
  }

  MLIRContext context;
  std::string text;
  ScopedDiagnosticHandler handler;
};

} // namespace

TEST_P(MutationTest, IsRefusedWhereverItIsDone) {
  OwningOpRef<ModuleOp> original = parse();
  ASSERT_TRUE(original) << text;
  ASSERT_TRUE(succeeded(verifyAll(*original))) << text;

  for (int program = 0; program < 3; ++program) {
    for (int number = 0; number < 4; ++number) {
      OwningOpRef<ModuleOp> broken(
          llvm::cast<ModuleOp>(original->getOperation()->clone()));
      SmallVector<CollectiveOpInterface> collectives =
          llvm::to_vector(getPrograms(*broken)[program]
                              .getBlock()
                              ->getOps<CollectiveOpInterface>());
      GetParam().mutate(collectives[number]);
      EXPECT_TRUE(failed(verifyAll(*broken)))
          << "program " << program << ", collective " << number;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ways, MutationTest,
    ::testing::Values(
        Case{"Drop", drop}, Case{"SwapWithNext", swapWithNext},
        Case{"SwapStarts", swapStarts}, Case{"NeverAwait", neverAwait},
        Case{"AwaitTwice", awaitTwice}, Case{"ChangeChannel", changeChannel},
        Case{"Repeat", repeat}, Case{"ChangeContent", changeContent}),
    [](const auto &info) { return std::string(info.param.name); });
