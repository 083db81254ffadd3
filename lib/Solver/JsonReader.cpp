//===- JsonReader.cpp - A pull parser that knows where it is ------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See JsonReader.h. zlib reads plain files too, so there is one way in.
//
//===----------------------------------------------------------------------===//

#include "JsonReader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <zlib.h>

using namespace partita::solver;

/// Deeper nesting than this is no problem file, and paths stay printable.
static constexpr size_t MaxDepth = 64;
/// Longer strings are refused, and error messages quote no more than a bit.
static constexpr size_t MaxString = 1 << 16, MaxShown = 40;
/// So many messages are listed, and the others counted up to a point.
static constexpr int MaxMessages = 20, MostMessages = 1000;

JsonReader::~JsonReader() {
  if (file)
    gzclose(gzFile(file));
}

void JsonReader::openFile(const std::string &path) {
  errno = 0;
  file = gzopen(path.c_str(), "rb");
  if (!file) {
    broken = true;
    note(std::string("cannot open: ") +
         (errno ? std::strerror(errno) : "out of memory"));
    return;
  }
  gzbuffer(gzFile(file), 1 << 18);
  buffer.resize(1 << 18);
}

void JsonReader::openText(std::string_view text) {
  data = text.data();
  size = text.size();
}

/// What may be quoted of a name.
static std::string shown(const std::string &name) {
  std::string text = name.substr(0, MaxShown);
  for (char &c : text)
    if (c < 32 || c > 126)
      c = '?';
  return text;
}

std::string JsonReader::error() const {
  int more = numMessages - MaxMessages;
  return more <= 0 ? messages
                   : messages + "\nand " + std::to_string(more) + " more" +
                         (broken ? " so far" : "");
}

void JsonReader::note(const std::string &text) {
  if (numMessages++ < MaxMessages)
    messages += (messages.empty() ? "" : "\n") + text;
}

void JsonReader::complain(const std::string &what, int64_t byte) {
  if (broken)
    return;
  if (numMessages >= MaxMessages) {
    broken = ++numMessages >= MostMessages;
    return;
  }
  std::string path;
  for (const Frame &frame : frames) {
    if (frame.array)
      path += "[" + std::to_string(frame.index) + "]";
    else if (!frame.key.empty())
      path += (path.empty() ? "" : ".") + frame.key;
  }
  if (byte < 0)
    byte = passed + int64_t(position);
  note("line " + std::to_string(line) + ", column " +
       std::to_string(byte - lineStart + 1) + ": " +
       (path.empty() ? "" : path + ": ") + what);
}

void JsonReader::fail(const std::string &what, int64_t byte) {
  complain(what, byte);
  broken = true;
}

void JsonReader::count(int64_t more) {
  if ((values += more) > limits.values)
    fail("expects at most " + std::to_string(limits.values) + " values");
}

bool JsonReader::refill() {
  if (!file || failed())
    return false;
  passed += int64_t(size);
  position = size = 0;
  data = buffer.data();
  int got = gzread(gzFile(file), buffer.data(), unsigned(buffer.size()));
  if (got > 0) {
    size = size_t(got);
    if (passed + got <= limits.bytes)
      return true;
    fail("expects at most " + std::to_string(limits.bytes) +
         " bytes of (unpacked) text");
    size = 0;
    return false;
  }
  int code = Z_OK;
  const char *text = gzerror(gzFile(file), &code);
  if (code == Z_BUF_ERROR)
    fail("the gzip stream is cut off");
  else if (code == Z_ERRNO)
    fail(std::string("cannot read: ") + std::strerror(errno));
  else if (code != Z_OK && code != Z_STREAM_END) {
    // zlib puts the path before what is wrong.
    const char *reason = std::strrchr(text, ':');
    fail(std::string("damaged gzip stream") + (reason ? reason : ""));
  }
  return false;
}

int JsonReader::peek() {
  int c = peekByte();
  while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
    ++position;
    if (c == '\n') {
      ++line;
      lineStart = passed + int64_t(position);
    }
    c = peekByte();
  }
  return c;
}

static bool isDigit(int c) { return c >= '0' && c <= '9'; }

