//===- Compile.cpp - From a model file to a program, phase by phase -------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases stand in `Compilation`, in their order; each leaves the module at
// the next level. `compile` and `check` say how far to go and what to write.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "Options.h"
#include "Progress.h"

#include "dialects/Comm/IR/Comm.h"
#include "dialects/Comm/Transforms/Passes.h"
#include "dialects/Dist/IR/Dist.h"
#include "dialects/Dist/Transforms/Passes.h"
#include "dialects/Graph/IR/GraphDialect.h"
#include "dialects/Graph/IR/GraphOps.h"
#include "partita/Codegen/Codegen.h"
#include "partita/Driver/Driver.h"
#include "partita/Import/Import.h"
#include "partita/Localize/Localize.h"
#include "partita/Localize/Passes.h"
#include "partita/Plan/Describe.h"
#include "partita/Plan/Strategy.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace partita;
using namespace partita::driver;

namespace {

/// One model on its way. A phase returns failure after a diagnostic.
class Compilation {
public:
  Compilation(const CompileOptions &options, int numPhases)
      : options(options), progress(numPhases, options.quiet),
        printer(&context, progress) {
    context.disableMultithreading();
    context.loadDialect<graph::GraphDialect, dist::DistDialect,
                        comm::CommDialect, func::FuncDialect>();
  }

  /// Reads the option values; false after printing all that is wrong.
  bool readOptions();

  LogicalResult importModel();
  /// Instead of all phases up to localize: reads their result from a file.
  LogicalResult parseComm();
  LogicalResult simplify();
  LogicalResult plan();
  LogicalResult lowerReshards();
  LogicalResult localize();
  LogicalResult generate();

  /// Prints the module, or (Emit::LLVM) the kernels, to the output.
  ExitCode print();
  /// The last progress line: what was written, all of which travels together.
  void finishProgram();
  /// The default output is the model's name without .onnx.
  std::string outputPath() const;
  const std::string &planText() const { return description; }
  Progress &reporter() { return progress; }

private:
  LogicalResult runPasses(llvm::function_ref<void(OpPassManager &)> add);
  LogicalResult verifyComm();
  codegen::CodegenOptions codegenOptions() const;

  const CompileOptions &options;
  Progress progress;
  MLIRContext context;
  DiagnosticPrinter printer;
  OwningOpRef<ModuleOp> module;
  std::vector<std::pair<std::string, int64_t>> dims;
  plan::PlanOptions planOptions;
  std::string description;
};

} // namespace

bool Compilation::readOptions() {
  std::vector<std::string> errors;
  std::string error;
  std::optional<int64_t> ranks = parseCluster(options.cluster, errors);
  dims = parseDims(options.dims, errors);

  const std::string &strategy = options.strategy;
  bool byHand = !options.shards.empty() || !options.shardDims.empty();
  if (!strategy.empty() && strategy != "none" && strategy != "data" &&
      strategy != "model")
    errors.push_back("--strategy: expects none, data or model, got '" +
                     strategy + "'");
  // What is given by hand stands alone: nothing else is split then.
  planOptions.strategy = strategy.empty() && !byHand ? "none" : strategy;

  std::string mesh = options.mesh;
  if (mesh.empty() && ranks)
    mesh = "x=" + std::to_string(*ranks);
  if (!mesh.empty()) {
    FailureOr<layout::Mesh> parsed = plan::parseMesh(mesh, error);
    if (failed(parsed))
      errors.push_back("--mesh: " + error);
    else if (ranks && parsed->numDevices() != *ranks)
      errors.push_back("--mesh: expects as many devices as --cluster has "
                       "ranks (" +
                       std::to_string(*ranks) + "), but '" + mesh + "' has " +
                       std::to_string(parsed->numDevices()));
    else
      planOptions.mesh = *parsed;
  }
  for (const std::string &text : options.shards) {
    FailureOr<plan::ShardRequest> request = plan::parseShard(text, error);
    if (failed(request))
      errors.push_back("--shard: " + error);
    else
      planOptions.shards.push_back(*request);
  }
  for (const std::string &text : options.shardDims) {
    auto request = plan::parseShardDim(text, error);
    if (failed(request))
      errors.push_back("--shard-dim: " + error);
    else
      planOptions.shardDims.push_back(*request);
  }
  for (const std::string &text : errors)
    llvm::errs() << "partita: error: " << text << '\n';
  return errors.empty();
}

