//===- partita.cpp - The user's command line ------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// partita compile|check|inspect: options to lib/Driver, and its exit code back.
//
//===----------------------------------------------------------------------===//

#include "partita/Driver/Driver.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using namespace partita::driver;

static cl::OptionCategory category("Partita options");
static cl::SubCommand compileCommand("compile",
                                     "Compile an ONNX model to a program");
static cl::SubCommand
    checkCommand("check",
                 "Go all the way to the plan and print it; write nothing");
static cl::SubCommand inspectCommand("inspect",
                                     "Describe a model or a compiled program");

/// Options that compile and check share.
#define PARTITA_BOTH                                                           \
  cl::sub(compileCommand), cl::sub(checkCommand), cl::cat(category)

static cl::opt<std::string> model(cl::Positional, cl::Required,
                                  cl::desc("MODEL.onnx"), PARTITA_BOTH);
static cl::opt<std::string> inspected(cl::Positional,
                                      cl::desc("MODEL.onnx or PROGRAM"),
                                      cl::sub(inspectCommand),
                                      cl::cat(category));
static cl::opt<bool>
    onnxSupport("onnx-support",
                cl::desc("List the ONNX ops that can be compiled"),
                cl::sub(inspectCommand), cl::cat(category));
static cl::opt<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("Output file (default: the model's name without .onnx,\n"
                    "in the current folder; with --emit: standard output)"),
           cl::sub(compileCommand), cl::cat(category));
static cl::opt<Emit> emit(
    "emit", cl::desc("Stop at a level and print it:"), cl::init(Emit::Program),
    cl::values(clEnumValN(Emit::Program, "program", "the program (default)"),
               clEnumValN(Emit::Graph, "graph", "whole tensors, as imported"),
               clEnumValN(Emit::Dist, "dist", "with layouts and collectives"),
               clEnumValN(Emit::Comm, "comm", "one program per rank class"),
               clEnumValN(Emit::LLVM, "llvm", "kernels as LLVM IR")),
    cl::sub(compileCommand), cl::cat(category));
static cl::opt<bool> fromComm(
    "from-comm",
    cl::desc("MODEL is what --emit=comm wrote (and may have been edited), in "
             "the folder of\nthe model: only generate code"),
    cl::sub(compileCommand), cl::cat(category));
static cl::opt<std::string>
    cluster("cluster", cl::value_desc("cpu:N"), cl::init("cpu:1"),
            cl::desc("The devices: N CPU ranks (default cpu:1)"), PARTITA_BOTH);
static cl::opt<std::string>
    strategy("strategy", cl::value_desc("none|data|model"),
             cl::desc("none: every rank computes everything (default)\n"
                      "data: the batch is split\n"
                      "model: the weights' output channels are split"),
             PARTITA_BOTH);
static cl::opt<std::string>
    mesh("mesh", cl::value_desc("x=2,y=2"),
         cl::desc("Device mesh for sharding by hand (default x=N)"),
         PARTITA_BOTH);
static cl::list<std::string>
    shards("shard", cl::value_desc("TENSOR[AXIS]=x"),
           cl::desc("Split a dim of an input, a weight or any node's output\n"
                    "over mesh axis x (or x,y, or a part; docs/plan.md)"),
           PARTITA_BOTH);
static cl::list<std::string>
    shardDims("shard-dim", cl::value_desc("NAME=x"),
              cl::desc("Split the inputs' symbolic dim NAME over mesh axis x"),
              PARTITA_BOTH);
static cl::list<std::string>
    dims("dim", cl::value_desc("NAME=N"),
         cl::desc("Bind a symbolic dim of the inputs (one "
                  "without\na name: 'INPUT[AXIS]=N')"),
         PARTITA_BOTH);
static cl::opt<unsigned> optLevel(
    "O", cl::Prefix, cl::init(2), cl::value_desc("0-3"),
    cl::desc("0: exact reshards, one kernel per op\n"
             "1: collectives, fused kernels\n"
             "2: also epilogues of library calls and late waits (default)\n"
             "3: as 2"),
    PARTITA_BOTH);
static cl::opt<unsigned>
    threads("threads", cl::init(1), cl::value_desc("N"),
            cl::desc("Threads per rank, default 1 (fixed in the program: same "
                     "program, same bits)"),
            PARTITA_BOTH);
