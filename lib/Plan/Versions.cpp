//===- Versions.cpp - A tensor under the layouts it is used in ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Versions.h"
#include "Requests.h"
#include "Vote.h"

#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/GraphOps.h"

using namespace mlir;
using namespace partita;
using namespace partita::plan;
using layout::Layout;

static Layout layoutOfType(Value value) {
  return *dist::getLayout(value.getType());
}

LogicalResult Versions::define(Value tensor, const Layout &layout) {
  auto type = dist::makeType(tensor.getLoc(),
                             cast<RankedTensorType>(tensor.getType()), layout);
  if (failed(type))
    return failure();
  tensor.setType(*type);
  versions[tensor].push_back(tensor);
  return success();
}

void Versions::prefer(Value tensor, Value version) {
  List &list = versions[tensor];
  llvm::erase(list, version);
  list.insert(list.begin(), version);
}

Layout Versions::layoutOf(Value tensor) const {
  auto it = versions.find(tensor);
  if (it == versions.end() || isFree(tensor))
    return Layout::replicated(
        mesh, cast<RankedTensorType>(tensor.getType()).getRank());
  return layoutOfType(it->second.front());
}

bool Versions::hasWhole(Value tensor) const {
  auto it = versions.find(tensor);
  return it != versions.end() && llvm::any_of(it->second, [](Value version) {
           return !layoutOfType(version).isPartial();
         });
}

Layout Versions::wholeLayoutOf(Value tensor) const {
  Layout layout = layoutOf(tensor);
  if (!layout.isPartial())
    return layout;
  for (Value version : versions.find(tensor)->second)
    if (Layout whole = layoutOfType(version); !whole.isPartial())
      return whole;
  layout.partial.reset();
  return layout;
}

/// Elements that come from other devices on the way.
static int64_t costOf(const Layout &from, const Layout &to,
                      const layout::Shape &shape) {
  int64_t moved = 0;
  for (const layout::Step &step : layout::planReshard(from, to, shape))
    moved += layout::elementsMoved(step, shape);
  return moved;
}

FailureOr<Value> Versions::get(Value tensor, const Layout &layout,
                               Operation *user) {
  for (Value version : versions[tensor])
    if (layoutOfType(version) == layout)
      return version;
  if (isFree(tensor)) {
    FailureOr<Value> clone = cloneFree(tensor, layout);
    if (failed(clone) || *clone)
      return clone;
    // Compute it whole, then keep a part.
    clone = cloneFree(tensor, layoutOf(tensor));
    if (failed(clone))
      return failure();
  }
  layout::Shape shape = shapeOf(tensor);
  Value best;
  int64_t bestCost = 0;
  for (Value version : versions[tensor]) {
    int64_t cost = costOf(layoutOfType(version), layout, shape);
    if (!best || cost < bestCost)
      std::tie(best, bestCost) = {version, cost};
  }
  // A free tensor's version may be wanted by free ops that stand before `user`,
  // since those are cloned when they are needed.
  Operation *before =
      isFree(tensor) ? best.getDefiningOp()->getNextNode() : user;
  FailureOr<Value> result = reshard(best, layout, before);
  if (succeeded(result))
    versions[tensor].push_back(*result);
  return result;
}

FailureOr<Value> Versions::reshard(Value from, const Layout &layout,
                                   Operation *before) {
  auto type = dist::makeType(from.getLoc(),
                             cast<RankedTensorType>(from.getType()), layout);
  if (failed(type))
    return failure();
  OpBuilder builder(before);
  return Value(builder.create<dist::ReshardOp>(from.getLoc(), *type, from));
}

FailureOr<Value> Versions::cloneFree(Value tensor, const Layout &layout) {
  for (Value version : versions[tensor])
    if (layoutOfType(version) == layout)
      return version;
  Operation *op = tensor.getDefiningOp();
  auto sharded = cast<graph::ShardableOpInterface>(op);
  layout::ShardingRule rule = sharded.getShardingRule();
  layout::Assignment assignment = layout::replicatedAssignment(rule);
  unsigned number = cast<OpResult>(tensor).getResultNumber();
  castVote(rule, mesh, {&rule.results[number], shapeOf(tensor), layout},
           assignment);
  if (layout::projectResult(rule, assignment, mesh, number) != layout)
    return Value();
  IRMapping operands;
  for (OpOperand &operand : op->getOpOperands()) {
    FailureOr<Value> version =
        get(operand.get(),
            layout::projectOperand(rule, assignment, mesh,
                                   operand.getOperandNumber()),
            op);
    if (failed(version))
      return failure();
    operands.map(operand.get(), *version);
  }
  auto type = dist::makeType(op->getLoc(),
                             cast<RankedTensorType>(tensor.getType()), layout);
  if (failed(type))
    return failure();
  Operation *clone = OpBuilder(op).clone(*op, operands);
  clone->getResult(0).setType(*type);
  clone->setAttr(
      dist::AssignmentAttr::opAttrName,
      dist::AssignmentAttr::get(op->getContext(), rule, assignment, mesh));
  versions[tensor].push_back(clone->getResult(0));
  return clone->getResult(0);
}

void Versions::eraseUnused() {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(main.getBody().front())))
    if (op.getNumResults() == 1 && isFree(op.getResult(0)) && op.use_empty())
      op.erase();
}