LogicalResult
Compilation::runPasses(llvm::function_ref<void(OpPassManager &)> add) {
  PassManager manager(&context);
  add(manager);
  return manager.run(*module);
}

/// Bytes of the weights that the module still uses.
static double weightBytes(ModuleOp module) {
  double bytes = 0;
  llvm::StringSet<> seen;
  module.walk([&](graph::WeightOp weight) {
    auto type = cast<RankedTensorType>(weight.getType());
    if (seen.insert(weight.getWeight()).second)
      bytes += double(type.getNumElements()) *
               std::max(1u, type.getElementTypeBitWidth() / 8);
  });
  return bytes;
}

static std::string countOps(ModuleOp module) {
  int64_t ops = 0;
  module.walk([&](Operation *op) {
    ops += isa<graph::GraphDialect>(op->getDialect()) &&
           !isa<graph::WeightOp, graph::ConstantOp>(op);
  });
  return std::to_string(ops) + " ops";
}

LogicalResult Compilation::importModel() {
  return progress.phase("import", [&](std::string &note) {
    import_::ImportOptions importOptions;
    importOptions.path = options.model;
    importOptions.dims = dims;
    module = import_::importModel(context, importOptions);
    if (!module)
      return failure();
    note = countOps(*module) + ", " + formatBytes(weightBytes(*module)) +
           " of weights";
    return success();
  });
}

/// Where --emit=comm writes down the model's file name, and --from=comm finds
/// it: weights that are embedded in the model are named by offset only.
static constexpr llvm::StringLiteral modelAttr = "partita.model";

LogicalResult Compilation::parseComm() {
  return progress.phase("read", [&](std::string &note) {
    module = parseSourceFile<ModuleOp>(options.model, &context);
    if (!module)
      return failure();
    if (!(*module)->hasAttrOfType<StringAttr>(modelAttr)) {
      (*module)->emitError() << "expects the attribute '" << modelAttr
                             << "' that --emit=comm writes";
      return failure();
    }
    return verifyComm();
  });
}

LogicalResult Compilation::simplify() {
  return progress.phase("simplify", [&](std::string &note) {
    if (failed(runPasses([](OpPassManager &manager) {
          manager.addPass(createCanonicalizerPass());
          manager.addPass(createCSEPass());
        })))
      return failure();
    note = countOps(*module);
    return success();
  });
}

LogicalResult Compilation::plan() {
  return progress.phase("plan", [&](std::string &note) {
    if (failed(plan::applyStrategy(*module, planOptions)) ||
        failed(runPasses([](OpPassManager &manager) {
          manager.addPass(dist::createDistVerifyTypes());
        })))
      return failure();
    int64_t reshards = 0;
    module->walk([&](dist::ReshardOp) { ++reshards; });
    note = std::to_string(reshards) + " reshards";
    return success();
  });
}

LogicalResult Compilation::lowerReshards() {
  return progress.phase("collectives", [&](std::string &note) {
    if (failed(runPasses([&](OpPassManager &manager) {
          dist::DistLowerReshardsOptions lowering;
          lowering.exact = options.optLevel == 0;
          manager.addPass(dist::createDistLowerReshards(lowering));
          manager.addPass(dist::createDistVerifyTypes());
          manager.addPass(dist::createDistVerifyPartial());
          manager.addPass(dist::createDistVerifyCover());
        })))
      return failure();
    description = plan::describePlan(*module);
    return success();
  });
}

LogicalResult Compilation::localize() {
  return progress.phase("localize", [&](std::string &note) {
    localize::Options localizing;
    localizing.overlap = options.optLevel >= 2;
    if (failed(localize::localize(*module, localizing)) || failed(verifyComm()))
      return failure();
    (*module)->setAttr(
        modelAttr,
        StringAttr::get(&context, llvm::sys::path::filename(options.model)));
    int64_t classes = 0;
    module->walk([&](comm::ProgramOp) { ++classes; });
    note = std::to_string(classes) +
           (classes == 1 ? " rank class" : " rank classes");
    return success();
  });
}

LogicalResult Compilation::verifyComm() {
  return runPasses([](OpPassManager &manager) {
    manager.addPass(dist::createDistVerifyLocalized());
    manager.addPass(comm::createCommVerify());
  });
}

