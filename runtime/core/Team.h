//===- Team.h - The threads of one rank -------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank computes with one OpenMP team, the same that oneDNN uses when called
// on the rank's thread, so that no second set of threads competes for cores.
// The team is asked for through libgomp's own entry points: whichever compiler
// builds the runtime, it meets the library that oneDNN is built on.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CORE_TEAM_H
#define PARTITA_RUNTIME_CORE_TEAM_H

#include <cstdint>

namespace partita::rt {

class Team {
public:
  explicit Team(int threads) : threads(threads) {}
  int size() const { return threads; }

  /// Makes the calling thread one whose teams have this size, and starts them.
  void adopt() const;

  /// Calls body(part, parts) for each part, one per thread; fewer parts if the
  /// environment limits OpenMP. `body` must not throw.
  template <typename Body>
  void run(const Body &body) const {
    if (threads == 1)
      return body(0, 1);
    fork(
        [](void *data) { (*static_cast<const Body *>(data))(part(), parts()); },
        const_cast<Body *>(&body));
  }

private:
  void fork(void (*function)(void *), void *data) const;
  static int part();
  static int parts();

  int threads;
};

/// First of the `total` points that part `part` of `parts` takes.
inline int64_t splitPoint(int64_t total, int part, int parts) {
  return static_cast<int64_t>(static_cast<__int128>(total) * part / parts);
}

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CORE_TEAM_H
