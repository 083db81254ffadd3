//===- Fuzz.h - What the targets share --------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target is the one function that libFuzzer calls with bytes; Driver.cpp
// calls it with files, so that the corpus runs in every build. What must hold
// is demanded with `require`, which ends the process: a finding.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_FUZZ_FUZZ_H
#define PARTITA_TEST_FUZZ_FUZZ_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

inline void require(bool condition, const std::string &what) {
  if (condition)
    return;
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

/// Reads choices from bytes; when these are used up, every choice is the least.
class Bytes {
public:
  Bytes(const uint8_t *data, size_t size) : data(data), size(size) {}
  bool empty() const { return at >= size; }
  uint8_t byte() { return empty() ? 0 : data[at++]; }
  /// From `least` to `most`, which are at most 255 apart.
  int64_t pick(int64_t least, int64_t most) {
    return least + byte() % (most - least + 1);
  }
  uint64_t word() {
    uint64_t value = 0;
    for (int k = 0; k < 8; ++k)
      value = value << 8 | byte();
    return value;
  }

private:
  const uint8_t *data;
  size_t size, at = 0;
};

#endif // PARTITA_TEST_FUZZ_FUZZ_H
