//===- Conv.cpp - graph.conv ----------------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"

using namespace partita;
using namespace partita::graph;

LogicalResult ConvOp::verify() {
  ArrayRef<int64_t> input = shapeOf(getInput()), filter = shapeOf(getFilter());
  Type element = tensorType(getInput()).getElementType();
  if (failed(verifyElementType(*this, "filter", element, getFilter())))
    return failure();
  if (input.size() < 3 || input.size() != filter.size())
    return emitOpError("expects input and filter of one rank, 3 or more, got ")
           << str(input) << " and " << str(filter);
  int64_t group = getGroup();
  if (group < 1)
    return emitOpError("expects 'group' to be 1 or more, got ") << group;
  if (input[1] != filter[1] * group)
    return emitOpError("expects an input of ")
           << group << " x " << filter[1] << " channels, got " << input[1];
  if (filter[0] % group != 0)
    return emitOpError("expects 'group' to divide ")
           << filter[0] << " output channels, got " << group;
  FailureOr<Dims> spatial = inferWindowShape(
      input.drop_front(2), filter.drop_front(2), getStrides(), getPads(),
      getDilations(), [&] { return emitOpError(); });
  if (failed(spatial))
    return failure();
  Dims result = {input[0], filter[0]};
  llvm::append_range(result, *spatial);
  return verifyResult(*this, result, element);
}
