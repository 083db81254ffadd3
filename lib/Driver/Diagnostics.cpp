//===- Diagnostics.cpp - Errors for people --------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace partita::driver;

/// The model's own name for a place: the outermost name, file:line:col of
/// parsed IR, or nothing.
static std::string describe(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto name = dyn_cast<NameLoc>(location)) {
    os << "at '" << name.getName().getValue() << "': ";
  } else if (auto file = dyn_cast<FileLineColLoc>(location)) {
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn() << ": ";
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      if (std::string inner = describe(part); !inner.empty())
        return inner;
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    std::string caller = describe(call.getCaller());
    return describe(call.getCallee()) +
           (caller.empty() ? "" : "called " + caller);
  }
  return text;
}

static const char *severityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  return "error";
}

/// Whether the message says itself what it is about.
static bool names(llvm::StringRef message, Location location) {
  auto name = dyn_cast<NameLoc>(location);
  return name &&
         message.contains(("\"" + name.getName().getValue() + "\"").str());
}

static void print(const Diagnostic &diagnostic) {
  std::string message = diagnostic.str();
  llvm::errs() << "partita: " << severityName(diagnostic.getSeverity()) << ": ";
  if (!names(message, diagnostic.getLocation()))
    llvm::errs() << describe(diagnostic.getLocation());
  llvm::errs() << message << '\n';
}

DiagnosticPrinter::DiagnosticPrinter(MLIRContext *context, Progress &progress)
    : ScopedDiagnosticHandler(context) {
  setHandler([&progress](Diagnostic &diagnostic) {
    progress.interrupt();
    print(diagnostic);
    for (Diagnostic &note : diagnostic.getNotes())
      print(note);
    return success();
  });
}
