//===- RuleTest.cpp - Sharding rules are true -----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each op and each factor that may be split: run the op on the pieces of
// its operands that each device holds under the rule, and compare with the
// pieces of the whole result, or, where the rule says that the result is
// partial, with the reduction of all. The same for each set of operands through
// which partial values pass.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"

#include "dialects/Graph/IR/Support/Fold.h"

#include "llvm/ADT/StringSet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

using namespace partita;
using namespace partita::graph;
using namespace partita::graph::test;
using layout::Assignment;
using layout::Box;
using layout::FactorKind;
using layout::Layout;
using layout::Mesh;
using layout::ReduceKind;
using layout::ShardingRule;

static const char *programText = R"mlir(
func.func @elementwise(%x: tensor<4x6xf32>, %y: tensor<6xf32>, %z: tensor<4x1xf32>, %i: tensor<2x5xi64>, %j: tensor<5xi32>, %c: tensor<4x1xi1>, %e: tensor<0x3xf32>) {
  %0 = graph.abs %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = graph.cast %x : (tensor<4x6xf32>) -> tensor<4x6xi32>
  %2 = graph.cast %j : (tensor<5xi32>) -> tensor<5xi64>
  %3 = graph.cast %i : (tensor<2x5xi64>) -> tensor<2x5xi1>
  %4 = graph.erf %y : (tensor<6xf32>) -> tensor<6xf32>
  %5 = graph.exp %y : (tensor<6xf32>) -> tensor<6xf32>
  %6 = graph.gelu %y : (tensor<6xf32>) -> tensor<6xf32>
  %7 = graph.gelu %y {approximate = "tanh"} : (tensor<6xf32>) -> tensor<6xf32>
  %8 = graph.neg %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %9 = graph.neg %j : (tensor<5xi32>) -> tensor<5xi32>
  %10 = graph.not %c : (tensor<4x1xi1>) -> tensor<4x1xi1>
  %11 = graph.reciprocal %y : (tensor<6xf32>) -> tensor<6xf32>
  %12 = graph.relu %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %13 = graph.relu %i : (tensor<2x5xi64>) -> tensor<2x5xi64>
  %14 = graph.sigmoid %y : (tensor<6xf32>) -> tensor<6xf32>
  %15 = graph.tanh %y : (tensor<6xf32>) -> tensor<6xf32>
  %16 = graph.add %x, %y : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %17 = graph.sub %y, %z : (tensor<6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
  %18 = graph.mul %x, %z : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
  %19 = graph.mul %i, %i : (tensor<2x5xi64>, tensor<2x5xi64>) -> tensor<2x5xi64>
  %20 = graph.div %x, %y : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %21 = graph.div %j, %j : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  %22 = graph.max %x, %z : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
  %23 = graph.min %x, %y : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %24 = graph.pow %i, %i : (tensor<2x5xi64>, tensor<2x5xi64>) -> tensor<2x5xi64>
  %25 = graph.and %c, %c : (tensor<4x1xi1>, tensor<4x1xi1>) -> tensor<4x1xi1>
  %26 = graph.or %c, %c : (tensor<4x1xi1>, tensor<4x1xi1>) -> tensor<4x1xi1>
  %27 = graph.equal %x, %z : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xi1>
  %28 = graph.greater %x, %y : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xi1>
  %29 = graph.greater_or_equal %x, %y : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xi1>
  %30 = graph.less %j, %j : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  %31 = graph.less_or_equal %j, %j : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  %32 = graph.where %c, %x, %y : (tensor<4x1xi1>, tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %33 = graph.cast %c : (tensor<4x1xi1>) -> tensor<4x1xf32>
  %34 = graph.log %y : (tensor<6xf32>) -> tensor<6xf32>
  %35 = graph.sqrt %y : (tensor<6xf32>) -> tensor<6xf32>
  %floor = graph.floor %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %36 = graph.pow %x, %y : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %37 = graph.relu %e : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %38 = graph.add %i, %i : (tensor<2x5xi64>, tensor<2x5xi64>) -> tensor<2x5xi64>
  %39 = graph.sub %j, %j : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  %40 = graph.max %j, %j : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  %41 = graph.min %i, %i : (tensor<2x5xi64>, tensor<2x5xi64>) -> tensor<2x5xi64>
  %42 = graph.cast %i : (tensor<2x5xi64>) -> tensor<2x5xf32>
  return
}
func.func @shape(%x: tensor<4x6xf32>, %y: tensor<4x2xf32>, %b: tensor<6x1xf32>, %r: tensor<3x2x5xf32>) {
  %0 = graph.reshape %x : (tensor<4x6xf32>) -> tensor<2x2x6xf32>
  %1 = graph.reshape %r : (tensor<3x2x5xf32>) -> tensor<6x1x5xf32>
  %2 = graph.reshape %x : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %3 = graph.reshape %r : (tensor<3x2x5xf32>) -> tensor<3x10xf32>
  %4 = graph.reshape %r : (tensor<3x2x5xf32>) -> tensor<30xf32>
  %5 = graph.transpose %r {permutation = array<i64: 2, 0, 1>} : (tensor<3x2x5xf32>) -> tensor<5x3x2xf32>
  %6 = graph.broadcast_to %b : (tensor<6x1xf32>) -> tensor<4x6x3xf32>
  %7 = graph.slice %x {starts = array<i64: 0, 5>, steps = array<i64: 1, -2>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  %8 = graph.slice %x {starts = array<i64: 3, 0>, steps = array<i64: -1, 1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %9 = graph.concat %x, %y, %x {axis = 1 : i64} : (tensor<4x6xf32>, tensor<4x2xf32>, tensor<4x6xf32>) -> tensor<4x14xf32>
  return
}
func.func @index(%x: tensor<2x5x4xf32>, %i: tensor<3x2xi64>, %s: tensor<i32>, %e: tensor<2x3x3xi64>, %v: tensor<2x3x1xi64>) {
  %0 = graph.gather %x, %i {axis = 1 : i64} : (tensor<2x5x4xf32>, tensor<3x2xi64>) -> tensor<2x3x2x4xf32>
  %1 = graph.gather %x, %s {axis = 0 : i64} : (tensor<2x5x4xf32>, tensor<i32>) -> tensor<5x4xf32>
  %2 = graph.gather_elements %x, %e {axis = 1 : i64} : (tensor<2x5x4xf32>, tensor<2x3x3xi64>) -> tensor<2x3x3xf32>
  %3 = graph.gather_nd %x, %v {batch_dims = 1 : i64} : (tensor<2x5x4xf32>, tensor<2x3x1xi64>) -> tensor<2x3x4xf32>
  return
}
func.func @contraction(%a: tensor<3x1x2x5xf32>, %b: tensor<2x3x5xf32>, %c: tensor<4x3xi32>, %d: tensor<4x2xi32>, %x: tensor<2x4x5x3xf32>, %w: tensor<3x4x2x1xf32>, %g: tensor<4x2x1x3xf32>) {
  %0 = graph.matmul %a, %b {transpose_b = true} : (tensor<3x1x2x5xf32>, tensor<2x3x5xf32>) -> tensor<3x2x2x3xf32>
  %1 = graph.matmul %c, %d {transpose_a = true} : (tensor<4x3xi32>, tensor<4x2xi32>) -> tensor<3x2xi32>
  %2 = graph.conv %x, %w {strides = array<i64: 2, 1>, pads = array<i64: 1, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<2x4x5x3xf32>, tensor<3x4x2x1xf32>) -> tensor<2x3x3x3xf32>
  %3 = graph.conv %x, %g {strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 0, 1>, dilations = array<i64: 1, 1>, group = 2 : i64} : (tensor<2x4x5x3xf32>, tensor<4x2x1x3xf32>) -> tensor<2x4x5x3xf32>
  %4 = graph.max_pool %x {kernel = array<i64: 1, 2>, strides = array<i64: 1, 2>, pads = array<i64: 0, 1, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<2x4x5x3xf32>) -> tensor<2x4x5x2xf32>
  return
}
func.func @reduction(%x: tensor<4x3x5xf32>, %i: tensor<4x3xi64>, %s: tensor<3x5xf32>) {
  %0 = graph.reduce_sum %x {axes = array<i64: 0, 2>, keepdims = false} : (tensor<4x3x5xf32>) -> tensor<3xf32>
  %1 = graph.reduce_max %x {axes = array<i64: 1>, keepdims = true} : (tensor<4x3x5xf32>) -> tensor<4x1x5xf32>
  %2 = graph.reduce_sum %i {axes = array<i64: 0, 1>, keepdims = true} : (tensor<4x3xi64>) -> tensor<1x1xi64>
  %3 = graph.reduce_max %i {axes = array<i64: 1>, keepdims = false} : (tensor<4x3xi64>) -> tensor<4xi64>
  %4 = graph.softmax %x {axis = 1 : i64} : (tensor<4x3x5xf32>) -> tensor<4x3x5xf32>
  %5 = graph.layer_norm %x, %s, %s {axis = 1 : i64, epsilon = 1.0e-5 : f32} : (tensor<4x3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<4x3x5xf32>
  return
}
)mlir";

static layout::Shape shapeVector(RankedTensorType type) {
  return type.getShape().vec();
}

/// The elements of `tensor` in `box`.
static Tensor sliceOf(const Tensor &tensor, const Box &box) {
  Tensor result{RankedTensorType::get(box.size, tensor.type.getElementType()),
                {}};
  Dims strides = stridesOf(tensor.type.getShape());
  forEachIndex(box.size, [&](ArrayRef<int64_t> index) {
    int64_t position = 0;
    for (size_t dim = 0; dim < index.size(); ++dim)
      position += (box.start[dim] + index[dim]) * strides[dim];
    result.elements.push_back(tensor.elements[position]);
    return true;
  });
  return result;
}

static void expectClose(const Tensor &got, const Tensor &expected) {
  ASSERT_EQ(got.type, expected.type);
  for (size_t i = 0; i < expected.elements.size(); ++i) {
    double value = expected.number(i);
    ASSERT_NEAR(got.number(i), value, 1e-5 * std::max(1.0, std::abs(value)))
        << "element " << i;
  }
}

static Tensor combine(const Tensor &a, const Tensor &b, ReduceKind kind) {
  return makeTensor(a.type, [&](int64_t i) {
    double x = a.number(i), y = b.number(i);
    if (kind == ReduceKind::Sum)
      return x + y;
    return x != x || x > y ? x : y; // NaN stays, as at run time.
  });
}

/// Runs `op` on each device of `mesh` with `operandsOf(device)`, whole tensors
/// of which the device takes its part, and compares with `whole`.
static void
checkDevices(Operation *op, const ShardingRule &rule,
             const Assignment &assignment, const Mesh &mesh,
             const Tensor &whole,
             llvm::function_ref<std::vector<Tensor>(int64_t)> operandsOf) {
  Layout resultLayout = projectResult(rule, assignment, mesh, 0);
  layout::Shape resultShape = shapeVector(whole.type);
  std::optional<Tensor> reduced;
  for (int64_t device : mesh.devices) {
    std::vector<Tensor> operands = operandsOf(device);
    for (size_t i = 0; i < operands.size(); ++i) {
      Layout layout = projectOperand(rule, assignment, mesh, i);
      layout::Shape shape = shapeVector(operands[i].type);
      operands[i] = sliceOf(operands[i], layout.box(shape, device));
    }
    Box box = resultLayout.box(resultShape, device);
    Tensor local = evaluate(op, operands, box.size);
    if (testing::Test::HasFailure())
      return;
    if (!resultLayout.isPartial()) {
      expectClose(local, sliceOf(whole, box));
      continue;
    }
    // One factor is split, so all devices hold the same box.
    ReduceKind kind = resultLayout.partial->kind;
    reduced = reduced ? combine(*reduced, local, kind) : local;
  }
  if (reduced)
    expectClose(*reduced, whole);
}

namespace {
class RuleTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(program.module); }

  struct Case {
    Operation *op;
    ShardingRule rule;
    std::vector<Tensor> operands;
    Tensor whole;
  };

  Case makeCase(Operation *op) {
    Case c{op, cast<ShardableOpInterface>(op).getShardingRule(), {}, {}};
    std::vector<layout::Shape> shapes;
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      c.operands.push_back(makeOperand(op, i, /*seed=*/1));
      shapes.push_back(shapeVector(c.operands.back().type));
    }
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    layout::Problem problem = c.rule.verify(shapes, {shapeVector(result)});
    EXPECT_FALSE(problem) << *problem;
    c.whole = evaluate(op, c.operands);
    return c;
  }

  Program program{programText};
};
} // namespace

TEST_F(RuleTest, CoversAllOps) {
  llvm::StringSet<> covered = {"graph.constant"};
  for (Operation *op : program.ops)
    covered.insert(op->getName().getStringRef());
  for (RegisteredOperationName name : program.context.getRegisteredOperations())
    if (name.getDialectNamespace() == "graph" &&
        name.hasInterface<LinalgLoweringInterface>())
      EXPECT_TRUE(covered.contains(name.getStringRef()))
          << name.getStringRef().str() << " is not tested here";
}

TEST_F(RuleTest, SplitFactors) {
  unsigned splits = 0;
  for (Operation *op : program.ops) {
    SCOPED_TRACE(describe(op));
    Case c = makeCase(op);
    for (unsigned f = 0; f < c.rule.factors.size(); ++f) {
      const layout::Factor &factor = c.rule.factors[f];
      if (factor.kind == FactorKind::Replicate || factor.size < 2)
        continue;
      SCOPED_TRACE("factor " + factor.name);
      // Uneven pieces, of which one may be empty.
      for (std::vector<int64_t> cuts : {std::vector<int64_t>{0, 1, factor.size},
                                        {0, 0, factor.size - 1, factor.size}}) {
        int64_t pieces = cuts.size() - 1;
        Mesh mesh = Mesh::iota({{"x", pieces}});
        Assignment assignment = replicatedAssignment(c.rule);
        layout::DimSharding &split = assignment.factors[f];
        split.axes = {wholeAxis(mesh, "x")};
        split.cuts = cuts;
        split.allowEmpty = cuts[1] == 0;
        if (cuts == std::vector<int64_t>{0, 1, 2})
          split.cuts.clear(); // Normal form: that is an even split.
        // A minor factor of a reshape cannot be split by itself.
        if (verify(c.rule, assignment, mesh))
          continue;
        ++splits;
        checkDevices(op, c.rule, assignment, mesh, c.whole,
                     [&](int64_t) { return c.operands; });
        if (HasFailure())
          return;
      }
    }
  }
  EXPECT_GT(splits, 150u);
}

/// What the two devices of a mesh hold of a value that is partial.
static Tensor partOf(const Tensor &whole, ReduceKind kind, int64_t device) {
  return makeTensor(whole.type, [&](int64_t i) -> double {
    double value = whole.number(i), other = (i * 5) % 7 - 3; // of any sign
    if (kind == ReduceKind::Sum)
      return device == 0 ? value - other : other;
    if (i % 2 == device)
      return value;
    // The other of the two is less, or what stands for no elements.
    Type type = whole.type.getElementType();
    if (type.isInteger(1))
      return 0;
    if (i % 3 != 0)
      return value - 1 - std::abs(other);
    if (isa<FloatType>(type))
      return -std::numeric_limits<double>::infinity();
    return llvm::minIntN(type.getIntOrFloatBitWidth());
  });
}

TEST_F(RuleTest, PassPartialValues) {
  unsigned sets = 0;
  for (Operation *op : program.ops) {
    SCOPED_TRACE(describe(op));
    Case c = makeCase(op);
    for (ReduceKind kind : {ReduceKind::Sum, ReduceKind::Max}) {
      const auto &allSets =
          kind == ReduceKind::Sum ? c.rule.linear : c.rule.monotone;
      for (int number = 0, e = allSets.size(); number < e; ++number) {
        ++sets;
        Mesh mesh = Mesh::iota({{"x", 2}});
        Assignment assignment = replicatedAssignment(c.rule);
        assignment.passing = layout::Partial{kind, {wholeAxis(mesh, "x")}};
        assignment.passingSet = number;
        layout::Problem problem = verify(c.rule, assignment, mesh);
        ASSERT_FALSE(problem) << *problem;
        checkDevices(
            op, c.rule, assignment, mesh, c.whole, [&](int64_t device) {
              std::vector<Tensor> parts = c.operands;
              for (unsigned operand : allSets[number])
                parts[operand] = partOf(c.operands[operand], kind, device);
              return parts;
            });
        if (HasFailure())
          return;
      }
    }
  }
  EXPECT_GT(sets, 40u);
}
