//===- Zip.cpp - Zip archives, as far as .npz files need them -------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zip.h"
#include "Text.h"

#include <algorithm>
#include <climits>
#include <zlib.h>

namespace partita::program {

// Signatures and fixed sizes of the records, from PKWARE's APPNOTE.
static const uint64_t kLocal = 0x04034b50, kLocalSize = 30;
static const uint64_t kCentral = 0x02014b50, kCentralSize = 46;
static const uint64_t kEnd = 0x06054b50, kEndSize = 22;
static const uint64_t kEnd64 = 0x06064b50, kEnd64Size = 56;
static const uint64_t kLocator = 0x07064b50, kLocatorSize = 20;
static const uint64_t kZip64Extra = 0x0001;
/// 1 January 1980, the first day that a zip file knows.
static const uint64_t kDate = 0x0021;

/// Little-endian number of `size` bytes; the caller has checked the bounds.
static uint64_t number(std::string_view bytes, uint64_t at, int size) {
  uint64_t value = 0;
  for (int i = 0; i < size; ++i)
    value |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[at + i]))
             << (8 * i);
  return value;
}

static void append(std::string &bytes, uint64_t value, int size) {
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(value >> (8 * i));
}

/// Whether [at, at + size) lies in the file.
static bool inside(std::string_view file, uint64_t at, uint64_t size) {
  return at <= file.size() && size <= file.size() - at;
}

