//===- Strategy.cpp - Layouts by rule, without search ---------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over @main: inputs, then each op (`planOp`), then the results. The
// decision for an op is made in Vote.cpp; the layouts by hand come from
// Requests.cpp; Versions.cpp keeps what exists under which layout.
//
//===----------------------------------------------------------------------===//

#include "partita/Plan/Strategy.h"
#include "Requests.h"
#include "Versions.h"
#include "Vote.h"

#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/GraphOps.h"

#include <numeric>

using namespace mlir;
using namespace partita;
using namespace partita::plan;
using layout::Assignment;
using layout::DimSharding;
using layout::Layout;
using layout::ShardingRule;

/// The mesh axis along which the strategies split.
static constexpr llvm::StringLiteral strategyAxis = "x";
/// How many ops ahead are searched for a reshape that wants a grain.
static constexpr unsigned maxLookAhead = 8;

namespace {
class Planner {
public:
  Planner(func::FuncOp main, const PlanOptions &options, Pins pins)
      : main(main), options(options), mesh(options.mesh), pins(std::move(pins)),
        versions(main, options.mesh) {}

  LogicalResult run();

private:
  LogicalResult layInputs();
  /// The inputs of which the strategy `data` splits dim 0.
  SmallVector<BlockArgument> batchInputs();
  LogicalResult layOp(Operation *op);
  LogicalResult planOp(graph::ShardableOpInterface op);
  LogicalResult endResults();

  Assignment decide(graph::ShardableOpInterface op, const ShardingRule &rule);
  void splitOutputChannels(graph::ShardableOpInterface op,
                           const ShardingRule &rule, Assignment &assignment);
  int64_t grainOf(Value tensor, unsigned dim, unsigned lookAhead);
  /// `layout` with the dims that were given by hand; they take their axes from
  /// wherever else these are used.
  Layout withPins(Value tensor, Layout layout);
  bool isPinned(Value tensor) { return pins.count(tensor); }

  func::FuncOp main;
  const PlanOptions &options;
  const layout::Mesh &mesh;
  Pins pins;
  Versions versions;
};
} // namespace

//===----------------------------------------------------------------------===//
// Inputs and results
//===----------------------------------------------------------------------===//

SmallVector<BlockArgument> Planner::batchInputs() {
  SmallVector<BlockArgument> inputs;
  for (BlockArgument arg : main.getArguments())
    if (!shapeOf(arg).empty())
      inputs.push_back(arg);
  auto nameOf = [&](BlockArgument arg) {
    return dimNames(main, arg.getArgNumber()).front();
  };
  auto named = llvm::find_if(
      inputs, [&](BlockArgument arg) { return !nameOf(arg).empty(); });
  if (named != inputs.end()) {
    StringRef batch = nameOf(*named);
    llvm::erase_if(inputs,
                   [&](BlockArgument arg) { return nameOf(arg) != batch; });
  } else if (!inputs.empty()) {
    int64_t batch = shapeOf(inputs.front()).front();
    llvm::erase_if(inputs, [&](BlockArgument arg) {
      return shapeOf(arg).front() != batch;
    });
  }
  return inputs;
}

Layout Planner::withPins(Value tensor, Layout layout) {
  auto pin = pins.find(tensor);
  if (pin == pins.end())
    return layout;
  for (const DimSharding &pinned : pin->second)
    for (const layout::AxisRef &axis : pinned.axes) {
      auto uses = [&](const std::vector<layout::AxisRef> &axes) {
        return llvm::any_of(
            axes, [&](const auto &used) { return used.overlaps(axis); });
      };
      for (DimSharding &dim : layout.dims)
        if (uses(dim.axes))
          dim = DimSharding();
      if (layout.partial && uses(layout.partial->axes))
        layout.partial.reset();
    }
  for (size_t i = 0; i < pin->second.size(); ++i)
    if (!pin->second[i].isReplicated())
      layout.dims[i] = pin->second[i];
  return layout.normalized(shapeOf(tensor));
}

LogicalResult Planner::layInputs() {
  SmallVector<BlockArgument> batch;
  if (options.strategy == "data")
    batch = batchInputs();
  for (BlockArgument arg : main.getArguments()) {
    layout::Shape shape = shapeOf(arg);
    Layout layout = Layout::replicated(mesh, shape.size());
    if (llvm::is_contained(batch, arg))
      layout.dims[0] = layout::splitDim(
          shape[0], {layout::wholeAxis(mesh, strategyAxis.str())});
    layout = withPins(arg, layout.normalized(shape));
    if (failed(versions.define(arg, layout)))
      return failure();
  }
  return success();
}

