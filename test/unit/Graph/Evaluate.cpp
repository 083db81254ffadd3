//===- Evaluate.cpp - Runs single graph ops -------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"

#include "dialects/Graph/IR/Support/Fold.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace partita;
using namespace partita::graph;
using namespace partita::graph::test;

double Tensor::number(size_t index) const {
  if (auto value = dyn_cast<FloatAttr>(elements[index]))
    return value.getValueAsDouble();
  auto value = cast<IntegerAttr>(elements[index]);
  if (value.getType().isInteger(1))
    return value.getValue().getZExtValue();
  return value.getValue().getSExtValue();
}

Program::Program(const char *text) {
  context.loadDialect<GraphDialect, func::FuncDialect, arith::ArithDialect,
                      linalg::LinalgDialect, math::MathDialect,
                      tensor::TensorDialect>();
  module = parseSourceString<ModuleOp>(text, &context);
  if (module)
    module->walk([&](ShardableOpInterface op) {
      if (op->getNumOperands() > 0)
        ops.push_back(op);
    });
}

std::string test::describe(Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << *op;
  return text;
}

static Attribute makeElement(Type type, double value) {
  if (isa<FloatType>(type))
    return FloatAttr::get(type, value);
  return IntegerAttr::get(type, static_cast<int64_t>(value));
}

Tensor test::makeTensor(RankedTensorType type,
                        llvm::function_ref<double(int64_t)> f) {
  Tensor tensor{type, {}};
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    tensor.elements.push_back(makeElement(type.getElementType(), f(i)));
  return tensor;
}

/// Extent of the dim that an index operand points into; 0 for other operands.
static int64_t indexedExtent(Operation *op, unsigned number) {
  if (number != 1)
    return 0;
  auto extent = [&](int64_t dim) {
    return cast<RankedTensorType>(op->getOperand(0).getType()).getDimSize(dim);
  };
  if (auto gather = dyn_cast<GatherOp>(op))
    return extent(gather.getAxis());
  if (auto gather = dyn_cast<GatherElementsOp>(op))
    return extent(gather.getAxis());
  if (auto gather = dyn_cast<GatherNDOp>(op))
    return extent(gather.getBatchDims()); // The tests index one dim.
  return 0;
}

Tensor test::makeOperand(Operation *op, unsigned number, unsigned seed) {
  auto type = cast<RankedTensorType>(op->getOperand(number).getType());
  int64_t indexed = indexedExtent(op, number);
  unsigned state = seed * 7919 + number * 104729 + 1;
  return makeTensor(type, [&](int64_t i) -> double {
    state = state * 1664525 + 1013904223;
    int64_t random = (state >> 16) & 0xff;
    if (indexed > 0)
      return random % (2 * indexed) - indexed;
    if (type.getElementType().isInteger(1))
      return (i + number) % 2;
    // Never 0, which may be divided by.
    int64_t value = random % 16 - 8;
    // Roots, logarithms and powers are for positive numbers.
    if (isa<LogOp, SqrtOp>(op) || (isa<PowOp>(op) && number == 0))
      return value + 20;
    return value >= 0 ? value + 1 : value;
  });
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
class Runner {
public:
  llvm::DenseMap<Value, Tensor> tensors;

  void run(Block &block) {
    for (Operation &op : block) {
      if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
        run(generic);
      } else if (auto fill = dyn_cast<linalg::FillOp>(op)) {
        Tensor &tensor = tensors[fill.getResult(0)];
        tensor = tensors[fill.getOutputs()[0]];
        for (Attribute &element : tensor.elements)
          element = scalars.lookup(fill.getInputs()[0]);
      } else if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
        // What nobody should read.
        tensors[empty] =
            makeTensor(empty.getType(), [](int64_t) { return 77; });
      } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
        scalars[constant] = constant.getValue();
      } else {
        ADD_FAILURE() << "unexpected op: " << describe(&op);
      }
    }
  }

private:
  llvm::DenseMap<Value, Attribute> scalars;

  static int64_t positionOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
    int64_t position = 0;
    for (auto [extent, i] : llvm::zip_equal(shape, index)) {
      EXPECT_TRUE(i >= 0 && i < extent) << "read out of bounds";
      position = position * extent + i;
    }
    return position;
  }

  void run(linalg::GenericOp op) {
    SmallVector<Tensor *> operands;
    Tensor output = tensors[op.getOutputs()[0]];
    for (Value input : op.getInputs())
      operands.push_back(&tensors[input]);
    operands.push_back(&output);
    Block &body = *op.getBody();
    forEachIndex(op.getStaticLoopRanges(), [&](ArrayRef<int64_t> loops) {
      int64_t position = 0;
      for (auto [number, operand] : llvm::enumerate(operands)) {
        auto map = op.getIndexingMapsArray()[number];
        position = positionOf(operand->type.getShape(), map.compose(loops));
        scalars[body.getArgument(number)] = operand->elements[position];
      }
      for (Operation &inner : body.without_terminator())
        scalars[inner.getResult(0)] = runScalar(inner, loops);
      output.elements[position] =
          scalars.lookup(body.getTerminator()->getOperand(0));
      return true;
    });
    tensors[op.getResult(0)] = std::move(output);
  }

  Attribute runScalar(Operation &op, ArrayRef<int64_t> loops) {
    Builder builder(op.getContext());
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      return builder.getIndexAttr(loops[index.getDim()]);
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      SmallVector<int64_t> index;
      for (Value i : extract.getIndices())
        index.push_back(cast<IntegerAttr>(scalars.lookup(i)).getInt());
      const Tensor &tensor = tensors[extract.getTensor()];
      return tensor.elements[positionOf(tensor.type.getShape(), index)];
    }
    SmallVector<Attribute> operands;
    for (Value operand : op.getOperands())
      operands.push_back(scalars.lookup(operand));
    SmallVector<OpFoldResult> results;
    if (failed(op.fold(operands, results)) || results.size() != 1) {
      ADD_FAILURE() << "does not fold: " << describe(&op);
      return operands[0];
    }
    if (auto value = dyn_cast<Value>(results[0]))
      return scalars.lookup(value);
    return cast<Attribute>(results[0]);
  }
};
} // namespace

Tensor test::evaluate(Operation *op, ArrayRef<Tensor> operands,
                      ArrayRef<int64_t> resultShape) {
  Location loc = op->getLoc();
  OpBuilder builder(op->getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Type> types;
  for (const Tensor &operand : operands)
    types.push_back(operand.type);
  auto function = builder.create<func::FuncOp>(
      loc, "f", builder.getFunctionType(types, {}));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  Operation *clone = builder.clone(*op);
  clone->setOperands(block->getArguments());
  auto whole = cast<RankedTensorType>(op->getResult(0).getType());
  clone->getResult(0).setType(
      RankedTensorType::get(resultShape, whole.getElementType()));
  SmallVector<Value> results;
  if (failed(verify(clone)) ||
      failed(cast<LinalgLoweringInterface>(clone).lowerToLinalg(
          builder, block->getArguments(), results)) ||
      results.size() != 1) {
    ADD_FAILURE() << "does not lower: " << describe(clone);
    return {};
  }
  clone->erase();
  builder.create<func::ReturnOp>(loc);
  if (failed(verify(*module))) {
    ADD_FAILURE() << "lowers to IR that does not verify: " << describe(op);
    return {};
  }
  block->getTerminator()->erase();
  Runner runner;
  for (auto [argument, operand] :
       llvm::zip_equal(block->getArguments(), operands))
    runner.tensors[argument] = operand;
  runner.run(*block);
  return runner.tensors[results[0]];
}
