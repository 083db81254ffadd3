//===- Rank.h - One rank of a program ---------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank is a row of its class's tables made ready to run: its arena, its
// copies of inputs, the addresses of all operands and its steps. Everything
// here runs on the rank's own thread, but for the constructor and what says
// `any thread`.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CORE_RANK_H
#define PARTITA_RUNTIME_CORE_RANK_H

#include "core/Box.h"
#include "core/Failure.h"
#include "core/Memory.h"
#include "core/Step.h"
#include "cpu/Library.h"

#include <atomic>
#include <string>
#include <vector>

namespace partita::rt {

class Weights;

/// What the ranks of a session share.
struct SharedState {
  const rt_image &image;
  const Weights &weights;
  PackedWeights &packed;
  rt_comm &comm;
  const FirstCause &cause;
};

class Rank {
public:
  /// The rank at `row` of the class.
  Rank(const SharedState &shared, const rt_class &cls, int64_t row);

  /// Allocates and makes the steps; throws Failure.
  void prepare();
  /// One run; throws Failure, naming rank and instruction, or Interrupted.
  void run(const void *const *inputs, void *const *outputs);

  int64_t number() const { return cls.ranks[row]; }
  int64_t memory() const; ///< bytes, without what the session shares

  /// Any thread: steps done since creation.
  int64_t progress() const { return ticks.load(std::memory_order_relaxed); }
  /// Any thread: "in instruction 3 'relu' (kernel relu_0)".
  std::string doing() const;

private:
  /// A program input's shard. Where the shard is the whole tensor, the caller's
  /// memory is used in place.
  struct Input {
    int64_t index;
    BoxCopy copy;
    Block memory;
    void *current;
    std::vector<void **> uses; ///< operands that hold the address
  };
  struct Result {
    int64_t index;
    void *const *source;
    BoxCopy copy;
  };

  void placeBuffers();
  void makeSteps();
  void loadInputs(const void *const *inputs);
  void storeResults(void *const *outputs);
  void moveTo(int64_t where);

  const SharedState &shared;
  const rt_class &cls;
  int64_t row;
  Team team;
  Library library;
  Block arena, scratch;
  std::vector<void *> addresses; ///< by buffer
  std::vector<void *> operands;  ///< of all instructions, one after another
  std::vector<Input> inputs;
  std::vector<Result> results;
  std::vector<std::unique_ptr<Step>> steps; ///< by instruction; may be null
  std::map<int64_t, rt_comm_request *> futures;

  /// The instruction being executed, or one of:
  static constexpr int64_t idle = -3, preparing = -2, loading = -1;
  std::atomic<int64_t> position{idle}; ///< num_instrs: storing results
  std::atomic<int64_t> ticks{0};
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CORE_RANK_H
