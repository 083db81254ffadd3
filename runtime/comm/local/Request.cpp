//===- Request.cpp - One collective's way through its states --------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Local.h. The data movement itself is in Collectives.cpp.
//
//===----------------------------------------------------------------------===//

#include "comm/local/Local.h"
#include "core/Failure.h"

using namespace partita::rt;

Request::Request(LocalComm &comm, const rt_collective_desc &desc)
    : comm(comm), facts(desc), channel(comm.channel(desc.channel)),
      own(channel.slots[desc.rank]), team(static_cast<int>(desc.threads)) {
  if (facts.kind == RT_EXCHANGE)
    planExchange();
  else
    planGroup();
  own.request = this;
}

bool Request::reached(const std::vector<int64_t> &ranks,
                      std::atomic<uint64_t> Slot::*step) const {
  for (int64_t rank : ranks)
    if ((channel.slots[rank].*step).load(std::memory_order_acquire) < epoch)
      return false;
  return true;
}

void Request::signalPeers(const std::vector<int64_t> &ranks) {
  for (int64_t rank : ranks)
    comm.endpoints[rank].event.signal();
}

void Request::start(const void *src, void *dst) {
  own.src = static_cast<const char *>(src);
  own.dst = static_cast<char *>(dst);
  ++epoch;
  own.arrived.store(epoch, std::memory_order_release);
  signalPeers(readers);
  state = State::Started;
  endpoint().pending.push_back(this);
  ++endpoint().calls[facts.kind];
}

bool Request::advance() {
  State before = state;
  if (state == State::Started && reached(sources, &Slot::arrived)) {
    if (facts.kind == RT_ALL_REDUCE) {
      reduceOwnPart();
      own.reduced.store(epoch, std::memory_order_release);
      signalPeers(readers);
      state = State::Reduced;
    } else {
      if (facts.kind == RT_REDUCE_SCATTER)
        reduceOwnPart();
      pull();
      state = State::Pulled;
    }
  }
  if (state == State::Reduced && reached(sources, &Slot::reduced)) {
    pull();
    state = State::Pulled;
  }
  if (state == State::Pulled && state != before) {
    own.done.store(epoch, std::memory_order_release);
    signalPeers(sources);
  }
  if (state == State::Pulled && reached(readers, &Slot::done))
    state = State::Idle;
  return state != before;
}

std::string Request::missing() const {
  const std::vector<int64_t> &ranks =
      state == State::Pulled ? readers : sources;
  std::atomic<uint64_t> Slot::*step = state == State::Started   ? &Slot::arrived
                                      : state == State::Reduced ? &Slot::reduced
                                                                : &Slot::done;
  const char *what = state == State::Started   ? "has not arrived"
                     : state == State::Reduced ? "has not reduced its part"
                                               : "has not read its part";
  std::string text;
  for (int64_t rank : ranks) {
    if ((channel.slots[rank].*step).load(std::memory_order_acquire) >= epoch)
      continue;
    char doing[200];
    comm.host.describe(comm.host.session, rank, doing, sizeof doing);
    text += format("%srank %lld %s, it is %s", text.empty() ? "" : "; ",
                   static_cast<long long>(rank), what, doing);
  }
  return text;
}
