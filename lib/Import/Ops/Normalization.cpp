//===- Normalization.cpp - ONNX's softmaxes and normalizations ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../OpTable.h"
#include <cmath>

using namespace partita;
using namespace partita::import_;

static Value makeSoftmax(Node &node, Value x, int64_t axis) {
  return node.make<graph::SoftmaxOp>(x.getType(), x, axis);
}

/// (x - max) - log(sum(exp(x - max)))
static Value makeLogSoftmax(Node &node, Value x, int64_t axis) {
  Value max = node.makeReduce<graph::ReduceMaxOp>(x, axis, true);
  Value shifted = node.makeElementwise<graph::SubOp>({x, max});
  Value sum = node.make<graph::ExpOp>(shifted.getType(), shifted);
  sum = node.makeReduce<graph::ReduceSumOp>(sum, axis, true);
  return node.makeElementwise<graph::SubOp>(
      {shifted, node.make<graph::LogOp>(sum.getType(), sum)});
}

/// Before opset 13, all dims from `axis` (1 by default) on are one; since, only
/// `axis` (the last by default) is meant.
template <Value (*makeOp)(Node &, Value, int64_t)>
static LogicalResult convertSoftmax(Node &node) {
  Value x = node.getOperand(0);
  Dims shape(shapeOf(x));
  bool coerces = node.getOpset() < 13;
  FailureOr<int64_t> axis =
      node.normalizeAxis(node.getInt("axis", coerces ? 1 : -1), shape.size());
  if (failed(axis))
    return failure();
  if (!coerces || *axis + 1 == static_cast<int64_t>(shape.size())) {
    node.setResult(makeOp(node, x, *axis));
    return success();
  }
  ArrayRef<int64_t> dims(shape);
  Value matrix =
      node.makeReshape(x, {graph::numElements(dims.take_front(*axis)),
                           graph::numElements(dims.drop_front(*axis))});
  node.setResult(node.makeReshape(makeOp(node, matrix, 1), shape));
  return success();
}

/// The dims from `axis` on, which scale and bias broadcast to.
static FailureOr<int64_t> readNormAxis(Node &node) {
  return node.normalizeAxis(node.getInt("axis", -1),
                            shapeOf(node.getOperand(0)).size());
}

static LogicalResult convertLayerNorm(Node &node) {
  float epsilon = node.getFloat("epsilon", 1e-5f);
  // It asks for float in between, which is all there is here.
  node.getInt("stash_type", 1);
  FailureOr<int64_t> axis = readNormAxis(node);
  if (failed(axis))
    return failure();
  Value x = node.getOperand(0);
  ArrayRef<int64_t> normalized = shapeOf(x).drop_front(*axis);
  Value scale = node.makeBroadcast(node.getOperand(1), normalized);
  Value bias = node.hasOperand(2)
                   ? node.makeBroadcast(node.getOperand(2), normalized)
                   : Value();
  node.setResult(node.make<graph::LayerNormOp>(x.getType(), x, scale, bias,
                                               *axis, APFloat(epsilon)));
  return success();
}

/// x / sqrt(mean(x^2) + epsilon) * scale
static LogicalResult convertRMSNorm(Node &node) {
  float epsilon = node.getFloat("epsilon", 1e-5f);
  node.getInt("stash_type", 1);
  FailureOr<int64_t> axis = readNormAxis(node);
  if (failed(axis))
    return failure();
  Value x = node.getOperand(0);
  Dims axes = dimRange(*axis, shapeOf(x).size());
  Value mean =
      node.makeMean(node.makeElementwise<graph::MulOp>({x, x}), axes, true);
  Value root =
      node.makeElementwise<graph::AddOp>({mean, node.makeScalar(epsilon, x)});
  root = node.make<graph::SqrtOp>(root.getType(), root);
  Value result = node.makeElementwise<graph::DivOp>({x, root});
  node.setResult(
      node.makeElementwise<graph::MulOp>({result, node.getOperand(1)}));
  return success();
}

/// The factor and the summand per channel, if all parameters are known:
/// (x - mean) / sqrt(var + epsilon) * scale + bias = x * factor + summand.
static std::optional<std::pair<Value, Value>>
foldBatchNorm(Node &node, float epsilon, ArrayRef<int64_t> shape) {
  SmallVector<float> parameters[4];
  for (unsigned i = 0; i < 4; ++i) {
    DenseElementsAttr known = node.peekConstant(i + 1);
    if (!known || !known.getElementType().isF32())
      return std::nullopt;
    parameters[i].assign(known.value_begin<float>(), known.value_end<float>());
  }
  auto &[scale, bias, mean, variance] = parameters;
  SmallVector<float> factor, summand;
  for (size_t c = 0; c < scale.size(); ++c) {
    double f = scale[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon);
    factor.push_back(f);
    summand.push_back(bias[c] - mean[c] * f);
  }
  auto make = [&](ArrayRef<float> values) {
    return node.makeConstant(
        DenseElementsAttr::get(Node::like(node.getOperand(0), shape), values));
  };
  return std::make_pair(make(factor), make(summand));
}

static LogicalResult convertBatchNorm(Node &node) {
  float epsilon = node.getFloat("epsilon", 1e-5f);
  // It counts in training only.
  node.getFloat("momentum", 0.9f);
  if (node.getFlag("training_mode", false))
    return node.error() << "training mode is not supported";
  if (node.getOpset() < 9 && !node.getFlag("spatial", true))
    return node.error() << "statistics per element (spatial = 0) are not "
                           "supported";
  if (failed(node.checkRank(0, 2)))
    return failure();
  Value x = node.getOperand(0);
  int64_t channels = shapeOf(x)[1];
  for (unsigned i = 1; i < 5; ++i)
    if (shapeOf(node.getOperand(i)) != ArrayRef<int64_t>(channels))
      return node.error() << "expects input " << i << " to hold one value for "
                          << "each of " << channels << " channels, got "
                          << graph::str(shapeOf(node.getOperand(i)));
  Dims perChannel(shapeOf(x).size() - 1, 1);
  perChannel[0] = channels;
  if (auto folded = foldBatchNorm(node, epsilon, perChannel)) {
    Value y = node.makeElementwise<graph::MulOp>({x, folded->first});
    node.setResult(node.makeElementwise<graph::AddOp>({y, folded->second}));
    return success();
  }
  auto get = [&](unsigned i) {
    return node.makeReshape(node.getOperand(i), perChannel);
  };
  Value root =
      node.makeElementwise<graph::AddOp>({get(4), node.makeScalar(epsilon, x)});
  root = node.make<graph::SqrtOp>(root.getType(), root);
  Value factor = node.makeElementwise<graph::DivOp>({get(1), root});
  Value y = node.makeElementwise<graph::SubOp>({x, get(3)});
  y = node.makeElementwise<graph::MulOp>({y, factor});
  node.setResult(node.makeElementwise<graph::AddOp>({y, get(2)}));
  return success();
}

void partita::import_::addNormalizationOps(OpTable &table) {
  static const OpEntry entries[] = {
      {"BatchNormalization", 7, 5, 5, convertBatchNorm, "inference"},
      {"LayerNormalization", 17, 2, 3, convertLayerNorm},
      {"LogSoftmax", oldestOpset, 1, 1, convertSoftmax<makeLogSoftmax>},
      {"RMSNormalization", 23, 2, 2, convertRMSNorm},
      {"Softmax", oldestOpset, 1, 1, convertSoftmax<makeSoftmax>},
  };
  addOps(table, entries);
}
