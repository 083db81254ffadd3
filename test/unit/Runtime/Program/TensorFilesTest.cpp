//===- TensorFilesTest.cpp - Tests of the tensor file formats -------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// Round trips, and files as numpy 2.4 and ONNX write them.
//
//===----------------------------------------------------------------------===//

#include "FakeSession.h"
#include "runtime/program/Npy.h"
#include "runtime/program/TensorFile.h"
#include "runtime/program/TensorProto.h"

#include <gtest/gtest.h>

using namespace partita::program;

namespace {

// numpy.savez and numpy.savez_compressed of x = arange(6) as float32[2, 3] and
// a/b = [-1, 2] as int64: stored and deflated, with zip64 local headers.
const char kSavez[] =
    "504b0304140000000000000021004fe9002a980000009800000005001400782e6e707901"
    "00100098000000000000009800000000000000934e554d5059010076007b276465736372"
    "273a20273c6634272c2027666f727472616e5f6f72646572273a2046616c73652c202773"
    "68617065273a2028322c2033292c207d2020202020202020202020202020202020202020"
    "202020202020202020202020202020202020202020202020202020202020202020202020"
    "20200a000000000000803f0000004000004040000080400000a040504b03041400000000"
    "0000002100a7e01ad0900000009000000007001400612f622e6e70790100100090000000"
    "000000009000000000000000934e554d5059010076007b276465736372273a20273c6938"
    "272c2027666f727472616e5f6f72646572273a2046616c73652c20277368617065273a20"
    "28322c292c207d2020202020202020202020202020202020202020202020202020202020"
    "202020202020202020202020202020202020202020202020202020202020200affffffff"
    "ffffffff0200000000000000504b01021403140000000000000021004fe9002a98000000"
    "98000000050000000000000000000000800100000000782e6e7079504b01021403140000"
    "00000000002100a7e01ad090000000900000000700000000000000000000008001cf0000"
    "00612f622e6e7079504b0506000000000200020068000000980100000000";
const char kSavezCompressed[] =
    "504b0304140000000800000021004fe9002a550000009800000005001400782e6e707901"
    "001000980000000000000055000000000000009bec17ea1b10c9c850c650ad9e925a9c5c"
    "a46ea5a06e9366a2aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416"
    "a402f91a463a0ac69a3a0ab50a64032e063068b007120e4004c40d40bcc00100504b0304"
    "14000000080000002100a7e01ad04a0000009000000007001400612f622e6e7079010010"
    "0090000000000000004a000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46e"
    "a5a06e9369a1aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402"
    "f91a463a9a3a0ab50a1400aeff50c0c4000100504b01021403140000000800000021004f"
    "e9002a5500000098000000050000000000000000000000800100000000782e6e7079504b"
    "0102140314000000080000002100a7e01ad04a0000009000000007000000000000000000"
    "000080018c000000612f622e6e7079504b05060000000002000200680000000f01000000"
    "00";

std::string fromHex(const std::string &hex) {
  std::string bytes;
  for (size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

std::vector<Tensor> samples() {
  return {makeTensor<float>(RT_F32, {2, 3}, {1, -2, 3.5f, 4, 5, 6}),
          makeTensor<int32_t>(RT_I32, {3}, {-1, 0, INT32_MAX}),
          makeTensor<int64_t>(RT_I64, {1, 2}, {INT64_MIN, 7}),
          makeTensor<int8_t>(RT_BOOL, {2, 2}, {1, 0, 0, 1}),
          makeTensor<float>(RT_F32, {}, {42}),
          makeTensor<float>(RT_F32, {0, 4}, {})};
}

void expectEqual(const Tensor &got, const Tensor &expected) {
  EXPECT_EQ(formatType(got.type), formatType(expected.type));
  EXPECT_EQ(got.data, expected.data);
}

std::string npy(const std::string &header, const std::string &data,
                char version = 1) {
  std::string bytes = std::string("\x93NUMPY") + version + '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    bytes += static_cast<char>(header.size() >> (8 * i));
  return bytes + header + data;
}

TEST(TensorFiles, EveryFormatRoundTrips) {
  TemporaryFolder folder;
  for (const char *extension : {".npy", ".npz", ".pb", ".bin"}) {
    std::string path = folder / ("t" + std::string(extension));
    for (const Tensor &tensor : samples()) {
      AtomicFile file(path);
      writeTensors(*formatOf(path), {{"a/b:0", &tensor}}, file.sink());
      std::string error;
      ASSERT_TRUE(file.close(error) && file.commit(error)) << error;
      Tensor read;
      ASSERT_TRUE(loadTensor(path, "a/b:0", tensor.type, read, error)) << error;
      expectEqual(read, tensor);
    }
  }
  EXPECT_EQ(folder.list().size(), 4u);
}

TEST(TensorFiles, AtomicFileLeavesNothingUncommitted) {
  TemporaryFolder folder;
  {
    AtomicFile(folder / "x.bin").write("abc", 3);
  }
  EXPECT_TRUE(folder.list().empty());
  std::string error;
  AtomicFile missing(folder / "no/x.bin");
  missing.write("abc", 3);
  EXPECT_FALSE(missing.close(error));
  EXPECT_EQ(error, "No such file or directory");
}

TEST(TensorFiles, TypeIsChecked) {
  TemporaryFolder folder;
  Tensor tensor = samples()[0];
  std::string path = folder / "x.npy", error;
  AtomicFile file(path);
  writeTensors(FileFormat::Npy, {{"x", &tensor}}, file.sink());
  ASSERT_TRUE(file.close(error) && file.commit(error));
  Tensor read;
  EXPECT_FALSE(loadTensor(path, "x", {RT_I64, {2, 4}}, read, error));
  EXPECT_EQ(error, path + ": expects int64[2, 4], got float32[2, 3]");
  writeFile(folder / "x.bin", "1234567");
  EXPECT_FALSE(loadTensor(folder / "x.bin", "x", {RT_F32, {2}}, read, error));
  EXPECT_EQ(error,
            (folder / "x.bin") + ": has 7 bytes, not 8; expects float32[2]");
  EXPECT_FALSE(loadTensor(folder.path + ".npy", "x", {}, read, error));
  EXPECT_EQ(error, folder.path + ".npy: No such file or directory");
}

TEST(Npy, HeaderIsNumpys) {
  std::string header = npyHeader({RT_F32, {2, 3}});
  EXPECT_EQ(header.size(), 128u);
  EXPECT_EQ(header.substr(0, 10), std::string("\x93NUMPY\1\0v\0", 10));
  EXPECT_EQ(header.substr(10, 61),
            "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }  ");
  EXPECT_EQ(header.back(), '\n');
  EXPECT_NE(npyHeader({RT_BOOL, {7}}).find("'|b1'"), std::string::npos);
  EXPECT_NE(npyHeader({RT_I64, {7}}).find("(7,)"), std::string::npos);
  EXPECT_NE(npyHeader({RT_I32, {}}).find("()"), std::string::npos);
  // Always whole blocks of 64 bytes, at least one blank and the end of line.
  for (int64_t extent = 1; extent < int64_t(1) << 60; extent *= 8)
    EXPECT_EQ(npyHeader({RT_F32, {extent, 1, extent}}).size() % 64, 0u);
}

TEST(Npy, VersionsAndSpellings) {
  std::string data("\1\0\0\0\2\0\0\0", 8), error;
  for (char version : {1, 2, 3})
    for (const char *header :
         {"{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }\n",
          "{\"shape\":(2L,),\"fortran_order\":True,\"descr\":\"<i4\"}",
          "  { 'shape' : ( 2 ) , 'descr' : '<i4', 'fortran_order':False }"}) {
      Tensor tensor;
      ASSERT_TRUE(readNpy(npy(header, data, version), tensor, error)) << error;
      expectEqual(tensor, makeTensor<int32_t>(RT_I32, {2}, {1, 2}));
    }
}

TEST(Npy, FortranOrder) {
  // Column by column: 0 3 1 4 2 5 as bools would not show; use int32.
  std::string data;
  for (char value : {0, 3, 1, 4, 2, 5})
    data += std::string(1, value) + std::string(3, '\0');
  Tensor tensor;
  std::string error;
  ASSERT_TRUE(readNpy(npy("{'descr': '<i4', 'fortran_order': True, 'shape': "
                          "(2, 3), }",
                          data),
                      tensor, error))
      << error;
  expectEqual(tensor, makeTensor<int32_t>(RT_I32, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(Npy, BoolsBecomeZeroOrOne) {
  Tensor tensor;
  std::string error;
  ASSERT_TRUE(
      readNpy(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }",
                  std::string("\0\1\xff", 3)),
              tensor, error));
  expectEqual(tensor, makeTensor<int8_t>(RT_BOOL, {3}, {0, 1, 1}));
}

TEST(Npz, ReadsWhatNumpyWrites) {
  TemporaryFolder folder;
  for (const char *hex : {kSavez, kSavezCompressed}) {
    std::string path = folder / "all.npz", error;
    writeFile(path, fromHex(hex));
    Tensor tensor;
    ASSERT_TRUE(loadTensor(path, "x", {RT_F32, {2, 3}}, tensor, error))
        << error;
    expectEqual(tensor, makeTensor<float>(RT_F32, {2, 3}, {0, 1, 2, 3, 4, 5}));
    ASSERT_TRUE(loadTensor(path, "a/b", {RT_I64, {2}}, tensor, error)) << error;
    expectEqual(tensor, makeTensor<int64_t>(RT_I64, {2}, {-1, 2}));
    EXPECT_FALSE(loadTensor(path, "y", {RT_I64, {2}}, tensor, error));
    EXPECT_EQ(error, path + ": has no array \"y\"; arrays: \"x\", \"a/b\"");
  }
}

TEST(Npz, OnlyArrayNeedsNoName) {
  TemporaryFolder folder;
  std::string path = folder / "one.npz", error;
  Tensor tensor = samples()[0], read;
  AtomicFile file(path);
  writeTensors(FileFormat::Npz, {{"arr_0", &tensor}}, file.sink());
  ASSERT_TRUE(file.close(error) && file.commit(error));
  ASSERT_TRUE(loadTensor(path, "x", tensor.type, read, error)) << error;
  expectEqual(read, tensor);
}

TEST(Npz, WritesTheSameBytesAndZip64WhereNeeded) {
  std::vector<Tensor> tensors = samples();
  auto write = [&](uint64_t zip64From) {
    std::string bytes;
    ZipWriter zip(
        [&](const void *data, size_t size) {
          bytes.append(static_cast<const char *>(data), size);
        },
        zip64From);
    zip.add("a", {"some ", "", "text"});
    zip.add("b/c", {});
    zip.finish();
    return bytes;
  };
  std::string plain = write(0xffffffff);
  EXPECT_EQ(plain, write(0xffffffff));
  for (uint64_t zip64From : {uint64_t(0), uint64_t(5), uint64_t(20)}) {
    std::string bytes = write(zip64From);
    EXPECT_GT(bytes.size(), plain.size());
    ZipReader zip;
    std::string error, contents;
    ASSERT_TRUE(zip.open(bytes, error)) << error;
    ASSERT_EQ(zip.entries().size(), 2u);
    ASSERT_TRUE(zip.extract(zip.entries()[0], contents, error)) << error;
    EXPECT_EQ(contents, "some text");
    EXPECT_EQ(zip.entries()[1].name, "b/c");
    ASSERT_TRUE(zip.extract(zip.entries()[1], contents, error)) << error;
    EXPECT_EQ(contents, "");
  }
}

TEST(TensorProto, Lists) {
  std::string dims("\x08\x02", 2), error, name;
  struct Case {
    const char *what;
    std::string bytes;
    Tensor expected;
  } cases[] = {
      {"packed floats",
       dims + std::string("\x10\x01\x22\x08\0\0\x80\x3f\0\0\0\x40", 12),
       makeTensor<float>(RT_F32, {2}, {1, 2})},
      {"floats one by one",
       dims + std::string("\x10\x01\x25\0\0\x80\x3f\x25\0\0\0\x40", 12),
       makeTensor<float>(RT_F32, {2}, {1, 2})},
      {"packed dims, int32 with a negative",
       std::string("\x0a\x02\x01\x02\x10\x06\x2a\x0b\x05\xff\xff\xff\xff\xff"
                   "\xff\xff\xff\xff\x01",
                   19),
       makeTensor<int32_t>(RT_I32, {1, 2}, {5, -1})},
      {"int64 one by one",
       dims + std::string("\x10\x07\x38\x80\x01\x38\x03", 7),
       makeTensor<int64_t>(RT_I64, {2}, {128, 3})},
      {"bools in int32_data", dims + std::string("\x10\x09\x2a\x02\x01\x00", 6),
       makeTensor<int8_t>(RT_BOOL, {2}, {1, 0})},
      {"raw, name and documentation",
       dims + std::string("\x10\x09\x42\x02xy\x62\x01z\x4a\x02\x00\x07", 13),
       makeTensor<int8_t>(RT_BOOL, {2}, {0, 1})},
  };
  for (const Case &c : cases) {
    Tensor tensor;
    ASSERT_TRUE(readTensorProto(c.bytes, tensor, name, error))
        << c.what << ": " << error;
    expectEqual(tensor, c.expected);
  }
  EXPECT_EQ(name, "xy");
}

TEST(TensorProto, HeaderCarriesTheName) {
  EXPECT_EQ(tensorProtoHeader({RT_F32, {300}}, "y"),
            std::string("\x08\xac\x02\x10\x01\x42\x01y\x4a\xb0\x09"));
}

} // namespace
