//===- Tensors.cpp - Initializers and constants of a model ----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include "dialects/Graph/IR/GraphOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace partita;
using namespace partita::import_;
using onnx::TensorProto;

Type partita::import_::getElementType(MLIRContext *context, int32_t dataType) {
  switch (dataType) {
  case TensorProto::FLOAT:
    return Float32Type::get(context);
  case TensorProto::INT32:
    return IntegerType::get(context, 32);
  case TensorProto::INT64:
    return IntegerType::get(context, 64);
  case TensorProto::BOOL:
    return IntegerType::get(context, 1);
  default:
    return nullptr;
  }
}

std::string partita::import_::getDataTypeName(int32_t dataType) {
  return onnx::TensorProto_DataType_IsValid(dataType)
             ? onnx::TensorProto_DataType_Name(
                   static_cast<onnx::TensorProto_DataType>(dataType))
             : std::to_string(dataType);
}

bool partita::import_::fitsMemory(ArrayRef<int64_t> shape) {
  // An extent of 0 must not hide what the others multiply to.
  uint64_t count = 1;
  for (int64_t extent : shape)
    count =
        llvm::SaturatingMultiply<uint64_t>(count, std::max<int64_t>(extent, 1));
  return count <= static_cast<uint64_t>(INT64_MAX) / 8;
}

/// Bytes per element as ONNX stores them.
static uint64_t getByteWidth(Type elementType) {
  return std::max(1u, elementType.getIntOrFloatBitWidth() / 8);
}

/// How many values stand in the proto's typed field.
static uint64_t countTypedValues(const TensorProto &proto) {
  switch (proto.data_type()) {
  case TensorProto::FLOAT:
    return proto.float_data_size();
  case TensorProto::INT64:
    return proto.int64_data_size();
  default:
    return proto.int32_data_size();
  }
}

std::optional<Tensor> Tensors::find(MLIRContext *context,
                                    const TensorProto &proto,
                                    std::string &problem) {
  Type elementType = getElementType(context, proto.data_type());
  if (!elementType) {
    problem = "has element type " + getDataTypeName(proto.data_type()) +
              ", which is not supported (FLOAT, INT32, INT64 and BOOL are)";
    return std::nullopt;
  }
  if (proto.has_segment()) {
    problem = "is given in segments, which is not supported";
    return std::nullopt;
  }
  SmallVector<int64_t> shape(proto.dims().begin(), proto.dims().end());
  for (int64_t extent : shape)
    if (extent < 0) {
      problem = "expects extents of 0 or more, got " + std::to_string(extent);
      return std::nullopt;
    }
  if (!fitsMemory(shape)) {
    problem = "has more elements than can be addressed";
    return std::nullopt;
  }
  auto type = RankedTensorType::get(shape, elementType);
  uint64_t count = type.getNumElements();
  uint64_t size = count * getByteWidth(elementType);
  Tensor tensor{&proto, type, std::nullopt};
  std::optional<Payload> payload = ModelFile::getPayload(proto);
  uint64_t typed = countTypedValues(proto);
  bool isExternal = proto.data_location() == TensorProto::EXTERNAL;
  if ((payload.has_value() + (typed > 0) + isExternal) > 1) {
    problem = "has its values twice";
    return std::nullopt;
  }
  if (isExternal) {
    tensor.range = external.find(proto, size, problem);
    return tensor.range ? std::optional(tensor) : std::nullopt;
  }
  if (payload) {
    if (payload->size != size) {
      problem = "expects " + std::to_string(size) +
                " bytes for its shape, got " + std::to_string(payload->size);
      return std::nullopt;
    }
    tensor.range =
        FileRange{"", payload->offset,
                  model.getBytes().substr(payload->offset, payload->size)};
  } else if (typed != count) {
    problem = "expects " + std::to_string(count) +
              " values for its shape, got " + std::to_string(typed);
    return std::nullopt;
  }
  return tensor;
}

DenseElementsAttr partita::import_::readTensor(const Tensor &tensor) {
  const TensorProto &proto = *tensor.proto;
  RankedTensorType type = tensor.type;
  Type elementType = type.getElementType();
  if (elementType.isInteger(1)) {
    SmallVector<bool> values;
    if (tensor.range)
      for (char byte : tensor.range->bytes)
        values.push_back(byte != 0);
    else
      values.append(proto.int32_data().begin(), proto.int32_data().end());
    return DenseElementsAttr::get(type, ArrayRef<bool>(values));
  }
  if (tensor.range)
    return DenseElementsAttr::getFromRawBuffer(
        type,
        ArrayRef<char>(tensor.range->bytes.data(), tensor.range->bytes.size()));
  if (elementType.isF32())
    return DenseElementsAttr::get(
        type,
        ArrayRef<float>(proto.float_data().data(), proto.float_data_size()));
  if (elementType.isInteger(32))
    return DenseElementsAttr::get(
        type,
        ArrayRef<int32_t>(proto.int32_data().data(), proto.int32_data_size()));
  SmallVector<int64_t> values(proto.int64_data().begin(),
                              proto.int64_data().end());
  return DenseElementsAttr::get(type, ArrayRef<int64_t>(values));
}

bool Tensors::isInline(const Tensor &tensor) const {
  constexpr int64_t maxFloats = 16;
  if (!tensor.range)
    return true;
  int64_t count = tensor.type.getNumElements();
  return count <=
         (tensor.type.getElementType().isF32() ? maxFloats : foldLimit);
}

Value Tensors::create(OpBuilder &builder, Location loc, StringRef name,
                      const Tensor &tensor) {
  if (isInline(tensor))
    return builder.create<graph::ConstantOp>(loc, tensor.type,
                                             readTensor(tensor));
  return builder.create<graph::WeightOp>(
      loc, tensor.type, name, tensor.range->file, tensor.range->offset);
}