/// What numbers are made of, and NaN, Infinity, true and null too.
static bool isWord(int c) {
  return isDigit(c) || c == '.' || c == '-' || c == '+' ||
         (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string JsonReader::describe(int c) {
  if (c < 0)
    return "the end of the file";
  if (c == 0xef && passed + int64_t(position) == 0)
    return "a byte order mark: save the file as UTF-8 without it";
  if (c < 32 || c > 126)
    return "byte value " + std::to_string(c);
  std::string text(1, char(c));
  // A word or number says more by its next few characters.
  bool more = isWord(c) || c == '"';
  for (size_t p = position + 1; more && p < size && text.size() < 12; ++p) {
    char d = data[p];
    if (!isWord((unsigned char)d))
      break;
    text += d;
  }
  return "'" + text + "'";
}

bool JsonReader::push(bool array, char open) {
  if (failed())
    return false;
  int c = peek();
  if (c != open) {
    fail(std::string("expects ") + (array ? "a list" : "an object") + ", got " +
         describe(c));
    return false;
  }
  count(1);
  if (frames.size() == MaxDepth) {
    fail("expects at most " + std::to_string(MaxDepth) + " levels");
    return false;
  }
  ++position;
  frames.push_back({array, true, -1, ""});
  return true;
}

void JsonReader::beginArray() { push(true, '['); }
void JsonReader::beginObject() { push(false, '{'); }

bool JsonReader::nextItem() {
  if (failed())
    return false;
  Frame &frame = frames.back();
  int c = peek();
  if (c == ']') {
    ++position;
    frames.pop_back();
    return false;
  }
  ++frame.index;
  if (!frame.first) {
    if (c != ',') {
      fail("expects ',' or ']', got " + describe(c));
      return false;
    }
    ++position;
    c = peek();
  }
  frame.first = false;
  if (c == ']' || c == ',' || c < 0) {
    fail("expects a value, got " + describe(c));
    return false;
  }
  return true;
}

void JsonReader::requireItem() {
  if (!failed() && !nextItem())
    fail("expects more items");
}

void JsonReader::endItems() {
  if (!failed() && nextItem())
    fail("expects no more items");
}

bool JsonReader::nextKey(std::string &key) {
  if (failed())
    return false;
  size_t depth = frames.size() - 1;
  frames[depth].key.clear();
  int c = peek();
  if (c == '}') {
    ++position;
    frames.pop_back();
    return false;
  }
  if (!frames[depth].first) {
    if (c != ',') {
      fail("expects ',' or '}', got " + describe(c));
      return false;
    }
    ++position;
  }
  frames[depth].first = false;
  key = string();
  if (failed())
    return false;
  c = peek();
  if (c != ':') {
    fail("expects ':' after \"" + shown(key) + "\", got " + describe(c));
    return false;
  }
  ++position;
  frames[depth].key = shown(key);
  return true;
}

int64_t JsonReader::integer(int64_t least, int64_t most) {
  if (failed())
    return least;
  count(1);
  int c = peek();
  int64_t start = passed + int64_t(position);
  char literal[MaxShown]; // as much of it as is quoted
  size_t length = 0;
  auto take = [&] {
    if (length < MaxShown)
      literal[length] = char(c);
    ++length;
    ++position;
    c = peekByte();
  };
  bool negative = c == '-';
  if (negative)
    take();
  bool good = isDigit(c), zero = c == '0';
  // Negative, because that side of int64_t reaches further.
  int64_t value = 0;
  int digits = 0;
  for (; isDigit(c); take(), ++digits)
    good = good && !__builtin_mul_overflow(value, 10, &value) &&
           !__builtin_sub_overflow(value, c - '0', &value);
  good = good && !(zero && digits > 1) && !isWord(c) &&
         (negative || value != INT64_MIN);
  while (isWord(c))
    take();
  if (good && !negative)
    value = -value;
  if (good && value >= least && value <= most)
    return value;
  std::string what = "expects an integer from " + std::to_string(least) +
                     " to " + std::to_string(most) + ", got ";
  if (length == 0)
    fail(what + describe(c), start);
  else
    complain(what + std::string(literal, std::min(length, MaxShown)) +
                 (length > MaxShown ? "..." : ""),
             start);
  return least;
}

std::string JsonReader::string() {
  std::string text;
  if (failed())
    return text;
  count(1);
  int c = peek();
  if (c != '"') {
    fail("expects a string, got " + describe(c));
    return text;
  }
  ++position;
  while (true) {
    c = peekByte();
    if (c < 0 || c < 32) {
      fail("expects the end of a string, got " + describe(c));
      return "";
    }
    ++position;
    if (c == '"')
      return text;
    if (c == '\\') {
      // Names are only compared and shown: escapes are kept as written.
      text += '\\';
      c = peekByte();
      if (c < 32) {
        fail("expects the rest of an escape, got " + describe(c));
        return "";
      }
      ++position;
    }
    text += char(c);
    if (text.size() > MaxString) {
      fail("expects a string of at most " + std::to_string(MaxString) +
           " bytes");
      return "";
    }
  }
}

void JsonReader::expectWord(const char *word) {
  std::string shown = describe(peek());
  for (const char *p = word; *p; ++p, ++position)
    if (peekByte() != *p) {
      fail(std::string("expects ") + word + ", got " + shown);
      return;
    }
}

bool JsonReader::boolean() {
  if (failed())
    return false;
  bool value = peek() == 't';
  expectWord(value ? "true" : "false");
  return value;
}

bool JsonReader::null() {
  if (failed() || peek() != 'n')
    return false;
  expectWord("null");
  return true;
}

void JsonReader::skip() {
  size_t depth = frames.size();
  std::string key;
  do {
    if (failed())
      return;
    switch (int c = peek()) {
    case '[':
      beginArray();
      break;
    case '{':
      beginObject();
      break;
    case '"':
      string();
      break;
    case 't':
    case 'f':
      boolean();
      break;
    case 'n':
      null();
      break;
    default:
      if (c != '-' && !isDigit(c)) {
        fail("expects a value, got " + describe(c));
        return;
      }
      count(1);
      while (isWord(c)) {
        ++position;
        c = peekByte();
      }
    }
    // On to the next value inside what this call has entered, if any.
    while (!failed() && frames.size() > depth &&
           !(frames.back().array ? nextItem() : nextKey(key))) {
    }
  } while (!failed() && frames.size() > depth);
}

void JsonReader::finish() {
  if (failed())
    return;
  int c = peek();
  if (c >= 0)
    fail("expects the end of the file, got " + describe(c));
}

bool Keys::is(const std::string &key, const char *name) {
  if (key != name)
    return false;
  if (std::find(seen.begin(), seen.end(), key) != seen.end())
    in.fail("expects this key once");
  seen.push_back(key);
  return true;
}

bool Keys::require(std::initializer_list<const char *> names) {
  bool all = true;
  for (const char *name : names)
    if (std::find(seen.begin(), seen.end(), name) == seen.end()) {
      in.complain("expects the key \"" + std::string(name) + "\"");
      all = false;
    }
  return all;
}
