//===- Session.cpp - A program's ranks, ready to run ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Session.h.
//
//===----------------------------------------------------------------------===//

#include "core/Session.h"
#include "core/Check.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace partita::rt;

/// How long the other ranks may take to stop after the first failure.
static constexpr std::chrono::seconds gracePeriod(1);

/// PARTITA_TIMEOUT: seconds without progress after which a wait fails.
static double timeoutSeconds() {
  const char *text = std::getenv("PARTITA_TIMEOUT");
  if (!text || !*text)
    return 30;
  char *end;
  double seconds = std::strtod(text, &end);
  if (*end || !(seconds >= 0) || seconds > 1e6)
    fail("PARTITA_TIMEOUT expects seconds (0: no limit), got '%s'", text);
  return seconds;
}

static const rt_image &checked(const rt_image &image) {
  checkImage(image);
  return image;
}

Session::Session(const rt_image &image, const char *weightsPath)
    : image(checked(image)), weights(image, weightsPath) {
  createComm();
  shared.reset(new SharedState{image, weights, packed, *comm, cause});
  ranks.resize(image.num_ranks);
  for (int64_t c = 0; c < image.num_classes; ++c) {
    const rt_class &cls = image.classes[c];
    for (int64_t row = 0; row < cls.num_ranks; ++row)
      ranks[cls.ranks[row]] = std::make_unique<Rank>(*shared, cls, row);
  }
}

void Session::createComm() {
  rt_comm_host host;
  host.session = this;
  host.progress = [](void *session) {
    int64_t sum = 0;
    for (const auto &rank : static_cast<Session *>(session)->ranks)
      sum += rank->progress();
    return sum;
  };
  host.failed = [](void *session) -> int {
    return static_cast<Session *>(session)->cause.raised();
  };
  host.describe = [](void *session, int64_t rank, char *text, size_t size) {
    Session &self = *static_cast<Session *>(session);
    std::snprintf(text, size, "%s", self.ranks[rank]->doing().c_str());
  };
  host.timeout = timeoutSeconds();

  bool coreEach = std::thread::hardware_concurrency() >=
                  image.num_ranks * image.threads_per_rank;
  char error[1024] = "";
  rt_comm *made = nullptr;
  if (rt_comm_local_create(image.num_ranks, coreEach, &host, &made, error,
                           sizeof error))
    throw Failure(error);
  comm.reset(made);
}

Session::~Session() { stop(); }

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

void Session::raise(const std::string &text) {
  if (!cause.raise(text))
    return;
  comm->ops->interrupt(comm.get());
  {
    std::lock_guard<std::mutex> lock(mutex);
  }
  fromRanks.notify_all();
}

void Session::execute(Rank &rank, Command what) {
  try {
    if (what == Command::Prepare)
      rank.prepare();
    else
      rank.run(inputs, outputs);
  } catch (const Interrupted &) {
    // The first cause is already known.
  } catch (const std::exception &error) {
    raise(error.what());
  }
}

void Session::serve(Rank &rank) {
  int64_t done = 0;
  for (;;) {
    Command next;
    {
      std::unique_lock<std::mutex> lock(mutex);
      toRanks.wait(lock, [&] { return generation != done; });
      done = generation;
      next = command;
    }
    if (next == Command::Exit)
      return;
    execute(rank, next);
    std::lock_guard<std::mutex> lock(mutex);
    if (--busy == 0)
      fromRanks.notify_all();
  }
}

/// Has all ranks do `next`; throws the session's failure. After one, ranks
/// that do not stop in time are left behind (`busy` stays above 0).
void Session::dispatch(Command next) {
  std::unique_lock<std::mutex> lock(mutex);
  if (!cause.raised()) {
    command = next;
    ++generation;
    busy = static_cast<int64_t>(threads.size());
    toRanks.notify_all();
    fromRanks.wait(lock, [&] { return busy == 0 || cause.raised(); });
  }
  if (!cause.raised())
    return;
  fromRanks.wait_for(lock, gracePeriod, [&] { return busy == 0; });
  throw Failure(cause.message());
}

void Session::prepare() {
  for (const auto &rank : ranks)
    threads.emplace_back([this, &rank] { serve(*rank); });
  dispatch(Command::Prepare);
  char error[1024] = "";
  if (comm->ops->seal(comm.get(), error, sizeof error))
    throw Failure(error);
}

void Session::run(const void *const *in, void *const *out) {
  inputs = in;
  outputs = out;
  dispatch(Command::Run);
}

bool Session::stop() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (busy) // `dispatch` has waited for it
      return false;
    command = Command::Exit;
    ++generation;
    toRanks.notify_all();
  }
  for (std::thread &thread : threads)
    thread.join();
  threads.clear();
  return true;
}

void Session::counters(int64_t *bytes, int64_t *calls) const {
  comm->ops->counters(comm.get(), bytes, calls);
}

int64_t Session::memory() const {
  int64_t bytes = packed.bytes();
  for (const auto &rank : ranks)
    bytes += rank->memory();
  return bytes;
}
