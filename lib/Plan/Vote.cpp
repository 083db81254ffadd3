//===- Vote.cpp - One op's split, from what its tensors are like ----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Vote.h"

#include <algorithm>

using namespace partita;
using namespace partita::layout;

DimSharding plan::splitWithGrain(int64_t extent, std::vector<AxisRef> axes,
                                 int64_t grain) {
  int64_t pieces = numPieces(axes);
  if (grain <= 1 || extent % grain != 0 || extent / grain < pieces)
    return splitDim(extent, std::move(axes));
  DimSharding split = splitDim(extent / grain, std::move(axes));
  for (int64_t &cut : split.cuts)
    cut *= grain;
  return split;
}

bool plan::trySplit(const ShardingRule &rule, const Mesh &mesh, unsigned factor,
                    const DimSharding &split, Assignment &assignment) {
  if (split.isReplicated() || !assignment.factors[factor].isReplicated())
    return false;
  // A split through reductions of two kinds, an axis used twice, a factor that
  // must stay whole: the judge of all that is verify().
  assignment.factors[factor] = split;
  if (!verify(rule, assignment, mesh))
    return true;
  assignment.factors[factor] = DimSharding();
  return false;
}

void plan::castVote(const ShardingRule &rule, const Mesh &mesh,
                    const Vote &vote, Assignment &assignment) {
  for (size_t dim = 0; dim < vote.map->size(); ++dim) {
    const DimSharding &split = vote.layout.dims[dim];
    const std::vector<unsigned> &factors = (*vote.map)[dim];
    if (split.isReplicated() || factors.empty())
      continue;
    // One dim at a time, so that a dim that can't be kept costs only itself.
    Layout alone = Layout::replicated(mesh, vote.layout.dims.size());
    alone.dims[dim] = split;
    if (auto wanted = factorsOf(rule, *vote.map, alone, vote.shape)) {
      for (const auto &[factor, piece] : *wanted)
        trySplit(rule, mesh, factor, piece, assignment);
      continue;
    }
    // The major factor that has something to cut carries the axes instead; the
    // operand is moved there, which is less than making it whole.
    for (unsigned factor : factors) {
      const Factor &f = rule.factors[factor];
      if (f.size == 1)
        continue;
      if (f.size / f.grain >= numPieces(split.axes))
        trySplit(rule, mesh, factor,
                 splitWithGrain(f.size, split.axes, f.grain), assignment);
      break;
    }
  }
}

bool plan::tryPassing(const ShardingRule &rule, const Mesh &mesh,
                      const std::vector<Layout> &operands,
                      Assignment &assignment) {
  std::vector<unsigned> arriving;
  std::optional<Partial> partial;
  for (unsigned i = 0; i < operands.size(); ++i) {
    if (!operands[i].partial)
      continue;
    if (partial && !(*partial == *operands[i].partial))
      return false;
    partial = operands[i].partial;
    arriving.push_back(i);
  }
  if (!partial)
    return false;
  const auto &sets =
      partial->kind == ReduceKind::Sum ? rule.linear : rule.monotone;
  for (size_t i = 0; i < sets.size(); ++i) {
    std::vector<unsigned> set = sets[i];
    std::sort(set.begin(), set.end());
    if (set != arriving)
      continue;
    assignment.passing = partial;
    assignment.passingSet = static_cast<int>(i);
    if (!verify(rule, assignment, mesh))
      return true;
    assignment.passing.reset();
    assignment.passingSet = -1;
  }
  return false;
}

static bool contains(const TensorMap &map, unsigned factor) {
  return std::any_of(map.begin(), map.end(), [&](const auto &dim) {
    return std::find(dim.begin(), dim.end(), factor) != dim.end();
  });
}

bool plan::isContraction(const ShardingRule &rule) {
  for (unsigned i = 0; i < rule.factors.size(); ++i) {
    const Factor &factor = rule.factors[i];
    if (factor.kind != FactorKind::Reduction ||
        factor.reduce != ReduceKind::Sum)
      continue;
    if (std::count_if(rule.operands.begin(), rule.operands.end(),
                      [&](const TensorMap &m) { return contains(m, i); }) >= 2)
      return true;
  }
  return false;
}

int plan::outputChannels(const ShardingRule &rule, unsigned weight) {
  int best = -1;
  for (unsigned i = 0; i < rule.factors.size(); ++i) {
    if (rule.factors[i].kind != FactorKind::Parallel ||
        !contains(rule.operands[weight], i) || !contains(rule.results[0], i))
      continue;
    bool alone = true;
    for (unsigned j = 0; j < rule.operands.size(); ++j)
      alone &= j == weight || !contains(rule.operands[j], i);
    if (alone && (best < 0 || rule.factors[i].size > rule.factors[best].size))
      best = static_cast<int>(i);
  }
  return best;
}
