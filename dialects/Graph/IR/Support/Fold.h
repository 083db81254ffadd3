//===- Fold.h - Evaluating ops on constants ---------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shape arithmetic of exporters is folded away while a model is imported, so
// the folders need to be complete for small tensors and never slow for large
// ones: nothing is folded to more than `foldLimit` elements unless all are
// equal, and nothing under layouts.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_SUPPORT_FOLD_H
#define PARTITA_DIALECTS_GRAPH_IR_SUPPORT_FOLD_H

#include "dialects/Graph/IR/Support/Shapes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

#include <optional>
#include <vector>

namespace partita::graph {

constexpr int64_t foldLimit = 1 << 16;

/// One element: f32, or an integer (i1 is 0 or 1).
struct Number {
  Number(float value) : isFloat(true), f(value) {}
  Number(int64_t value) : isFloat(false), i(value) {}
  Number(bool value) : isFloat(false), i(value) {}

  bool isFloat;
  union {
    float f;
    int64_t i;
  };
};
using Numbers = ArrayRef<Number>;

/// Calls `fn` with a float or an int64_t.
template <typename Fn>
Number applyUnary(Numbers x, Fn fn) {
  return x[0].isFloat ? Number(fn(x[0].f)) : Number(fn(x[0].i));
}
/// Calls `fn` with two floats or two int64_t.
template <typename Fn>
Number applyBinary(Numbers x, Fn fn) {
  return x[0].isFloat ? Number(fn(x[0].f, x[1].f)) : Number(fn(x[0].i, x[1].i));
}

/// Arithmetic that wraps for integers instead of being undefined.
template <typename Fn>
Number applyWrapping(Numbers x, Fn fn) {
  if (x[0].isFloat)
    return Number(fn(x[0].f, x[1].f));
  return Number(static_cast<int64_t>(
      fn(static_cast<uint64_t>(x[0].i), static_cast<uint64_t>(x[1].i))));
}

/// The elements of a constant, row-major; one stands for all if all are equal.
class ConstantElements {
public:
  /// Empty if `attr` is no constant of an element type of the dialect.
  static std::optional<ConstantElements> get(Attribute attr);

  ArrayRef<int64_t> shape() const { return type.getShape(); }
  bool isSplat() const { return splat; }
  Number operator[](int64_t index) const { return elements[splat ? 0 : index]; }

private:
  ShapedType type;
  bool splat = false;
  std::vector<Number> elements;
};

/// Whether `attr` is a constant all of whose elements are `value`.
bool isConstant(Attribute attr, double value);

/// A constant of the op's result type; one element stands for all. Elements of
/// integer types are truncated to them.
DenseElementsAttr makeConstant(RankedTensorType type, Numbers elements);

/// Whether the result may be folded to a constant: no layout, not too large.
bool mayFold(Operation *op, bool splat = false);

using FoldFn = llvm::function_ref<std::optional<Number>(Numbers)>;
/// Evaluates an element-wise op, with broadcasting, if all of `operands` are
/// constants and `fn` knows the value of each element.
OpFoldResult foldElementwise(Operation *op, ArrayRef<Attribute> operands,
                             FoldFn fn);

using SourceFn = llvm::function_ref<int64_t(ArrayRef<int64_t>)>;
/// Evaluates an op that moves elements: `source` gives the position in `data`
/// of the result's element at an index, or -1 for an index that is not valid.
OpFoldResult foldMove(Operation *op, Attribute data, SourceFn source);

/// Evaluates a reduction over `axes` of a constant, beginning with `init`.
OpFoldResult foldReduce(Operation *op, Attribute data, ArrayRef<int64_t> axes,
                        Number init,
                        llvm::function_ref<Number(Numbers)> combine);

/// Row-major strides in elements.
Dims stridesOf(ArrayRef<int64_t> shape);
/// Calls `fn` for each index of `shape` in row-major order until it is false.
bool forEachIndex(ArrayRef<int64_t> shape,
                  llvm::function_ref<bool(ArrayRef<int64_t>)> fn);

} // namespace partita::graph

#endif // PARTITA_DIALECTS_GRAPH_IR_SUPPORT_FOLD_H
