//===- Tensor.cpp - A whole tensor in memory ------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"
#include "Text.h"

#include <cstring>

namespace partita::program {

const char *const kNotOurs = "not float32, int32, int64 or bool";

TensorType typeOf(const rt_io &io) {
  return {io.dtype, std::vector<int64_t>(io.shape, io.shape + io.rank)};
}

std::vector<std::string> namesOf(const rt_io *ios, int64_t count) {
  std::vector<std::string> names;
  for (int64_t i = 0; i < count; ++i)
    names.push_back(ios[i].name);
  return names;
}

std::string dtypeName(int64_t dtype) {
  switch (dtype) {
  case RT_F32:
    return "float32";
  case RT_I32:
    return "int32";
  case RT_I64:
    return "int64";
  case RT_BOOL:
    return "bool";
  }
  return format("unknown type %lld", static_cast<long long>(dtype));
}

size_t elementSize(int64_t dtype) {
  switch (dtype) {
  case RT_F32:
  case RT_I32:
    return 4;
  case RT_I64:
    return 8;
  case RT_BOOL:
    return 1;
  }
  return 0;
}

std::string formatShape(const int64_t *shape, int64_t rank) {
  std::string text = "[";
  for (int64_t i = 0; i < rank; ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

std::string formatType(const TensorType &type) {
  return dtypeName(type.dtype) +
         formatShape(type.shape.data(), type.shape.size());
}

std::optional<size_t> elementCount(const std::vector<int64_t> &shape) {
  // A dim of 0 makes the tensor empty, whatever the other dims are; those
  // must be sizes all the same.
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0)
      return std::nullopt;
    empty |= extent == 0;
  }
  if (empty)
    return 0;
  size_t count = 1;
  for (int64_t extent : shape)
    if (__builtin_mul_overflow(count, static_cast<size_t>(extent), &count))
      return std::nullopt;
  return count;
}

std::optional<size_t> byteSize(const TensorType &type) {
  std::optional<size_t> count = elementCount(type.shape);
  size_t bytes;
  if (!count ||
      __builtin_mul_overflow(*count, elementSize(type.dtype), &bytes) ||
      bytes > static_cast<size_t>(PTRDIFF_MAX))
    return std::nullopt;
  return bytes;
}

std::string formatIndex(const std::vector<int64_t> &shape, size_t flat) {
  std::vector<int64_t> index(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    index[i] = static_cast<int64_t>(flat % shape[i]);
    flat /= shape[i];
  }
  return formatShape(index.data(), index.size());
}

template <typename T>
static T element(const Tensor &tensor, size_t flat) {
  T value;
  memcpy(&value, tensor.data.data() + flat * sizeof(T), sizeof(T));
  return value;
}

double elementAsReal(const Tensor &tensor, size_t flat) {
  switch (tensor.type.dtype) {
  case RT_F32:
    return element<float>(tensor, flat);
  case RT_I32:
    return element<int32_t>(tensor, flat);
  case RT_I64:
    return static_cast<double>(element<int64_t>(tensor, flat));
  default:
    return element<int8_t>(tensor, flat) != 0;
  }
}

std::string formatElement(const Tensor &tensor, size_t flat) {
  switch (tensor.type.dtype) {
  case RT_F32:
    return format("%.9g", element<float>(tensor, flat));
  case RT_I32:
    return std::to_string(element<int32_t>(tensor, flat));
  case RT_I64:
    return std::to_string(element<int64_t>(tensor, flat));
  default:
    return element<int8_t>(tensor, flat) ? "true" : "false";
  }
}

void normalizeBools(Tensor &tensor) {
  if (tensor.type.dtype != RT_BOOL)
    return;
  for (char &value : tensor.data)
    value = value != 0;
}

} // namespace partita::program
