//===- Fold.cpp - Evaluating ops on constants -----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Support/Fold.h"

using namespace partita;
using namespace partita::graph;

/// Reads values of C++ type T as numbers of type N.
template <typename T, typename N>
static void read(DenseElementsAttr dense, std::vector<Number> &elements) {
  if (dense.isSplat()) {
    elements.push_back(Number(static_cast<N>(dense.getSplatValue<T>())));
    return;
  }
  elements.reserve(dense.getNumElements());
  for (T value : dense.getValues<T>())
    elements.push_back(Number(static_cast<N>(value)));
}

std::optional<ConstantElements> ConstantElements::get(Attribute attr) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(attr);
  if (!dense)
    return std::nullopt;
  ConstantElements constant;
  constant.type = dense.getType();
  constant.splat = dense.isSplat();
  Type element = dense.getElementType();
  if (element.isF32())
    read<float, float>(dense, constant.elements);
  else if (element.isInteger(64))
    read<int64_t, int64_t>(dense, constant.elements);
  else if (element.isInteger(32))
    read<int32_t, int64_t>(dense, constant.elements);
  else if (element.isInteger(1))
    read<bool, bool>(dense, constant.elements);
  else
    return std::nullopt;
  return constant;
}

bool graph::isConstant(Attribute attr, double value) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(attr);
  if (!dense || !dense.isSplat())
    return false;
  std::optional<ConstantElements> constant = ConstantElements::get(attr);
  if (!constant)
    return false;
  Number got = (*constant)[0];
  return (got.isFloat ? got.f : static_cast<double>(got.i)) == value;
}

template <typename T>
static DenseElementsAttr make(RankedTensorType type, Numbers elements) {
  // Not a std::vector: vector<bool> is no array.
  SmallVector<T> values;
  values.reserve(elements.size());
  for (Number number : elements) {
    if constexpr (std::is_same_v<T, float>)
      values.push_back(number.f);
    else if constexpr (std::is_same_v<T, bool>)
      values.push_back(number.i & 1);
    else
      values.push_back(static_cast<T>(number.i));
  }
  return DenseElementsAttr::get(type, ArrayRef<T>(values));
}

DenseElementsAttr graph::makeConstant(RankedTensorType type, Numbers elements) {
  type = plainType(type);
  Type element = type.getElementType();
  if (element.isF32())
    return make<float>(type, elements);
  if (element.isInteger(64))
    return make<int64_t>(type, elements);
  if (element.isInteger(32))
    return make<int32_t>(type, elements);
  return make<bool>(type, elements);
}

bool graph::mayFold(Operation *op, bool splat) {
  RankedTensorType type = tensorType(op->getResult(0));
  return !type.getEncoding() && (splat || type.getNumElements() <= foldLimit);
}

Dims graph::stridesOf(ArrayRef<int64_t> shape) {
  Dims strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0; stride *= shape[i])
    strides[i] = stride;
  return strides;
}

bool graph::forEachIndex(ArrayRef<int64_t> shape,
                         llvm::function_ref<bool(ArrayRef<int64_t>)> fn) {
  Dims index(shape.size(), 0);
  for (int64_t count = numElements(shape); count > 0; --count) {
    if (!fn(index))
      return false;
    for (size_t dim = shape.size(); dim-- > 0;) {
      if (++index[dim] < shape[dim])
        break;
      index[dim] = 0;
    }
  }
  return true;
}

/// Strides with which a tensor of `shape` is read when it is broadcast to
/// `rank` dims.
static Dims broadcastStrides(ArrayRef<int64_t> shape, size_t rank) {
  Dims strides = stridesOf(shape);
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == 1)
      strides[i] = 0;
  strides.insert(strides.begin(), rank - shape.size(), 0);
  return strides;
}

static int64_t dot(ArrayRef<int64_t> index, ArrayRef<int64_t> strides) {
  int64_t position = 0;
  for (auto [i, stride] : llvm::zip_equal(index, strides))
    position += i * stride;
  return position;
}

OpFoldResult graph::foldElementwise(Operation *op, ArrayRef<Attribute> operands,
                                    FoldFn fn) {
  RankedTensorType type = tensorType(op->getResult(0));
  bool splat = true;
  for (Attribute operand : operands) {
    auto dense = dyn_cast_or_null<DenseElementsAttr>(operand);
    if (!dense)
      return {};
    splat &= dense.isSplat();
  }
  // Before anything is read.
  if (!mayFold(op, splat))
    return {};
  SmallVector<ConstantElements> constants;
  SmallVector<Dims> strides;
  for (Attribute operand : operands) {
    std::optional<ConstantElements> constant = ConstantElements::get(operand);
    if (!constant)
      return {};
    strides.push_back(broadcastStrides(constant->shape(), type.getRank()));
    constants.push_back(std::move(*constant));
  }
  std::vector<Number> elements;
  SmallVector<Number> inputs;
  auto evaluate = [&](ArrayRef<int64_t> index) {
    inputs.clear();
    for (auto [constant, stride] : llvm::zip_equal(constants, strides))
      inputs.push_back(constant[splat ? 0 : dot(index, stride)]);
    std::optional<Number> element = fn(inputs);
    if (element)
      elements.push_back(*element);
    return element.has_value();
  };
  // Splats of an empty tensor have no element to evaluate.
  bool known = splat && type.getNumElements() > 0
                   ? evaluate({})
                   : forEachIndex(type.getShape(), evaluate);
  if (!known)
    return {};
  return makeConstant(type, elements);
}

OpFoldResult graph::foldMove(Operation *op, Attribute data, SourceFn source) {
  RankedTensorType type = tensorType(op->getResult(0));
  auto dense = dyn_cast_or_null<DenseElementsAttr>(data);
  if (!dense || !mayFold(op, dense.isSplat()))
    return {};
  std::optional<ConstantElements> constant = ConstantElements::get(data);
  if (!constant)
    return {};
  std::vector<Number> elements;
  if (constant->isSplat() && type.getNumElements() > 0)
    return makeConstant(type, (*constant)[0]);
  bool valid = forEachIndex(type.getShape(), [&](ArrayRef<int64_t> index) {
    int64_t position = source(index);
    if (position >= 0)
      elements.push_back((*constant)[position]);
    return position >= 0;
  });
  if (!valid)
    return {};
  return makeConstant(type, elements);
}

OpFoldResult graph::foldReduce(Operation *op, Attribute data,
                               ArrayRef<int64_t> axes, Number init,
                               llvm::function_ref<Number(Numbers)> combine) {
  RankedTensorType type = tensorType(op->getResult(0));
  auto dense = dyn_cast_or_null<DenseElementsAttr>(data);
  if (!dense || !mayFold(op) || dense.getNumElements() > foldLimit)
    return {};
  std::optional<ConstantElements> constant = ConstantElements::get(data);
  if (!constant)
    return {};
  // Strides in the result of the dims of the data: 0 for those reduced.
  Dims kept(constant->shape());
  for (int64_t axis : axes)
    kept[axis] = 1;
  Dims strides = broadcastStrides(kept, kept.size());
  std::vector<Number> elements(type.getNumElements(), init);
  int64_t position = 0;
  forEachIndex(constant->shape(), [&](ArrayRef<int64_t> index) {
    Number &element = elements[dot(index, strides)];
    element = combine({element, (*constant)[position++]});
    return true;
  });
  return makeConstant(type, elements);
}
