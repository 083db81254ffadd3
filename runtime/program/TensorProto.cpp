//===- TensorProto.cpp - ONNX's TensorProto files -------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorProto.h"
#include "Text.h"

#include <algorithm>
#include <cstring>

namespace partita::program {

namespace {

enum Field {
  DIMS = 1,
  DATA_TYPE = 2,
  FLOAT_DATA = 4,
  INT32_DATA = 5,
  INT64_DATA = 7,
  NAME = 8,
  RAW_DATA = 9,
  DATA_LOCATION = 14
};

const size_t kMaxRank = 64;

enum WireType { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 };

/// Walks over a message: a key, then a value as the key's wire type says.
class WireReader {
public:
  explicit WireReader(std::string_view bytes) : bytes(bytes) {}

  bool atEnd() const { return position == bytes.size(); }
  size_t offset() const { return position; }

  bool varint(uint64_t &value) {
    value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (atEnd())
        return false;
      unsigned char byte = static_cast<unsigned char>(bytes[position++]);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (!(byte & 0x80))
        // Only the lowest bit of the tenth byte fits.
        return shift < 63 || byte <= 1;
    }
    return false;
  }
  bool take(uint64_t size, std::string_view &piece) {
    if (size > bytes.size() - position)
      return false;
    piece = bytes.substr(position, size);
    position += size;
    return true;
  }
  bool lengthDelimited(std::string_view &piece) {
    uint64_t size;
    return varint(size) && take(size, piece);
  }

private:
  std::string_view bytes;
  size_t position = 0;
};

/// The message as it is read; values as the list they came in.
struct Message {
  std::vector<int64_t> dims;
  uint64_t dataType = 0;
  std::string name;
  std::string_view raw;
  bool hasRaw = false, external = false;
  std::vector<float> floats;
  std::vector<int64_t> ints; ///< int32_data or int64_data
  int intsField = 0;         ///< which of them
};

/// ONNX's numbers of our element types.
struct TypeNumber {
  uint64_t number;
  int64_t dtype;
  int field; ///< that holds the values when raw_data does not
};
const TypeNumber kTypes[] = {{1, RT_F32, FLOAT_DATA},
                             {6, RT_I32, INT32_DATA},
                             {7, RT_I64, INT64_DATA},
                             {9, RT_BOOL, INT32_DATA}};

bool fail(std::string &error, const std::string &text) {
  error = text;
  return false;
}

} // namespace

/// ONNX's name of an element type that is none of ours.
static std::string foreignName(uint64_t number) {
  static const char *const names[] = {"values of no type",
                                      "",
                                      "uint8",
                                      "int8",
                                      "uint16",
                                      "int16",
                                      "",
                                      "",
                                      "strings",
                                      "",
                                      "float16",
                                      "float64",
                                      "uint32",
                                      "uint64",
                                      "complex64",
                                      "complex128",
                                      "bfloat16"};
  if (number < sizeof(names) / sizeof(*names))
    return names[number];
  return format("values of ONNX's type %llu ",
                static_cast<unsigned long long>(number));
}

static void appendFloat(std::string_view bytes, std::vector<float> &floats) {
  float value;
  memcpy(&value, bytes.data(), sizeof(value));
  floats.push_back(value);
}

/// A repeated number: one value, or packed a run of them.
static bool readRepeated(WireReader &reader, uint64_t wireType,
                         std::vector<int64_t> &values) {
  uint64_t value;
  if (wireType == VARINT) {
    if (!reader.varint(value))
      return false;
    values.push_back(static_cast<int64_t>(value));
    return true;
  }
  std::string_view packed;
  if (wireType != BYTES || !reader.lengthDelimited(packed))
    return false;
  WireReader run(packed);
  while (!run.atEnd()) {
    if (!run.varint(value))
      return false;
    values.push_back(static_cast<int64_t>(value));
  }
  return true;
}

static bool readRepeatedFloat(WireReader &reader, uint64_t wireType,
                              std::vector<float> &floats) {
  std::string_view bytes;
  if (wireType == FIXED32) {
    if (!reader.take(4, bytes))
      return false;
  } else if (wireType != BYTES || !reader.lengthDelimited(bytes) ||
             bytes.size() % 4) {
    return false;
  }
  for (size_t i = 0; i < bytes.size(); i += 4)
    appendFloat(bytes.substr(i, 4), floats);
  return true;
}

static bool skipField(WireReader &reader, uint64_t wireType) {
  uint64_t value;
  std::string_view bytes;
  switch (wireType) {
  case VARINT:
    return reader.varint(value);
  case FIXED64:
    return reader.take(8, bytes);
  case BYTES:
    return reader.lengthDelimited(bytes);
  case FIXED32:
    return reader.take(4, bytes);
  }
  return false; // groups were never used in ONNX
}

