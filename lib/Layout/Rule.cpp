//===- Rule.cpp - What an op asks of its operands' layouts ----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three parts: is a rule well-formed, is an assignment one that the rule
// allows, and the projection from factors to dims with its inverse.
//
// A dim made of several factors is a number in mixed radix, and a device must
// hold a contiguous range of it. Hence a minor factor may be split only if
// every factor before it is split into single indices: 2 x 3 may be cut as
// {0} {1} x {0,1} {2}, that is at 0,2,3,5,6, but not as {0,1} x {0,1} {2}.
//
//===----------------------------------------------------------------------===//

#include "partita/Layout/Rule.h"

#include "partita/Layout/AxisAlgebra.h"

#include <algorithm>
#include <cassert>

namespace partita::layout {

static std::string quoted(const std::string &name) {
  return "\"" + name + "\"";
}

static const char *kindName(ReduceKind kind) {
  return kind == ReduceKind::Sum ? "sum" : "max";
}

/// "operand 1" or "result 0": tensors are numbered operands first.
static std::string tensorName(const ShardingRule &rule, size_t tensor) {
  if (tensor < rule.operands.size())
    return "operand " + std::to_string(tensor);
  return "result " + std::to_string(tensor - rule.operands.size());
}

/// Maps of operands, then of results.
static std::vector<TensorMap> allMaps(const ShardingRule &rule) {
  std::vector<TensorMap> maps = rule.operands;
  maps.insert(maps.end(), rule.results.begin(), rule.results.end());
  return maps;
}

int ShardingRule::find(const std::string &name) const {
  for (size_t f = 0; f < factors.size(); ++f)
    if (factors[f].name == name)
      return static_cast<int>(f);
  return -1;
}

//===----------------------------------------------------------------------===//
// Rule
//===----------------------------------------------------------------------===//

/// Names differ, sizes and grains make sense.
static Problem verifyFactors(const ShardingRule &rule) {
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    const Factor &factor = rule.factors[f];
    if (factor.name.empty())
      return "expects every factor to have a name";
    if (rule.find(factor.name) != static_cast<int>(f))
      return "expects factor names to differ, got " + quoted(factor.name) +
             " twice";
    if (factor.size < 0)
      return "expects factor " + quoted(factor.name) +
             " to have a size of at least 0, got " +
             std::to_string(factor.size);
    if (factor.grain < 1)
      return "expects factor " + quoted(factor.name) +
             " to have a grain of at least 1, got " +
             std::to_string(factor.grain);
  }
  return std::nullopt;
}

/// One tensor: numbers in range, each factor at most once, extents match.
static Problem verifyMap(const ShardingRule &rule, const TensorMap &map,
                         const Shape &shape, const std::string &what) {
  if (map.size() != shape.size())
    return "expects factors for every dim of " + what + ", but the rank is " +
           std::to_string(shape.size()) + " and the rule has " +
           std::to_string(map.size());
  std::vector<bool> seen(rule.factors.size());
  for (size_t d = 0; d < map.size(); ++d) {
    int64_t extent = 1;
    for (unsigned f : map[d]) {
      if (f >= rule.factors.size())
        return "expects factor numbers of " + what + " below " +
               std::to_string(rule.factors.size()) + ", got " +
               std::to_string(f);
      if (seen[f])
        return "expects factor " + quoted(rule.factors[f].name) +
               " at most once in " + what;
      seen[f] = true;
      extent *= rule.factors[f].size;
    }
    if (extent != shape[d])
      return "expects the factors of dim " + std::to_string(d) + " of " + what +
             " to multiply to " + std::to_string(shape[d]) + ", got " +
             std::to_string(extent);
  }
  return std::nullopt;
}

/// Each factor is used; reductions end in the op, what is parallel leaves it.
static Problem verifyUses(const ShardingRule &rule) {
  std::vector<bool> read(rule.factors.size()), written(rule.factors.size());
  for (const TensorMap &map : rule.operands)
    for (const std::vector<unsigned> &dim : map)
      for (unsigned f : dim)
        read[f] = true;
  for (const TensorMap &map : rule.results)
    for (const std::vector<unsigned> &dim : map)
      for (unsigned f : dim)
        written[f] = true;
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    std::string name = quoted(rule.factors[f].name);
    FactorKind kind = rule.factors[f].kind;
    if (!read[f] && !written[f])
      return "expects factor " + name + " to be used";
    if (kind == FactorKind::Reduction && written[f])
      return "expects reduction factor " + name + " in no result";
    if (kind == FactorKind::Parallel && !written[f])
      return "expects parallel factor " + name + " in a result";
  }
  return std::nullopt;
}

