//===- Local.h - Ranks as threads of one process ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No data is staged. Each collective of the program is a `Channel` with one
// `Slot` per rank; `start` writes the rank's pointers into its slot, and each
// rank pulls what it needs from the others' memory inside its own waits:
//
//   gather, exchange   all sources arrived -> pull           -> all have read
//   reduce-scatter     all sources arrived -> reduce my piece -> all have read
//   all-reduce         all sources arrived -> reduce my chunk -> all chunks
//                      reduced -> pull the other chunks       -> all have read
//
// Slots count executions (epochs), so that nothing is ever reset: a rank can
// start a channel's next epoch only after everybody has read the last one.
//
// A rank that waits for one collective also advances its others. So ranks may
// wait in different orders, as long as they start in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_COMM_LOCAL_LOCAL_H
#define PARTITA_RUNTIME_COMM_LOCAL_LOCAL_H

#include "comm/local/Event.h"
#include "comm/rt_comm.h"
#include "core/Box.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace partita::rt {

class Request;

struct alignas(64) Slot {
  std::atomic<uint64_t> arrived{0}; ///< epochs whose src, dst are published
  std::atomic<uint64_t> reduced{0}; ///< epochs whose chunk is in dst
  std::atomic<uint64_t> done{0};    ///< epochs in which I have read all
  const char *src = nullptr;
  char *dst = nullptr;
  Request *request = nullptr; ///< set at start-up; null: takes no part
};

struct Channel {
  explicit Channel(int64_t numRanks) : slots(numRanks) {}
  std::vector<Slot> slots; ///< by rank
};

/// A rank's side of all its collectives. Only the rank's own thread touches
/// it, but for `event`.
struct Endpoint {
  Event event;
  std::vector<Request *> pending; ///< started and not complete
  std::vector<std::unique_ptr<Request>> requests;
  int64_t bytes[4] = {0, 0, 0, 0}; ///< received, by rt_collective
  int64_t calls[4] = {0, 0, 0, 0};
};

struct LocalComm : rt_comm {
  LocalComm(int64_t numRanks, bool maySpin, const rt_comm_host &host);

  Channel &channel(int64_t number);

  rt_comm_host host;
  bool maySpin;
  std::vector<Endpoint> endpoints; ///< by rank
  std::mutex mutex;                ///< guards `channels` during start-up
  std::map<int64_t, std::unique_ptr<Channel>> channels;
};

/// One collective of one rank.
class Request {
public:
  Request(LocalComm &comm, const rt_collective_desc &desc);

  const rt_collective_desc &desc() const { return facts; }
  Endpoint &endpoint() const { return comm.endpoints[facts.rank]; }
  LocalComm &owner() const { return comm; }

  void start(const void *src, void *dst);
  /// Does what can be done now; returns whether the state has changed.
  bool advance();
  bool isComplete() const { return state == State::Idle; }
  /// "rank 1 has not arrived, it is in ...": who keeps this from completing.
  std::string missing() const;

private:
  enum class State { Idle, Started, Reduced, Pulled };

  /// A box to copy from a rank's source (all-reduce: from its destination).
  struct Pull {
    int64_t rank;
    BoxCopy copy;
  };
  void planGroup();
  void planExchange();
  int64_t memberIndex() const;
  void pull();
  void reduceOwnPart();
  void signalPeers(const std::vector<int64_t> &ranks);
  bool reached(const std::vector<int64_t> &ranks,
               std::atomic<uint64_t> Slot::*step) const;

  LocalComm &comm;
  rt_collective_desc facts;
  Channel &channel;
  Slot &own;
  Team team;
  State state = State::Idle;
  uint64_t epoch = 0;

  std::vector<int64_t> sources; ///< the other ranks that I read from
  std::vector<int64_t> readers; ///< the other ranks that read from me
  std::vector<Pull> pulls;
  /// Reductions: members in ascending rank order, and the part that I reduce:
  /// `rows` rows of [begin, end) elements, `pitch` elements apart.
  std::vector<int64_t> reduceRanks;
  std::vector<const char *> reduceFrom;
  int64_t rows = 0, pitch = 0, begin = 0, end = 0;
};

/// "all_reduce sum of 12 f32 over ranks [0,1]": equal for all parties.
std::string describe(const rt_collective_desc &desc);
/// Compares what the parties of each channel expect; throws Failure.
void checkParties(LocalComm &comm);

} // namespace partita::rt

#endif // PARTITA_RUNTIME_COMM_LOCAL_LOCAL_H
