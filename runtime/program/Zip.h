//===- Zip.h - Zip archives, as far as .npz files need them -----*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads entries that are stored or deflated, with or without zip64 fields, by
// the central directory at the end of the file; every entry's CRC is checked.
// Writes stored entries with a fixed date, so that equal contents give equal
// bytes; zip64 fields only where a number needs them.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_ZIP_H
#define PARTITA_RUNTIME_PROGRAM_ZIP_H

#include "File.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace partita::program {

struct ZipEntry {
  std::string name;
  uint64_t flags, method, crc, storedSize, size;
  uint64_t headerOffset;
};

class ZipReader {
public:
  /// `bytes` is the whole file and must outlive the reader.
  bool open(std::string_view bytes, std::string &error);
  const std::vector<ZipEntry> &entries() const { return list; }
  bool extract(const ZipEntry &entry, std::string &contents,
               std::string &error) const;

private:
  bool readEnd(uint64_t &count, uint64_t &offset, std::string &error) const;

  std::string_view file;
  std::vector<ZipEntry> list;
};

class ZipWriter {
public:
  /// Numbers from `zip64From` on are written in zip64 fields; tests lower it.
  explicit ZipWriter(Sink sink, uint64_t zip64From = 0xffffffff)
      : sink(std::move(sink)), zip64From(zip64From) {}

  /// Adds an entry whose contents are the pieces, one after the other.
  void add(const std::string &name,
           const std::vector<std::string_view> &pieces);
  /// Writes the central directory. Nothing may follow.
  void finish();

private:
  void put(std::string_view bytes);

  Sink sink;
  uint64_t zip64From;
  uint64_t position = 0;
  std::vector<ZipEntry> list;
};

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_ZIP_H
