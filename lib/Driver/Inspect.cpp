//===- Inspect.cpp - What a file is, for people ---------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model is read here; a compiled program describes itself best, so it is run
// with the options that print and compute nothing.
//
//===----------------------------------------------------------------------===//

#include "partita/Driver/Driver.h"
#include "partita/Import/Describe.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace partita;
using namespace partita::driver;

/// Whether the bytes of a program of ours are in the file: a foreign
/// executable must not be run.
static bool isProgram(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  return buffer && llvm::identify_magic((*buffer)->getBuffer()).is_object() &&
         (*buffer)->getBuffer().contains("rt_program_image");
}

static ExitCode inspectProgram(const std::string &path) {
  llvm::SmallString<128> absolute(path);
  llvm::sys::fs::make_absolute(absolute);
  for (llvm::StringRef option : {"--version", "--list-io", "--print-plan"}) {
    llvm::outs().flush();
    std::string error;
    int code = llvm::sys::ExecuteAndWait(absolute, {absolute, option},
                                         std::nullopt, {}, 0, 0, &error);
    if (code != 0) {
      llvm::errs() << "partita: error: '" << path << "' " << option
                   << " ended with code " << code << ' ' << error << '\n';
      return ExitCode::Failure;
    }
  }
  return ExitCode::Ok;
}

ExitCode driver::inspect(const std::string &path) {
  if (isProgram(path))
    return inspectProgram(path);
  std::string problem;
  if (failed(import_::describeModel(path, llvm::outs(), problem))) {
    llvm::errs() << "partita: error: \"" << path << "\" " << problem << '\n';
    return ExitCode::Model;
  }
  return ExitCode::Ok;
}

ExitCode driver::listSupport() {
  import_::describeSupport(llvm::outs());
  return ExitCode::Ok;
}
