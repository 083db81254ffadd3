//===- TensorProto.h - ONNX's TensorProto files -----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor in protobuf's wire format, as in ONNX's test data (input_0.pb).
// Values may be in raw_data or in the list of their type, packed or not.
//
//   field   1 dims*   2 data_type   4 float_data*   5 int32_data*
//           7 int64_data*   8 name   9 raw_data   14 data_location
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_TENSORPROTO_H
#define PARTITA_RUNTIME_PROGRAM_TENSORPROTO_H

#include "Tensor.h"

#include <string_view>

namespace partita::program {

/// False and why if `file` is not one whole TensorProto of one of our types.
bool readTensorProto(std::string_view file, Tensor &tensor, std::string &name,
                     std::string &error);

/// All but the bytes of the tensor, which end the message (raw_data).
std::string tensorProtoHeader(const TensorType &type, const std::string &name);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_TENSORPROTO_H
