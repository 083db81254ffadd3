//===- Failure.h - What went wrong ------------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors travel as exceptions inside the runtime and leave it as a status and
// one line of text (Api.cpp; the functions of comm/rt_comm.h). A rank that is
// stopped because of another rank's failure throws `Interrupted`, which says
// nothing: the first cause is reported once.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CORE_FAILURE_H
#define PARTITA_RUNTIME_CORE_FAILURE_H

#include <atomic>
#include <exception>
#include <mutex>
#include <string>

namespace partita::rt {

/// printf into a string.
std::string format(const char *pattern, ...)
    __attribute__((format(printf, 1, 2)));

class Failure : public std::exception {
public:
  explicit Failure(std::string message) : message(std::move(message)) {}
  const char *what() const noexcept override { return message.c_str(); }

private:
  std::string message;
};

/// Throws Failure with a formatted message.
[[noreturn]] void fail(const char *pattern, ...)
    __attribute__((format(printf, 1, 2)));

/// Another rank has failed; its message is the one to report.
class Interrupted : public std::exception {};

/// A session's failure: the first cause wins, and everybody polls for it.
class FirstCause {
public:
  /// Returns whether this is the first.
  bool raise(const std::string &cause);
  bool raised() const { return flag.load(std::memory_order_acquire); }
  std::string message() const;

private:
  std::atomic<bool> flag{false};
  mutable std::mutex mutex;
  std::string text;
};

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CORE_FAILURE_H
