//===- Box.cpp - Copying a box between two tensors ------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Box.h.
//
//===----------------------------------------------------------------------===//

#include "core/Box.h"

#include <cstring>

using namespace partita::rt;

/// Below this a copy by one thread is faster than waking the others.
static constexpr int64_t minParallelBytes = 256 << 10;

int64_t partita::rt::sizeOf(int64_t dtype) {
  switch (dtype) {
  case RT_I64:
    return 8;
  case RT_BOOL:
    return 1;
  default:
    return 4;
  }
}

int64_t partita::rt::countOf(const int64_t *shape, int64_t rank) {
  int64_t count = 1;
  for (int64_t i = 0; i < rank; ++i)
    count *= shape[i];
  return count;
}

BoxCopy::BoxCopy(int64_t elemSize, int64_t rank, const int64_t *srcShape,
                 const int64_t *srcStart, const int64_t *dstShape,
                 const int64_t *dstStart, const int64_t *sizes) {
  total = elemSize * countOf(sizes, rank);
  runBytes = elemSize;
  whole = true;
  // From the innermost dim out; dims that continue the run become part of it.
  int64_t srcStride = elemSize, dstStride = elemSize;
  for (int64_t i = rank - 1; i >= 0; --i) {
    srcOffset += (srcStart ? srcStart[i] : 0) * srcStride;
    dstOffset += (dstStart ? dstStart[i] : 0) * dstStride;
    whole &= sizes[i] == srcShape[i] && sizes[i] == dstShape[i];
    if (sizes[i] != 1) {
      if (dims.empty() && runBytes == srcStride && runBytes == dstStride)
        runBytes *= sizes[i];
      else if (!dims.empty() &&
               srcStride == dims[0].count * dims[0].srcStride &&
               dstStride == dims[0].count * dims[0].dstStride)
        dims[0].count *= sizes[i];
      else
        dims.insert(dims.begin(), Dim{sizes[i], srcStride, dstStride});
    }
    srcStride *= srcShape[i];
    dstStride *= dstShape[i];
  }
}

/// The innermost loop; most boxes have runs of one element or long ones.
template <typename Word>
static void copyWords(int64_t count, const char *src, int64_t srcStride,
                      char *dst, int64_t dstStride) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(dst + i * dstStride, src + i * srcStride, sizeof(Word));
}

void BoxCopy::copy(size_t level, int64_t begin, int64_t end, const char *src,
                   char *dst) const {
  const Dim &dim = dims[level];
  src += begin * dim.srcStride;
  dst += begin * dim.dstStride;
  int64_t count = end - begin;
  if (level + 1 < dims.size()) {
    for (int64_t i = 0; i < count; ++i)
      copy(level + 1, 0, dims[level + 1].count, src + i * dim.srcStride,
           dst + i * dim.dstStride);
    return;
  }
  switch (runBytes) {
  case 1:
    return copyWords<int8_t>(count, src, dim.srcStride, dst, dim.dstStride);
  case 4:
    return copyWords<int32_t>(count, src, dim.srcStride, dst, dim.dstStride);
  case 8:
    return copyWords<int64_t>(count, src, dim.srcStride, dst, dim.dstStride);
  }
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(dst + i * dim.dstStride, src + i * dim.srcStride, runBytes);
}

void BoxCopy::run(const void *source, void *target, int part, int parts) const {
  if (total == 0)
    return;
  const char *src = static_cast<const char *>(source) + srcOffset;
  char *dst = static_cast<char *>(target) + dstOffset;
  // Parts are slices of the outermost dim, or of the one run.
  int64_t extent = dims.empty() ? runBytes : dims[0].count;
  int64_t begin = splitPoint(extent, part, parts);
  int64_t end = splitPoint(extent, part + 1, parts);
  if (dims.empty())
    std::memcpy(dst + begin, src + begin, end - begin);
  else
    copy(0, begin, end, src, dst);
}

void BoxCopy::run(const void *src, void *dst, const Team &team) const {
  if (team.size() == 1 || total < minParallelBytes)
    return run(src, dst);
  team.run([&](int part, int parts) { run(src, dst, part, parts); });
}
