//===- Event.h - Waking a rank ----------------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One per rank. Whoever changes something that the rank may wait for signals;
// the rank reads the count, looks, and sleeps unless the count has moved.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_COMM_LOCAL_EVENT_H
#define PARTITA_RUNTIME_COMM_LOCAL_EVENT_H

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace partita::rt {

class alignas(64) Event {
public:
  uint32_t read() const { return count.load(std::memory_order_seq_cst); }

  void signal() {
    count.fetch_add(1, std::memory_order_seq_cst);
    // A sleeper has announced itself before it looked at the count again.
    if (sleepers.load(std::memory_order_seq_cst) == 0)
      return;
    {
      std::lock_guard<std::mutex> lock(mutex);
    }
    condition.notify_all();
  }

  /// Returns once the count is not `seen`, or after `seconds`.
  void wait(uint32_t seen, double seconds, bool maySpin) {
    for (int i = maySpin ? spins : 0; i > 0; --i) {
      if (read() != seen)
        return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    sleepers.fetch_add(1, std::memory_order_seq_cst);
    {
      std::unique_lock<std::mutex> lock(mutex);
      condition.wait_for(lock, std::chrono::duration<double>(seconds),
                         [&] { return read() != seen; });
    }
    sleepers.fetch_sub(1, std::memory_order_seq_cst);
  }

private:
  static constexpr int spins = 1000; // some 20 us, about one wake-up

  std::atomic<uint32_t> count{0};
  std::atomic<uint32_t> sleepers{0};
  std::mutex mutex;
  std::condition_variable condition;
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_COMM_LOCAL_EVENT_H
