//===- Failure.cpp - What went wrong --------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Failure.h.
//
//===----------------------------------------------------------------------===//

#include "core/Failure.h"

#include <cstdarg>
#include <cstdio>
#include <vector>

using namespace partita::rt;

static std::string formatList(const char *pattern, va_list list) {
  va_list again;
  va_copy(again, list);
  int length = std::vsnprintf(nullptr, 0, pattern, again);
  va_end(again);
  std::vector<char> text(length + 1);
  std::vsnprintf(text.data(), text.size(), pattern, list);
  return std::string(text.data(), length);
}

std::string partita::rt::format(const char *pattern, ...) {
  va_list list;
  va_start(list, pattern);
  std::string text = formatList(pattern, list);
  va_end(list);
  return text;
}

void partita::rt::fail(const char *pattern, ...) {
  va_list list;
  va_start(list, pattern);
  std::string text = formatList(pattern, list);
  va_end(list);
  throw Failure(std::move(text));
}

bool FirstCause::raise(const std::string &cause) {
  std::lock_guard<std::mutex> lock(mutex);
  if (flag.load(std::memory_order_relaxed))
    return false;
  text = cause;
  flag.store(true, std::memory_order_release);
  return true;
}

std::string FirstCause::message() const {
  std::lock_guard<std::mutex> lock(mutex);
  return text;
}
