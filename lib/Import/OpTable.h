//===- OpTable.h - Which ONNX ops are converted, and how --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One entry per op, added by the file of its family in Ops/. A conversion asks
// `Node::getOpset` where versions differ in meaning.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_OPTABLE_H
#define PARTITA_IMPORT_OPTABLE_H

#include "Node.h"

namespace partita::import_ {

struct OpEntry {
  StringRef name;
  /// The oldest opset whose meaning of the op is known here. Newer ones are
  /// taken as they come: what they add are attributes and operands, and those
  /// that are not known are errors.
  int64_t since;
  unsigned minOperands;
  unsigned maxOperands;
  LogicalResult (*convert)(Node &node);
  /// What the support table says of it besides.
  StringRef note = "";
};

/// As many operands as one likes.
constexpr unsigned variadic = ~0u;
/// Most ops have had their meaning since opset 6. The broadcasting of before
/// opset 7 was asked for by attributes, which are errors as any unknown ones.
constexpr int64_t oldestOpset = 6;

using OpTable = llvm::StringMap<OpEntry>;

void addConstantOps(OpTable &table);
void addContractionOps(OpTable &table);
void addElementwiseOps(OpTable &table);
void addIndexOps(OpTable &table);
void addNormalizationOps(OpTable &table);
void addPoolingOps(OpTable &table);
void addReductionOps(OpTable &table);
void addShapeOps(OpTable &table);

/// Adds a family's entries.
void addOps(OpTable &table, ArrayRef<OpEntry> entries);

/// All of them, made on first use.
const OpTable &getOpTable();

} // namespace partita::import_

#endif // PARTITA_IMPORT_OPTABLE_H
