//===- Local.cpp - The local backend's table of functions -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Local.h.
//
//===----------------------------------------------------------------------===//

#include "comm/local/Local.h"
#include "core/Failure.h"

#include <algorithm>
#include <cstdio>

using namespace partita::rt;

LocalComm::LocalComm(int64_t numRanks, bool maySpin, const rt_comm_host &host)
    : host(host), maySpin(maySpin), endpoints(numRanks) {}

Channel &LocalComm::channel(int64_t number) {
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Channel> &entry = channels[number];
  if (!entry)
    entry = std::make_unique<Channel>(endpoints.size());
  return *entry;
}

//===----------------------------------------------------------------------===//
// What the parties expect of each other
//===----------------------------------------------------------------------===//

static const char *const kindNames[] = {"all_gather", "all_reduce",
                                        "reduce_scatter", "exchange"};
static const char *const dtypeNames[] = {"f32", "i32", "i64", "bool"};

static std::string list(const int64_t *values, int64_t count) {
  std::string text = "[";
  for (int64_t i = 0; i < count; ++i)
    text += (i ? "," : "") + std::to_string(values[i]);
  return text + "]";
}

std::string partita::rt::describe(const rt_collective_desc &desc) {
  std::string text = kindNames[desc.kind];
  bool reduces = desc.kind == RT_ALL_REDUCE || desc.kind == RT_REDUCE_SCATTER;
  if (reduces)
    text += format(" %s %s", desc.reduce == RT_SUM ? "sum" : "max",
                   dtypeNames[desc.dtype]);
  else
    text += format(" of %lld-byte elements",
                   static_cast<long long>(desc.elem_size));
  if (desc.kind == RT_ALL_REDUCE)
    text += format(" x%lld", static_cast<long long>(desc.count));
  if (desc.kind == RT_ALL_GATHER || desc.kind == RT_REDUCE_SCATTER)
    text += format(" %lld x cuts %s x %lld", static_cast<long long>(desc.outer),
                   list(desc.group->cuts, desc.group->num_members + 1).c_str(),
                   static_cast<long long>(desc.inner));
  if (desc.group)
    text += " over ranks " + list(desc.group->members, desc.group->num_members);
  else
    text +=
        format(", %lld transfers", static_cast<long long>(desc.num_transfers));
  return text;
}

static bool equalTransfers(const rt_collective_desc &a,
                           const rt_collective_desc &b) {
  auto equal = [&](const int64_t *x, const int64_t *y) {
    return std::equal(x, x + a.tensor_rank, y);
  };
  if (a.tensor_rank != b.tensor_rank || a.num_transfers != b.num_transfers)
    return false;
  for (int64_t i = 0; i < a.num_transfers; ++i) {
    const rt_transfer &x = a.transfers[i], &y = b.transfers[i];
    if (x.src_rank != y.src_rank || x.dst_rank != y.dst_rank ||
        !equal(x.src_shape, y.src_shape) || !equal(x.src_start, y.src_start) ||
        !equal(x.dst_shape, y.dst_shape) || !equal(x.dst_start, y.dst_start) ||
        !equal(x.sizes, y.sizes))
      return false;
  }
  return true;
}

static void checkPair(const Channel &channel, int64_t number,
                      const rt_collective_desc &mine, int64_t peer) {
  const Request *other = channel.slots[peer].request;
  if (!other)
    fail("the ranks' programs do not match: rank %lld expects rank %lld in "
         "'%s' on channel %lld (%s), but that rank has no such collective",
         static_cast<long long>(mine.rank), static_cast<long long>(peer),
         mine.name, static_cast<long long>(number), describe(mine).c_str());
  const rt_collective_desc &theirs = other->desc();
  std::string a = describe(mine), b = describe(theirs);
  if (a == b && (mine.kind != RT_EXCHANGE || equalTransfers(mine, theirs)))
    return;
  fail("the ranks' programs do not match on channel %lld: rank %lld has '%s', "
       "%s; rank %lld has '%s', %s",
       static_cast<long long>(number), static_cast<long long>(mine.rank),
       mine.name, a.c_str(), static_cast<long long>(peer), theirs.name,
       a == b ? "with other transfers" : b.c_str());
}

