//===- Constant.cpp - ONNX ops whose result is known when importing -------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph dialect has no such ops: they only serve to compute shapes and
// indices, and become constants here. With an operand that is computed from
// the model's inputs they are refused.
//
//===----------------------------------------------------------------------===//

#include "../OpTable.h"
#include <cmath>

using namespace partita;
using namespace partita::import_;

/// A constant of one value; if it is large, broadcast from a scalar.
static Value makeSplat(Node &node, RankedTensorType type, Attribute value) {
  if (type.getNumElements() <= node.getNodeContext().foldLimit)
    return node.makeConstant(DenseElementsAttr::get(type, value));
  Value scalar = node.makeConstant(
      DenseElementsAttr::get(type.clone(ArrayRef<int64_t>()), value));
  return node.makeBroadcast(scalar, type.getShape());
}

/// The value of a tensor attribute.
static FailureOr<Tensor> findTensor(Node &node,
                                    const onnx::TensorProto &proto) {
  std::string problem;
  std::optional<Tensor> tensor =
      node.getNodeContext().tensors.find(node.getContext(), proto, problem);
  if (!tensor)
    return node.error() << "its tensor " << problem;
  return *tensor;
}

static LogicalResult convertConstant(Node &node) {
  Builder &b = node.getBuilder();
  if (const onnx::TensorProto *proto = node.getTensor("value")) {
    FailureOr<Tensor> tensor = findTensor(node, *proto);
    if (failed(tensor))
      return failure();
    node.setResult(node.makeTensor(*tensor));
  } else if (node.hasAttribute("value_int")) {
    node.setResult(
        node.makeReshape(node.makeInts(node.getInt("value_int", 0)), {}));
  } else if (std::optional<Dims> ints = node.getInts("value_ints")) {
    node.setResult(node.makeInts(*ints));
  } else if (node.hasAttribute("value_float")) {
    float value = node.getFloat("value_float", 0);
    node.setResult(node.makeConstant(DenseElementsAttr::get(
        RankedTensorType::get({}, b.getF32Type()), value)));
  } else if (auto floats = node.getFloats("value_floats")) {
    node.setResult(node.makeConstant(DenseElementsAttr::get(
        RankedTensorType::get({static_cast<int64_t>(floats->size())},
                              b.getF32Type()),
        ArrayRef<float>(*floats))));
  } else {
    node.checkAttributesRead();
    return node.error() << "expects a value";
  }
  return success();
}

static LogicalResult convertConstantOfShape(Node &node) {
  const onnx::TensorProto *proto = node.getTensor("value");
  FailureOr<Dims> shape = node.getConstantInts(0);
  if (failed(shape))
    return failure();
  if (llvm::any_of(*shape, [](int64_t extent) { return extent < 0; }))
    return node.error() << "expects extents of 0 or more";
  if (failed(node.checkSize(*shape)))
    return failure();
  Attribute value = node.getBuilder().getF32FloatAttr(0);
  Type elementType = node.getBuilder().getF32Type();
  if (proto) {
    FailureOr<Tensor> tensor = findTensor(node, *proto);
    if (failed(tensor))
      return failure();
    if (tensor->type.getNumElements() != 1)
      return node.error() << "expects a value of 1 element, got "
                          << tensor->type.getNumElements();
    value = *readTensor(*tensor).getValues<Attribute>().begin();
    elementType = tensor->type.getElementType();
  }
  node.setResult(
      makeSplat(node, RankedTensorType::get(*shape, elementType), value));
  return success();
}

/// The most elements computed here: more would be data, not an index.
static constexpr int64_t maxRange = int64_t(1) << 24;

static FailureOr<DenseElementsAttr> getSmallConstant(Node &node,
                                                     unsigned index) {
  ArrayRef<int64_t> shape = shapeOf(node.getOperand(index));
  if (graph::numElements(shape) > maxRange)
    return node.error() << "expects at most " << maxRange
                        << " elements to be computed when compiling, got "
                        << graph::str(shape);
  return node.getConstant(index);
}

