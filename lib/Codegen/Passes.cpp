//===- Passes.cpp - Passes of code generation -----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Passes.h"
#include "partita/Codegen/Codegen.h"
#include "partita/Codegen/Fusion.h"
#include "partita/Codegen/MemoryPlan.h"

#include "dialects/Graph/IR/GraphOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace partita::codegen {
#define GEN_PASS_DEF_CODEGENEMIT
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
    if (failed(fusePrograms(getOperation(), optLevel)))
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

struct Emit : codegen::impl::CodegenEmitBase<Emit> {
  using CodegenEmitBase::CodegenEmitBase;

  void runOnOperation() override {
    CodegenOptions options;
    options.optLevel = optLevel;
    options.threadsPerRank = threads;
    options.cpu = cpu;
    options.modelFile = model;
    options.version = "partita-opt";
    options.printMemoryPlan = printPlan;
    LogicalResult result = output.empty()
                               ? emitLLVM(getOperation(), options, llvm::outs())
                               : emitProgram(getOperation(), options, output);
    if (failed(result))
      signalPassFailure();
  }
};

} // namespace
