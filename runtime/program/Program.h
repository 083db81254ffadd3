//===- Program.h - What main calls ------------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole of a compiled program but its kernels: arguments in, tensors read,
// a session run, tensors compared and written.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_PROGRAM_H
#define PARTITA_RUNTIME_PROGRAM_PROGRAM_H

#include "rt_image.h"

#include <iosfwd>
#include <string>
#include <vector>

/// Runs `rt_program_image`; returns the exit code, an rt_status. Nothing is
/// thrown out of it.
extern "C" int rt_program_main(int argc, char **argv);

namespace partita::program {

/// The same for any image; `arguments[0]` is the program's name. Results go to
/// `out`, messages to `err`.
int runProgram(const rt_image &image, const std::vector<std::string> &arguments,
               std::ostream &out, std::ostream &err);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_PROGRAM_H