/// One field whose key was read already.
static bool readField(WireReader &reader, uint64_t field, uint64_t wireType,
                      Message &message) {
  std::string_view bytes;
  uint64_t value;
  switch (field) {
  case DIMS:
    return readRepeated(reader, wireType, message.dims);
  case DATA_TYPE:
    return wireType == VARINT && reader.varint(message.dataType);
  case FLOAT_DATA:
    return readRepeatedFloat(reader, wireType, message.floats);
  case INT32_DATA:
  case INT64_DATA:
    if (message.intsField && message.intsField != static_cast<int>(field))
      return false;
    message.intsField = static_cast<int>(field);
    return readRepeated(reader, wireType, message.ints);
  case NAME:
    if (wireType != BYTES || !reader.lengthDelimited(bytes))
      return false;
    message.name = std::string(bytes);
    return true;
  case RAW_DATA:
    message.hasRaw = true;
    return wireType == BYTES && reader.lengthDelimited(message.raw);
  case DATA_LOCATION:
    if (wireType != VARINT || !reader.varint(value))
      return false;
    message.external = value != 0;
    return true;
  }
  // Also lists of other types' values: such a type is refused as a whole, and
  // for ours the values are then missing.
  return skipField(reader, wireType);
}

static bool readMessage(std::string_view file, Message &message,
                        std::string &error) {
  WireReader reader(file);
  while (!reader.atEnd()) {
    size_t at = reader.offset();
    uint64_t key;
    if (!reader.varint(key) || key >> 3 == 0 ||
        !readField(reader, key >> 3, key & 7, message))
      return fail(error, format("not a tensor in ONNX's format, or truncated: "
                                "malformed field at byte %zu",
                                at));
  }
  return true;
}

/// The values of a list field as bytes of the tensor.
static bool fillFromList(const Message &message, const TypeNumber &type,
                         size_t count, Tensor &tensor, std::string &error) {
  bool floats = type.field == FLOAT_DATA;
  size_t listed = floats ? message.floats.size() : message.ints.size();
  bool otherList =
      floats ? message.intsField != 0
             : !message.floats.empty() ||
                   (message.intsField && message.intsField != type.field);
  if (otherList)
    return fail(error, dtypeName(type.dtype) +
                           " values are in a field of another type");
  if (listed != count)
    return fail(error, formatType(tensor.type) +
                           format(" has %zu elements, but %zu are listed",
                                  count, listed));
  tensor.data.resize(count * elementSize(type.dtype));
  for (size_t i = 0; i < count; ++i) {
    int64_t value = floats ? 0 : message.ints[i];
    char *to = tensor.data.data() + i * elementSize(type.dtype);
    int32_t narrow = static_cast<int32_t>(value);
    if (type.field == INT32_DATA && narrow != value)
      return fail(error, format("int32_data[%zu] is out of range", i));
    if (floats)
      memcpy(to, &message.floats[i], 4);
    else if (type.dtype == RT_I64)
      memcpy(to, &value, 8);
    else if (type.dtype == RT_I32)
      memcpy(to, &narrow, 4);
    else
      *to = value != 0;
  }
  return true;
}

bool readTensorProto(std::string_view file, Tensor &tensor, std::string &name,
                     std::string &error) {
  Message message;
  if (!readMessage(file, message, error))
    return false;
  const TypeNumber *type = nullptr;
  for (const TypeNumber &candidate : kTypes)
    if (candidate.number == message.dataType)
      type = &candidate;
  if (!type)
    return fail(error,
                "holds " + foreignName(message.dataType) +
                    formatShape(message.dims.data(),
                                std::min(message.dims.size(), kMaxRank)) +
                    ", " + kNotOurs);
  if (message.external)
    return fail(error, "the values are in another file (external data)");
  tensor.type = {type->dtype, message.dims};
  name = message.name;
  std::optional<size_t> count = elementCount(message.dims);
  std::optional<size_t> bytes = byteSize(tensor.type);
  if (!count || !bytes || message.dims.size() > kMaxRank)
    return fail(error, format("%zu dims whose product no tensor has",
                              message.dims.size()));
  if (!message.hasRaw)
    return fillFromList(message, *type, *count, tensor, error);
  if (!message.floats.empty() || !message.ints.empty())
    return fail(error, "values both in raw_data and in a list");
  if (message.raw.size() != *bytes)
    return fail(error, formatType(tensor.type) +
                           format(" has %zu bytes, but raw_data %zu", *bytes,
                                  message.raw.size()));
  tensor.data.assign(message.raw.begin(), message.raw.end());
  normalizeBools(tensor);
  return true;
}

static void appendVarint(std::string &bytes, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

static void appendKey(std::string &bytes, uint64_t field, uint64_t wireType) {
  appendVarint(bytes, field << 3 | wireType);
}

std::string tensorProtoHeader(const TensorType &type, const std::string &name) {
  std::string bytes;
  for (int64_t extent : type.shape) {
    appendKey(bytes, DIMS, VARINT);
    appendVarint(bytes, static_cast<uint64_t>(extent));
  }
  for (const TypeNumber &candidate : kTypes)
    if (candidate.dtype == type.dtype) {
      appendKey(bytes, DATA_TYPE, VARINT);
      appendVarint(bytes, candidate.number);
    }
  appendKey(bytes, NAME, BYTES);
  appendVarint(bytes, name.size());
  bytes += name;
  appendKey(bytes, RAW_DATA, BYTES);
  appendVarint(bytes, byteSize(type).value_or(0));
  return bytes;
}

} // namespace partita::program