/// Sets of operands: ascending numbers in range, not empty.
static Problem verifySets(const std::vector<std::vector<unsigned>> &sets,
                          size_t numOperands, const std::string &what) {
  for (const std::vector<unsigned> &set : sets) {
    if (set.empty())
      return "expects every " + what + " set to name an operand";
    for (size_t i = 0; i < set.size(); ++i)
      if (set[i] >= numOperands || (i > 0 && set[i - 1] >= set[i]))
        return "expects every " + what +
               " set to hold ascending operand numbers below " +
               std::to_string(numOperands);
  }
  return std::nullopt;
}

Problem ShardingRule::verify(const std::vector<Shape> &operandShapes,
                             const std::vector<Shape> &resultShapes) const {
  if (operandShapes.size() != operands.size() ||
      resultShapes.size() != results.size())
    return "expects a rule for " + std::to_string(operandShapes.size()) +
           " operands and " + std::to_string(resultShapes.size()) +
           " results, got one for " + std::to_string(operands.size()) +
           " and " + std::to_string(results.size());
  if (Problem problem = verifyFactors(*this))
    return problem;
  std::vector<Shape> shapes = operandShapes;
  shapes.insert(shapes.end(), resultShapes.begin(), resultShapes.end());
  std::vector<TensorMap> maps = allMaps(*this);
  for (size_t t = 0; t < maps.size(); ++t)
    if (Problem problem =
            verifyMap(*this, maps[t], shapes[t], tensorName(*this, t)))
      return problem;
  if (Problem problem = verifyUses(*this))
    return problem;
  if (Problem problem = verifySets(linear, operands.size(), "linear"))
    return problem;
  return verifySets(monotone, operands.size(), "monotone");
}

//===----------------------------------------------------------------------===//
// Assignment
//===----------------------------------------------------------------------===//

Assignment replicatedAssignment(const ShardingRule &rule) {
  Assignment assignment;
  assignment.factors.resize(rule.factors.size());
  return assignment;
}

/// May `factor` be split so? Everything about it but its axes.
static Problem verifySplit(const Factor &factor, const DimSharding &split) {
  if (split.isReplicated())
    return std::nullopt;
  std::string name = quoted(factor.name);
  if (factor.kind == FactorKind::Replicate)
    return "expects factor " + name + " not to be split";
  if (factor.kind == FactorKind::Window)
    return "expects factor " + name +
           " not to be split, as its window needs a halo";
  std::vector<int64_t> cuts = offsets(split, factor.size);
  for (size_t i = 1; i + 1 < cuts.size(); ++i)
    if (cuts[i] % factor.grain != 0 && cuts[i] != factor.size)
      return "expects pieces of factor " + name + " to be multiples of " +
             std::to_string(factor.grain) + ", got a cut at " +
             std::to_string(cuts[i]);
  return std::nullopt;
}

/// True if every piece is at most one index.
static bool isSingle(const DimSharding &split, int64_t size) {
  std::vector<int64_t> cuts = offsets(split, size);
  for (size_t i = 1; i < cuts.size(); ++i)
    if (cuts[i] - cuts[i - 1] > 1)
      return false;
  return true;
}

/// Every dim must come out as contiguous ranges; see the top of the file.
static Problem verifyContiguous(const ShardingRule &rule,
                                const Assignment &assignment) {
  std::vector<TensorMap> maps = allMaps(rule);
  for (size_t t = 0; t < maps.size(); ++t)
    for (size_t d = 0; d < maps[t].size(); ++d) {
      const Factor *coarse = nullptr; // before: in ranges longer than 1
      for (unsigned f : maps[t][d]) {
        const Factor &factor = rule.factors[f];
        const DimSharding &split = assignment.factors[f];
        if (!split.isReplicated() && coarse)
          return "expects factor " + quoted(coarse->name) +
                 " to be split into single indices, as it comes before " +
                 quoted(factor.name) + " in dim " + std::to_string(d) + " of " +
                 tensorName(rule, t);
        if (!coarse && !isSingle(split, factor.size))
          coarse = &factor;
      }
    }
  return std::nullopt;
}

