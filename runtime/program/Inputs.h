//===- Inputs.h - The tensors a run starts from -----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the files of --input and --expect, makes random inputs, and says all
// that is wrong with them at once.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_INPUTS_H
#define PARTITA_RUNTIME_PROGRAM_INPUTS_H

#include "Options.h"
#include "Tensor.h"

namespace partita::program {

/// All inputs in the program's order; complete only if no problem was added.
std::vector<Tensor> bindInputs(const rt_image &image, const Options &options,
                               std::vector<std::string> &problems);

/// The expected outputs in the program's order, where --expect names one.
std::vector<std::optional<Tensor>>
loadExpected(const rt_image &image, const Options &options,
             std::vector<std::string> &problems);

/// A random tensor. The values depend on the seed and the input's name only,
/// so that giving one input by a file leaves the others as they are.
Tensor makeRandom(const TensorType &type, const std::string &name,
                  uint64_t seed, const Range *range);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_INPUTS_H
