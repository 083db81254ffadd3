//===- Check.cpp - Is the image one that can run? -------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Check.h.
//
//===----------------------------------------------------------------------===//

#include "core/Check.h"
#include "core/Box.h"
#include "core/Failure.h"

#include <vector>

using namespace partita::rt;

static long long ll(int64_t value) { return value; }

int64_t partita::rt::elementsOf(const rt_buffer &buffer) {
  return countOf(buffer.shape, buffer.rank);
}

int64_t partita::rt::bytesOf(const rt_buffer &buffer) {
  return elementsOf(buffer) * sizeOf(buffer.dtype);
}

static bool isDtype(int64_t dtype) {
  return dtype >= RT_F32 && dtype <= RT_BOOL;
}

static bool isShape(const int64_t *shape, int64_t rank) {
  for (int64_t i = 0; i < rank; ++i)
    if (shape[i] < 0)
      return false;
  return rank >= 0;
}

/// A shard of shape `buffer.shape` at per_rank's row `row` lies in `io`.
static void checkShard(const rt_class &cls, const rt_buffer &buffer,
                       const int64_t *perRank, int64_t row, const rt_io &io) {
  if (buffer.dtype != io.dtype || buffer.rank != io.rank)
    fail("malformed image: class '%s', buffer '%s' has another type than "
         "'%s'",
         cls.name, buffer.name, io.name);
  for (int64_t i = 0; i < io.rank; ++i) {
    int64_t start = perRank[row * io.rank + i];
    if (start < 0 || start + buffer.shape[i] > io.shape[i])
      fail("malformed image: class '%s', the shard '%s' of '%s' is "
           "[%lld, %lld) in dim %lld of extent %lld",
           cls.name, buffer.name, io.name, ll(start),
           ll(start + buffer.shape[i]), ll(i), ll(io.shape[i]));
  }
}

static void checkBuffer(const rt_image &image, const rt_class &cls,
                        const rt_buffer &buffer) {
  auto bad = [&](const char *what) {
    fail("malformed image: class '%s', buffer '%s': %s", cls.name, buffer.name,
         what);
  };
  if (!isDtype(buffer.dtype) || !isShape(buffer.shape, buffer.rank))
    bad("expects an element type of rt_dtype and extents of at least 0");
  switch (buffer.kind) {
  case RT_BUFFER_ARENA:
    if (buffer.offset < 0 || buffer.offset + bytesOf(buffer) > cls.arena_bytes)
      bad("does not lie in the arena");
    if (buffer.offset % sizeOf(buffer.dtype))
      bad("its arena offset is not a multiple of the element size");
    return;
  case RT_BUFFER_INPUT:
    if (buffer.index < 0 || buffer.index >= image.num_inputs)
      bad("no such input");
    if (buffer.rank && !buffer.per_rank)
      bad("expects start indices per rank");
    for (int64_t r = 0; r < cls.num_ranks; ++r)
      checkShard(cls, buffer, buffer.per_rank, r, image.inputs[buffer.index]);
    return;
  case RT_BUFFER_WEIGHT:
    if (!image.weights || !buffer.per_rank)
      bad("expects a weights file and offsets per rank");
    for (int64_t r = 0; r < cls.num_ranks; ++r)
      if (buffer.per_rank[r] % sizeOf(buffer.dtype))
        bad("its file offset is not a multiple of the element size");
    return;
  case RT_BUFFER_CONSTANT:
    if (!buffer.data && bytesOf(buffer))
      bad("expects data");
    return;
  default:
    bad("unknown kind");
  }
}

static void checkClass(const rt_image &image, const rt_class &cls) {
  if (cls.arena_bytes < 0)
    fail("malformed image: class '%s' has a negative arena", cls.name);
  for (int64_t b = 0; b < cls.num_buffers; ++b)
    checkBuffer(image, cls, cls.buffers[b]);
  checkInstructions(cls, image.num_ranks);
  for (int64_t o = 0; o < image.num_outputs; ++o) {
    const rt_result &result = cls.results[o];
    if (result.buffer < 0 || result.buffer >= cls.num_buffers)
      fail("malformed image: class '%s', output '%s' names no buffer", cls.name,
           image.outputs[o].name);
    for (int64_t r = 0; r < cls.num_ranks; ++r)
      if (result.owner[r])
        checkShard(cls, cls.buffers[result.buffer], result.per_rank, r,
                   image.outputs[o]);
  }
}

void partita::rt::checkImage(const rt_image &image) {
  if (image.abi_version != RT_ABI_VERSION)
    fail("the program was compiled for runtime ABI %lld, but this runtime has "
         "ABI %d; compile the model again",
         ll(image.abi_version), RT_ABI_VERSION);
  if (image.num_ranks < 1 || image.threads_per_rank < 1)
    fail("malformed image: expects at least one rank and one thread per rank, "
         "got %lld and %lld",
         ll(image.num_ranks), ll(image.threads_per_rank));
  if (image.weights && !image.content_id)
    fail("malformed image: a weights file without content id");
  for (int64_t i = 0; i < image.num_inputs + image.num_outputs; ++i) {
    const rt_io &io = i < image.num_inputs
                          ? image.inputs[i]
                          : image.outputs[i - image.num_inputs];
    if (!isDtype(io.dtype) || !isShape(io.shape, io.rank))
      fail("malformed image: '%s' has a bad type", io.name);
  }
  std::vector<int> classes(image.num_ranks);
  for (int64_t c = 0; c < image.num_classes; ++c)
    for (int64_t r = 0; r < image.classes[c].num_ranks; ++r) {
      int64_t rank = image.classes[c].ranks[r];
      if (rank < 0 || rank >= image.num_ranks || classes[rank]++)
        fail("malformed image: class '%s' lists rank %lld, which does not "
             "exist or is in another class",
             image.classes[c].name, ll(rank));
    }
  for (int64_t rank = 0; rank < image.num_ranks; ++rank)
    if (!classes[rank])
      fail("malformed image: rank %lld is in no class", ll(rank));
  for (int64_t c = 0; c < image.num_classes; ++c)
    checkClass(image, image.classes[c]);
}
