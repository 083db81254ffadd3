//===- Progress.cpp - One line per phase, with its time -------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/resource.h>

using namespace partita::driver;

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

llvm::LogicalResult Progress::phase(
    llvm::StringRef name,
    llvm::function_ref<llvm::LogicalResult(std::string &note)> body) {
  ++current;
  if (quiet) {
    std::string note;
    return body(note);
  }
  llvm::errs() << '[' << current << '/' << numPhases << "] "
               << llvm::left_justify(name, 12);
  llvm::errs().flush();
  open = true;
  auto begin = std::chrono::steady_clock::now();
  std::string note;
  llvm::LogicalResult result = body(note);
  if (failed(result))
    note = "failed";
  if (!open) // something was printed in between
    llvm::errs() << '[' << current << '/' << numPhases << "] "
                 << llvm::left_justify(name, 12);
  open = false;
  llvm::errs() << llvm::format("%7.2f s", secondsSince(begin));
  if (!note.empty())
    llvm::errs() << "  " << note;
  llvm::errs() << '\n';
  return result;
}

void Progress::interrupt() {
  if (open)
    llvm::errs() << '\n';
  open = false;
}

void Progress::finish(llvm::StringRef note) {
  if (quiet)
    return;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  llvm::errs() << note
               << llvm::format(" in %.2f s, peak memory ", secondsSince(start))
               << formatBytes(double(usage.ru_maxrss) * 1024) << '\n';
}

std::string partita::driver::formatBytes(double bytes) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
  unsigned unit = 0;
  while (bytes >= 1024 && unit + 1 < 4) {
    bytes /= 1024;
    ++unit;
  }
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format(unit ? "%.1f " : "%.0f ", bytes) << units[unit];
  return text;
}
