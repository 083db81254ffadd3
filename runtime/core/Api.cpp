//===- Api.cpp - The C interface of a session -----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See rt_runtime.h. Exceptions end here.
//
//===----------------------------------------------------------------------===//

#include "core/Session.h"
#include "rt_runtime.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace partita::rt;

struct rt_session {
  rt_session(const rt_image &image, const char *weightsPath)
      : session(image, weightsPath) {}
  Session session;
};

/// One line that fits.
static void report(char *error, size_t size, const char *text) {
  if (!error || size == 0)
    return;
  size_t length = std::min(std::strlen(text), size - 1);
  std::memcpy(error, text, length);
  error[length] = 0;
  std::replace(error, error + length, '\n', ' ');
}

template <typename Body>
static int guarded(char *error, size_t size, const Body &body) {
  try {
    body();
    return RT_OK;
  } catch (const std::bad_alloc &) {
    report(error, size, "out of memory");
  } catch (const std::exception &cause) {
    report(error, size, cause.what());
  }
  return RT_FAILURE;
}

int rt_session_create(const rt_image *image, const char *weightsPath,
                      rt_session **session, char *error, size_t errorSize) {
  *session = nullptr;
  return guarded(error, errorSize, [&] {
    auto made = std::make_unique<rt_session>(*image, weightsPath);
    try {
      made->session.prepare();
    } catch (...) {
      if (!made->session.stop())
        made.release(); // a thread still uses it
      throw;
    }
    *session = made.release();
  });
}

int rt_session_run(rt_session *session, const void *const *inputs,
                   void *const *outputs, char *error, size_t errorSize) {
  return guarded(error, errorSize,
                 [&] { session->session.run(inputs, outputs); });
}

void rt_session_counters(const rt_session *session, int64_t *bytes,
                         int64_t *calls) {
  session->session.counters(bytes, calls);
}

int64_t rt_session_memory(const rt_session *session) {
  return session->session.memory();
}

void rt_session_destroy(rt_session *session) {
  // A rank that hangs in a kernel keeps its session: better a leak at the end
  // of a failed process than memory pulled away under a running thread.
  if (session && session->session.stop())
    delete session;
}
