//===- ProblemIO.h - Problems and answers as JSON ---------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format of the ASPLOS/EuroSys 2025 contest on intra-operator parallelism,
// plain or gzipped. The example of Problem.h (with its limit of 20) is
//
//   {"problem": {"name": "example",
//     "nodes": {"intervals": [[0,2], [1,3], [1,4], [3,4]],
//               "costs":     [[4,2], [8,3], [1,2], [1]],
//               "usages":    [[8,4], [8,4], [8,4], [1]]},
//     "edges": {"nodes": [[0,1], [0,2], [1,3], [2,3]],
//               "costs": [[0,0,3,0], [0,0,3,0], [0,3], [0,3]]},
//     "usage_limit": 20}}
//
// Keys come in any order and unknown ones are skipped. `usage_limit` may be
// absent or null. An answer is a list of strategy indices: [0, 1, 0, 0].
//
// Files are read as a stream, so what is wrong is reported where it is met (in
// the unpacked text), by place and path: `line 3, column 33:
// problem.nodes.costs[1][1]: expects an integer from 0 to 10^18, got -3`. All
// such values are listed at once. Nothing is allocated on the word of the file:
// memory is proportional to the bytes that were really read, and of those, and
// of the values in them, there may be 2^32 and 2^28.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_SOLVER_PROBLEMIO_H
#define PARTITA_SOLVER_PROBLEMIO_H

#include "partita/Solver/Problem.h"

#include <optional>
#include <string>
#include <string_view>

namespace partita::solver {

/// Reads and checks a problem. Returns nothing and sets `error`, which may have
/// several lines, if the file is unreadable or malformed.
std::optional<Problem> readProblem(const std::string &path, std::string &error);

/// The same from text in memory.
std::optional<Problem> parseProblem(std::string_view text, std::string &error);

/// Reads an answer; `verify` says whether it suits a problem.
std::optional<Solution> readSolution(const std::string &path,
                                     std::string &error);

/// Writes an answer by way of a new file that is renamed into place, so that
/// the path never holds half of one. Returns false and sets `error` on failure.
bool writeSolution(const std::string &path, const Solution &solution,
                   std::string &error);

/// Whether a file could be written there, to be asked before long work. Sets
/// `error` if not; leaves nothing behind.
bool canWrite(const std::string &path, std::string &error);

/// Writes text in the same way.
bool writeTextFile(const std::string &path, const std::string &text,
                   std::string &error);

} // namespace partita::solver

#endif // PARTITA_SOLVER_PROBLEMIO_H
