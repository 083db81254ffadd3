//===- WireTest.cpp - Reading fields of protobuf messages -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lib/Import/Wire.h"
#include <gtest/gtest.h>

using namespace partita::import_;
using llvm::StringRef;
using Status = WireReader::Status;

static Status readAll(StringRef bytes) {
  WireReader reader(bytes);
  WireField field;
  Status status;
  while ((status = reader.next(field)) == Status::Field) {
  }
  return status;
}

TEST(WireTest, FieldsOfEveryType) {
  std::string message("\x08\x96\x01"                         // 1: varint
                      "\x11\x01\x02\x03\x04\x05\x06\x07\x08" // 2: 8 bytes
                      "\x1a\x03"
                      "abc"                   // 3: bytes
                      "\x25\x01\x02\x03\x04", // 4: 4 bytes
                      22);
  WireReader reader(message);
  WireField field;
  WireType types[] = {WireType::Varint, WireType::Fixed64, WireType::Bytes,
                      WireType::Fixed32};
  size_t sizes[] = {2, 8, 3, 4};
  for (unsigned i = 0; i < 4; ++i) {
    ASSERT_EQ(reader.next(field), Status::Field);
    EXPECT_EQ(field.number, i + 1);
    EXPECT_EQ(field.type, types[i]);
    EXPECT_EQ(field.value.size(), sizes[i]);
  }
  EXPECT_EQ(reader.next(field), Status::End);
}

TEST(WireTest, EveryPrefixEndsOrIsTruncated) {
  StringRef message("\x08\x96\x01\x1a\x03"
                    "abc",
                    8);
  for (size_t size = 0; size <= message.size(); ++size)
    EXPECT_EQ(readAll(message.take_front(size)),
              size == 0 || size == 3 || size == 8 ? Status::End
                                                  : Status::Truncated)
        << size;
}

TEST(WireTest, BadFields) {
  // Field number 0, group types, type 7, a varint of 11 bytes, a length past
  // 64 bits.
  EXPECT_EQ(readAll(StringRef("\x00", 1)), Status::Invalid);
  EXPECT_EQ(readAll("\x0b"), Status::Invalid);
  EXPECT_EQ(readAll("\x0c"), Status::Invalid);
  EXPECT_EQ(readAll("\x0f"), Status::Invalid);
  EXPECT_EQ(readAll("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
            Status::Invalid);
  EXPECT_EQ(readAll("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
            Status::Invalid);
  EXPECT_EQ(readAll("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
            Status::Truncated);
}