codegen::CodegenOptions Compilation::codegenOptions() const {
  codegen::CodegenOptions generating;
  generating.optLevel = options.optLevel;
  generating.threadsPerRank = options.threadsPerRank;
  generating.cpu = options.cpu;
  // Weights lie in the model's folder, also when its comm file is compiled.
  llvm::SmallString<128> model(llvm::sys::path::parent_path(options.model));
  llvm::sys::path::append(
      model, (*module)->getAttrOfType<StringAttr>(modelAttr).getValue());
  generating.modelFile = model.str().str();
  generating.version = "partita " PARTITA_VERSION "\n" + options.flags;
  generating.planText = description;
  generating.plannedBytes = localize::plannedBytes(*module);
  return generating;
}

LogicalResult Compilation::generate() {
  return progress.phase("generate", [&](std::string &note) {
    return codegen::emitProgram(*module, codegenOptions(), outputPath());
  });
}

void Compilation::finishProgram() {
  std::string program = outputPath();
  std::string note = "wrote " + program;
  llvm::SmallString<128> folder(llvm::sys::path::parent_path(program));
  if (llvm::sys::fs::exists(program + ".weights"))
    note += ", " + program + ".weights";
  for (llvm::StringRef library : {"libdnnl.so.3", "libgomp.so.1"}) {
    llvm::SmallString<128> file(folder);
    llvm::sys::path::append(file, library);
    if (llvm::sys::fs::exists(file))
      note += (", " + library).str();
  }
  progress.finish(note);
}

std::string Compilation::outputPath() const {
  if (!options.output.empty())
    return options.output;
  return llvm::sys::path::stem(options.model).str();
}

ExitCode Compilation::print() {
  std::string path = options.output.empty() ? "-" : options.output;
  std::error_code error;
  llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_Text);
  if (error) {
    llvm::errs() << "partita: error: cannot write '" << path
                 << "': " << error.message() << '\n';
    return ExitCode::Failure;
  }
  if (options.emit == Emit::LLVM) {
    if (failed(codegen::emitLLVM(*module, codegenOptions(), file.os())))
      return ExitCode::Failure;
  } else {
    OpPrintingFlags flags;
    flags.enableDebugInfo(true, /*prettyForm=*/false);
    flags.elideLargeElementsAttrs(64);
    module->print(file.os(), flags);
  }
  file.keep();
  return ExitCode::Ok;
}

ExitCode driver::compile(const CompileOptions &options) {
  int numPhases = options.fromComm              ? 2
                  : options.emit == Emit::Graph ? 2
                  : options.emit == Emit::Dist  ? 4
                  : options.emit == Emit::Comm  ? 5
                                                : 6;
  if (options.emit == Emit::LLVM)
    numPhases = 5;
  Compilation run(options, numPhases);
  if (!run.readOptions())
    return ExitCode::Usage;
  if (options.fromComm) {
    if (failed(run.parseComm()))
      return ExitCode::Model;
    if (options.emit != Emit::Program)
      return run.print();
    if (failed(run.generate()))
      return ExitCode::Failure;
    run.finishProgram();
    return ExitCode::Ok;
  }
  if (failed(run.importModel()) || failed(run.simplify()))
    return ExitCode::Model;
  if (options.emit == Emit::Graph)
    return run.print();
  if (failed(run.plan()))
    return ExitCode::Plan;
  if (failed(run.lowerReshards()))
    return ExitCode::Failure;
  if (options.emit == Emit::Dist)
    return run.print();
  if (failed(run.localize()))
    return ExitCode::Failure;
  if (options.emit != Emit::Program)
    return run.print();
  if (failed(run.generate()))
    return ExitCode::Failure;
  run.finishProgram();
  return ExitCode::Ok;
}

ExitCode driver::check(const CompileOptions &options) {
  Compilation run(options, /*numPhases=*/5);
  if (!run.readOptions())
    return ExitCode::Usage;
  if (failed(run.importModel()) || failed(run.simplify()))
    return ExitCode::Model;
  if (failed(run.plan()))
    return ExitCode::Plan;
  if (failed(run.lowerReshards()) || failed(run.localize()))
    return ExitCode::Failure;
  run.reporter().finish("checked");
  llvm::outs() << run.planText();
  return ExitCode::Ok;
}
