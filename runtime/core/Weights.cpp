//===- Weights.cpp - The weights file beside the program ------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Weights.h.
//
//===----------------------------------------------------------------------===//

#include "core/Weights.h"
#include "core/Failure.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace partita::rt;

static long long ll(int64_t value) { return value; }

/// The end of the JSON string that opens at `at` (its closing quote), or npos.
static size_t stringEnd(const std::string &json, size_t at) {
  for (size_t i = at + 1; i < json.size(); ++i) {
    if (json[i] == '\\')
      ++i;
    else if (json[i] == '"')
      return i;
  }
  return std::string::npos;
}

/// The value of the string member `key` of the object `__metadata__` of a
/// safetensors header, or "". That object holds strings only, so a scan over
/// strings, braces and colons reads it.
static std::string metadata(const std::string &json, const std::string &key) {
  int depth = 0;
  bool inside = false;    // in __metadata__
  std::string last, name; // the latest string; the member it is the value of
  for (size_t i = 0; i < json.size(); ++i) {
    switch (json[i]) {
    case '"': {
      size_t end = stringEnd(json, i);
      if (end == std::string::npos)
        return "";
      last = json.substr(i + 1, end - i - 1);
      if (inside && depth == 2 && name == key)
        return last;
      i = end;
      break;
    }
    case ':':
      name = last;
      break;
    case ',':
      name.clear();
      break;
    case '{':
      inside |= depth == 1 && name == "__metadata__";
      name.clear();
      ++depth;
      break;
    case '}':
      --depth;
      inside &= depth >= 2;
      break;
    }
  }
  return "";
}

void Weights::failOpen(const rt_image &image, const char *path,
                       const char *cause) {
  fail("cannot read the weights file '%s': %s; it was written as '%s' beside "
       "the program: copy it there, or name its place",
       path, cause, image.weights);
}

Weights::Weights(const rt_image &image, const char *path) {
  if (!image.weights)
    return;
  if (!path || !*path)
    fail("the program needs its weights file '%s', but no path was given",
         image.weights);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    failOpen(image, path, std::strerror(errno));
  struct stat facts;
  if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    close(file);
    failOpen(image, path, "not a regular file");
  }
  length = facts.st_size;
  if (length != image.weights_bytes) {
    close(file);
    fail("the weights file '%s' has %lld bytes, the program expects %lld; it "
         "is incomplete or of another program: copy it again or recompile",
         path, ll(length), ll(image.weights_bytes));
  }
  void *map = length ? mmap(nullptr, length, PROT_READ, MAP_PRIVATE, file, 0)
                     : MAP_FAILED;
  int cause = length ? errno : EINVAL;
  close(file);
  if (map == MAP_FAILED)
    failOpen(image, path, std::strerror(cause));
  base = static_cast<const char *>(map);
  try {
    checkContentId(image, path);
  } catch (...) {
    munmap(map, length);
    throw;
  }
}

void Weights::checkContentId(const rt_image &image, const char *path) {
  uint64_t header = 0;
  if (length >= 8)
    std::memcpy(&header, base, 8);
  if (length < 8 || header > static_cast<uint64_t>(length - 8))
    fail("the weights file '%s' is not a safetensors file: its header does "
         "not fit into its %lld bytes",
         path, ll(length));
  dataBegin = 8 + static_cast<int64_t>(header);
  std::string id = metadata(std::string(base + 8, header), "content_id");
  if (id.empty())
    fail("the weights file '%s' has no content id: it was not written by "
         "partita compile",
         path);
  if (id != image.content_id)
    fail("the weights file '%s' belongs to another program: its content id "
         "is %.12s..., the program expects %.12s...; copy the file that was "
         "written with this program, or recompile",
         path, id.c_str(), image.content_id);
}

Weights::~Weights() {
  if (base)
    munmap(const_cast<char *>(base), length);
}

const char *Weights::entry(int64_t offset, int64_t bytes) const {
  if (bytes == 0)
    return base;
  if (!base || offset < dataBegin || bytes < 0 || offset > length - bytes)
    fail("the program expects a weight at bytes [%lld, %lld), but the weights "
         "file's data is [%lld, %lld)",
         ll(offset), ll(offset + bytes), ll(dataBegin), ll(length));
  return base + offset;
}
