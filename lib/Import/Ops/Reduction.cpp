//===- Reduction.cpp - ONNX's reductions ----------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../OpTable.h"

using namespace partita;
using namespace partita::import_;

namespace {
struct Reduction {
  Value input;
  Dims axes;
  bool keepdims;
  /// `noop_with_empty_axes`: the op returns its input.
  bool isNoop = false;
};
} // namespace

/// Axes became an operand at opset 13 for ReduceSum and 18 for the others.
static FailureOr<Reduction> readReduction(Node &node) {
  int64_t since = node.getOpName() == "ReduceSum" ? 13 : 18;
  Reduction r{node.getOperand(0), {}, node.getFlag("keepdims", true)};
  int64_t rank = shapeOf(r.input).size();
  bool noop =
      node.getOpset() >= since && node.getFlag("noop_with_empty_axes", false);
  FailureOr<std::optional<Dims>> given = node.getAxes(1, since);
  if (failed(given))
    return failure();
  if (node.getOpset() < since && node.hasOperand(1))
    return node.error() << "expects axes as an attribute before opset "
                        << since;
  if (*given && !(*given)->empty()) {
    FailureOr<Dims> axes = node.normalizeAxes(**given, rank);
    if (failed(axes))
      return failure();
    r.axes = *axes;
  } else if (noop) {
    r.isNoop = true;
  } else {
    r.axes = dimRange(0, rank);
  }
  return r;
}

namespace {
using Element = Value (*)(Node &, Value);
} // namespace

static Value same(Node &, Value x) { return x; }
static Value makeSquare(Node &node, Value x) {
  return node.makeElementwise<graph::MulOp>({x, x});
}
template <typename OpT>
static Value makeUnary(Node &node, Value x) {
  return node.make<OpT>(x.getType(), x);
}

/// before, then the reduction, then after: ReduceL2 is the root of a sum of
/// squares. Of `noop_with_empty_axes`, only the reduction is left out.
template <typename OpT, Element before = same, Element after = same>
static LogicalResult convertReduce(Node &node) {
  FailureOr<Reduction> r = readReduction(node);
  if (failed(r))
    return failure();
  Value value = before(node, r->input);
  if (!r->isNoop)
    value = node.makeReduce<OpT>(value, r->axes, r->keepdims);
  node.setResult(after(node, value));
  return success();
}

static LogicalResult convertReduceMean(Node &node) {
  FailureOr<Reduction> r = readReduction(node);
  if (failed(r))
    return failure();
  node.setResult(r->isNoop ? r->input
                           : node.makeMean(r->input, r->axes, r->keepdims));
  return success();
}

/// log(sum(exp(x - max))) + max, which does not overflow.
static LogicalResult convertReduceLogSumExp(Node &node) {
  FailureOr<Reduction> r = readReduction(node);
  if (failed(r))
    return failure();
  if (r->isNoop) {
    node.setResult(r->input);
    return success();
  }
  Value max = node.makeReduce<graph::ReduceMaxOp>(r->input, r->axes, true);
  Value sum = node.makeElementwise<graph::SubOp>({r->input, max});
  sum = makeUnary<graph::ExpOp>(node, sum);
  sum = node.makeReduce<graph::ReduceSumOp>(sum, r->axes, r->keepdims);
  Value log = makeUnary<graph::LogOp>(node, sum);
  max = node.makeReshape(max, shapeOf(log));
  node.setResult(node.makeElementwise<graph::AddOp>({log, max}));
  return success();
}

void partita::import_::addReductionOps(OpTable &table) {
  using namespace graph;
  static const OpEntry entries[] = {
      {"ReduceL1", oldestOpset, 1, 2,
       convertReduce<ReduceSumOp, makeUnary<AbsOp>>},
      {"ReduceL2", oldestOpset, 1, 2,
       convertReduce<ReduceSumOp, makeSquare, makeUnary<SqrtOp>>},
      {"ReduceLogSum", oldestOpset, 1, 2,
       convertReduce<ReduceSumOp, same, makeUnary<LogOp>>},
      {"ReduceLogSumExp", oldestOpset, 1, 2, convertReduceLogSumExp},
      {"ReduceMax", oldestOpset, 1, 2, convertReduce<ReduceMaxOp>},
      {"ReduceMean", oldestOpset, 1, 2, convertReduceMean},
      {"ReduceMin", oldestOpset, 1, 2,
       convertReduce<ReduceMaxOp, makeUnary<NegOp>, makeUnary<NegOp>>},
      {"ReduceSum", oldestOpset, 1, 2, convertReduce<ReduceSumOp>},
      {"ReduceSumSquare", oldestOpset, 1, 2,
       convertReduce<ReduceSumOp, makeSquare>},
  };
  addOps(table, entries);
}
