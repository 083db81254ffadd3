//===- Library.cpp - A rank's use of oneDNN -------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Library.h.
//
//===----------------------------------------------------------------------===//

#include "cpu/Library.h"

using namespace partita::rt;

PackedWeights::Entry &PackedWeights::find(const void *source,
                                          const dnnl::memory::desc &from,
                                          const dnnl::memory::desc &to) {
  std::lock_guard<std::mutex> lock(mutex);
  std::list<Entry> &list = entries[source];
  for (Entry &entry : list)
    if (entry.from == from && entry.to == to)
      return entry;
  Entry &entry = list.emplace_back();
  entry.from = from;
  entry.to = to;
  entry.memory = Block(to.get_size());
  return entry;
}

void *PackedWeights::pack(Library &library, const void *source,
                          const dnnl::memory::desc &from,
                          const dnnl::memory::desc &to) {
  Entry &entry = find(source, from, to);
  std::call_once(entry.packed, [&] {
    dnnl::memory src(from, library.engine, const_cast<void *>(source));
    dnnl::memory dst(to, library.engine, entry.memory.data());
    dnnl::reorder(src, dst).execute(library.stream, src, dst);
    library.stream.wait();
  });
  return entry.memory.data();
}

int64_t PackedWeights::bytes() const {
  std::lock_guard<std::mutex> lock(mutex);
  int64_t bytes = 0;
  for (const auto &[source, list] : entries)
    for (const Entry &entry : list)
      bytes += entry.memory.size();
  return bytes;
}

void Library::warmUp() {
  float a[16] = {}, b[16] = {}, c[16];
  dnnl_sgemm('N', 'N', 4, 4, 4, 1, a, 4, b, 4, 0, c, 4);
}