void partita::rt::checkParties(LocalComm &comm) {
  for (const auto &[number, channel] : comm.channels) {
    for (const Slot &slot : channel->slots) {
      if (!slot.request)
        continue;
      const rt_collective_desc &desc = slot.request->desc();
      if (desc.group)
        for (int64_t i = 0; i < desc.group->num_members; ++i)
          checkPair(*channel, number, desc, desc.group->members[i]);
      for (int64_t i = 0; i < desc.num_transfers; ++i) {
        checkPair(*channel, number, desc, desc.transfers[i].src_rank);
        checkPair(*channel, number, desc, desc.transfers[i].dst_rank);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Runs `body`; turns what it throws into a status and a message.
template <typename Body>
static int guarded(char *error, size_t errorSize, const Body &body) {
  try {
    body();
    return RT_OK;
  } catch (const Interrupted &) {
    return RT_COMM_INTERRUPTED;
  } catch (const std::exception &cause) {
    std::snprintf(error, errorSize, "%s", cause.what());
    return RT_FAILURE;
  }
}

static LocalComm &local(rt_comm *comm) {
  return *static_cast<LocalComm *>(comm);
}

static Request &asRequest(rt_comm_request *request) {
  return *reinterpret_cast<Request *>(request);
}

static int localPrepare(rt_comm *comm, const rt_collective_desc *desc,
                        rt_comm_request **request, char *error,
                        size_t errorSize) {
  return guarded(error, errorSize, [&] {
    auto made = std::make_unique<Request>(local(comm), *desc);
    *request = reinterpret_cast<rt_comm_request *>(made.get());
    Endpoint &endpoint = made->endpoint();
    endpoint.requests.push_back(std::move(made));
    endpoint.pending.reserve(endpoint.requests.size());
  });
}

static int localSeal(rt_comm *comm, char *error, size_t errorSize) {
  return guarded(error, errorSize, [&] { checkParties(local(comm)); });
}

static int localStart(rt_comm_request *request, const void *src, void *dst,
                      char *, size_t) {
  asRequest(request).start(src, dst);
  return RT_OK;
}

/// Advances all that the rank has started; returns whether anything moved.
static bool advanceAll(Endpoint &endpoint) {
  bool moved = false;
  auto finished = [&](Request *request) {
    moved |= request->advance();
    return request->isComplete();
  };
  auto &pending = endpoint.pending;
  pending.erase(std::remove_if(pending.begin(), pending.end(), finished),
                pending.end());
  return moved;
}

static void waitFor(Request &request) {
  using Clock = std::chrono::steady_clock;
  LocalComm &comm = request.owner();
  Endpoint &endpoint = request.endpoint();
  const rt_comm_host &host = comm.host;
  double slice = host.timeout > 0 ? host.timeout / 8 : 3600;
  Clock::time_point lastProgress;
  int64_t progress = -1;
  for (;;) {
    uint32_t seen = endpoint.event.read();
    bool moved = advanceAll(endpoint);
    if (request.isComplete())
      return;
    if (host.failed(host.session))
      throw Interrupted();
    if (moved)
      continue;
    int64_t now = host.progress(host.session);
    if (now != progress) {
      progress = now;
      lastProgress = Clock::now();
    }
    std::chrono::duration<double> idle = Clock::now() - lastProgress;
    if (host.timeout > 0 && idle.count() >= host.timeout) {
      const rt_collective_desc &desc = request.desc();
      fail("no progress for %g s in %s '%s' on channel %lld: %s", host.timeout,
           kindNames[desc.kind], desc.name,
           static_cast<long long>(desc.channel), request.missing().c_str());
    }
    endpoint.event.wait(seen, slice, comm.maySpin);
  }
}

static int localWait(rt_comm_request *request, char *error, size_t errorSize) {
  return guarded(error, errorSize, [&] { waitFor(asRequest(request)); });
}

static void localInterrupt(rt_comm *comm) {
  for (Endpoint &endpoint : local(comm).endpoints)
    endpoint.event.signal();
}

static void localCounters(const rt_comm *comm, int64_t *bytes, int64_t *calls) {
  for (int kind = 0; kind < 4; ++kind) {
    bytes[kind] = calls[kind] = 0;
    for (const Endpoint &e : static_cast<const LocalComm *>(comm)->endpoints) {
      bytes[kind] += e.bytes[kind];
      calls[kind] += e.calls[kind];
    }
  }
}

static void localDestroy(rt_comm *comm) { delete &local(comm); }

static const rt_comm_ops localOps = {
    "local",   localPrepare,   localSeal,     localStart,
    localWait, localInterrupt, localCounters, localDestroy};

int rt_comm_local_create(int64_t numRanks, int maySpin,
                         const rt_comm_host *host, rt_comm **comm, char *error,
                         size_t errorSize) {
  return guarded(error, errorSize, [&] {
    *comm = new LocalComm(numRanks, maySpin, *host);
    (*comm)->ops = &localOps;
  });
}
