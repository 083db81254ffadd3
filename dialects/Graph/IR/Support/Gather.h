//===- Gather.h - What the gather ops share ---------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_SUPPORT_GATHER_H
#define PARTITA_DIALECTS_GRAPH_IR_SUPPORT_GATHER_H

#include "dialects/Graph/IR/Support/Linalg.h"
#include "partita/Layout/Rule.h"

namespace partita::graph {

/// From the loops' counters and the index that was read to a place in the data.
using PlaceFn = llvm::function_ref<SmallVector<Value>(ValueRange, Value)>;

/// Reads one index per element of the result, by `indicesMap`, as a position in
/// dim `axis` of `data`, and then the element of `data` at `place`.
Value createGather(OpBuilder &builder, Location loc, RankedTensorType type,
                   Value data, Value indices, AffineMap indicesMap,
                   int64_t axis, PlaceFn place);

/// Of the data, only what is chosen is read.
layout::OpCost gatherCost(Operation *op);

} // namespace partita::graph

#endif // PARTITA_DIALECTS_GRAPH_IR_SUPPORT_GATHER_H
