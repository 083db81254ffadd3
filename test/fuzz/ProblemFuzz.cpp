//===- ProblemFuzz.cpp - Any bytes as a problem file --------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text is read or refused, never both and never neither; from a file it is
// answered as from memory. What begins like a gzip stream goes through zlib.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "partita/Solver/ProblemIO.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace partita::solver;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string error;
  std::string_view text((const char *)data, size);
  std::optional<Problem> problem = parseProblem(text, error);
  require(bool(problem) == error.empty(), "an answer and an error, or neither");
  require(!problem || problem->check().empty(), "a malformed problem");
  bool packed = size > 0 && data[0] == 0x1f;
  if (!packed && size % 16)
    return 0; // files are slow; some will do
  int file = memfd_create("fuzz", 0);
  require(file >= 0 && write(file, data, size) == ssize_t(size), "no file");
  std::string fileError;
  std::optional<Problem> other =
      readProblem("/proc/self/fd/" + std::to_string(file), fileError);
  close(file);
  require(bool(other) == fileError.empty(), "an answer and an error, or none");
  require(!other || other->check().empty(), "a malformed problem from a file");
  if (packed)
    return 0;
  require(error == fileError, "'" + error + "', but from a file '" + fileError);
  require(!problem || problem->fingerprint() == other->fingerprint(),
          "another problem from a file");
  return 0;
}
