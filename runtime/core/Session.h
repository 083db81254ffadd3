//===- Session.h - A program's ranks, ready to run --------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread per rank, parked between runs. The caller's thread hands out one
// command at a time and waits for all ranks to finish it.
//
// The first failure of any rank ends the session: the others stop at their
// next instruction or wait, and every later run reports the same cause. A rank
// that hangs inside a kernel cannot be stopped; then `stop` gives up and the
// session must be left in place, since that thread still uses it.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CORE_SESSION_H
#define PARTITA_RUNTIME_CORE_SESSION_H

#include "core/Rank.h"
#include "core/Weights.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace partita::rt {

class Session {
public:
  /// Checks image and weights file; throws Failure.
  Session(const rt_image &image, const char *weightsPath);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  /// Starts the rank threads and prepares all ranks.
  void prepare();
  void run(const void *const *inputs, void *const *outputs);
  /// Ends the threads; returns whether all have ended. Idempotent.
  bool stop();

  void counters(int64_t *bytes, int64_t *calls) const;
  int64_t memory() const;

private:
  enum class Command { Prepare, Run, Exit };

  void createComm();
  void dispatch(Command command);
  void serve(Rank &rank);
  void execute(Rank &rank, Command command);
  void raise(const std::string &cause);

  struct DestroyComm {
    void operator()(rt_comm *comm) const { comm->ops->destroy(comm); }
  };

  const rt_image &image;
  Weights weights;
  PackedWeights packed;
  FirstCause cause;
  std::unique_ptr<rt_comm, DestroyComm> comm;
  std::unique_ptr<SharedState> shared;
  std::vector<std::unique_ptr<Rank>> ranks; ///< by rank number

  std::mutex mutex; ///< guards the four below
  std::condition_variable toRanks, fromRanks;
  Command command = Command::Prepare;
  int64_t generation = 0; ///< of `command`
  int64_t busy = 0;       ///< ranks that have not finished it

  const void *const *inputs = nullptr;
  void *const *outputs = nullptr;
  std::vector<std::thread> threads;
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CORE_SESSION_H
