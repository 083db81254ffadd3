//===- Compare.h - How far a tensor is from the expected one ----*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two reals agree if |got - expected| <= atol + rtol * |expected|, or if both
// are NaN, or the same infinity. Integers and bools agree if they are equal.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_COMPARE_H
#define PARTITA_RUNTIME_PROGRAM_COMPARE_H

#include "Tensor.h"

namespace partita::program {

struct Tolerance {
  double relative, absolute;
};

struct Comparison {
  size_t elements = 0, mismatches = 0;
  /// Over all elements, also those that agree; infinite where NaN or an
  /// infinity meets another value. Relative to the expected element.
  double maxAbsolute = 0, maxRelative = 0;
  double largest = 0; ///< greatest finite |expected|
  /// The element that is furthest outside its tolerance, or nearest to it.
  size_t worst = 0;
  double worstAbsolute = 0, worstRelative = 0;
};

/// Both tensors have the same type.
Comparison compare(const Tensor &got, const Tensor &expected,
                   const Tolerance &tolerance);

/// `output "y": ok, ...` or `output "y": MISMATCH, ...`, one line.
std::string formatComparison(const std::string &name, const Comparison &result,
                             const Tensor &got, const Tensor &expected,
                             const Tolerance &tolerance);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_COMPARE_H
