//===- Text.cpp - Messages, names and numbers as text ---------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace partita::program {

std::string format(const char *fmt, ...) {
  va_list args, again;
  va_start(args, fmt);
  va_copy(again, args);
  int size = vsnprintf(nullptr, 0, fmt, args);
  va_end(args);
  std::string text(size > 0 ? size : 0, '\0');
  vsnprintf(text.data(), text.size() + 1, fmt, again);
  va_end(again);
  return text;
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      result += format("\\x%02x", c);
    else
      result += c;
  }
  return result + "\"";
}

std::string formatBytes(int64_t bytes) {
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024)
    return format("%lld B", static_cast<long long>(bytes));
  double value = static_cast<double>(bytes) / 1024;
  int unit = 0;
  // 1023.96 would print as 1024.0 of the smaller unit.
  while (value >= 1023.95 && unit < 5) {
    value /= 1024;
    ++unit;
  }
  return format("%.1f %s", value, units[unit]);
}

bool startsWith(const std::string &text, const std::string &prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

bool endsWith(const std::string &text, const std::string &suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

/// strtoll and strtod skip white space and stop at what they do not know; both
/// would hide a typing error.
static bool isWholeNumber(const std::string &text, const char *end) {
  return !text.empty() && !isspace(static_cast<unsigned char>(text[0])) &&
         end == text.c_str() + text.size();
}

std::optional<int64_t> parseInteger(const std::string &text) {
  errno = 0;
  char *end = nullptr;
  long long value = strtoll(text.c_str(), &end, 10);
  if (errno || !isWholeNumber(text, end))
    return std::nullopt;
  return value;
}

std::optional<double> parseReal(const std::string &text) {
  char *end = nullptr;
  double value = strtod(text.c_str(), &end);
  if (!isWholeNumber(text, end) || !std::isfinite(value))
    return std::nullopt;
  return value;
}

static size_t editDistance(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = diagonal + (tolower(a[i - 1]) != tolower(b[j - 1]));
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string nearest(const std::string &word,
                    const std::vector<std::string> &words) {
  std::string best;
  size_t bestDistance = std::max<size_t>(word.size() / 3, 1);
  for (const std::string &candidate : words) {
    size_t distance = editDistance(word, candidate);
    if (distance <= bestDistance && distance < candidate.size() &&
        (best.empty() || distance < bestDistance)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

std::string listNames(const std::vector<std::string> &names) {
  const size_t shown = 20;
  std::string result;
  for (size_t i = 0; i < names.size() && i < shown; ++i)
    result += (i ? ", " : "") + quoted(names[i]);
  if (names.size() > shown)
    result += format(" and %zu more", names.size() - shown);
  return result;
}

std::string unknownName(const std::string &kind, const std::string &name,
                        const std::vector<std::string> &valid) {
  std::string text = "unknown " + kind + " " + quoted(name) + ": ";
  std::string guess = nearest(name, valid);
  if (!guess.empty())
    text += "did you mean " + quoted(guess) + "? ";
  if (valid.empty())
    return text + "there is no " + kind;
  return text + kind + "s: " + listNames(valid);
}

} // namespace partita::program