/// start, start + delta, ... below limit.
template <typename T>
static LogicalResult makeRange(Node &node, Type elementType,
                               ArrayRef<DenseElementsAttr> bounds) {
  T start = *bounds[0].getValues<T>().begin();
  T limit = *bounds[1].getValues<T>().begin();
  T delta = *bounds[2].getValues<T>().begin();
  double count = std::ceil((static_cast<double>(limit) - start) / delta);
  if (delta == 0 || !(count <= maxRange))
    return node.error() << "expects a delta other than 0 and at most "
                        << maxRange << " elements";
  SmallVector<T> values;
  for (int64_t i = 0, e = std::max(count, 0.0); i < e; ++i)
    values.push_back(start + static_cast<T>(i) * delta);
  node.setResult(node.makeConstant(DenseElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(values.size())}, elementType),
      ArrayRef<T>(values))));
  return success();
}

static LogicalResult convertRange(Node &node) {
  SmallVector<DenseElementsAttr> bounds;
  for (unsigned i = 0; i < 3; ++i) {
    FailureOr<DenseElementsAttr> bound = node.getConstant(i);
    if (failed(bound))
      return failure();
    if (bound->getNumElements() != 1 ||
        (i > 0 && bound->getElementType() != bounds[0].getElementType()))
      return node.error() << "expects start, limit and delta to be scalars of "
                             "one type";
    bounds.push_back(*bound);
  }
  Type elementType = bounds[0].getElementType();
  if (elementType.isF32())
    return makeRange<float>(node, elementType, bounds);
  if (elementType.isInteger(32))
    return makeRange<int32_t>(node, elementType, bounds);
  if (elementType.isInteger(64))
    return makeRange<int64_t>(node, elementType, bounds);
  return node.error() << "expects numbers, got " << elementType;
}

/// Sums along `axis` in place: of a value and all before it (after it if
/// `reverse`), itself left out if `exclusive`.
template <typename T>
static DenseElementsAttr sumUp(DenseElementsAttr input, int64_t axis,
                               bool exclusive, bool reverse) {
  auto type = cast<RankedTensorType>(input.getType());
  ArrayRef<int64_t> shape = type.getShape();
  int64_t inner = graph::numElements(shape.drop_front(axis + 1));
  int64_t outer = graph::numElements(shape.take_front(axis));
  SmallVector<T> values(input.getValues<T>());
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      T sum = 0;
      for (int64_t k = 0; k < shape[axis]; ++k) {
        int64_t at = reverse ? shape[axis] - 1 - k : k;
        T &value = values[(o * shape[axis] + at) * inner + i];
        T before = sum;
        sum += value;
        value = exclusive ? before : sum;
      }
    }
  return DenseElementsAttr::get(type, ArrayRef<T>(values));
}

static LogicalResult convertCumSum(Node &node) {
  bool exclusive = node.getFlag("exclusive", false);
  bool reverse = node.getFlag("reverse", false);
  FailureOr<DenseElementsAttr> input = getSmallConstant(node, 0);
  FailureOr<Dims> at = node.getConstantInts(1);
  if (failed(input) || failed(at))
    return failure();
  if (at->size() != 1)
    return node.error() << "expects one axis, got " << at->size();
  FailureOr<int64_t> axis =
      node.normalizeAxis(at->front(), shapeOf(node.getOperand(0)).size());
  if (failed(axis))
    return failure();
  Type elementType = input->getElementType();
  if (elementType.isInteger(1))
    return node.error() << "expects numbers, got " << elementType;
  auto sum = elementType.isF32()         ? sumUp<float>
             : elementType.isInteger(32) ? sumUp<int32_t>
                                         : sumUp<int64_t>;
  node.setResult(node.makeConstant(sum(*input, *axis, exclusive, reverse)));
  return success();
}

/// Where(mask, x, 0) with the mask as a constant.
static LogicalResult convertTrilu(Node &node) {
  bool upper = node.getFlag("upper", true);
  if (failed(node.checkRank(0, 2)))
    return failure();
  int64_t diagonal = 0;
  if (node.hasOperand(1)) {
    FailureOr<Dims> k = node.getConstantInts(1);
    if (failed(k))
      return failure();
    if (k->size() != 1)
      return node.error() << "expects one diagonal, got " << k->size();
    diagonal = k->front();
  }
  Value x = node.getOperand(0);
  ArrayRef<int64_t> matrix = shapeOf(x).take_back(2);
  if (graph::numElements(matrix) > maxRange)
    return node.error() << "expects matrices of at most " << maxRange
                        << " elements, got " << graph::str(matrix);
  SmallVector<bool> mask;
  for (int64_t row = 0; row < matrix[0]; ++row)
    for (int64_t column = 0; column < matrix[1]; ++column)
      mask.push_back(upper ? column - row >= diagonal
                           : column - row <= diagonal);
  Value keep = node.makeConstant(DenseElementsAttr::get(
      RankedTensorType::get(matrix, node.getBuilder().getI1Type()),
      ArrayRef<bool>(mask)));
  node.setResult(
      node.makeElementwise<graph::WhereOp>({keep, x, node.makeScalar(0, x)}));
  return success();
}