/// Partial states: what passes is in a set, and all that meet are of one kind.
static Problem verifyPartial(const ShardingRule &rule,
                             const Assignment &assignment) {
  const std::optional<Partial> &passing = assignment.passing;
  if (!passing && assignment.passingSet != -1)
    return "expects no passing set without a passing partial value, got " +
           std::to_string(assignment.passingSet);
  if (passing) {
    const auto &sets =
        passing->kind == ReduceKind::Sum ? rule.linear : rule.monotone;
    if (assignment.passingSet < 0 ||
        assignment.passingSet >= static_cast<int>(sets.size()))
      return std::string("expects a partial ") + kindName(passing->kind) +
             " to pass through one of the op's " + std::to_string(sets.size()) +
             (passing->kind == ReduceKind::Sum ? " linear" : " monotone") +
             " sets, got set " + std::to_string(assignment.passingSet);
  }
  std::optional<ReduceKind> kind;
  if (passing)
    kind = passing->kind;
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    const Factor &factor = rule.factors[f];
    if (factor.kind != FactorKind::Reduction ||
        assignment.factors[f].isReplicated())
      continue;
    if (kind && *kind != factor.reduce)
      return std::string("expects one kind of partial result, got ") +
             kindName(*kind) + " and, by factor " + quoted(factor.name) + ", " +
             kindName(factor.reduce);
    kind = factor.reduce;
  }
  return std::nullopt;
}

Problem verify(const ShardingRule &rule, const Assignment &assignment,
               const Mesh &mesh) {
  if (assignment.factors.size() != rule.factors.size())
    return "expects one sharding per factor, but the rule has " +
           std::to_string(rule.factors.size()) + " and the assignment " +
           std::to_string(assignment.factors.size());
  // The factors are a tensor of their own, and its layout obeys the rules of
  // layouts.
  Layout layout{mesh, assignment.factors, assignment.passing};
  Shape shape;
  for (const Factor &factor : rule.factors)
    shape.push_back(factor.size);
  if (Problem problem = layout.verify(shape)) {
    // That speaks of dims; say which factors are meant.
    std::string names;
    for (const Factor &factor : rule.factors)
      names += (names.empty() ? "" : ",") + factor.name;
    return *problem + " (dims are the factors " + names + ")";
  }
  for (size_t f = 0; f < rule.factors.size(); ++f)
    if (Problem problem = verifySplit(rule.factors[f], assignment.factors[f]))
      return problem;
  if (Problem problem = verifyContiguous(rule, assignment))
    return problem;
  return verifyPartial(rule, assignment);
}

//===----------------------------------------------------------------------===//
// Projection
//===----------------------------------------------------------------------===//

/// The sharding of a dim made of `factors`: every piece so far times every
/// piece of the next factor, major to minor.
static DimSharding projectDim(const ShardingRule &rule,
                              const Assignment &assignment,
                              const std::vector<unsigned> &factors) {
  AxisList axes;
  std::vector<std::pair<int64_t, int64_t>> pieces = {{0, 1}};
  for (unsigned f : factors) {
    int64_t size = rule.factors[f].size;
    const DimSharding &split = assignment.factors[f];
    axes.insert(axes.end(), split.axes.begin(), split.axes.end());
    std::vector<std::pair<int64_t, int64_t>> finer;
    if (split.isReplicated()) {
      for (auto [begin, end] : pieces)
        finer.emplace_back(begin * size, end * size);
    } else {
      std::vector<int64_t> cuts = offsets(split, size);
      for (auto [begin, end] : pieces) {
        assert(end - begin <= 1 && "the assignment was not verified");
        // An empty piece stays empty at its place.
        bool empty = begin == end;
        for (size_t i = 1; i < cuts.size(); ++i)
          finer.emplace_back(begin * size + (empty ? 0 : cuts[i - 1]),
                             begin * size + (empty ? 0 : cuts[i]));
      }
    }
    pieces = std::move(finer);
  }
  std::vector<int64_t> cuts = {0};
  for (auto [begin, end] : pieces)
    cuts.push_back(end);
  return cutDim(axes, cuts);
}

/// The dims of a tensor with `map`.
static Layout projectDims(const ShardingRule &rule,
                          const Assignment &assignment, const Mesh &mesh,
                          const TensorMap &map) {
  Layout layout{mesh, {}, std::nullopt};
  for (const std::vector<unsigned> &factors : map)
    layout.dims.push_back(projectDim(rule, assignment, factors));
  return layout;
}

Layout projectOperand(const ShardingRule &rule, const Assignment &assignment,
                      const Mesh &mesh, unsigned number) {
  Layout layout = projectDims(rule, assignment, mesh, rule.operands[number]);
  if (assignment.passing) {
    const auto &sets = assignment.passing->kind == ReduceKind::Sum
                           ? rule.linear
                           : rule.monotone;
    const std::vector<unsigned> &set = sets[assignment.passingSet];
    if (std::find(set.begin(), set.end(), number) != set.end())
      layout.partial = assignment.passing;
  }
  return layout;
}

