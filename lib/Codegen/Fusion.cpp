//===- Fusion.cpp - Which ops share a kernel ------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group runs as a whole at the place of its anchor, one of its ops. An op
// joins the group of a producer either at the op's place (then everyone else
// who reads the group must come later) or at the anchor's (then all else that
// the op reads must come earlier). So the order of anchors is always a valid
// order of execution.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Fusion.h"

#include "dialects/Graph/IR/GraphOps.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace partita::codegen {

/// A group must keep this many rows for the threads, unless its parts had
/// fewer or there is little to do.
static constexpr int64_t minGrid = 8;
static constexpr int64_t littleWork = 1 << 15;
/// Intermediates should stay in the first- or second-level cache.
static constexpr int64_t maxScratchBytes = 128 << 10;
/// Compile time grows with the square of a group.
static constexpr size_t maxGroup = 24;
/// Without common rows, only groups of a few numbers (shape arithmetic).
static constexpr int64_t maxSerialWork = 4096;

namespace {

struct Group {
  SmallVector<Operation *> ops; ///< in program order
  int64_t anchor;               ///< number of the op at whose place it runs
  int64_t grid;
};

class Grouper {
public:
  Grouper(comm::ProgramOp program, int optLevel)
      : program(program), optLevel(optLevel) {}

  LogicalResult run();
  /// Groups in order of their anchors.
  SmallVector<Group *> ordered();
  Operation *anchorOf(const Group &group) const { return all[group.anchor]; }

private:
  bool tryJoin(Group &producer, Group &joined);
  bool canRunAt(const Group &first, const Group &second, int64_t anchor);
  /// Number of the place where the op's group runs.
  int64_t placeOf(Operation *op) {
    Group *group = groupOf.lookup(op);
    return group ? group->anchor : number.lookup(op);
  }
  FailureOr<KernelPlan> plan(ArrayRef<Operation *> ops);

  comm::ProgramOp program;
  int optLevel;
  SmallVector<Operation *> all;
  llvm::DenseMap<Operation *, int64_t> number;
  /// Awaited collectives before each op.
  SmallVector<int64_t> waits;
  SmallVector<std::unique_ptr<Group>> groups;
  llvm::DenseMap<Operation *, Group *> groupOf;
};

} // namespace

static bool isKernelOp(Operation *op) {
  return isa<graph::LinalgLoweringInterface>(op) &&
         !isa<graph::ReshapeOp, graph::ConstantOp>(op);
}

/// Nothing to compute: all results are empty.
static bool isEmpty(Operation *op) {
  return llvm::all_of(op->getResultTypes(), [](Type type) {
    return cast<RankedTensorType>(type).getNumElements() == 0;
  });
}

FailureOr<KernelPlan> Grouper::plan(ArrayRef<Operation *> ops) {
  SmallVector<Value> inputs, outputs;
  OwningOpRef<func::FuncOp> kernel = buildKernel(ops, inputs, outputs);
  if (failed(lowerToLinalg(*kernel)))
    return failure();
  return planKernel(*kernel);
}

/// Whether the ops of both groups can run together at `anchor`.
bool Grouper::canRunAt(const Group &first, const Group &second,
                       int64_t anchor) {
  // Behind a wait that came after it, a group would no longer overlap with
  // the collective.
  if (waits[anchor] > waits[std::min(first.anchor, second.anchor)])
    return false;
  for (const Group *group : {&first, &second})
    for (Operation *op : group->ops) {
      auto inside = [&](Operation *other) {
        Group *owner = groupOf.lookup(other);
        return owner == &first || owner == &second;
      };
      for (Value operand : op->getOperands())
        if (Operation *def = operand.getDefiningOp())
          if (!inside(def) && placeOf(def) >= anchor)
            return false;
      for (Operation *user : op->getUsers())
        if (!inside(user) && placeOf(user) <= anchor)
          return false;
    }
  return true;
}

