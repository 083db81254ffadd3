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
namespace fs = llvm::sys::fs;

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
    // A message about a whole model must not print the whole model.
    context.printOpOnDiagnostic(false);
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
  /// Finds what would keep the output from being written, or would be lost by
  /// it, before time is spent. After import: it must know the weights' files.
  ExitCode checkOutput();
  /// The default output is the model's name without .onnx.
  std::string outputPath() const;
  const std::string &planText() const { return description; }
  Progress &reporter() { return progress; }

private:
  LogicalResult runPasses(llvm::function_ref<void(OpPassManager &)> add);
  LogicalResult verifyComm();
  codegen::CodegenOptions codegenOptions() const;
  /// A file named in the module, which lies in the folder of options.model.
  std::string besideModel(llvm::StringRef name) const;

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

/// The model's file name, for --from-comm: weights that are embedded in the
/// model are named by offset only.
static constexpr llvm::StringLiteral modelAttr = "partita.model";

LogicalResult Compilation::importModel() {
  return progress.phase("import", [&](std::string &note) {
    import_::ImportOptions importOptions;
    importOptions.path = options.model;
    importOptions.dims = dims;
    module = import_::importModel(context, importOptions);
    if (!module)
      return failure();
    (*module)->setAttr(
        modelAttr,
        StringAttr::get(&context, llvm::sys::path::filename(options.model)));
    note = countOps(*module) + ", " + formatBytes(weightBytes(*module)) +
           " of weights";
    return success();
  });
}

LogicalResult Compilation::parseComm() {
  return progress.phase("read", [&](std::string &note) {
    module = parseSourceFile<ModuleOp>(options.model, &context);
    if (!module)
      return failure();
    if (comm::getPrograms(*module).empty() ||
        !(*module)->hasAttrOfType<StringAttr>(modelAttr)) {
      (*module)->emitError() << "expects comm programs and the attribute '"
                             << modelAttr << "', as --emit=comm writes them";
      return failure();
    }
    description = "planned before " +
                  llvm::sys::path::filename(options.model).str() +
                  " was written, which --from-comm compiled\n";
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
  generating.modelFile =
      besideModel((*module)->getAttrOfType<StringAttr>(modelAttr).getValue());
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
  if (fs::exists(program + ".weights"))
    note += ", " + program + ".weights";
  for (llvm::StringRef library : {"libdnnl.so.3", "libgomp.so.1"}) {
    llvm::SmallString<128> file(folder);
    llvm::sys::path::append(file, library);
    if (fs::exists(file))
      note += (", " + library).str();
  }
  progress.finish(note);
}

std::string Compilation::besideModel(llvm::StringRef name) const {
  llvm::SmallString<128> path(llvm::sys::path::parent_path(options.model));
  llvm::sys::path::append(path, name);
  return path.str().str();
}

ExitCode Compilation::checkOutput() {
  if (options.emit != Emit::Program &&
      (options.output.empty() || options.output == "-"))
    return ExitCode::Ok;
  std::string path = outputPath();
  std::vector<std::string> written = {path};
  if (options.emit == Emit::Program)
    written.push_back(path + ".weights");
  std::vector<std::string> read = {options.model};
  module->walk([&](graph::WeightOp weight) {
    if (!weight.getFile().empty())
      read.push_back(besideModel(weight.getFile()));
  });
  for (const std::string &output : written)
    for (const std::string &input : read)
      if (bool same = false; !fs::equivalent(output, input, same) && same) {
        llvm::errs() << "partita: error: writing '" << output
                     << "' would destroy the model's file '" << input
                     << "'; name another output with -o\n";
        return ExitCode::Usage;
      }

  auto refuse = [](const std::string &output, const std::string &reason) {
    llvm::errs() << "partita: error: cannot write '" << output
                 << "': " << reason << '\n';
    return ExitCode::Failure;
  };
  std::string folder = llvm::sys::path::parent_path(path).str();
  if (!folder.empty() && !fs::is_directory(folder))
    return refuse(path, "there is no folder '" + folder + "'");
  for (const std::string &output : written) {
    if (fs::is_directory(output))
      return refuse(output, "it is a folder");
    // Programs are put into place by renaming, which would replace a device.
    if (options.emit == Emit::Program && fs::exists(output) &&
        !fs::is_regular_file(output))
      return refuse(output, "it is not a regular file");
  }
  return ExitCode::Ok;
}

std::string Compilation::outputPath() const {
  if (!options.output.empty())
    return options.output;
  return llvm::sys::path::stem(options.model).str();
}

ExitCode Compilation::print() {
  std::string path = options.output.empty() ? "-" : options.output;
  std::error_code error;
  llvm::ToolOutputFile file(path, error, fs::OF_Text);
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
    module->print(file.os(), flags);
    file.os() << '\n';
  }
  file.keep();
  return ExitCode::Ok;
}

/// How many phases come before the output that is asked for.
static int countPhases(const CompileOptions &options) {
  if (options.fromComm)
    return options.emit == Emit::Program ? 2 : 1;
  switch (options.emit) {
  case Emit::Graph:
    return 2;
  case Emit::Dist:
    return 4;
  case Emit::Comm:
  case Emit::LLVM:
    return 5;
  case Emit::Program:
    return 6;
  }
  return 6;
}

ExitCode driver::compile(const CompileOptions &options) {
  Compilation run(options, countPhases(options));
  if (!run.readOptions())
    return ExitCode::Usage;
  if (failed(options.fromComm ? run.parseComm() : run.importModel()))
    return ExitCode::Model;
  if (ExitCode code = run.checkOutput(); code != ExitCode::Ok)
    return code;
  if (!options.fromComm) {
    if (failed(run.simplify()))
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
  }
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
