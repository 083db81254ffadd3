//===- Wire.cpp - The wire format of protobuf, field by field -------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wire.h"

using namespace partita::import_;
using llvm::StringRef;
using Status = WireReader::Status;

/// Takes a varint off the front of `data`.
static Status readVarint(StringRef &data, uint64_t &value) {
  value = 0;
  for (unsigned i = 0; i < 10; ++i) {
    if (i == data.size())
      return Status::Truncated;
    auto byte = static_cast<uint8_t>(data[i]);
    // The tenth byte holds bit 63 only.
    if (i == 9 && byte > 1)
      return Status::Invalid;
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      data = data.drop_front(i + 1);
      return Status::Field;
    }
  }
  return Status::Invalid;
}

Status WireReader::next(WireField &field) {
  field.number = 0;
  if (rest.empty())
    return Status::End;
  StringRef cursor = rest;
  uint64_t tag;
  if (Status status = readVarint(cursor, tag); status != Status::Field)
    return status;
  if (tag >> 32 || tag >> 3 == 0)
    return Status::Invalid;

  uint64_t size = 0;
  switch (tag & 7) {
  case 0: {
    StringRef after = cursor;
    uint64_t ignored;
    Status status = readVarint(after, ignored);
    if (status == Status::Invalid)
      return status;
    size = status == Status::Truncated ? cursor.size() + 1
                                       : cursor.size() - after.size();
    break;
  }
  case 1:
    size = 8;
    break;
  case 2:
    if (Status status = readVarint(cursor, size); status != Status::Field)
      return status;
    break;
  case 5:
    size = 4;
    break;
  default:
    return Status::Invalid;
  }
  field.number = static_cast<uint32_t>(tag >> 3);
  field.type = static_cast<WireType>(tag & 7);
  if (size > cursor.size())
    return Status::Truncated;
  field.value = cursor.take_front(size);
  field.whole = rest.take_front(cursor.data() + size - rest.data());
  rest = rest.drop_front(field.whole.size());
  return Status::Field;
}

void partita::import_::appendVarint(std::string &out, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

void partita::import_::appendBytesField(std::string &out, uint32_t number,
                                        StringRef value) {
  appendVarint(out, static_cast<uint64_t>(number) << 3 |
                        static_cast<uint64_t>(WireType::Bytes));
  appendVarint(out, value.size());
  out.append(value.data(), value.size());
}
