//===- Driver.h - What the command line does --------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way from a model file to a program, phase by phase:
//
//   import    ONNX -> graph          simplify  fold, canonicalize, CSE
//   plan      graph -> dist          collectives  reshards -> collectives
//   localize  dist -> comm           generate  comm -> kernels, tables, weights
//                                    (fuse, lower, object, link)
//
// The IR between two phases is verified before the next one begins. A phase
// that fails has said why; nothing is written then.
//
//   CompileOptions options;
//   options.model = "resnet18.onnx";
//   options.cluster = "cpu:2";
//   options.output = "resnet18";
//   return static_cast<int>(driver::compile(options));
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DRIVER_DRIVER_H
#define PARTITA_DRIVER_DRIVER_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace partita::driver {

/// The exit codes of `partita`; docs/overview.md lists them for users.
enum class ExitCode {
  Ok = 0,
  Usage = 1,   ///< the command line itself is wrong
  Model = 2,   ///< the model is unreadable, unsupported, or has unbound dims
  Plan = 3,    ///< no plan as asked: a layout or strategy that cannot be
  Failure = 4, ///< the output cannot be written, the linker fails, a defect
};

/// What --emit asks for; Program is the executable.
enum class Emit { Program, Graph, Dist, Comm, LLVM };

struct CompileOptions {
  std::string model;
  /// Empty: the model's base name without .onnx (--emit: standard output).
  std::string output;
  Emit emit = Emit::Program;
  /// `model` is what --emit=comm wrote, in the folder of the model whose
  /// weights it names.
  bool fromComm = false;
  std::string cluster = "cpu:1";
  /// "none", "data", "model"; empty with `mesh`: by hand.
  std::string strategy;
  std::string mesh;                   ///< "x=2,y=2"
  std::vector<std::string> shards;    ///< "TENSOR[AXIS]=x"
  std::vector<std::string> shardDims; ///< "batch=x"
  std::vector<std::string> dims;      ///< "NAME=N"
  int optLevel = 2;
  int threadsPerRank = 1;
  std::string cpu; ///< empty: this machine's
  bool quiet = false;
  /// Goes into the program for --version: the flags as given, without paths.
  std::string flags;
};

/// The whole way, or up to `emit`.
ExitCode compile(const CompileOptions &options);

/// All phases that need no code generation; writes nothing. Prints the plan.
ExitCode check(const CompileOptions &options);

/// Describes a model (inputs, dims to bind, ops and whether each is supported,
/// weights) or a compiled program (its inputs and outputs, ranks, plan).
ExitCode inspect(const std::string &path);

/// Prints the table of ONNX ops that can be imported, as markdown.
ExitCode listSupport();

} // namespace partita::driver

#endif // PARTITA_DRIVER_DRIVER_H
