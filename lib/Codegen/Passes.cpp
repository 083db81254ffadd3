//===- Passes.cpp - Passes of code generation -----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Passes.h"
#include "partita/Codegen/Fusion.h"
#include "partita/Codegen/MemoryPlan.h"

#include "dialects/Graph/IR/GraphOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace partita::codegen {
#define GEN_PASS_DEF_CODEGENFUSE
#define GEN_PASS_DEF_CODEGENLOWERKERNELS
#define GEN_PASS_DEF_CODEGENPRINTPLAN
#include "lib/Codegen/Passes.h.inc"
} // namespace partita::codegen

using namespace mlir;
using namespace partita;
using namespace partita::codegen;

namespace {

struct Fuse : codegen::impl::CodegenFuseBase<Fuse> {
  using CodegenFuseBase::CodegenFuseBase;

  void runOnOperation() override {
    for (comm::ProgramOp program : comm::getPrograms(getOperation()))
      formLibraryCalls(program, optLevel);
    if (failed(formKernels(getOperation(), optLevel)))
      signalPassFailure();
  }
};

struct LowerKernels : codegen::impl::CodegenLowerKernelsBase<LowerKernels> {
  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<func::FuncOp>())
      if (failed(lowerToLinalg(kernel)))
        return signalPassFailure();
  }
};

struct PrintPlan : codegen::impl::CodegenPrintPlanBase<PrintPlan> {
  void runOnOperation() override {
    for (comm::ProgramOp program : comm::getPrograms(getOperation()))
      planMemory(program).print(program, llvm::outs());
    for (auto kernel : getOperation().getOps<func::FuncOp>()) {
      OwningOpRef<func::FuncOp> lowered = kernel.clone();
      if (failed(lowerToLinalg(*lowered)))
        return signalPassFailure();
      FailureOr<KernelPlan> plan = planKernel(*lowered);
      if (failed(plan))
        return signalPassFailure();
      llvm::outs() << "kernel @" << kernel.getName() << ": grid " << plan->grid
                   << ", block " << plan->block << ", scratch "
                   << plan->scratchBytes << " bytes, nests "
                   << plan->nests.size() << "\n";
    }
    markAllAnalysesPreserved();
  }
};

} // namespace
