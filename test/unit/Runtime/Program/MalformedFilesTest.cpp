//===- MalformedFilesTest.cpp - Bad tensor files are refused --------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// Each bad file gets a message that says what and where; no file makes a
// reader read outside of it or ask for memory that the file could not fill.
//
//===----------------------------------------------------------------------===//

#include "FakeSession.h"
#include "runtime/program/Npy.h"
#include "runtime/program/TensorFile.h"
#include "runtime/program/TensorProto.h"

#include <functional>
#include <gtest/gtest.h>

using namespace partita::program;

namespace {

using Reader = std::function<bool(const std::string &, std::string &)>;

bool npyReader(const std::string &bytes, std::string &error) {
  Tensor tensor;
  return readNpy(bytes, tensor, error);
}

bool protoReader(const std::string &bytes, std::string &error) {
  Tensor tensor;
  std::string name;
  return readTensorProto(bytes, tensor, name, error);
}

/// Every entry of an archive.
bool zipReader(const std::string &bytes, std::string &error) {
  ZipReader zip;
  if (!zip.open(bytes, error))
    return false;
  for (const ZipEntry &entry : zip.entries()) {
    std::string contents;
    if (!zip.extract(entry, contents, error))
      return false;
  }
  return true;
}

std::string npy(const std::string &header, const std::string &data) {
  std::string bytes("\x93NUMPY\1\0", 8);
  bytes += static_cast<char>(header.size());
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header + data;
}

std::string zipOf(const std::string &contents, uint64_t zip64From) {
  std::string bytes;
  ZipWriter zip([&](const void *data,
                    size_t size) { bytes.append((const char *)data, size); },
                zip64From);
  zip.add("x.npy", {contents});
  zip.finish();
  return bytes;
}

/// An archive with one deflated entry: "hello hello hello hello".
std::string deflatedZip() {
  std::string bytes = zipOf(
      std::string("\xcb\x48\xcd\xc9\xc9\x57\xc8\x40\x27\x01", 10), 0xffffffff);
  size_t central = bytes.find("PK\1\2");
  bytes[central + 10] = 8;
  bytes[central + 24] = 23;
  bytes.replace(central + 16, 4, "\xe3\x51\x3d\x8d");
  return bytes;
}

struct Case {
  const char *what;
  std::string bytes, error;
};

void expectRefused(const Reader &read, const std::vector<Case> &cases) {
  for (const Case &c : cases) {
    std::string error;
    EXPECT_FALSE(read(c.bytes, error)) << c.what;
    EXPECT_EQ(error, c.error) << c.what;
  }
}

std::string fields(const std::string &descr, const std::string &order,
                   const std::string &shape) {
  return "{'descr': " + descr + ", 'fortran_order': " + order +
         ", 'shape': " + shape + "}";
}

TEST(MalformedNpy, IsRefused) {
  std::string eight(8, '\0');
  expectRefused(
      npyReader,
      {{"empty", "", "not a .npy file: it does not begin with \\x93NUMPY"},
       {"text", "hello world",
        "not a .npy file: it does not begin with \\x93NUMPY"},
       {"version", std::string("\x93NUMPY\4\0\0\0\0\0\0", 13),
        "version 4 of the .npy format; versions 1 to 3 are read"},
       {"no header length", std::string("\x93NUMPY\1\0", 8),
        "truncated: ends at byte 8, inside the header"},
       {"header cut", std::string("\x93NUMPY\1\0\x76\0{'des", 15),
        "truncated: a header of 118 bytes, but 5 are left"},
       {"no dictionary", npy("hello", ""), "malformed header at byte 10"},
       {"no end", npy("{'descr': '<f4'", ""), "malformed header at byte 25"},
       {"open string", npy("{'descr: <f4", ""), "malformed header at byte 11"},
       {"key missing", npy("{'descr': '<f4', 'shape': (2,)}", eight),
        "malformed header: expects the keys descr, fortran_order and shape"},
       {"unknown key", npy("{'color': '<f4'}", eight),
        "malformed header at byte 19 (value of \"color\")"},
       {"key twice", npy("{'descr': '<f4', 'descr': '<f4'}", eight),
        "malformed header at byte 36 (value of \"descr\")"},
       {"structured type",
        npy(fields("[('a', '<f4')]", "False", "(2,)"), eight),
        "holds records (a structured element type)"},
       {"order", npy(fields("'<f4'", "Maybe", "(2,)"), eight),
        "malformed header at byte 44 (value of \"fortran_order\")"},
       {"negative dim", npy(fields("'<f4'", "False", "(-2,)"), eight),
        "malformed header at byte 61 (value of \"shape\")"},
       {"dim overflows",
        npy(fields("'<f4'", "False", "(99999999999999999999,)"), eight),
        "malformed header at byte 61 (value of \"shape\")"},
       {"text after", npy(fields("'<f4'", "False", "(2,)") + "x", eight),
        "malformed header at byte 65"},
       {"big-endian", npy(fields("'>f4'", "False", "(2,)"), eight),
        "holds big-endian values[2] (\">f4\"), not float32, int32, int64 or "
        "bool"},
       {"double", npy(fields("'<f8'", "False", "(1,)"), eight),
        "holds float64[1] (\"<f8\"), not float32, int32, int64 or bool"},
       {"data cut", npy(fields("'<f4'", "False", "(3,)"), eight),
        "float32[3] has 12 bytes, but 8 follow the header"},
       {"data after", npy(fields("'<f4'", "False", "(1,)"), eight),
        "float32[1] has 4 bytes, but 8 follow the header"},
       {"huge",
        npy(fields("'<f4'", "False", "(4294967296, 4294967296)"), eight),
        "float32[4294967296, 4294967296] is larger than any memory, but 8 "
        "follow the header"},
       {"huge in bytes only",
        npy(fields("'<f4'", "False", "(4611686018427387904,)"), eight),
        "float32[4611686018427387904] is larger than any memory, but 8 follow "
        "the header"}});
}

TEST(MalformedZip, IsRefused) {
  std::string good = zipOf("some text", 0xffffffff),
              big = zipOf("some text", 0);
  std::string error;
  ASSERT_TRUE(zipReader(good, error)) << error;
  ASSERT_TRUE(zipReader(big, error)) << error;
  ASSERT_TRUE(zipReader(deflatedZip(), error)) << error;
  size_t data = good.find("some"), central = good.find("PK\1\2");
  auto changed = [](std::string bytes, size_t at, const std::string &by) {
    return bytes.replace(at, by.size(), by);
  };
  size_t deflated = deflatedZip().find("PK\1\2");
  expectRefused(
      zipReader,
      {{"empty", "", "not a .npz file: no zip directory at the end"},
       {"text", std::string(100, 'x'),
        "not a .npz file: no zip directory at the end"},
       {"cut", good.substr(0, good.size() - 1),
        "truncated: a .npz file without its directory at the end"},
       {"directory elsewhere",
        changed(good, good.size() - 6, std::string("\xff\xff\0\0", 4)),
        "malformed zip directory: entry 0 of 1, at byte 65535"},
       {"more entries", changed(good, good.size() - 12, std::string("\3\0", 2)),
        "malformed zip directory: entry 1 of 3, at byte 95"},
       {"name too long", changed(good, central + 28, "\xff\xff"),
        "malformed zip directory: entry 0 of 1, at byte 44"},
       {"checksum", changed(good, data, "S"),
        "entry \"x.npy\": the contents do not match their checksum"},
       {"encrypted", changed(good, central + 8, "\1"),
        "entry \"x.npy\": is encrypted"},
       {"method", changed(good, central + 10, "\x0c"),
        "entry \"x.npy\": compression method 12; stored and deflated are read"},
       {"two sizes", changed(good, central + 24, "\x0a"),
        "entry \"x.npy\": malformed or truncated, at byte 0"},
       {"size beyond the file",
        changed(good, central + 20, std::string("\0\1\0\0\0\1\0\0", 8)),
        "entry \"x.npy\": malformed or truncated, at byte 0"},
       {"entry elsewhere", changed(good, central + 42, "\7"),
        "entry \"x.npy\": malformed or truncated, at byte 7"},
       {"not deflated", changed(good, central + 10, "\x08"),
        "entry \"x.npy\": malformed compressed data"},
       {"inflates to more", changed(deflatedZip(), deflated + 24, "\x16"),
        "entry \"x.npy\": malformed compressed data"},
       {"inflates to less", changed(deflatedZip(), deflated + 24, "\x18"),
        "entry \"x.npy\": malformed compressed data"},
       {"a bomb's size",
        changed(deflatedZip(), deflated + 24, "\xff\xff\xff\x7f"),
        "entry \"x.npy\": malformed or truncated, at byte 0"},
       {"zip64 record elsewhere", changed(big, big.size() - 42 + 8, "\1"),
        "malformed zip64 directory: no record at byte " +
            std::to_string(1 + big.find("PK\6\6") / 256 * 256)}});
}

TEST(MalformedTensorProto, IsRefused) {
  auto at = [](int byte) {
    return "not a tensor in ONNX's format, or truncated: malformed field at "
           "byte " +
           std::to_string(byte);
  };
  std::string two("\x08\x02", 2);
  expectRefused(
      protoReader,
      {{"empty", "",
        "holds values of no type[], not float32, int32, int64 or bool"},
       {"double", two + "\x10\x0b",
        "holds float64[2], not float32, int32, int64 or bool"},
       {"text", "hello world", at(2)},
       {"field 0", std::string("\0\0", 2), at(0)},
       {"group", "\x0b\x0c", at(0)},
       {"key cut", two + "\x80", at(2)},
       {"varint too long", two + std::string("\x10") + std::string(10, '\xff'),
        at(2)},
       {"value cut", two + "\x10", at(2)},
       {"raw data cut", two + std::string("\x10\x01\x4a\x08\0\0\0\0", 8),
        at(4)},
       {"length beyond all",
        two + "\x10\x01\x4a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", at(4)},
       {"raw data of wrong wire type", two + "\x10\x01\x48\x08", at(4)},
       {"half a float", two + std::string("\x10\x01\x22\x02\0\0", 6), at(4)},
       {"strings", two + std::string("\x10\x08\x32\x01x", 5),
        "holds strings[2], not float32, int32, int64 or bool"},
       {"strings as floats", two + std::string("\x10\x01\x32\x01x", 5),
        "float32[2] has 2 elements, but 0 are listed"},
       {"unknown type", two + "\x10\x63",
        "holds values of ONNX's type 99 [2], not float32, int32, int64 or "
        "bool"},
       {"negative dim",
        std::string("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x10\x01"),
        "1 dims whose product no tensor has"},
       {"huge",
        std::string("\x08\xff\xff\xff\xff\xff\x0f\x08\xff\xff\xff\xff\xff\x0f"
                    "\x10\x01"),
        "2 dims whose product no tensor has"},
       {"no data", two + "\x10\x01",
        "float32[2] has 2 elements, but 0 are listed"},
       {"raw data short", two + std::string("\x10\x01\x4a\x04\0\0\0\0", 8),
        "float32[2] has 8 bytes, but raw_data 4"},
       {"list of another type", two + std::string("\x10\x01\x2a\x02\1\1", 6),
        "float32 values are in a field of another type"},
       {"int64 for int32", two + std::string("\x10\x06\x3a\x02\1\1", 6),
        "int32 values are in a field of another type"},
       {"both lists", two + std::string("\x10\x06\x3a\x02\1\1\x2a\x02\1\1", 10),
        at(8)},
       {"raw data and a list",
        two + std::string("\x10\x09\x4a\x02\1\1\x2a\x02\1\1", 10),
        "values both in raw_data and in a list"},
       {"out of int32",
        two + std::string("\x10\x06\x28\x80\x80\x80\x80\x08\x28\x01", 10),
        "int32_data[0] is out of range"},
       {"external", two + "\x10\x01\x70\x01",
        "the values are in another file (external data)"}});
}

/// Cut anywhere, a file is refused; with any byte changed it may be read as
/// something else, but must do no harm (run under a sanitizer to see harm).
void expectRobust(const Reader &read, const std::string &good) {
  std::string error;
  ASSERT_TRUE(read(good, error)) << error;
  for (size_t size = 0; size < good.size(); ++size) {
    error.clear();
    EXPECT_FALSE(read(good.substr(0, size), error)) << "cut at " << size;
    EXPECT_FALSE(error.empty());
  }
  for (size_t i = 0; i < good.size(); ++i)
    for (int change : {0x01, 0x80, 0xff, 0x55}) {
      std::string bytes = good;
      bytes[i] = static_cast<char>(bytes[i] ^ change);
      error.clear();
      EXPECT_TRUE(read(bytes, error) || !error.empty()) << "byte " << i;
    }
}

TEST(MalformedFiles, CutAndChanged) {
  std::string data(24, '\x3f'), twelve(12, '\1');
  expectRobust(npyReader, npyHeader({RT_F32, {2, 3}}) + data);
  expectRobust(npyReader, npy(fields("'<i4'", "True", "(3,1)"), twelve));
  expectRobust(protoReader, tensorProtoHeader({RT_F32, {2, 3}}, "x") + data);
  expectRobust(protoReader, std::string("\x08\x03\x10\x06\x2a\x03\1\2\3", 9));
  expectRobust(zipReader, zipOf(data, 0xffffffff));
  expectRobust(zipReader, zipOf(data, 0));
  expectRobust(zipReader, deflatedZip());
}

TEST(MalformedFiles, NpzSaysFileAndEntry) {
  TemporaryFolder folder;
  std::string path = folder / "x.npz", error;
  writeFile(path, zipOf("no array", 0xffffffff));
  Tensor tensor;
  EXPECT_FALSE(loadTensor(path, "x", {RT_F32, {2}}, tensor, error));
  EXPECT_EQ(error, path + ": entry \"x.npy\": not a .npy file: it does not "
                          "begin with \\x93NUMPY; expects float32[2]");
  std::string twice;
  ZipWriter zip([&](const void *data, size_t size) {
    twice.append((const char *)data, size);
  });
  zip.add("x.npy", {"a"});
  zip.add("x.npy", {"b"});
  zip.finish();
  writeFile(path, twice);
  EXPECT_FALSE(loadTensor(path, "x", {RT_F32, {2}}, tensor, error));
  EXPECT_EQ(error, path + ": has array \"x\" twice");
}

} // namespace
