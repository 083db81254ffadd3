//===- JsonReader.h - A pull parser that knows where it is ------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads JSON from a file, gzipped or not, or from memory, in one pass and in
// constant memory. The caller asks for what it expects:
//
//   JsonReader in; in.openFile(path);
//   for (in.beginObject(); in.nextKey(key);)
//     if (key == "costs")
//       for (in.beginArray(); in.nextItem();) use(in.integer(0, 100));
//     else
//       in.skip();
//   in.finish();
//
// What is wrong is kept in `error()`, with its line, column and path. After a
// value that is not allowed (`complain`) reading goes on, so that one run lists
// many; after broken syntax (`fail`) every `next...` returns false, so that
// loops end by themselves.
//
// A small gzip stream can unpack to any size, so bytes and values are limited.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_JSONREADER_H
#define PARTITA_LIB_SOLVER_JSONREADER_H

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace partita::solver {

class JsonReader {
public:
  JsonReader() = default;
  JsonReader(const JsonReader &) = delete;
  JsonReader &operator=(const JsonReader &) = delete;
  ~JsonReader();

  void openFile(const std::string &path);
  void openText(std::string_view text);

  /// More than this, unpacked, is refused: memory and time stay bounded.
  struct Limits {
    int64_t bytes = int64_t(1) << 32, values = int64_t(1) << 28;
  };
  Limits limits;

  /// Reading has ended early.
  bool failed() const { return broken; }
  /// Everything wrong so far, a line each, or nothing.
  std::string error() const;
  /// Notes a problem at the given byte of this line, or the current one.
  void complain(const std::string &what, int64_t byte = -1);
  /// The same, and ends the reading.
  void fail(const std::string &what, int64_t byte = -1);

  void beginArray();
  bool nextItem();
  /// For lists of known length: there must be another item, or none.
  void requireItem();
  void endItems();
  void beginObject();
  bool nextKey(std::string &key);
  /// An integer literal within [least, most]. Complains about any other number
  /// or word and returns `least`.
  int64_t integer(int64_t least, int64_t most);
  std::string string();
  bool boolean();
  /// True and consumed if the next value is null.
  bool null();
  /// What is built counts too, as a value for every eight bytes: a short item
  /// can stand for a large one.
  void count(int64_t more);
  /// Passes over any value.
  void skip();
  /// Expects the end of the text.
  void finish();

private:
  struct Frame {
    bool array, first;
    int64_t index;
    std::string key;
  };
  int peekByte() {
    return position < size || refill() ? (unsigned char)data[position] : -1;
  }
  int peek(); // after blanks
  bool refill();
  bool push(bool array, char open);
  void note(const std::string &text);
  std::string describe(int c);
  void expectWord(const char *word);

  void *file = nullptr; // gzFile
  std::vector<char> buffer;
  const char *data = nullptr;
  size_t position = 0, size = 0;
  int64_t passed = 0; // bytes before `data`
  int64_t line = 1, lineStart = 0, values = 0;
  std::vector<Frame> frames;
  bool broken = false;
  std::string messages;
  int numMessages = 0;
};

/// The keys of an object that are known: at most once each, and some at least.
class Keys {
public:
  explicit Keys(JsonReader &in) : in(in) {}
  /// Whether the key just read is this one.
  bool is(const std::string &key, const char *name);
  /// Complains about each of these that was not there.
  bool require(std::initializer_list<const char *> names);

private:
  JsonReader &in;
  std::vector<std::string> seen;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_JSONREADER_H
