//===- partita-opt.cpp - Runs passes on IR files --------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tool of the tests: mlir-opt for Partita's dialects and passes. A dialect
// or a set of passes is one line here and one in CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/IR/Comm.h"
#include "dialects/Comm/Transforms/Passes.h"
#include "dialects/Dist/IR/Dist.h"
#include "dialects/Dist/Transforms/Passes.h"
#include "dialects/Graph/IR/GraphDialect.h"
#include "dialects/Graph/Transforms/Passes.h"
#include "partita/Codegen/Passes.h"
#include "partita/Localize/Passes.h"
#include "partita/Plan/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect>();
  registry.insert<mlir::func::FuncDialect>();
  registry.insert<mlir::linalg::LinalgDialect>();
  registry.insert<mlir::math::MathDialect>();
  registry.insert<mlir::tensor::TensorDialect>();

  registry.insert<partita::graph::GraphDialect>();
  registry.insert<partita::dist::DistDialect>();
  registry.insert<partita::comm::CommDialect>();

  partita::codegen::registerCodegenPasses();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  partita::localize::registerLocalizePasses();
  partita::plan::registerPlanPasses();
  partita::dist::registerDistPasses();
  partita::comm::registerCommPasses();
  partita::graph::registerGraphPasses();

  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Runs Partita's passes on IR files\n", registry));
}
