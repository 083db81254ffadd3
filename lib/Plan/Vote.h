//===- Vote.h - One op's split, from what its tensors are like --*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strategies without search decide op by op, in order. The tensors around an op
// vote in turn; what an earlier vote has taken, a later one can't:
//
//   C[m,n] = A[m,k] x B[k,n]     A: [ | x]   B: [ | x]   A has more elements
//
//   A's vote     k on x           taken
//   B's vote     n on x           dropped: x is used
//   decided      {k = x}          A as it is, B wanted [x | ], C partial over x
//
// A dim that isn't split has no say: to keep a part of what one has is free.
// This file knows no MLIR, only rules and layouts.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_PLAN_VOTE_H
#define PARTITA_LIB_PLAN_VOTE_H

#include "partita/Layout/Rule.h"

namespace partita::plan {

/// A tensor's say: it would like to keep the split of its dims.
struct Vote {
  const layout::TensorMap *map;
  layout::Shape shape;
  layout::Layout layout;
};

/// `extent` over `axes` in pieces that are multiples of `grain`, as evenly as
/// can be. A grain that doesn't divide the extent, or leaves pieces empty that
/// need not be, is not obeyed.
layout::DimSharding splitWithGrain(int64_t extent,
                                   std::vector<layout::AxisRef> axes,
                                   int64_t grain);

/// Splits `factor` so, if it isn't split yet and the rule and the other
/// factors allow it. Returns whether it did.
bool trySplit(const layout::ShardingRule &rule, const layout::Mesh &mesh,
              unsigned factor, const layout::DimSharding &split,
              layout::Assignment &assignment);

/// Lets one tensor vote. Dims that no assignment can keep (a cut inside a minor
/// factor of a reshape) vote for the nearest that one can.
void castVote(const layout::ShardingRule &rule, const layout::Mesh &mesh,
              const Vote &vote, layout::Assignment &assignment);

/// Lets a partial value pass, if exactly the operands of one linear (sum) or
/// monotone (max) set are partial in the same way. `operands` are the layouts
/// as they arrive. Returns whether it passes.
bool tryPassing(const layout::ShardingRule &rule, const layout::Mesh &mesh,
                const std::vector<layout::Layout> &operands,
                layout::Assignment &assignment);

/// A sum over products of two operands: some reduction(sum) factor lies in
/// both.
bool isContraction(const layout::ShardingRule &rule);

/// The factor that a contraction's operand `weight` alone carries into the
/// result: the output channels. The largest if there are several, else -1.
int outputChannels(const layout::ShardingRule &rule, unsigned weight);

} // namespace partita::plan

#endif // PARTITA_LIB_PLAN_VOTE_H
