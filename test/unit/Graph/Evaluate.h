//===- Evaluate.h - Runs single graph ops -----------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small evaluator of what ops lower to: it walks the loops of each
// linalg.generic and folds its body with MLIR's own folders. So it knows
// nothing of the meaning of graph ops, and is slow.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_GRAPH_EVALUATE_H
#define PARTITA_TEST_UNIT_GRAPH_EVALUATE_H

#include "dialects/Graph/IR/GraphOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace partita::graph::test {

/// Elements in row-major order.
struct Tensor {
  RankedTensorType type;
  std::vector<Attribute> elements;

  /// The element as a number, for comparisons.
  double number(size_t index) const;
};

/// Each op of the program that computes.
struct Program {
  Program(const char *text);

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::vector<Operation *> ops;
};

/// Elements from a small range, exact in f32 under sums and products of a few;
/// `seed` chooses them. An operand that holds indices gets valid ones.
Tensor makeOperand(Operation *op, unsigned number, unsigned seed);
Tensor makeTensor(RankedTensorType type, llvm::function_ref<double(int64_t)> f);

/// Verifies and lowers a clone of `op` with these operands and a result of that
/// shape, and runs it. Empty, with a test failure, if that fails.
Tensor evaluate(Operation *op, ArrayRef<Tensor> operands,
                ArrayRef<int64_t> resultShape);
inline Tensor evaluate(Operation *op, ArrayRef<Tensor> operands) {
  return evaluate(
      op, operands,
      cast<RankedTensorType>(op->getResult(0).getType()).getShape());
}

/// For failures: the op and its types.
std::string describe(Operation *op);

} // namespace partita::graph::test

#endif // PARTITA_TEST_UNIT_GRAPH_EVALUATE_H
