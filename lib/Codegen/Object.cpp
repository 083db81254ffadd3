//===- Object.cpp - From LLVM dialect to an object file -------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Object.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;

namespace partita::codegen {

std::unique_ptr<llvm::TargetMachine>
createTargetMachine(Location loc, StringRef cpu, int optLevel) {
  static bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  std::string triple = llvm::sys::getDefaultTargetTriple(), error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    emitError(loc) << "expects a target that LLVM knows: " << error;
    return nullptr;
  }
  std::string features;
  if (cpu.empty()) {
    cpu = llvm::sys::getHostCPUName();
    // Sorted: the same machine always gives the same string.
    std::vector<std::string> list;
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      list.push_back((feature.second ? "+" : "-") + feature.first().str());
    llvm::sort(list);
    features = llvm::join(list, ",");
  }
  // Asked without a CPU: with one that it does not know, LLVM talks itself.
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!known || !known->isCPUStringValid(cpu)) {
    emitError(loc) << "expects a CPU that LLVM knows, got \"" << cpu << "\"";
    return nullptr;
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, cpu, features, options, llvm::Reloc::PIC_, std::nullopt,
      optLevel == 0 ? llvm::CodeGenOptLevel::Less
                    : llvm::CodeGenOptLevel::Aggressive));
  return machine;
}

std::unique_ptr<llvm::Module> translateKernels(ModuleOp kernels,
                                               llvm::LLVMContext &context) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  kernels.getContext()->appendDialectRegistry(registry);
  return translateModuleToLLVMIR(kernels, context, "partita");
}

void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                    int optLevel) {
  module.setTargetTriple(machine.getTargetTriple().str());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", machine.getTargetCPU());
      if (!machine.getTargetFeatureString().empty())
        function.addFnAttr("target-features", machine.getTargetFeatureString());
    }

  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = optLevel > 0;
  tuning.LoopInterleaving = optLevel > 0;
  // Short rows would be unrolled whole before they could become vectors.
  tuning.LoopUnrolling = false;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  for (llvm::LibFunc function :
       {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset,
        llvm::LibFunc_memset_pattern16})
    library.setUnavailable(function);
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  builder
      .buildPerModuleDefaultPipeline(optLevel == 0
                                         ? llvm::OptimizationLevel::O1
                                         : llvm::OptimizationLevel::O3)
      .run(module, modules);
}

LogicalResult emitObject(Location loc, llvm::Module &module,
                         llvm::TargetMachine &machine,
                         SmallVectorImpl<char> &object) {
  std::string problem;
  llvm::raw_string_ostream problems(problem);
  if (llvm::verifyModule(module, &problems))
    return emitError(loc) << "expects valid LLVM IR: " << problems.str();
  module.setPICLevel(llvm::PICLevel::BigPIC);
  llvm::raw_svector_ostream out(object);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return emitError(loc) << "expects a target that emits object files";
  passes.run(module);
  return success();
}

} // namespace partita::codegen
