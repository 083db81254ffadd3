//===- Progress.h - One line per phase, with its time -----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The name of a phase is printed when it begins and its time and a note when
// it ends, so that a crash or a long wait shows the phase. Standard error only:
//
//   [1/6] import         0.08 s  49 nodes, 44.6 MiB of weights
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_DRIVER_PROGRESS_H
#define PARTITA_LIB_DRIVER_PROGRESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"

#include <chrono>

namespace partita::driver {

class Progress {
public:
  Progress(int numPhases, bool quiet) : numPhases(numPhases), quiet(quiet) {}

  /// Runs `body`, which may set the note printed behind the time.
  llvm::LogicalResult
  phase(llvm::StringRef name,
        llvm::function_ref<llvm::LogicalResult(std::string &note)> body);

  /// Ends a line that stands open, for whoever prints next.
  void interrupt();

  /// The last line: total time and peak memory of this process.
  void finish(llvm::StringRef note);

private:
  int numPhases, current = 0;
  bool quiet;
  bool open = false; ///< a phase's name is printed and not its time yet
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

/// "44.6 MiB".
std::string formatBytes(double bytes);

} // namespace partita::driver

#endif // PARTITA_LIB_DRIVER_PROGRESS_H
