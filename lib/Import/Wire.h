//===- Wire.h - The wire format of protobuf, field by field -----*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message is a sequence of fields, each a tag (number << 3 | type) and a
// value. WireReader steps over the fields of one message in place, without
// copying, and knows the offset of everything it sees: that is how ModelFile
// finds where in a file the bytes of a tensor lie.
//
// No input makes it read outside of its range; the tests feed it every prefix
// of a model.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_WIRE_H
#define PARTITA_IMPORT_WIRE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace partita::import_ {

enum class WireType : uint8_t {
  Varint = 0,
  Fixed64 = 1,
  Bytes = 2,
  Fixed32 = 5
};

struct WireField {
  uint32_t number;
  WireType type;
  /// Tag and value as they stand in the message.
  llvm::StringRef whole;
  /// The value; for Bytes, without its length.
  llvm::StringRef value;
};

class WireReader {
public:
  enum class Status {
    Field,
    /// The message ends where a field does.
    End,
    /// The message ends inside of a field.
    Truncated,
    /// The bytes are no field.
    Invalid
  };

  explicit WireReader(llvm::StringRef message) : rest(message) {}

  /// Reads the next field. After Truncated, `field` has its number and type if
  /// these could be read (number 0 if not).
  Status next(WireField &field);

  /// What has not been read yet; after an error, from the start of the bad
  /// field.
  llvm::StringRef getRest() const { return rest; }

private:
  llvm::StringRef rest;
};

void appendVarint(std::string &out, uint64_t value);
void appendBytesField(std::string &out, uint32_t number, llvm::StringRef value);

} // namespace partita::import_

#endif // PARTITA_IMPORT_WIRE_H
