//===- Shapes.cpp - Shapes of results and their verification --------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/Support/Shapes.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <limits>

using namespace partita;
using namespace partita::graph;

int64_t graph::numElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

std::string graph::str(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(shape, os, "x");
  return text;
}

bool graph::hasLayout(Operation *op) {
  auto isEncoded = [](Type type) {
    return cast<RankedTensorType>(type).getEncoding() != nullptr;
  };
  return llvm::any_of(op->getOperandTypes(), isEncoded) ||
         llvm::any_of(op->getResultTypes(), isEncoded);
}

RankedTensorType graph::plainType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType());
}

FailureOr<Dims> graph::broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes,
                                       EmitError emitError) {
  Dims result;
  for (ArrayRef<int64_t> shape : shapes)
    if (shape.size() > result.size())
      result.insert(result.begin(), shape.size() - result.size(), 1);
  for (ArrayRef<int64_t> shape : shapes) {
    size_t lead = result.size() - shape.size();
    for (auto [i, extent] : llvm::enumerate(shape)) {
      int64_t &common = result[lead + i];
      if (common == 1)
        common = extent;
      else if (extent != 1 && extent != common) {
        InFlightDiagnostic diag = emitError()
                                  << "expects shapes that broadcast, got ";
        llvm::interleave(
            shapes, [&](ArrayRef<int64_t> s) { diag << str(s); },
            [&] { diag << " and "; });
        return diag;
      }
    }
  }
  return result;
}

FailureOr<Dims> graph::inferMatMulShape(ArrayRef<int64_t> lhs,
                                        ArrayRef<int64_t> rhs, bool transposeA,
                                        bool transposeB, EmitError emitError) {
  if (lhs.size() < 2 || rhs.size() < 2)
    return emitError() << "expects operands of rank 2 or more, got shapes "
                       << str(lhs) << " and " << str(rhs);
  ArrayRef<int64_t> a = lhs.take_back(2), b = rhs.take_back(2);
  int64_t rows = a[transposeA ? 1 : 0], k = a[transposeA ? 0 : 1];
  int64_t columns = b[transposeB ? 0 : 1];
  if (k != b[transposeB ? 1 : 0])
    return emitError() << "expects rhs to have " << k
                       << (transposeB ? " columns" : " rows")
                       << " as lhs demands, got shapes " << str(lhs) << " and "
                       << str(rhs);
  FailureOr<Dims> result =
      broadcastShapes({lhs.drop_back(2), rhs.drop_back(2)}, emitError);
  if (succeeded(result))
    result->append({rows, columns});
  return result;
}

/// One entry per dim, `lowest` or more. None is so large that the arithmetic of
/// windows could overflow.
static LogicalResult checkEntries(StringRef name, ArrayRef<int64_t> entries,
                                  size_t count, int64_t lowest,
                                  EmitError emitError) {
  constexpr int64_t highest = std::numeric_limits<int32_t>::max();
  if (entries.size() != count)
    return emitError() << "expects " << count << " entries in '" << name
                       << "', got " << entries.size();
  for (int64_t entry : entries)
    if (entry < lowest || entry > highest)
      return emitError() << "expects entries from " << lowest << " to "
                         << highest << " in '" << name << "', got " << entry;
  return success();
}

FailureOr<Dims>
graph::inferWindowShape(ArrayRef<int64_t> spatial, ArrayRef<int64_t> kernel,
                        ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                        ArrayRef<int64_t> dilations, EmitError emitError) {
  size_t rank = spatial.size();
  if (failed(checkEntries("kernel", kernel, rank, 1, emitError)) ||
      failed(checkEntries("strides", strides, rank, 1, emitError)) ||
      failed(checkEntries("pads", pads, 2 * rank, 0, emitError)) ||
      failed(checkEntries("dilations", dilations, rank, 1, emitError)))
    return failure();
  Dims result;
  for (size_t i = 0; i < rank; ++i) {
    int64_t padded = spatial[i] + pads[i] + pads[rank + i];
    int64_t window = dilations[i] * (kernel[i] - 1) + 1;
    if (padded == 0) { // An empty piece of a dim that is split.
      result.push_back(0);
      continue;
    }
    if (padded < window)
      return emitError() << "expects windows that fit the padded input, got "
                         << window << " over " << padded << " in spatial dim "
                         << i;
    result.push_back((padded - window) / strides[i] + 1);
  }
  return result;
}

FailureOr<Dims> graph::inferReduceShape(ArrayRef<int64_t> shape,
                                        ArrayRef<int64_t> axes, bool keepdims,
                                        EmitError emitError) {
  int64_t previous = -1;
  for (int64_t axis : axes) {
    if (axis <= previous || axis >= static_cast<int64_t>(shape.size()))
      return emitError()
             << "expects 'axes' to be ascending dims of a tensor of "
                "rank "
             << shape.size() << ", got [" << axes << "]";
    previous = axis;
  }
  Dims result;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim) {
    if (!llvm::is_contained(axes, dim))
      result.push_back(shape[dim]);
    else if (keepdims)
      result.push_back(1);
  }
  return result;
}

LogicalResult graph::verifyResult(Operation *op, ArrayRef<int64_t> shape,
                                  Type elementType) {
  RankedTensorType got = plainType(op->getResult(0).getType());
  if (got.getShape() == shape && got.getElementType() == elementType)
    return success();
  return op->emitOpError("expects result type ")
         << RankedTensorType::get(shape, elementType) << ", got " << got;
}

LogicalResult graph::verifyReduction(Operation *op, ArrayRef<int64_t> axes,
                                     bool keepdims) {
  Value input = op->getOperand(0);
  FailureOr<Dims> shape = inferReduceShape(shapeOf(input), axes, keepdims,
                                           [&] { return op->emitOpError(); });
  if (failed(shape))
    return failure();
  return verifyResult(op, *shape, tensorType(input).getElementType());
}

LogicalResult graph::verifyAxis(Operation *op, int64_t axis, int64_t rank) {
  if (axis >= 0 && axis < rank)
    return success();
  return op->emitOpError("expects 'axis' to be a dim of a tensor of rank ")
         << rank << ", got " << axis;
}

LogicalResult graph::verifyElementType(Operation *op, StringRef what,
                                       Type expected, Value value) {
  Type got = tensorType(value).getElementType();
  if (got == expected)
    return success();
  return op->emitOpError("expects ")
         << what << " of element type " << expected << ", got " << got;
}

LogicalResult graph::verifyElementwise(Operation *op, Type result,
                                       unsigned first) {
  Type element = tensorType(op->getOperand(first)).getElementType();
  for (unsigned i = first + 1; i < op->getNumOperands(); ++i)
    if (failed(verifyElementType(op, "operand " + std::to_string(i), element,
                                 op->getOperand(i))))
      return failure();
  SmallVector<ArrayRef<int64_t>> shapes(
      llvm::map_range(op->getOperands(), shapeOf));
  FailureOr<Dims> shape =
      broadcastShapes(shapes, [&] { return op->emitOpError(); });
  if (failed(shape))
    return failure();
  return verifyResult(op, *shape, result ? result : element);
}
