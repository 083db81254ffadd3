//===- Codegen.cpp - From comm programs to an executable ------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Codegen.h"
#include "partita/Codegen/Fusion.h"
#include "partita/Codegen/Image.h"
#include "partita/Codegen/KernelEmitter.h"
#include "partita/Codegen/Link.h"
#include "partita/Codegen/MemoryPlan.h"
#include "partita/Codegen/Object.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/Path.h"

using namespace mlir;
namespace fs = llvm::sys::fs;

namespace partita::codegen {

namespace {

/// The steps up to the LLVM module, which emitProgram and emitLLVM share.
class Compiler {
public:
  Compiler(ModuleOp module, const CodegenOptions &options)
      : module(module), options(options), loc(module.getLoc()) {}

  /// Fusion and copies of outputs; fixes what the weights file holds.
  LogicalResult prepare();
  /// Kernels as optimized LLVM.
  LogicalResult compileKernels();
  /// What the content id is a hash of, beside the weights.
  std::string text();
  void addImage(StringRef weightsName, StringRef contentId);

  ModuleOp module;
  const CodegenOptions &options;
  Location loc;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::optional<WeightsFile> weights;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code;

private:
  llvm::StringMap<KernelFacts> kernels;
};

} // namespace

LogicalResult Compiler::prepare() {
  module.getContext()
      ->loadDialect<affine::AffineDialect, arith::ArithDialect,
                    cf::ControlFlowDialect, func::FuncDialect,
                    linalg::LinalgDialect, LLVM::LLVMDialect, math::MathDialect,
                    scf::SCFDialect, tensor::TensorDialect,
                    vector::VectorDialect>();
  machine = createTargetMachine(loc, options.cpu, options.optLevel);
  if (!machine)
    return failure();
  if (failed(fusePrograms(module, options.optLevel)))
    return failure();
  for (comm::ProgramOp program : comm::getPrograms(module)) {
    copyOutputsToArena(program);
    if (options.printMemoryPlan)
      planMemory(program).print(program, llvm::errs());
  }
  weights.emplace(module);
  return success();
}

LogicalResult Compiler::compileKernels() {
  OwningOpRef<ModuleOp> lowered = ModuleOp::create(loc);
  for (auto kernel : module.getOps<func::FuncOp>()) {
    OwningOpRef<func::FuncOp> linalg = kernel.clone();
    if (failed(lowerToLinalg(*linalg)))
      return failure();
    FailureOr<KernelPlan> plan = planKernel(*linalg);
    if (failed(plan))
      return failure();
    kernels[kernel.getName()] = {plan->grid, plan->scratchBytes};
    emitKernel(*linalg, *plan, *lowered);
  }
  if (failed(lowerKernels(*lowered)))
    return failure();
  code = translateKernels(*lowered, context);
  if (!code)
    return failure();
  optimizeModule(*code, *machine, options.optLevel);
  return success();
}

std::string Compiler::text() {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << options.version << '\0' << options.planText << '\0'
      << llvm::sys::path::filename(options.modelFile) << '\0'
      << options.optLevel << ' ' << options.threadsPerRank << ' '
      << machine->getTargetTriple().str() << ' ' << machine->getTargetCPU()
      << ' ' << machine->getTargetFeatureString() << '\n';
  module->print(out, OpPrintingFlags().enableDebugInfo());
  return text;
}

void Compiler::addImage(StringRef weightsName, StringRef contentId) {
  emitImage(module,
            {options, *weights, kernels, weightsName.str(), contentId.str()},
            *code);
  // Only the image is found by name.
  for (auto kernel : module.getOps<func::FuncOp>())
    code->getFunction(kernel.getName())
        ->setLinkage(llvm::GlobalValue::InternalLinkage);
}

LogicalResult emitLLVM(ModuleOp module, const CodegenOptions &options,
                       llvm::raw_ostream &out) {
  Compiler compiler(module, options);
  if (failed(compiler.prepare()) || failed(compiler.compileKernels()))
    return failure();
  // The weights are not written, so their id is not known either.
  compiler.addImage("", WeightsFile::contentId(compiler.text()));
  out << *compiler.code;
  return success();
}

/// Files that must not be there, or are read to make the program, are no places
/// to write to.
static LogicalResult checkPaths(ModuleOp module, const CodegenOptions &options,
                                ArrayRef<StringRef> written) {
  SmallVector<std::string> read = {options.modelFile};
  module.walk([&](comm::WeightOp weight) {
    std::string file = WeightsFile::sourceOf(weight, options.modelFile);
    if (!llvm::is_contained(read, file))
      read.push_back(file);
  });
  for (StringRef path : written) {
    if (fs::is_directory(path))
      return emitError(module.getLoc()) << "expects a file to write, but \""
                                        << path << "\" is a directory";
    for (const std::string &source : read)
      if (fs::equivalent(path, source))
        return emitError(module.getLoc())
               << "expects not to write over what the model is read from, \""
               << path << "\"";
  }
  return success();
}

LogicalResult emitProgram(ModuleOp module, const CodegenOptions &options,
                          StringRef outputPath) {
  Location loc = module.getLoc();
  std::string weightsPath = (outputPath + ".weights").str();
  if (failed(checkPaths(module, options, {outputPath, weightsPath})))
    return failure();
  Compiler compiler(module, options);
  if (failed(compiler.prepare()) || failed(compiler.compileKernels()))
    return failure();
  auto create = [&](const Twine &path) -> FailureOr<fs::TempFile> {
    llvm::Expected<fs::TempFile> file = fs::TempFile::create(path + ".%%%%%%");
    if (file)
      return std::move(*file);
    return emitError(loc) << "expects to write beside \"" << outputPath
                          << "\": " << llvm::toString(file.takeError());
  };

  std::optional<fs::TempFile> weightsFile;
  auto discard = [&](fs::TempFile &file) {
    llvm::consumeError(file.discard());
    return failure();
  };
  std::string contentId;
  if (compiler.weights->empty()) {
    contentId = WeightsFile::contentId(compiler.text());
  } else {
    FailureOr<fs::TempFile> file = create(weightsPath);
    if (failed(file))
      return failure();
    FailureOr<std::string> id =
        compiler.weights->write(compiler.text(), options.modelFile, *file);
    if (failed(id))
      return discard(*file);
    contentId = *id;
    weightsFile = std::move(*file);
  }
  auto fail = [&] { return weightsFile ? discard(*weightsFile) : failure(); };

  compiler.addImage(llvm::sys::path::filename(weightsPath), contentId);
  SmallVector<char> object;
  if (failed(emitObject(loc, *compiler.code, *compiler.machine, object)))
    return fail();
  FailureOr<fs::TempFile> program = create(outputPath);
  if (failed(program))
    return fail();
  StringRef folder = llvm::sys::path::parent_path(outputPath);
  if (failed(linkProgram(loc, object, program->TmpName)) ||
      failed(copyLibraries(loc, folder.empty() ? "." : folder))) {
    (void)discard(*program);
    return fail();
  }
  // Both are complete: put them into place.
  if (weightsFile)
    if (llvm::Error error = weightsFile->keep(weightsPath)) {
      (void)discard(*program);
      return emitError(loc) << "expects to write \"" << weightsPath
                            << "\": " << llvm::toString(std::move(error));
    }
  if (llvm::Error error = program->keep(outputPath)) {
    if (weightsFile)
      fs::remove(weightsPath);
    return emitError(loc) << "expects to write \"" << outputPath
                          << "\": " << llvm::toString(std::move(error));
  }
  return success();
}

} // namespace partita::codegen