LogicalResult Planner::endResults() {
  Operation *end = main.getBody().front().getTerminator();
  for (OpOperand &result : end->getOpOperands()) {
    FailureOr<Value> whole =
        versions.get(result.get(), versions.wholeLayoutOf(result.get()), end);
    if (failed(whole))
      return failure();
    result.set(*whole);
  }
  main.setFunctionType(FunctionType::get(
      main.getContext(), main.getBody().front().getArgumentTypes(),
      end->getOperandTypes()));
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// What the uses of `tensor` want its dim's pieces to be multiples of, so that
/// a reshape of them can follow the cuts.
int64_t Planner::grainOf(Value tensor, unsigned dim, unsigned lookAhead) {
  int64_t grain = 1;
  if (lookAhead == 0)
    return grain;
  for (OpOperand &use : tensor.getUses()) {
    auto op = dyn_cast<graph::ShardableOpInterface>(use.getOwner());
    if (!op)
      continue;
    ShardingRule rule = op.getShardingRule();
    auto factorsOf = [&](const layout::TensorMap &map, unsigned i) {
      std::vector<unsigned> factors = map[i];
      llvm::erase_if(factors,
                     [&](unsigned f) { return rule.factors[f].size == 1; });
      return factors;
    };
    const layout::TensorMap &map = rule.operands[use.getOperandNumber()];
    std::vector<unsigned> factors = factorsOf(map, dim);
    // Where the split can't go on there is nothing to follow.
    if (factors.empty() || llvm::any_of(factors, [&](unsigned f) {
          layout::FactorKind kind = rule.factors[f].kind;
          return kind == layout::FactorKind::Replicate ||
                 kind == layout::FactorKind::Window;
        }))
      continue;
    int64_t minor = rule.factors[factors.front()].grain;
    for (unsigned factor : llvm::drop_begin(factors))
      minor *= rule.factors[factor].size;
    grain = std::lcm(grain, minor);
    for (OpResult result : op->getResults())
      for (unsigned i = 0; i < shapeOf(result).size(); ++i)
        if (factorsOf(rule.results[result.getResultNumber()], i) == factors)
          grain = std::lcm(grain, grainOf(result, i, lookAhead - 1));
  }
  return grain;
}

void Planner::splitOutputChannels(graph::ShardableOpInterface op,
                                  const ShardingRule &rule,
                                  Assignment &assignment) {
  int weight = -1;
  for (OpOperand &operand : op->getOpOperands())
    if (versions.isFree(operand.get()))
      weight = operand.getOperandNumber();
  int factor = weight < 0 ? -1 : outputChannels(rule, weight);
  if (factor < 0)
    return;
  std::vector<layout::AxisRef> axes = {
      layout::wholeAxis(mesh, strategyAxis.str())};
  int64_t extent = rule.factors[factor].size;
  if (layout::numPieces(axes) == 1 || extent < layout::numPieces(axes))
    return;
  int64_t grain = rule.factors[factor].grain;
  const layout::TensorMap &result = rule.results[0];
  for (unsigned dim = 0; dim < result.size(); ++dim)
    if (result[dim] == std::vector<unsigned>{static_cast<unsigned>(factor)})
      grain = std::lcm(grain, grainOf(op->getResult(0), dim, maxLookAhead));
  trySplit(rule, mesh, factor, splitWithGrain(extent, axes, grain), assignment);
}

Assignment Planner::decide(graph::ShardableOpInterface op,
                           const ShardingRule &rule) {
  Assignment assignment = layout::replicatedAssignment(rule);
  for (OpResult result : op->getResults())
    if (isPinned(result)) {
      Layout wanted =
          withPins(result, Layout::replicated(mesh, shapeOf(result).size()));
      castVote(
          rule, mesh,
          {&rule.results[result.getResultNumber()], shapeOf(result), wanted},
          assignment);
    }

  // A partial value passes where the op is linear in it and no whole version
  // of it is there anyway.
  bool anyWhole = false;
  std::vector<Layout> arriving;
  for (Value operand : op->getOperands()) {
    arriving.push_back(versions.layoutOf(operand));
    anyWhole |= arriving.back().isPartial() && versions.hasWhole(operand);
  }
  if (anyWhole || isContraction(rule) ||
      !tryPassing(rule, mesh, arriving, assignment))
    for (OpOperand &operand : op->getOpOperands())
      arriving[operand.getOperandNumber()] =
          versions.wholeLayoutOf(operand.get());

  // Given by hand first, then the larger ones.
  SmallVector<OpOperand *> voters;
  for (OpOperand &operand : op->getOpOperands())
    if (!versions.isFree(operand.get()))
      voters.push_back(&operand);
  auto precedenceOf = [&](OpOperand *operand) {
    auto type = cast<RankedTensorType>(operand->get().getType());
    return std::make_tuple(!isPinned(operand->get()), -type.getNumElements(),
                           operand->getOperandNumber());
  };
  llvm::sort(voters, [&](OpOperand *a, OpOperand *b) {
    return precedenceOf(a) < precedenceOf(b);
  });
  for (OpOperand *voter : voters) {
    unsigned number = voter->getOperandNumber();
    castVote(rule, mesh,
             {&rule.operands[number], shapeOf(voter->get()), arriving[number]},
             assignment);
  }
  if (options.strategy == "model" && isContraction(rule))
    splitOutputChannels(op, rule, assignment);
  return assignment;
}

LogicalResult Planner::planOp(graph::ShardableOpInterface op) {
  ShardingRule rule = op.getShardingRule();
  Assignment assignment = decide(op, rule);
  for (OpOperand &operand : op->getOpOperands()) {
    FailureOr<Value> version =
        versions.get(operand.get(),
                     layout::projectOperand(rule, assignment, mesh,
                                            operand.getOperandNumber()),
                     op);
    if (failed(version))
      return failure();
    operand.set(*version);
  }
  for (OpResult result : op->getResults())
    if (failed(versions.define(
            result, layout::projectResult(rule, assignment, mesh,
                                          result.getResultNumber()))))
      return failure();
  op->setAttr(
      dist::AssignmentAttr::opAttrName,
      dist::AssignmentAttr::get(op.getContext(), rule, assignment, mesh));
  for (OpResult result : op->getResults()) {
    Layout wanted = withPins(result, versions.layoutOf(result));
    FailureOr<Value> version = versions.get(result, wanted, op->getNextNode());
    if (failed(version))
      return failure();
    versions.prefer(result, *version);
  }
  return success();
}

LogicalResult Planner::layOp(Operation *op) {
  auto sharded = dyn_cast<graph::ShardableOpInterface>(op);
  if (!sharded)
    return op->emitOpError("expects an op with a sharding rule under a "
                           "strategy, got one without");
  bool isFree = op->getNumResults() == 1 && !isPinned(op->getResult(0)) &&
                llvm::all_of(op->getOperands(), [&](Value operand) {
                  return versions.isFree(operand);
                });
  if (isFree) {
    versions.setFree(op->getResult(0));
    return success();
  }
  return planOp(sharded);
}

LogicalResult Planner::run() {
  if (failed(layInputs()))
    return failure();
  // Reshards and clones are inserted along the way and have their layouts.
  SmallVector<Operation *> ops;
  for (Operation &op : main.getBody().front().without_terminator())
    ops.push_back(&op);
  for (Operation *op : ops)
    if (failed(layOp(op)))
      return failure();
  if (failed(endResults()))
    return failure();
  versions.eraseUnused();
  return success();
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

static LogicalResult checkOptions(func::FuncOp main,
                                  const PlanOptions &options) {
  if (layout::Problem problem = options.mesh.verify())
    return emitError(main.getLoc()) << "the mesh is not usable: " << *problem;
  if (!llvm::is_contained(ArrayRef<StringRef>{"", "none", "data", "model"},
                          StringRef(options.strategy)))
    return emitError(main.getLoc())
           << "expects strategy none, data or model, got \"" << options.strategy
           << "\"";
  bool splits = options.strategy == "data" || options.strategy == "model";
  if (splits && options.mesh.axisSize(strategyAxis.str()) == 0)
    return emitError(main.getLoc())
           << "expects a mesh axis \"" << strategyAxis << "\" for strategy "
           << options.strategy << ", which splits along it";
  for (Type type : main.getArgumentTypes())
    if (!isa<RankedTensorType>(type) || dist::getLayout(type))
      return emitError(main.getLoc())
             << "expects tensors without layouts, got an argument of type "
             << type;
  return success();
}

LogicalResult plan::applyStrategy(ModuleOp graphModule,
                                  const PlanOptions &options) {
  auto main = graphModule.lookupSymbol<func::FuncOp>("main");
  if (!main || !llvm::hasSingleElement(main.getBody()))
    return emitError(graphModule.getLoc())
           << "expects a function @main of one block";
  if (failed(checkOptions(main, options)))
    return failure();
  FailureOr<Pins> pins = resolveRequests(main, options);
  if (failed(pins))
    return failure();
  return Planner(main, options, std::move(*pins)).run();
}
