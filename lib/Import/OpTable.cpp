//===- OpTable.cpp - Which ONNX ops are converted, and how ----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

using namespace partita;
using namespace partita::import_;

void partita::import_::addOps(OpTable &table, ArrayRef<OpEntry> entries) {
  for (const OpEntry &entry : entries)
    table.try_emplace(entry.name, entry);
}

const OpTable &partita::import_::getOpTable() {
  static const OpTable table = [] {
    OpTable made;
    addConstantOps(made);
    addContractionOps(made);
    addElementwiseOps(made);
    addIndexOps(made);
    addNormalizationOps(made);
    addPoolingOps(made);
    addReductionOps(made);
    addShapeOps(made);
    return made;
  }();
  return table;
}