bool Grouper::tryJoin(Group &producer, Group &joined) {
  if (producer.ops.size() + joined.ops.size() > maxGroup)
    return false;
  int64_t late = std::max(producer.anchor, joined.anchor);
  int64_t early = std::min(producer.anchor, joined.anchor);
  int64_t anchor;
  if (canRunAt(producer, joined, late))
    anchor = late;
  else if (canRunAt(producer, joined, early))
    anchor = early;
  else
    return false;

  SmallVector<Operation *> ops(producer.ops);
  ops.append(joined.ops);
  llvm::sort(ops, [&](Operation *a, Operation *b) {
    return number.lookup(a) < number.lookup(b);
  });
  // That some ops cannot share a kernel is no one's fault.
  ScopedDiagnosticHandler silence(program.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<KernelPlan> candidate = plan(ops);
  if (failed(candidate) || candidate->scratchBytes > maxScratchBytes)
    return false;
  int64_t parts = std::min(producer.grid, joined.grid);
  if (candidate->rowLocal ? candidate->work > littleWork &&
                                candidate->grid < std::min(minGrid, parts)
                          : candidate->work > maxSerialWork)
    return false;

  joined.ops = std::move(ops);
  joined.anchor = anchor;
  joined.grid = candidate->grid;
  for (Operation *op : joined.ops)
    groupOf[op] = &joined;
  producer.ops.clear();
  return true;
}

LogicalResult Grouper::run() {
  int64_t awaited = 0;
  for (Operation &op : *program.getBlock()) {
    number[&op] = all.size();
    all.push_back(&op);
    awaited += isa<comm::WaitOp>(op);
    waits.push_back(awaited);
  }
  for (Operation *op : all) {
    if (!isKernelOp(op) || isEmpty(op))
      continue;
    FailureOr<KernelPlan> alone = plan(op);
    if (failed(alone))
      return op->emitOpError("expects to be lowered to loops");
    groups.push_back(
        std::make_unique<Group>(Group{{op}, number.lookup(op), alone->grid}));
    groupOf[op] = groups.back().get();
  }
  if (optLevel == 0)
    return success();
  for (Operation *op : all) {
    if (!groupOf.lookup(op))
      continue;
    for (Value operand : op->getOperands()) {
      Operation *def = operand.getDefiningOp();
      Group *producer = def ? groupOf.lookup(def) : nullptr;
      Group *joined = groupOf.lookup(op);
      if (producer && producer != joined)
        tryJoin(*producer, *joined);
    }
  }
  return success();
}

SmallVector<Group *> Grouper::ordered() {
  SmallVector<Group *> result;
  for (std::unique_ptr<Group> &group : groups)
    if (!group->ops.empty())
      result.push_back(group.get());
  llvm::sort(result, [](Group *a, Group *b) { return a->anchor < b->anchor; });
  return result;
}

/// "add_softmax": the ops' names, as many as are readable.
static std::string kernelName(ArrayRef<Operation *> ops) {
  constexpr size_t shown = 4;
  std::string name;
  for (auto [i, op] : llvm::enumerate(ops)) {
    StringRef mnemonic = op->getName().stripDialect();
    if (i == shown - 1 && ops.size() > shown)
      name += "_etc";
    if (i < shown - 1 || i + 1 == ops.size())
      name += (name.empty() ? "" : "_") + mnemonic.str();
  }
  return name;
}

/// An op without elements is replaced by an empty constant.
static void replaceEmpty(Operation *op) {
  OpBuilder builder(op);
  for (Value result : op->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    auto value = DenseElementsAttr::get(type, ArrayRef<Attribute>());
    result.replaceAllUsesWith(
        builder.create<graph::ConstantOp>(op->getLoc(), value).getResult());
  }
  op->erase();
}

LogicalResult formKernels(ModuleOp module, int optLevel) {
  // Text of a kernel's body -> the function that has it.
  llvm::StringMap<func::FuncOp> known;
  SymbolTable symbols(module);
  int64_t counter = 0;
  for (comm::ProgramOp program : comm::getPrograms(module)) {
    Grouper grouper(program, optLevel);
    if (failed(grouper.run()))
      return failure();
    for (Group *group : grouper.ordered()) {
      SmallVector<Value> inputs, outputs;
      OwningOpRef<func::FuncOp> kernel =
          buildKernel(group->ops, inputs, outputs);
      std::string text;
      llvm::raw_string_ostream(text) << *kernel;
      func::FuncOp &function = known[text];
      if (!function) {
        function = kernel.release();
        function.setName(kernelName(group->ops) + "_" +
                         std::to_string(counter++));
        symbols.insert(function);
      }
      OpBuilder builder(grouper.anchorOf(*group));
      auto launch = builder.create<comm::LaunchOp>(
          group->ops.back()->getLoc(), ValueRange(outputs).getTypes(),
          SymbolRefAttr::get(function), inputs);
      for (auto [output, result] :
           llvm::zip_equal(outputs, launch.getResults()))
        output.replaceUsesWithIf(result, [&](OpOperand &use) {
          return !llvm::is_contained(group->ops, use.getOwner());
        });
    }
    // What is left of the groups is unused, the last op first.
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(*program.getBlock())))
      if (isKernelOp(&op)) {
        if (isEmpty(&op))
          replaceEmpty(&op);
        else
          op.erase();
      } else if (isa<graph::ConstantOp>(op) && op.use_empty()) {
        op.erase();
      }
  }
  return success();
}

LogicalResult fusePrograms(ModuleOp module, int optLevel) {
  WalkResult constants = module.walk([](graph::ConstantOp constant) {
    if (isa<DenseElementsAttr>(constant.getValue()))
      return WalkResult::advance();
    constant.emitOpError("expects its elements in the IR");
    return WalkResult::interrupt();
  });
  if (constants.wasInterrupted())
    return failure();
  for (comm::ProgramOp program : comm::getPrograms(module)) {
    if (optLevel >= 2)
      lookUpOneHot(program);
    formLibraryCalls(program, optLevel);
    if (optLevel >= 2)
      layChannelsLast(program);
  }
  return formKernels(module, optLevel);
}

} // namespace partita::codegen
