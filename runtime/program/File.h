//===- File.h - Reading whole files, writing them at once -------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of results is either there whole or not there: it is written under a
// temporary name in the same folder and renamed when complete.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_FILE_H
#define PARTITA_RUNTIME_PROGRAM_FILE_H

#include <cstddef>
#include <functional>
#include <string>

namespace partita::program {

/// Where the writers of the tensor formats put their bytes, piece by piece.
using Sink = std::function<void(const void *data, size_t size)>;

/// Reads a whole file. On failure false and why, without the path.
bool readFile(const std::string &path, std::string &bytes, std::string &error);

/// "" if a file may be put at `path`: its folder is there and writable and no
/// folder has its name. Otherwise why not. Asked before a long run.
std::string whyNotWritable(const std::string &path);

class AtomicFile {
public:
  explicit AtomicFile(std::string path);
  /// Removes the temporary file unless it was committed.
  ~AtomicFile();
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;

  /// Failures are kept and come out of `close`.
  void write(const void *data, size_t size);
  Sink sink();

  /// Ends writing; false and why if any part failed.
  bool close(std::string &error);
  /// After `close`: gives the file its name.
  bool commit(std::string &error);

  const std::string &path() const { return finalPath; }

private:
  std::string finalPath, temporaryPath;
  int descriptor = -1;
  int firstErrno = 0;
};

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_FILE_H
