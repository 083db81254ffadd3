//===- Npy.h - numpy's .npy files -------------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One array: a magic number, a Python dictionary as text, the bytes.
//
//   \x93NUMPY 1 0 <u16 length> {'descr': '<f4', 'fortran_order': False,
//                               'shape': (2, 3), } \n   24 bytes
//
// Reads versions 1 to 3, C and Fortran order, little-endian; writes version 1
// in C order, the same bytes as numpy's own.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_NPY_H
#define PARTITA_RUNTIME_PROGRAM_NPY_H

#include "Tensor.h"

#include <string_view>

namespace partita::program {

/// False and why if `file` is not a whole .npy file of one of our types.
bool readNpy(std::string_view file, Tensor &tensor, std::string &error);

/// All that comes before the bytes of the tensor.
std::string npyHeader(const TensorType &type);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_NPY_H
