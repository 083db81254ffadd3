//===- DistTest.cpp - What the parser cannot write ------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lit tests of dist go through the parser, which verifies every type. Here
// types and ops are built in C++, where MLIR does not.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/Dist.h"
#include "dialects/Dist/Transforms/Passes.h"
#include "dialects/Graph/IR/GraphDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace partita;
using namespace partita::dist;

namespace {

class DistTest : public ::testing::Test {
protected:
  DistTest()
      : handler(&context, [this](Diagnostic &diag) { text += diag.str(); }),
        loc(UnknownLoc::get(&context)), builder(&context) {
    context.loadDialect<DistDialect, func::FuncDialect>();
    mesh = layout::Mesh::iota({{"x", 2}, {"y", 2}});
    x = layout::wholeAxis(mesh, "x");
    y = layout::wholeAxis(mesh, "y");
  }

  layout::Layout make(layout::DimSharding rows, layout::DimSharding columns,
                      std::vector<layout::AxisRef> partial = {},
                      layout::ReduceKind kind = layout::ReduceKind::Sum) {
    layout::Layout layout{mesh, {rows, columns}, std::nullopt};
    if (!partial.empty())
      layout.partial = layout::Partial{kind, partial};
    return layout;
  }

  /// Layouts of a 5 x 8 tensor of all kinds.
  std::vector<layout::Layout> someLayouts() {
    layout::DimSharding none;
    return {make(none, none),
            make(layout::splitDim(5, {x}), none),
            make({{x}, {0, 4, 5}}, none),
            make({{x}, {0, 0, 5}, true}, none),
            make(layout::splitDim(5, {x, y}), none),
            make(none, layout::splitDim(8, {y})),
            make(none, layout::splitDim(8, {y, x})),
            make(layout::splitDim(5, {y}), layout::splitDim(8, {x})),
            make(none, none, {x}),
            make(none, none, {x, y}),
            make(layout::splitDim(5, {x}), none, {y}),
            make(none, layout::splitDim(8, {x}), {y}, layout::ReduceKind::Max),
            make(none, none, {y}, layout::ReduceKind::Max)};
  }

  /// A function that takes one type and gives it as another.
  OwningOpRef<ModuleOp> makeFunction(Type from, Type to) {
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    builder.setInsertionPointToStart(module->getBody());
    auto function = builder.create<func::FuncOp>(
        loc, "main", builder.getFunctionType({from}, {to}));
    builder.setInsertionPointToStart(function.addEntryBlock());
    Value value = function.getArgument(0);
    if (from != to)
      value = builder.create<ReshardOp>(loc, to, value);
    builder.create<func::ReturnOp>(loc, value);
    return module;
  }

  LogicalResult run(ModuleOp module, std::unique_ptr<Pass> pass) {
    PassManager manager(&context);
    manager.addPass(std::move(pass));
    return manager.run(module);
  }

  MLIRContext context;
  std::string text;
  ScopedDiagnosticHandler handler;
  Location loc;
  OpBuilder builder;
  layout::Mesh mesh;
  layout::AxisRef x, y;
};

} // namespace

TEST_F(DistTest, LayoutsConvertBothWays) {
  for (const layout::Layout &layout : someLayouts()) {
    LayoutAttr attr = LayoutAttr::get(&context, layout);
    EXPECT_EQ(attr.toLayout(), layout) << layout.str();
    EXPECT_EQ(LayoutAttr::get(&context, attr.toLayout()), attr);
  }
}

TEST_F(DistTest, DifferentLayoutsAreDifferentAttributes) {
  std::vector<layout::Layout> layouts = someLayouts();
  for (size_t i = 0; i < layouts.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      EXPECT_NE(LayoutAttr::get(&context, layouts[i]),
                LayoutAttr::get(&context, layouts[j]));
}

TEST_F(DistTest, AssignmentsConvertBothWays) {
  layout::ShardingRule rule;
  rule.factors.resize(3);
  rule.factors[0] = {"m", 5};
  rule.factors[1] = {"n", 8};
  rule.factors[2] = {"k", 4, layout::FactorKind::Reduction};
  layout::Assignment assignment = layout::replicatedAssignment(rule);
  assignment.factors[0] = layout::splitDim(5, {x});
  assignment.passing = layout::Partial{layout::ReduceKind::Sum, {y}};
  assignment.passingSet = 1;
  auto attr = AssignmentAttr::get(&context, rule, assignment, mesh);
  layout::Assignment back;
  EXPECT_EQ(attr.toAssignment(rule, mesh, back), std::nullopt);
  EXPECT_EQ(back, assignment);

  rule.factors[0].name = "rows";
  EXPECT_EQ(attr.toAssignment(rule, mesh, back),
            "expects a factor of the op's sharding rule, got m");
}

TEST_F(DistTest, MakeTypeRefusesWhatDoesNotFit) {
  layout::Layout even = make({{x}, {}}, {});
  EXPECT_TRUE(succeeded(makeType(loc, {4, 8}, builder.getF32Type(), even)));
  EXPECT_TRUE(failed(makeType(loc, {5, 8}, builder.getF32Type(), even)));
  EXPECT_EQ(text,
            "expects shard count of dim 0 to divide 5, but axes x give 2");
  text.clear();
  // Not even an attribute could be made of this one.
  EXPECT_TRUE(failed(
      makeType(loc, {4, 8}, builder.getF32Type(), make({{x}, {}}, {{x}, {}}))));
  EXPECT_EQ(text, "expects axes to be used once, but x and x overlap");
  text.clear();
  EXPECT_TRUE(
      failed(makeType(loc, {5, 8}, builder.getI1Type(), make({}, {}, {x}))));
  EXPECT_EQ(text, "expects a partial value to be a number, got 'i1'");
}

TEST_F(DistTest, VerifyTypesFindsATypeThatNobodyVerified) {
  auto layout = LayoutAttr::get(&context, make({{x}, {}}, {}));
  Type type = RankedTensorType::get({5, 8}, builder.getF32Type(), layout);
  OwningOpRef<ModuleOp> module = makeFunction(type, type);
  ASSERT_TRUE(succeeded(verify(*module)));
  EXPECT_TRUE(failed(run(*module, createDistVerifyTypes())));
  EXPECT_EQ(text, "'func.func' op argument 0: expects shard count of dim 0 to "
                  "divide 5, but axes x give 2");
}

TEST_F(DistTest, EveryReshardBecomesValidSteps) {
  std::vector<layout::Layout> layouts = someLayouts();
  for (const layout::Layout &from : layouts) {
    for (const layout::Layout &to : layouts) {
      for (bool exact : {false, true}) {
        auto f32 = builder.getF32Type();
        OwningOpRef<ModuleOp> module = makeFunction(
            *makeType(loc, {5, 8}, f32, from), *makeType(loc, {5, 8}, f32, to));
        DistLowerReshardsOptions options;
        options.exact = exact;
        // The pass manager verifies what the pass has made.
        EXPECT_TRUE(succeeded(run(*module, createDistLowerReshards(options))))
            << from.str() << " to " << to.str() << ": " << text;
        module->walk([&](ReshardOp) { ADD_FAILURE(); });
      }
    }
  }
}
