//===- File.cpp - Reading whole files, writing them at once ---------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File.h"
#include "Text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace partita::program {

static bool fail(std::string &error, int number) {
  error = strerror(number);
  return false;
}

bool readFile(const std::string &path, std::string &bytes, std::string &error) {
  bytes.clear();
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return fail(error, errno);
  struct stat status;
  int number = fstat(descriptor, &status) == 0 ? 0 : errno;
  if (!number && S_ISDIR(status.st_mode))
    number = EISDIR;
  // The size is a hint only: a pipe has none.
  size_t chunk = 1 << 16;
  if (!number && S_ISREG(status.st_mode) && status.st_size > 0)
    chunk = static_cast<size_t>(status.st_size) + 1;
  size_t size = 0;
  while (!number) {
    if (bytes.size() == size) {
      // Out of memory must not leave the descriptor open.
      try {
        bytes.resize(size + std::max(chunk, size));
      } catch (...) {
        ::close(descriptor);
        throw;
      }
    }
    ssize_t got = read(descriptor, &bytes[size], bytes.size() - size);
    if (got == 0)
      break;
    if (got > 0)
      size += static_cast<size_t>(got);
    else if (errno != EINTR)
      number = errno;
  }
  ::close(descriptor);
  bytes.resize(number ? 0 : size);
  return number ? fail(error, number) : true;
}

std::string whyNotWritable(const std::string &path) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
    return strerror(EISDIR);
  size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "."
                       : slash == 0               ? "/"
                                                  : path.substr(0, slash);
  if (stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    return "there is no folder " + quoted(folder);
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    return "cannot write into folder " + quoted(folder) + ": " +
           strerror(errno);
  return "";
}

AtomicFile::AtomicFile(std::string path)
    : finalPath(std::move(path)),
      temporaryPath(finalPath +
                    format(".tmp%ld", static_cast<long>(getpid()))) {
  descriptor = open(temporaryPath.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    firstErrno = errno;
    temporaryPath.clear();
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor >= 0)
    ::close(descriptor);
  if (!temporaryPath.empty())
    unlink(temporaryPath.c_str());
}

void AtomicFile::write(const void *data, size_t size) {
  const char *next = static_cast<const char *>(data);
  while (size > 0 && !firstErrno) {
    ssize_t put = ::write(descriptor, next, size);
    if (put >= 0) {
      next += put;
      size -= static_cast<size_t>(put);
    } else if (errno != EINTR) {
      firstErrno = errno;
    }
  }
}

Sink AtomicFile::sink() {
  return [this](const void *data, size_t size) { write(data, size); };
}

bool AtomicFile::close(std::string &error) {
  if (descriptor >= 0 && ::close(descriptor) != 0 && !firstErrno)
    firstErrno = errno;
  descriptor = -1;
  return firstErrno ? fail(error, firstErrno) : true;
}

bool AtomicFile::commit(std::string &error) {
  if (firstErrno)
    return fail(error, firstErrno);
  if (rename(temporaryPath.c_str(), finalPath.c_str()) != 0)
    return fail(error, errno);
  temporaryPath.clear();
  return true;
}

} // namespace partita::program
