//===- Library.h - A rank's use of oneDNN -----------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneDNN computes the big contractions. All its objects are made at start-up
// on the rank's own thread, since a primitive is made for the calling thread's
// team size; one scratch area serves all of a rank's primitives, which run one
// at a time. Weights are put once into the format that a primitive prefers,
// and ranks that use the same weights share the result.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CPU_LIBRARY_H
#define PARTITA_RUNTIME_CPU_LIBRARY_H

#include "core/Memory.h"
#include "core/Team.h"

#include <dnnl.hpp>

#include <algorithm>
#include <list>
#include <map>
#include <mutex>

namespace partita::rt {

class Library;

/// The packed weights of a session.
class PackedWeights {
public:
  /// The tensor `source`, stored as `from`, in format `to`.
  void *pack(Library &library, const void *source,
             const dnnl::memory::desc &from, const dnnl::memory::desc &to);
  int64_t bytes() const;

private:
  struct Entry {
    dnnl::memory::desc from, to;
    Block memory;
    std::once_flag packed;
  };
  Entry &find(const void *source, const dnnl::memory::desc &from,
              const dnnl::memory::desc &to);

  mutable std::mutex mutex;
  std::map<const void *, std::list<Entry>> entries;
};

class Library {
public:
  Library(PackedWeights &packed, const Team &team)
      : engine(dnnl::engine::kind::cpu, 0), stream(engine), packed(packed),
        team(team) {}

  /// On the rank's thread, before the first primitive: has oneDNN generate the
  /// matrix kernels that it would otherwise generate in the first run.
  void warmUp();

  /// A primitive will need this much scratch.
  void reserve(int64_t bytes) { needed = std::max(needed, bytes); }
  /// After the last `reserve`, before the first run.
  void finish() { area = Block::touched(needed); }
  char *scratch() const { return area.data(); }
  int64_t scratchBytes() const { return area.size(); }

  dnnl::engine engine;
  dnnl::stream stream;
  PackedWeights &packed;
  const Team &team;

private:
  int64_t needed = 0;
  Block area;
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CPU_LIBRARY_H