static cl::opt<std::string>
    cpu("cpu", cl::value_desc("NAME"),
        cl::desc("CPU to generate code for, as LLVM names it, like "
                 "x86-64-v3\n(default: this machine's)"),
        cl::sub(compileCommand), cl::cat(category));
static cl::opt<bool> quiet("quiet", cl::desc("No progress lines"),
                           PARTITA_BOTH);

/// The flags that shape the program, for --version; paths stay out.
static std::string describeFlags() {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "-O" << optLevel;
  if (fromComm)
    os << " --from-comm";
  else
    os << " --cluster " << cluster;
  if (!strategy.empty())
    os << " --strategy " << strategy;
  if (!mesh.empty())
    os << " --mesh " << mesh;
  for (const std::string &shard : shards)
    os << " --shard '" << shard << "'";
  for (const std::string &dim : shardDims)
    os << " --shard-dim " << dim;
  for (const std::string &dim : dims)
    os << " --dim " << dim;
  os << " --threads " << threads;
  if (!cpu.empty())
    os << " --cpu " << cpu;
  return text;
}

/// Flags that say what is decided in the comm file already.
static bool checkFromComm() {
  std::vector<llvm::StringRef> idle;
  // Lists have an operator& of their own.
  const cl::Option *const flags[] = {&cluster,
                                     &strategy,
                                     &mesh,
                                     std::addressof(shards),
                                     std::addressof(shardDims),
                                     std::addressof(dims)};
  for (const cl::Option *flag : flags)
    if (flag->getNumOccurrences())
      idle.push_back(flag->ArgStr);
  if (emit == Emit::Graph || emit == Emit::Dist)
    idle.push_back(emit == Emit::Graph ? "emit=graph" : "emit=dist");
  for (llvm::StringRef flag : idle)
    llvm::errs() << "partita: --" << flag
                 << " does not go with --from-comm: the file is planned "
                    "already\n";
  return idle.empty();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  for (cl::SubCommand *command :
       {&compileCommand, &checkCommand, &inspectCommand})
    cl::HideUnrelatedOptions(category, *command);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "partita " << PARTITA_VERSION << " (LLVM " << LLVM_VERSION_STRING
       << ")\n";
  });
  bool parsed = cl::ParseCommandLineOptions(
      argc, argv,
      "partita: an ahead-of-time parallelizing compiler for ONNX models\n\n"
      "  partita compile resnet18.onnx --dim batch=4 --cluster cpu:2 "
      "--strategy data -o resnet18\n"
      "  ./resnet18 --input image=@x.npy --output logits=y.npy\n\n"
      "  exit codes: 0 ok, 1 usage, 2 model refused, 3 plan impossible, "
      "4 failure\n",
      &llvm::errs());
  if (!parsed)
    return static_cast<int>(ExitCode::Usage);
  if (inspectCommand && onnxSupport)
    return static_cast<int>(listSupport());
  if (inspectCommand && inspected.empty()) {
    llvm::errs() << "partita: expects a model or a program to inspect\n";
    return static_cast<int>(ExitCode::Usage);
  }
  if (inspectCommand)
    return static_cast<int>(inspect(inspected));
  if (!compileCommand && !checkCommand) {
    llvm::errs() << "partita: expects a command: compile, check or inspect; "
                    "see partita --help\n";
    return static_cast<int>(ExitCode::Usage);
  }
  if (optLevel > 3) {
    llvm::errs() << "partita: expects -O0 to -O3, got -O" << optLevel << '\n';
    return static_cast<int>(ExitCode::Usage);
  }
  if (threads < 1 || threads > 1024) {
    llvm::errs() << "partita: expects --threads from 1 to 1024, got " << threads
                 << '\n';
    return static_cast<int>(ExitCode::Usage);
  }
  if (fromComm && !checkFromComm())
    return static_cast<int>(ExitCode::Usage);

  CompileOptions options;
  options.model = model;
  options.output = output;
  options.emit = emit;
  options.fromComm = fromComm;
  options.cluster = cluster;
  options.strategy = strategy;
  options.mesh = mesh;
  options.shards.assign(shards.begin(), shards.end());
  options.shardDims.assign(shardDims.begin(), shardDims.end());
  options.dims.assign(dims.begin(), dims.end());
  options.optLevel = optLevel;
  options.threadsPerRank = threads;
  options.cpu = cpu;
  options.quiet = quiet;
  options.flags = describeFlags();
  return static_cast<int>(checkCommand ? check(options) : compile(options));
}
