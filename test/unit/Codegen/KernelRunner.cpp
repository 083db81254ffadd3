//===- KernelRunner.cpp - Compile and run one kernel ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"

#include "partita/Codegen/Fusion.h"
#include "partita/Codegen/KernelEmitter.h"
#include "partita/Codegen/Object.h"

#include "dialects/Graph/IR/GraphDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace partita::codegen {

std::string kernelText(const std::string &args, const std::string &results,
                       const std::string &body) {
  return "func.func @k(" + args + ") -> (" + results + ") {\n" + body + "\n}";
}

static std::vector<std::string> undefinedSymbols(llvm::MemoryBufferRef data) {
  std::vector<std::string> names;
  auto object =
      llvm::cantFail(llvm::object::ObjectFile::createObjectFile(data));
  for (const llvm::object::SymbolRef &symbol : object->symbols())
    if (llvm::cantFail(symbol.getFlags()) &
        llvm::object::SymbolRef::SF_Undefined)
      if (std::string name = llvm::cantFail(symbol.getName()).str();
          !name.empty())
        names.push_back(name);
  return names;
}

KernelRunner::KernelRunner(const std::string &text, int optLevel) {
  context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                      cf::ControlFlowDialect, func::FuncDialect,
                      graph::GraphDialect, linalg::LinalgDialect,
                      LLVM::LLVMDialect, math::MathDialect, scf::SCFDialect,
                      tensor::TensorDialect, vector::VectorDialect>();
  module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return;
  auto function = module->lookupSymbol<func::FuncOp>("k");
  if (failed(lowerToLinalg(function)) || failed(simplifyKernel(function)))
    return;
  FailureOr<KernelPlan> planned = planKernel(function);
  if (failed(planned))
    return;
  plan = std::move(*planned);
  OwningOpRef<ModuleOp> target = ModuleOp::create(function.getLoc());
  emitKernel(function, plan, *target);
  if (failed(lowerKernels(*target)))
    return;
  auto machine = createTargetMachine(function.getLoc(), "", optLevel);
  llvm::LLVMContext llvmContext;
  auto llvmModule = translateKernels(*target, llvmContext);
  if (!machine || !llvmModule)
    return;
  optimizeModule(*llvmModule, *machine, optLevel);
  llvm::raw_string_ostream(llvmText) << *llvmModule;
  SmallVector<char> object;
  if (failed(emitObject(function.getLoc(), *llvmModule, *machine, object)))
    return;
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(
      StringRef(object.data(), object.size()), "k.o");
  undefined = undefinedSymbols(*buffer);
  jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
  llvm::cantFail(jit->addObjectFile(std::move(buffer)));
  entry = llvm::cantFail(jit->lookup("k")).toPtr<void *>();
  ok = true;
}

KernelRunner::~KernelRunner() = default;

void KernelRunner::run(const std::vector<void *> &buffers, int64_t pieces) {
  ASSERT_TRUE(ok);
  using Kernel =
      void (*)(void *const *, const int64_t *, int64_t, int64_t, void *);
  for (int64_t piece = 0; piece < pieces; ++piece) {
    std::vector<double> scratch(plan.scratchBytes / sizeof(double) + 8);
    reinterpret_cast<Kernel>(entry)(
        buffers.data(), nullptr, plan.grid * piece / pieces,
        plan.grid * (piece + 1) / pieces, scratch.data());
  }
}

} // namespace partita::codegen
