//===- KernelRunner.h - Compile and run one kernel --------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel given as text goes the compiler's whole way to an object
// file, which is loaded into this process and called as the runtime would.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_CODEGEN_KERNELRUNNER_H
#define PARTITA_TEST_UNIT_CODEGEN_KERNELRUNNER_H

#include "partita/Codegen/KernelPlan.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace partita::codegen {

class KernelRunner {
public:
  /// `text`: a module with one function @k of linalg or graph ops.
  explicit KernelRunner(const std::string &text, int optLevel = 2);
  ~KernelRunner();

  /// Runs the whole grid in `pieces` calls; each buffer is as long as its
  /// tensor (a byte per bool).
  void run(const std::vector<void *> &buffers, int64_t pieces = 1);

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  KernelPlan plan;
  /// Symbols that the object file needs from elsewhere.
  std::vector<std::string> undefined;
  std::string llvmText;
  bool ok = false;

private:
  std::unique_ptr<llvm::orc::LLJIT> jit;
  void *entry = nullptr;
};

/// `linalg` maps and iterators for tests are long; this wraps a body into
/// func @k with `args` and `results`.
std::string kernelText(const std::string &args, const std::string &results,
                       const std::string &body);

} // namespace partita::codegen

#endif // PARTITA_TEST_UNIT_CODEGEN_KERNELRUNNER_H
