//===- Constants.cpp - A rank's part of a constant ------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace partita;

static DenseElementsAttr partOf(DenseElementsAttr value,
                                const layout::Box &box) {
  auto type = RankedTensorType::get(box.size, value.getElementType());
  if (box.empty())
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  if (value.isSplat())
    return DenseElementsAttr::get(type, value.getSplatValue<Attribute>());
  ArrayRef<int64_t> shape = value.getType().getShape();
  auto elements = value.value_begin<Attribute>();
  SmallVector<Attribute> part;
  std::vector<int64_t> index(box.size.size(), 0);
  for (int64_t n = box.numElements(); n > 0; --n) {
    int64_t offset = 0;
    for (size_t dim = 0; dim < index.size(); ++dim)
      offset = offset * shape[dim] + box.start[dim] + index[dim];
    part.push_back(*(elements + offset));
    // The next index, row-major.
    for (size_t dim = index.size(); dim-- > 0;) {
      if (++index[dim] < box.size[dim])
        break;
      index[dim] = 0;
    }
  }
  return DenseElementsAttr::get(type, part);
}

ElementsAttr localize::commonPart(ElementsAttr value,
                                  ArrayRef<layout::Box> boxes) {
  if (boxes.front().size == value.getShapedType().getShape().vec())
    return value;
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return nullptr;
  DenseElementsAttr first = partOf(dense, boxes.front());
  for (const layout::Box &box : boxes.drop_front())
    if (!(box == boxes.front()) && partOf(dense, box) != first)
      return nullptr;
  return first;
}
