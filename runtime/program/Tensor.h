//===- Tensor.h - A whole tensor in memory ----------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tensor files are read into and written from: an element type, a
// shape and the bytes, row-major, contiguous, little-endian. Bools are one
// byte, 0 or 1.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_TENSOR_H
#define PARTITA_RUNTIME_PROGRAM_TENSOR_H

#include "rt_image.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace partita::program {

struct TensorType {
  int64_t dtype = RT_F32; ///< rt_dtype
  std::vector<int64_t> shape;

  bool operator==(const TensorType &o) const {
    return dtype == o.dtype && shape == o.shape;
  }
  bool operator!=(const TensorType &o) const { return !(*this == o); }
};

struct Tensor {
  TensorType type;
  std::vector<char> data;
};

TensorType typeOf(const rt_io &io);

/// The names of inputs or outputs, in order.
std::vector<std::string> namesOf(const rt_io *ios, int64_t count);

/// "float32", ...; "unknown type N" for anything that is no rt_dtype.
std::string dtypeName(int64_t dtype);

/// The end of a message about a file with another element type.
extern const char *const kNotOurs;

/// Bytes of one element; 0 for anything that is no rt_dtype.
size_t elementSize(int64_t dtype);

/// "[4, 8]".
std::string formatShape(const int64_t *shape, int64_t rank);

/// "float32[4, 8]".
std::string formatType(const TensorType &type);

/// Number of elements and bytes; nothing if a dim is negative or the size
/// overflows what memory can hold.
std::optional<size_t> elementCount(const std::vector<int64_t> &shape);
std::optional<size_t> byteSize(const TensorType &type);

/// The indices of element number `flat`: "[1, 2]".
std::string formatIndex(const std::vector<int64_t> &shape, size_t flat);

/// Element number `flat` as a number and as text.
double elementAsReal(const Tensor &tensor, size_t flat);
std::string formatElement(const Tensor &tensor, size_t flat);

/// Makes every bool that is not 0 a 1: files may hold any byte, kernels rely
/// on 0 and 1.
void normalizeBools(Tensor &tensor);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_TENSOR_H
