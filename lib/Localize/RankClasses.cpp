//===- RankClasses.cpp - Which ranks share a program ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankClasses.h"

#include "dialects/Dist/IR/Dist.h"

#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <map>

using namespace mlir;
using namespace partita;
using namespace partita::localize;

layout::Box localize::boxOf(Type type, int64_t rank) {
  return dist::getLayout(type)->box(dist::shapeOf(cast<RankedTensorType>(type)),
                                    rank);
}

RankedTensorType localize::localType(Type type, int64_t rank) {
  return RankedTensorType::get(boxOf(type, rank).size,
                               cast<RankedTensorType>(type).getElementType());
}

/// All values of the program, by a function on each.
static LogicalResult forEachValue(func::FuncOp main,
                                  llvm::function_ref<LogicalResult(Value)> fn) {
  for (Value arg : main.getArguments())
    if (failed(fn(arg)))
      return failure();
  for (Operation &op : main.getBody().front())
    for (Value result : op.getResults())
      if (failed(fn(result)))
        return failure();
  return success();
}

FailureOr<int64_t> localize::countRanks(func::FuncOp main) {
  std::optional<int64_t> numRanks;
  LogicalResult checked = forEachValue(main, [&](Value value) {
    dist::LayoutAttr layout = dist::getLayoutAttr(value.getType());
    if (!layout)
      return LogicalResult(emitError(value.getLoc())
                           << "expects a tensor with a layout, got "
                           << value.getType());
    SmallVector<int64_t> devices(layout.getMesh().getDevices());
    llvm::sort(devices);
    int64_t count = devices.size();
    if (devices.back() != count - 1 || count != numRanks.value_or(count))
      return LogicalResult(emitError(value.getLoc())
                           << "expects every mesh to hold devices 0 to "
                           << numRanks.value_or(count) - 1
                           << ", which are the ranks, got "
                           << layout.getMesh());
    numRanks = count;
    return success();
  });
  if (failed(checked))
    return failure();
  if (!numRanks)
    return LogicalResult(emitError(main.getLoc())
                         << "expects a program with tensors");
  return *numRanks;
}

std::vector<std::vector<int64_t>> localize::rankClasses(func::FuncOp main,
                                                        int64_t numRanks) {
  // Few types, many values.
  llvm::SetVector<Type> types;
  (void)forEachValue(main, [&](Value value) {
    types.insert(value.getType());
    return success();
  });
  std::map<std::vector<int64_t>, size_t> numbers;
  std::vector<std::vector<int64_t>> classes;
  for (int64_t rank = 0; rank < numRanks; ++rank) {
    std::vector<int64_t> extents;
    for (Type type : types)
      llvm::append_range(extents, boxOf(type, rank).size);
    auto [it, isNew] = numbers.try_emplace(extents, classes.size());
    if (isNew)
      classes.emplace_back();
    classes[it->second].push_back(rank);
  }
  return classes;
}
