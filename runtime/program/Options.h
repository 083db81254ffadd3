//===- Options.h - The program's arguments ----------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every option of a compiled program, parsed and checked against the names of
// its inputs and outputs. Names may contain any of / : . = so a source splits
// at the last "=@" and a destination at the last "=":
//
//   --input a=b/c:0=@dir/x.npy     input "a=b/c:0" from dir/x.npy
//   --input @x.npy                 the only input; of an .npz: all inputs
//   --output y=out.pb              output "y" to out.pb
//   --output all.npz               all outputs
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_OPTIONS_H
#define PARTITA_RUNTIME_PROGRAM_OPTIONS_H

#include "rt_image.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace partita::program {

/// A file for one input or output, or for all of them by name.
struct FileArgument {
  static constexpr int64_t kAll = -1;
  int64_t index = kAll; ///< of the input or output
  std::string path;
};

/// The values of a random input: integers low..high, both included; reals low
/// up to but not including high.
struct Range {
  std::string low, high; ///< as given: the input's type says how to read them
};

struct Options {
  bool help = false, version = false;
  bool listIo = false, printPlan = false, printProgram = false;
  bool stats = false;
  std::vector<FileArgument> inputs, outputs, expected;
  /// An --input was not understood: which inputs are missing is not known.
  bool unclearInputs = false;
  std::optional<uint64_t> seed;
  std::map<int64_t, Range> ranges; ///< by input
  double rtol = 1e-3, atol = 1e-5;
  int64_t repeat = 1, warmup = 0;
  bool latency = false; ///< --repeat or --warmup was given
  std::optional<std::string> weights;

  /// Only prints and does not run.
  bool printsOnly() const {
    return help || version || listIo || printPlan || printProgram;
  }
};

/// Reads the arguments, without the program's name. Every problem found is
/// appended to `problems`, one line each.
Options parseOptions(const rt_image &image,
                     const std::vector<std::string> &arguments,
                     std::vector<std::string> &problems);

/// Where a source or destination splits; no name for a bare one.
struct SplitArgument {
  std::optional<std::string> name;
  std::string path;
};

/// "NAME=@PATH" or "@PATH"; nothing if it is neither.
std::optional<SplitArgument> splitSource(const std::string &text,
                                         const std::vector<std::string> &names);
/// "NAME=PATH" or "PATH".
SplitArgument splitDestination(const std::string &text);

/// The text of --help.
std::string helpText(const rt_image &image, const std::string &program);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_OPTIONS_H
