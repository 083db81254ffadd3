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
// The first thing that is wrong is kept in `error()`, with its byte and path;
// from then on every `next...` returns false, so that loops end by themselves.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_JSONREADER_H
#define PARTITA_LIB_SOLVER_JSONREADER_H

#include <cstdint>
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

  bool failed() const { return !message.empty(); }
  const std::string &error() const { return message; }
  /// Reports a problem at the given byte or the current one, unless there was
  /// one before.
  void fail(const std::string &what, int64_t byte = -1);

  void beginArray();
  bool nextItem();
  /// For lists of known length: there must be another item, or none.
  void requireItem();
  void endItems();
  void beginObject();
  bool nextKey(std::string &key);
  /// An integer literal within [least, most].
  int64_t integer(int64_t least, int64_t most);
  std::string string();
  bool boolean();
  /// True and consumed if the next value is null.
  bool null();
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
  std::string describe(int c);
  void expectWord(const char *word);

  void *file = nullptr; // gzFile
  std::vector<char> buffer;
  const char *data = nullptr;
  size_t position = 0, size = 0;
  int64_t passed = 0; // bytes before `data`
  std::vector<Frame> frames;
  std::string message;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_JSONREADER_H