Layout projectResult(const ShardingRule &rule, const Assignment &assignment,
                     const Mesh &mesh, unsigned number) {
  Layout layout = projectDims(rule, assignment, mesh, rule.results[number]);
  // Partial over what passes and over what splits a reduction.
  std::optional<Partial> partial = assignment.passing;
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    const AxisList &axes = assignment.factors[f].axes;
    if (rule.factors[f].kind != FactorKind::Reduction || axes.empty())
      continue;
    if (!partial)
      partial = Partial{rule.factors[f].reduce, {}};
    partial->axes.insert(partial->axes.end(), axes.begin(), axes.end());
  }
  if (partial)
    layout.partial = Partial{partial->kind, sortedAxes(mesh, partial->axes)};
  return layout;
}

//===----------------------------------------------------------------------===//
// From a tensor's layout to factors
//===----------------------------------------------------------------------===//

using FactorSplit = std::pair<unsigned, DimSharding>;

/// Factors `position`.. of a dim, to be cut at `cuts` over `axes` (major to
/// minor); appends to `splits`. Either the first factor takes all axes, or it
/// is split into single indices by a prefix of the axes, and the blocks that
/// these make are all cut alike by the others.
static bool splitFactors(const ShardingRule &rule,
                         const std::vector<unsigned> &factors, size_t position,
                         const AxisList &axes, const std::vector<int64_t> &cuts,
                         std::vector<FactorSplit> &splits) {
  if (position == factors.size())
    return axes.empty();
  unsigned number = factors[position];
  const Factor &factor = rule.factors[number];
  int64_t rest = 1; // extent of the factors after this one
  for (size_t i = position + 1; i < factors.size(); ++i)
    rest *= rule.factors[factors[i]].size;

  auto tryWith = [&](const AxisList &mine, const AxisList &others) {
    int64_t stride = numPieces(others);
    std::vector<int64_t> own, inner;
    for (size_t i = 0; i < cuts.size(); i += stride) {
      if (cuts[i] % rest != 0)
        return false;
      own.push_back(cuts[i] / rest);
    }
    for (size_t b = 0; !others.empty() && b + 1 < own.size(); ++b) {
      if (own[b + 1] == own[b])
        continue;
      if (own[b + 1] - own[b] > 1)
        return false;
      std::vector<int64_t> block(stride + 1);
      for (int64_t i = 0; i <= stride; ++i)
        block[i] = cuts[b * stride + i] - cuts[b * stride];
      if (!inner.empty() && inner != block)
        return false;
      inner = block;
    }
    if (inner.empty()) // nothing is left to cut
      inner = {0, rest};
    DimSharding split = cutDim(mine, own);
    if (verifySplit(factor, split))
      return false;
    size_t before = splits.size();
    splits.emplace_back(number, split);
    if (splitFactors(rule, factors, position + 1, others, inner, splits))
      return true;
    splits.resize(before);
    return false;
  };

  if (tryWith(axes, {}))
    return true;
  // Every proper prefix of the axes, shortest first, also inside an axis.
  AxisList before;
  for (const AxisRef &axis : axes) {
    for (int64_t size = 1; size < axis.size; ++size) {
      if (axis.size % size != 0)
        continue;
      AxisList mine = concatAxes(before, {{axis.name, axis.pre, size}});
      if (tryWith(mine, *withoutPrefix(axes, mine)))
        return true;
    }
    before.push_back(axis);
  }
  return false;
}

std::optional<std::vector<std::pair<unsigned, DimSharding>>>
factorsOf(const ShardingRule &rule, const TensorMap &map, const Layout &layout,
          const Shape &shape) {
  std::vector<FactorSplit> splits;
  for (size_t d = 0; d < map.size(); ++d) {
    const DimSharding &dim = layout.dims[d];
    if (dim.isReplicated()) {
      for (unsigned f : map[d])
        splits.emplace_back(f, DimSharding());
      continue;
    }
    // Nothing to go by in an empty dim of several factors.
    if (shape[d] == 0 && map[d].size() > 1)
      return std::nullopt;
    if (!splitFactors(rule, map[d], 0, dim.axes, offsets(dim, shape[d]),
                      splits))
      return std::nullopt;
  }
  return splits;
}

} // namespace partita::layout
