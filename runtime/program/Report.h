//===- Report.h - What the program prints about itself --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All reports are text for standard output, whole lines. The instruction table
// has its own file, PrintProgram.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_REPORT_H
#define PARTITA_RUNTIME_PROGRAM_REPORT_H

#include "Tensor.h"

namespace partita::program {

/// --list-io: a line for each input and output.
std::string reportIo(const rt_image &image);

/// --version.
std::string reportVersion(const rt_image &image);

/// --print-program: per class its ranks, buffers, instructions and results.
std::string reportProgram(const rt_image &image);

/// One line: type, range, mean and the first values.
std::string reportTensor(const std::string &name, const Tensor &tensor);

/// Times in ms.
struct Latency {
  double min, median, mean, p90, p99, max;
};

/// Percentiles are the nearest rank: the least time that so many percent of
/// the runs did not exceed. `times` is not empty.
Latency summarize(std::vector<double> times);

std::string reportLatency(const std::vector<double> &times, int64_t warmup);

/// --stats, after `runs` runs. `bytes` and `calls` by rt_collective, as
/// rt_session_counters gives them; `memory` in bytes.
std::string reportStats(const rt_image &image, int64_t runs,
                        const int64_t bytes[4], const int64_t calls[4],
                        int64_t memory);

/// "all-gather", by rt_collective.
std::string collectiveName(int64_t kind);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_REPORT_H
