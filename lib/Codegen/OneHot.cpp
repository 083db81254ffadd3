//===- OneHot.cpp - Products with one-hot rows as look-ups ----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some exporters write an embedding as a product:
//
//   %1 = graph.equal %ids, [0 .. 256]      4x9x1, 1x1x257 -> 4x9x257
//   %2 = graph.cast %1                     to f32: one 1 in each row, or none
//   %3 = graph.matmul %2, %table           4x9x257, 257x64 -> 4x9x64
//
// Adding up rows of the table times 0 and one row times 1 is reading that row:
//
//   %1 = graph.min (graph.max %ids, 0), 256
//   %2 = graph.equal %1, %ids              whether there is such a row
//   %3 = graph.gather %table, %1 {axis = 0}
//   %4 = graph.where %2, %3, 0
//
// It is done here, when shardings are settled, so that the plan sees the model
// as it is. (A table with infinities or NaNs would have spoiled all rows.)
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Fusion.h"

#include "dialects/Graph/IR/GraphOps.h"

using namespace mlir;

namespace partita::codegen {

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether `value` is the constant 0, 1, ..., `count` - 1 along its last dim.
static bool isCount(Value value, int64_t count) {
  auto constant = value.getDefiningOp<graph::ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || elements.getNumElements() != count ||
      typeOf(value).getRank() == 0 || typeOf(value).getShape().back() != count)
    return false;
  int64_t next = 0;
  return llvm::all_of(elements.getValues<APInt>(), [&](const APInt &element) {
    return element.getSExtValue() == next++;
  });
}

/// The numbers of rows that `product` looks up, one per row of its result, with
/// 1 as the last dim; null if it is no such product.
static Value findIds(graph::MatMulOp product) {
  RankedTensorType rows = typeOf(product.getLhs());
  auto cast = product.getLhs().getDefiningOp<graph::CastOp>();
  auto equal = cast && cast->hasOneUse()
                   ? cast.getInput().getDefiningOp<graph::EqualOp>()
                   : nullptr;
  if (!equal || product.getTransposeA() || product.getTransposeB() ||
      typeOf(product.getRhs()).getRank() != 2)
    return nullptr;
  for (bool swapped : {false, true}) {
    Value ids = swapped ? equal.getRhs() : equal.getLhs();
    Value count = swapped ? equal.getLhs() : equal.getRhs();
    SmallVector<int64_t> shape(rows.getShape());
    int64_t depth = std::exchange(shape.back(), 1);
    Type element = typeOf(ids).getElementType();
    if (element.isInteger() && !element.isInteger(1) && depth > 0 &&
        typeOf(ids).getShape() == ArrayRef(shape) && isCount(count, depth))
      return ids;
  }
  return nullptr;
}

static void lookUp(graph::MatMulOp product, Value ids) {
  OpBuilder b(product);
  Location loc = product.getLoc();
  RankedTensorType result = typeOf(product.getResult()), type = typeOf(ids);
  auto scalar = [&](TypedAttr value) -> Value {
    auto scalarType = RankedTensorType::get({}, value.getType());
    return b.create<graph::ConstantOp>(
        loc, DenseElementsAttr::get(scalarType, ArrayRef<Attribute>(value)));
  };
  Type element = type.getElementType();
  int64_t depth = typeOf(product.getRhs()).getDimSize(0);
  Value row = b.create<graph::MaxOp>(loc, type, ids,
                                     scalar(b.getIntegerAttr(element, 0)));
  row = b.create<graph::MinOp>(loc, type, row,
                               scalar(b.getIntegerAttr(element, depth - 1)));
  Value exists =
      b.create<graph::EqualOp>(loc, type.clone(b.getI1Type()), row, ids);
  row = b.create<graph::ReshapeOp>(loc, type.clone(type.getShape().drop_back()),
                                   row);
  Value read =
      b.create<graph::GatherOp>(loc, result, product.getRhs(), row, /*axis=*/0);
  Value zero = scalar(cast<TypedAttr>(b.getZeroAttr(result.getElementType())));
  product.replaceAllUsesWith(
      b.create<graph::WhereOp>(loc, result, exists, read, zero).getResult());
  product.erase();
}

void lookUpOneHot(comm::ProgramOp program) {
  for (auto product : llvm::make_early_inc_range(
           program.getBlock()->getOps<graph::MatMulOp>()))
    if (Value ids = findIds(product))
      lookUp(product, ids);
}

} // namespace partita::codegen
