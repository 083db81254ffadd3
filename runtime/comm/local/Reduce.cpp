//===- Reduce.cpp - Adding up several ranks' values -----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Reduce.h. Works in blocks that stay in the first-level cache, so that
// each source is read and the result is written once.
//
//===----------------------------------------------------------------------===//

#include "comm/local/Reduce.h"
#include "rt_image.h"

#include <algorithm>
#include <cstring>

using namespace partita::rt;

static constexpr int64_t blockElements = 1024;

namespace {

/// Integers wrap, as generated code does.
template <typename T>
struct Sum {
  static T combine(T a, T b) { return a + b; }
};

/// A NaN on any rank is a NaN in the result.
template <typename T>
struct Max {
  static T combine(T a, T b) { return a > b || a != a ? a : b; }
};

} // namespace

template <typename T, template <typename> class Op>
static void reduceAs(void *dst, const std::vector<const char *> &sources,
                     int64_t offset, int64_t begin, int64_t end) {
  T sum[blockElements];
  for (int64_t at = begin; at < end; at += blockElements) {
    int64_t count = std::min(blockElements, end - at);
    for (size_t s = 0; s < sources.size(); ++s) {
      const T *src = reinterpret_cast<const T *>(sources[s] + offset) + at;
      if (s == 0) {
        std::memcpy(sum, src, count * sizeof(T));
        continue;
      }
      for (int64_t i = 0; i < count; ++i)
        sum[i] = Op<T>::combine(sum[i], src[i]);
    }
    std::memcpy(static_cast<T *>(dst) + at, sum, count * sizeof(T));
  }
}

void partita::rt::reduce(int64_t dtype, int64_t reduce, void *dst,
                         const std::vector<const char *> &sources,
                         int64_t offset, int64_t begin, int64_t end) {
  bool sum = reduce == RT_SUM;
  switch (dtype) {
  case RT_F32:
    return sum ? reduceAs<float, Sum>(dst, sources, offset, begin, end)
               : reduceAs<float, Max>(dst, sources, offset, begin, end);
  case RT_I32:
    return sum ? reduceAs<uint32_t, Sum>(dst, sources, offset, begin, end)
               : reduceAs<int32_t, Max>(dst, sources, offset, begin, end);
  case RT_I64:
    return sum ? reduceAs<uint64_t, Sum>(dst, sources, offset, begin, end)
               : reduceAs<int64_t, Max>(dst, sources, offset, begin, end);
  default:
    return reduceAs<uint8_t, Max>(dst, sources, offset, begin, end);
  }
}
