//===- Reduce.h - Adding up several ranks' values ---------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dst[i] = src[0][i] op src[1][i] op ..., from left to right. `dst` may be one
// of the sources.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_COMM_LOCAL_REDUCE_H
#define PARTITA_RUNTIME_COMM_LOCAL_REDUCE_H

#include <cstdint>
#include <vector>

namespace partita::rt {

/// Elements [begin, end) of `sources`, which are `offset` bytes into each, to
/// dst[begin...]. `dtype` and `reduce` as in rt_image.h; bool has RT_MAX only.
void reduce(int64_t dtype, int64_t reduce, void *dst,
            const std::vector<const char *> &sources, int64_t offset,
            int64_t begin, int64_t end);

} // namespace partita::rt

#endif // PARTITA_RUNTIME_COMM_LOCAL_REDUCE_H
