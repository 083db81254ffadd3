//===- Collectives.cpp - What each collective moves -----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Local.h. All shapes are known at start-up, so each collective becomes a
// list of box copies and at most one reduction.
//
//===----------------------------------------------------------------------===//

#include "comm/local/Local.h"
#include "comm/local/Reduce.h"
#include "core/Failure.h"

#include <algorithm>

using namespace partita::rt;

/// Below this a reduction by one thread is faster than waking the others.
static constexpr int64_t minParallelElements = 64 << 10;

static void addOnce(std::vector<int64_t> &ranks, int64_t rank) {
  if (std::find(ranks.begin(), ranks.end(), rank) == ranks.end())
    ranks.push_back(rank);
}

int64_t Request::memberIndex() const {
  const int64_t *members = facts.group->members;
  return std::find(members, members + facts.group->num_members, facts.rank) -
         members;
}

void Request::planGroup() {
  const rt_group &group = *facts.group;
  int64_t n = group.num_members, me = memberIndex();
  for (int64_t i = 0; i < n; ++i)
    if (i != me)
      sources.push_back(group.members[i]);
  readers = sources;

  if (facts.kind != RT_ALL_GATHER) {
    reduceRanks.assign(group.members, group.members + n);
    std::sort(reduceRanks.begin(), reduceRanks.end());
    reduceFrom.resize(n);
  }
  switch (facts.kind) {
  case RT_ALL_GATHER:
    for (int64_t i = 0; i < n; ++i) {
      int64_t extent = group.cuts[i + 1] - group.cuts[i];
      int64_t piece[] = {facts.outer, extent, facts.inner};
      int64_t whole[] = {facts.outer, group.cuts[n], facts.inner};
      int64_t start[] = {0, group.cuts[i], 0};
      pulls.push_back(
          {group.members[i],
           BoxCopy(facts.elem_size, 3, piece, nullptr, whole, start, piece)});
    }
    return;
  case RT_ALL_REDUCE:
    // A reduce-scatter over balanced chunks of the flat tensor, then a gather.
    rows = 1;
    begin = splitPoint(facts.count, me, n);
    end = splitPoint(facts.count, me + 1, n);
    for (int64_t i = 0; i < n; ++i) {
      int64_t start = splitPoint(facts.count, i, n);
      int64_t size = splitPoint(facts.count, i + 1, n) - start;
      if (i != me)
        pulls.push_back(
            {group.members[i], BoxCopy(facts.elem_size, 1, &facts.count, &start,
                                       &facts.count, &start, &size)});
    }
    return;
  case RT_REDUCE_SCATTER:
    rows = facts.outer;
    pitch = group.cuts[n] * facts.inner;
    begin = group.cuts[me] * facts.inner;
    end = group.cuts[me + 1] * facts.inner;
    return;
  }
}

void Request::planExchange() {
  for (int64_t i = 0; i < facts.num_transfers; ++i) {
    const rt_transfer &transfer = facts.transfers[i];
    if (transfer.dst_rank == facts.rank) {
      pulls.push_back(
          {transfer.src_rank,
           BoxCopy(facts.elem_size, facts.tensor_rank, transfer.src_shape,
                   transfer.src_start, transfer.dst_shape, transfer.dst_start,
                   transfer.sizes)});
      if (transfer.src_rank != facts.rank)
        addOnce(sources, transfer.src_rank);
    } else if (transfer.src_rank == facts.rank) {
      addOnce(readers, transfer.dst_rank);
    }
  }
}

void Request::pull() {
  bool fromResult = facts.kind == RT_ALL_REDUCE;
  for (const Pull &pull : pulls) {
    const Slot &from = channel.slots[pull.rank];
    pull.copy.run(fromResult ? from.dst : from.src, own.dst, team);
    if (pull.rank != facts.rank)
      endpoint().bytes[facts.kind] += pull.copy.bytes();
  }
}

void Request::reduceOwnPart() {
  for (size_t i = 0; i < reduceRanks.size(); ++i)
    reduceFrom[i] = channel.slots[reduceRanks[i]].src;
  int64_t width = end - begin, dtype = facts.dtype;
  // An all-reduce keeps its chunk at its place in the result; a scattered
  // piece is the whole result.
  int64_t dstBegin = facts.kind == RT_ALL_REDUCE ? begin : 0;
  auto reducePart = [&](int part, int parts) {
    // Many rows are split by rows, else each row by elements.
    bool byRow = rows >= parts;
    int64_t firstRow = byRow ? splitPoint(rows, part, parts) : 0;
    int64_t lastRow = byRow ? splitPoint(rows, part + 1, parts) : rows;
    int64_t first = byRow ? 0 : splitPoint(width, part, parts);
    int64_t last = byRow ? width : splitPoint(width, part + 1, parts);
    for (int64_t row = firstRow; row < lastRow; ++row)
      reduce(dtype, facts.reduce,
             own.dst + (dstBegin + row * width) * facts.elem_size, reduceFrom,
             (row * pitch + begin) * facts.elem_size, first, last);
  };
  if (team.size() > 1 && rows * width >= minParallelElements)
    team.run(reducePart);
  else
    reducePart(0, 1);
  endpoint().bytes[facts.kind] +=
      static_cast<int64_t>(sources.size()) * rows * width * facts.elem_size;
}
