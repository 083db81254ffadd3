//===- Weights.h - The weights file beside the program ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A safetensors file (u64 header length, JSON header, data) with one entry per
// distinct shard box. The program knows byte offsets into it; the header's
// `__metadata__.content_id` ties file and program together. Mapped read-only:
// a rank touches only its own pages.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CORE_WEIGHTS_H
#define PARTITA_RUNTIME_CORE_WEIGHTS_H

#include "rt_image.h"

#include <cstdint>

namespace partita::rt {

class Weights {
public:
  /// Maps and checks the file that `image` asks for; nothing if it asks for
  /// none.
  Weights(const rt_image &image, const char *path);
  ~Weights();
  Weights(const Weights &) = delete;
  Weights &operator=(const Weights &) = delete;

  /// Bytes [offset, offset + bytes), checked against the file's data section.
  const char *entry(int64_t offset, int64_t bytes) const;

private:
  void checkContentId(const rt_image &image, const char *path);
  [[noreturn]] void failOpen(const rt_image &image, const char *path,
                             const char *cause);

  const char *base = nullptr;
  int64_t length = 0;
  int64_t dataBegin = 0;
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CORE_WEIGHTS_H
