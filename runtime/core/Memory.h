//===- Memory.h - Aligned memory that is counted ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every allocation of a session that lasts is a `Block`: 64-byte aligned (a
// cache line and the widest vector), made at start-up, counted by its owner.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CORE_MEMORY_H
#define PARTITA_RUNTIME_CORE_MEMORY_H

#include "core/Failure.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace partita::rt {

constexpr int64_t blockAlignment = 64;

inline int64_t alignUp(int64_t bytes, int64_t to = blockAlignment) {
  return (bytes + to - 1) / to * to;
}

class Block {
public:
  Block() = default;
  explicit Block(int64_t bytes) : bytes(alignUp(bytes)) {
    if (this->bytes == 0)
      return;
    memory.reset(std::aligned_alloc(blockAlignment, this->bytes));
    if (!memory)
      fail("out of memory: cannot allocate %lld bytes",
           static_cast<long long>(this->bytes));
  }
  /// One whose pages are there already, near the calling thread.
  static Block touched(int64_t bytes) {
    Block block(bytes);
    if (block.bytes)
      std::memset(block.data(), 0, block.bytes);
    return block;
  }
  char *data() const { return static_cast<char *>(memory.get()); }
  int64_t size() const { return bytes; }

private:
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  int64_t bytes = 0;
  std::unique_ptr<void, Free> memory;
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CORE_MEMORY_H