/// Rows of a constant replaced by others, as exporters write masks.
static LogicalResult convertScatterND(Node &node) {
  std::string reduction = node.getString("reduction", "none");
  if (reduction != "none")
    return node.error() << "reduction \"" << reduction << "\" is not supported";
  FailureOr<DenseElementsAttr> data = getSmallConstant(node, 0);
  FailureOr<Dims> indices = node.getConstantInts(1);
  FailureOr<DenseElementsAttr> updates = getSmallConstant(node, 2);
  if (failed(data) || failed(indices) || failed(updates))
    return failure();
  ArrayRef<int64_t> shape = data->getType().getShape();
  ArrayRef<int64_t> at = shapeOf(node.getOperand(1));
  int64_t depth = at.empty() ? 0 : at.back();
  if (at.empty() || depth > static_cast<int64_t>(shape.size()))
    return node.error() << "expects indices of up to " << shape.size()
                        << " dims, got indices of " << graph::str(at);
  Dims expected(at.drop_back());
  llvm::append_range(expected, shape.drop_front(depth));
  if (updates->getType().getShape() != ArrayRef<int64_t>(expected) ||
      updates->getElementType() != data->getElementType())
    return node.error() << "expects updates of " << graph::str(expected)
                        << " and of the data's type, got "
                        << graph::str(updates->getType().getShape());
  SmallVector<Attribute> values(data->getValues<Attribute>());
  SmallVector<Attribute> rows(updates->getValues<Attribute>());
  int64_t length = graph::numElements(shape.drop_front(depth));
  for (int64_t row = 0, e = graph::numElements(at.drop_back()); row < e;
       ++row) {
    int64_t place = 0;
    for (int64_t d = 0; d < depth; ++d) {
      int64_t index = (*indices)[row * depth + d];
      if (index < -shape[d] || index >= shape[d])
        return node.error() << "expects indices within " << graph::str(shape)
                            << ", got " << index << " for dim " << d;
      place = place * shape[d] + (index < 0 ? index + shape[d] : index);
    }
    llvm::copy(ArrayRef(rows).slice(row * length, length),
               values.begin() + place * length);
  }
  node.setResult(
      node.makeConstant(DenseElementsAttr::get(data->getType(), values)));
  return success();
}

/// Rotary position embeddings are made of positions, which are known.
template <float function(float)>
static LogicalResult convertConstantUnary(Node &node) {
  FailureOr<DenseElementsAttr> input = getSmallConstant(node, 0);
  if (failed(input))
    return failure();
  if (!input->getElementType().isF32())
    return node.error() << "expects f32, got " << input->getElementType();
  node.setResult(node.makeConstant(cast<DenseElementsAttr>(
      input->mapValues(input->getElementType(), [](const APFloat &value) {
        return APFloat(function(value.convertToFloat())).bitcastToAPInt();
      }))));
  return success();
}

static float sine(float x) { return std::sin(x); }
static float cosine(float x) { return std::cos(x); }

/// The note of ops that are nothing but constants here.
static constexpr StringLiteral constantOnly = "of what is known when compiling";

void partita::import_::addConstantOps(OpTable &table) {
  static const OpEntry entries[] = {
      {"Constant", oldestOpset, 0, 0, convertConstant},
      {"ConstantOfShape", 9, 1, 1, convertConstantOfShape, constantOnly},
      {"Cos", 7, 1, 1, convertConstantUnary<cosine>, constantOnly},
      {"CumSum", 11, 2, 2, convertCumSum, constantOnly},
      {"Range", 11, 3, 3, convertRange, constantOnly},
      {"ScatterND", 11, 3, 3, convertScatterND, constantOnly},
      {"Sin", 7, 1, 1, convertConstantUnary<sine>, constantOnly},
      {"Trilu", 14, 1, 2, convertTrilu},
  };
  addOps(table, entries);
}
