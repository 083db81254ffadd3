//===- Box.h - Copying a box between two tensors ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A BoxCopy is worked out once and run many times. Example: the box of 2 x 8
// elements of 4 bytes from row 1 of a 5 x 8 tensor to row 0 of a 2 x 8 one is
// one run of 64 bytes; to the left half of a 2 x 16 one it is two runs of 32.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CORE_BOX_H
#define PARTITA_RUNTIME_CORE_BOX_H

#include "core/Team.h"
#include "rt_image.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace partita::rt {

/// Bytes of one element.
int64_t sizeOf(int64_t dtype);
/// Product of `rank` extents.
int64_t countOf(const int64_t *shape, int64_t rank);

class BoxCopy {
public:
  BoxCopy() = default;
  /// Both tensors are row-major; a null start means the origin.
  BoxCopy(int64_t elemSize, int64_t rank, const int64_t *srcShape,
          const int64_t *srcStart, const int64_t *dstShape,
          const int64_t *dstStart, const int64_t *sizes);

  /// `src` and `dst` point to the tensors' first elements. Part `part` of
  /// `parts` equal ones.
  void run(const void *src, void *dst, int part = 0, int parts = 1) const;
  /// With all threads, if it is worth it.
  void run(const void *src, void *dst, const Team &team) const;

  int64_t bytes() const { return total; }
  /// The two tensors and the box are the same bytes in the same order.
  bool isWhole() const { return whole; }

private:
  struct Dim {
    int64_t count, srcStride, dstStride; // strides in bytes
  };
  /// Slices [begin, end) of dims[level].
  void copy(size_t level, int64_t begin, int64_t end, const char *src,
            char *dst) const;

  std::vector<Dim> dims; // outer to inner, without the run
  int64_t runBytes = 0, srcOffset = 0, dstOffset = 0, total = 0;
  bool whole = false;
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CORE_BOX_H