static bool isRecord(std::string_view file, uint64_t at, uint64_t size,
                     uint64_t signature) {
  return inside(file, at, size) && number(file, at, 4) == signature;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Finds how many entries there are and where the central directory begins.
bool ZipReader::readEnd(uint64_t &count, uint64_t &offset,
                        std::string &error) const {
  // The record is followed by a comment of up to 65535 bytes.
  uint64_t last = file.size() < kEndSize ? 0 : file.size() - kEndSize;
  uint64_t first = last < 0xffff ? 0 : last - 0xffff;
  auto isEnd = [&](uint64_t at) {
    return isRecord(file, at, kEndSize, kEnd) &&
           at + kEndSize + number(file, at + 20, 2) == file.size();
  };
  uint64_t end = last;
  while (end > first && !isEnd(end))
    --end;
  if (!isEnd(end)) {
    error = isRecord(file, 0, 4, kLocal)
                ? "truncated: a .npz file without its directory at the end"
                : "not a .npz file: no zip directory at the end";
    return false;
  }
  count = number(file, end + 10, 2);
  offset = number(file, end + 16, 4);
  if (count != 0xffff && offset != 0xffffffff)
    return true;
  // The true values are in another record, which a locator just before points
  // to.
  if (end < kLocatorSize ||
      !isRecord(file, end - kLocatorSize, kLocatorSize, kLocator))
    return true;
  uint64_t end64 = number(file, end - kLocatorSize + 8, 8);
  if (!isRecord(file, end64, kEnd64Size, kEnd64)) {
    error = format("malformed zip64 directory: no record at byte %llu",
                   static_cast<unsigned long long>(end64));
    return false;
  }
  count = number(file, end64 + 32, 8);
  offset = number(file, end64 + 48, 8);
  return true;
}

/// Replaces the entry's numbers that did not fit by those of the zip64 extra
/// field, which has only these, in this order.
static bool readZip64Extra(std::string_view extra, ZipEntry &entry) {
  uint64_t at = 0;
  while (inside(extra, at, 4)) {
    uint64_t id = number(extra, at, 2), size = number(extra, at + 2, 2);
    at += 4;
    if (!inside(extra, at, size))
      return false;
    if (id == kZip64Extra) {
      uint64_t end = at + size;
      for (uint64_t *value :
           {&entry.size, &entry.storedSize, &entry.headerOffset}) {
        if (*value != 0xffffffff)
          continue;
        if (end - at < 8)
          return false;
        *value = number(extra, at, 8);
        at += 8;
      }
      return true;
    }
    at += size;
  }
  return true;
}

bool ZipReader::open(std::string_view bytes, std::string &error) {
  file = bytes;
  list.clear();
  uint64_t count, at;
  if (!readEnd(count, at, error))
    return false;
  for (uint64_t i = 0; i < count; ++i) {
    bool whole = isRecord(file, at, kCentralSize, kCentral);
    uint64_t nameSize = whole ? number(file, at + 28, 2) : 0;
    uint64_t extraSize = whole ? number(file, at + 30, 2) : 0;
    uint64_t commentSize = whole ? number(file, at + 32, 2) : 0;
    whole = whole &&
            inside(file, at + kCentralSize, nameSize + extraSize + commentSize);
    ZipEntry entry;
    if (whole) {
      entry.flags = number(file, at + 8, 2);
      entry.method = number(file, at + 10, 2);
      entry.crc = number(file, at + 16, 4);
      entry.storedSize = number(file, at + 20, 4);
      entry.size = number(file, at + 24, 4);
      entry.headerOffset = number(file, at + 42, 4);
      entry.name = std::string(file.substr(at + kCentralSize, nameSize));
      whole = readZip64Extra(
          file.substr(at + kCentralSize + nameSize, extraSize), entry);
    }
    if (!whole) {
      error =
          format("malformed zip directory: entry %llu of %llu, at byte %llu",
                 static_cast<unsigned long long>(i),
                 static_cast<unsigned long long>(count),
                 static_cast<unsigned long long>(at));
      return false;
    }
    list.push_back(std::move(entry));
    at += kCentralSize + nameSize + extraSize + commentSize;
  }
  return true;
}

/// Raw deflate data; true if it ends exactly with both buffers.
static bool inflateInto(std::string_view packed, std::string &contents) {
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return false;
  // zlib counts in 32 bits: feed both sides in pieces.
  uint64_t in = 0, out = 0;
  // zlib wants a place to write even if nothing is left to be written.
  Bytef none;
  int status = Z_OK;
  while (status == Z_OK) {
    uInt give =
        static_cast<uInt>(std::min<uint64_t>(packed.size() - in, 1 << 30));
    uInt room =
        static_cast<uInt>(std::min<uint64_t>(contents.size() - out, 1 << 30));
    stream.next_in =
        reinterpret_cast<Bytef *>(const_cast<char *>(packed.data() + in));
    stream.avail_in = give;
    stream.next_out = room ? reinterpret_cast<Bytef *>(&contents[out]) : &none;
    stream.avail_out = room;
    status = inflate(&stream, Z_NO_FLUSH);
    in += give - stream.avail_in;
    out += room - stream.avail_out;
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && in == packed.size() &&
         out == contents.size();
}

bool ZipReader::extract(const ZipEntry &entry, std::string &contents,
                        std::string &error) const {
  std::string where = "entry " + quoted(entry.name) + ": ";
  contents.clear();
  if (entry.flags & 1) {
    error = where + "is encrypted";
    return false;
  }
  if (entry.method != 0 && entry.method != Z_DEFLATED) {
    error =
        where + format("compression method %d; stored and deflated are read",
                       static_cast<int>(entry.method));
    return false;
  }
  uint64_t at = entry.headerOffset;
  bool whole = isRecord(file, at, kLocalSize, kLocal);
  if (whole) {
    // The local name and extra field may be longer than the directory's.
    at += kLocalSize;
    at += number(file, entry.headerOffset + 26, 2) +
          number(file, entry.headerOffset + 28, 2);
    whole = inside(file, at, entry.storedSize);
  }
  // Deflate packs at most 1032 to 1; believing a larger size would allocate
  // memory for a small file's lie.
  if (entry.method == 0)
    whole = whole && entry.size == entry.storedSize;
  else
    whole = whole && entry.size / 1032 <= entry.storedSize;
  if (!whole) {
    error = where + format("malformed or truncated, at byte %llu",
                           static_cast<unsigned long long>(entry.headerOffset));
    return false;
  }
  std::string_view stored = file.substr(at, entry.storedSize);
  if (entry.method == 0) {
    contents = std::string(stored);
  } else {
    contents.resize(entry.size);
    if (!inflateInto(stored, contents)) {
      error = where + "malformed compressed data";
      return false;
    }
  }
  if (crc32_z(0, reinterpret_cast<const Bytef *>(contents.data()),
              contents.size()) != entry.crc) {
    error = where + "the contents do not match their checksum";
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void ZipWriter::put(std::string_view bytes) {
  sink(bytes.data(), bytes.size());
  position += bytes.size();
}

void ZipWriter::add(const std::string &name,
                    const std::vector<std::string_view> &pieces) {
  ZipEntry entry = {name, 0, 0, 0, 0, 0, position};
  uLong crc = crc32_z(0, nullptr, 0);
  for (std::string_view piece : pieces) {
    // crc32_z(crc, null, n) starts anew.
    if (!piece.empty())
      crc = crc32_z(crc, reinterpret_cast<const Bytef *>(piece.data()),
                    piece.size());
    entry.size += piece.size();
  }
  entry.crc = crc;
  entry.storedSize = entry.size;
  bool zip64 = entry.size >= zip64From;
  std::string header;
  append(header, kLocal, 4);
  append(header, zip64 ? 45 : 20, 2); // version of the format that is needed
  // Bit 11: the name is UTF-8, as ONNX names are.
  entry.flags = 1 << 11;
  append(header, entry.flags, 2);
  append(header, entry.method, 2);
  append(header, 0, 2); // time
  append(header, kDate, 2);
  append(header, entry.crc, 4);
  append(header, zip64 ? 0xffffffff : entry.storedSize, 4);
  append(header, zip64 ? 0xffffffff : entry.size, 4);
  append(header, name.size(), 2);
  append(header, zip64 ? 20 : 0, 2);
  header += name;
  if (zip64) {
    append(header, kZip64Extra, 2);
    append(header, 16, 2);
    append(header, entry.size, 8);
    append(header, entry.storedSize, 8);
  }
  put(header);
  for (std::string_view piece : pieces)
    put(piece);
  list.push_back(std::move(entry));
}

void ZipWriter::finish() {
  uint64_t begin = position;
  for (const ZipEntry &entry : list) {
    bool bigSize = entry.size >= zip64From;
    bool bigOffset = entry.headerOffset >= zip64From;
    std::string extra;
    if (bigSize || bigOffset) {
      append(extra, kZip64Extra, 2);
      append(extra, (bigSize ? 16 : 0) + (bigOffset ? 8 : 0), 2);
      if (bigSize) {
        append(extra, entry.size, 8);
        append(extra, entry.storedSize, 8);
      }
      if (bigOffset)
        append(extra, entry.headerOffset, 8);
    }
    std::string record;
    append(record, kCentral, 4);
    append(record, 45, 2); // made by version 4.5, on MS-DOS: no permissions
    append(record, extra.empty() ? 20 : 45, 2);
    append(record, entry.flags, 2);
    append(record, entry.method, 2);
    append(record, 0, 2);
    append(record, kDate, 2);
    append(record, entry.crc, 4);
    append(record, bigSize ? 0xffffffff : entry.storedSize, 4);
    append(record, bigSize ? 0xffffffff : entry.size, 4);
    append(record, entry.name.size(), 2);
    append(record, extra.size(), 2);
    append(record, 0, 2); // comment
    append(record, 0, 2); // disk
    append(record, 0, 2); // internal attributes
    append(record, 0, 4); // external attributes
    append(record, bigOffset ? 0xffffffff : entry.headerOffset, 4);
    put(record + entry.name + extra);
  }
  uint64_t size = position - begin, count = list.size();
  bool zip64 = begin >= zip64From || size >= zip64From || count >= 0xffff;
  std::string record;
  if (zip64) {
    uint64_t end64 = position;
    append(record, kEnd64, 4);
    append(record, kEnd64Size - 12, 8);
    append(record, 45, 2);
    append(record, 45, 2);
    append(record, 0, 4);
    append(record, 0, 4);
    append(record, count, 8);
    append(record, count, 8);
    append(record, size, 8);
    append(record, begin, 8);
    append(record, kLocator, 4);
    append(record, 0, 4);
    append(record, end64, 8);
    append(record, 1, 4);
  }
  append(record, kEnd, 4);
  append(record, 0, 2);
  append(record, 0, 2);
  append(record, zip64 ? 0xffff : count, 2);
  append(record, zip64 ? 0xffff : count, 2);
  append(record, zip64 ? 0xffffffff : size, 4);
  append(record, zip64 ? 0xffffffff : begin, 4);
  append(record, 0, 2);
  put(record);
}

} // namespace partita::program
