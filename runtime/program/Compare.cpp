//===- Compare.cpp - How far a tensor is from the expected one ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Text.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace partita::program {

namespace {

const double kInfinity = INFINITY;

struct Difference {
  double absolute, relative;
};

Difference difference(double got, double expected) {
  if (got == expected || (std::isnan(got) && std::isnan(expected)))
    return {0, 0};
  double absolute = std::abs(got - expected);
  if (!std::isfinite(absolute))
    return {kInfinity, kInfinity};
  return {absolute, expected == 0 ? kInfinity : absolute / std::abs(expected)};
}

/// 64-bit integers are not all doubles: equality is decided on the bytes.
bool equalBytes(const Tensor &a, const Tensor &b, size_t index) {
  size_t size = elementSize(a.type.dtype);
  return memcmp(a.data.data() + index * size, b.data.data() + index * size,
                size) == 0;
}

} // namespace

Comparison compare(const Tensor &got, const Tensor &expected,
                   const Tolerance &tolerance) {
  Comparison result;
  result.elements = elementCount(expected.type.shape).value_or(0);
  bool real = expected.type.dtype == RT_F32;
  double worstRatio = -1;
  for (size_t i = 0; i < result.elements; ++i) {
    double wanted = elementAsReal(expected, i);
    Difference diff = difference(elementAsReal(got, i), wanted);
    if (std::isfinite(wanted))
      result.largest = std::max(result.largest, std::abs(wanted));
    double allowed =
        real ? tolerance.absolute + tolerance.relative * std::abs(wanted) : 0;
    bool agree = real ? diff.absolute == 0 || (std::isfinite(diff.absolute) &&
                                               diff.absolute <= allowed)
                      : equalBytes(got, expected, i);
    result.mismatches += !agree;
    result.maxAbsolute = std::max(result.maxAbsolute, diff.absolute);
    result.maxRelative = std::max(result.maxRelative, diff.relative);
    double ratio = 0;
    if (!agree)
      ratio = real && allowed > 0 && std::isfinite(diff.absolute)
                  ? diff.absolute / allowed
                  : kInfinity;
    else if (diff.absolute > 0)
      ratio = diff.absolute / allowed;
    if (ratio > worstRatio) {
      worstRatio = ratio;
      result.worst = i;
      result.worstAbsolute = diff.absolute;
      result.worstRelative = diff.relative;
    }
  }
  return result;
}

std::string formatComparison(const std::string &name, const Comparison &result,
                             const Tensor &got, const Tensor &expected,
                             const Tolerance &tolerance) {
  bool real = expected.type.dtype == RT_F32;
  std::string text = "output " + quoted(name) + ": ";
  if (result.mismatches)
    text += format("MISMATCH, %zu of %zu values differ", result.mismatches,
                   result.elements) +
            (real ? format(" by more than %g + %g * |expected|",
                           tolerance.absolute, tolerance.relative)
                  : "");
  else
    text += format("ok, %zu values", result.elements);
  if (!real && !result.mismatches)
    return text + " equal";
  if (!result.elements)
    return text;
  if (real)
    text += format("; max abs error %.3g", result.maxAbsolute) +
            (result.largest > 0 ? format(" (%.3g of the largest value)",
                                         result.maxAbsolute / result.largest)
                                : "") +
            format(", max rel error %.3g", result.maxRelative);
  if (result.maxAbsolute == 0 && !result.mismatches)
    return text;
  text += "; worst at " + formatIndex(expected.type.shape, result.worst) +
          ": got " + formatElement(got, result.worst) + ", expected " +
          formatElement(expected, result.worst);
  if (real)
    text += format(" (abs %.3g, rel %.3g)", result.worstAbsolute,
                   result.worstRelative);
  return text;
}

} // namespace partita::program
