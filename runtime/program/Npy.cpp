//===- Npy.cpp - numpy's .npy files ---------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Npy.h"
#include "Text.h"

#include <cstring>

namespace partita::program {

namespace {

const char kMagic[] = "\x93NUMPY";
const size_t kMagicSize = 6;
/// numpy's own limit.
const size_t kMaxRank = 64;

struct Header {
  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Reads the dictionary: just the Python literals that numpy writes there.
class HeaderParser {
public:
  HeaderParser(std::string_view text, size_t offset)
      : text(text), offset(offset) {}

  bool parse(Header &header, std::string &error) {
    bool descr = false, order = false, shape = false;
    if (!expect('{'))
      return fail(error);
    while (!accept('}')) {
      std::string key;
      if (!parseString(key) || !expect(':'))
        return fail(error);
      bool understood = false;
      if (key == "descr" && peek() == '[') {
        error = "holds records (a structured element type)";
        return false;
      }
      if (key == "descr" && !descr)
        understood = descr = parseString(header.descr);
      else if (key == "fortran_order" && !order)
        understood = order = parseBool(header.fortranOrder);
      else if (key == "shape" && !shape)
        understood = shape = parseShape(header.shape);
      if (!understood)
        return fail(error, " (value of " + quoted(key) + ")");
      if (!accept(',') && peek() != '}')
        return fail(error);
    }
    skipSpace();
    if (position != text.size())
      return fail(error);
    if (descr && order && shape)
      return true;
    error = "malformed header: expects the keys descr, fortran_order and shape";
    return false;
  }

private:
  bool fail(std::string &error, const std::string &detail = "") const {
    error = format("malformed header at byte %zu", offset + position) + detail;
    return false;
  }
  void skipSpace() {
    while (position < text.size() && strchr(" \t\r\n", text[position]))
      ++position;
  }
  char peek() {
    skipSpace();
    return position < text.size() ? text[position] : '\0';
  }
  bool accept(char c) {
    if (peek() != c || position == text.size())
      return false;
    ++position;
    return true;
  }
  bool expect(char c) { return accept(c); }

  bool parseString(std::string &value) {
    char quote = peek();
    if (quote != '\'' && quote != '"')
      return false;
    size_t end = text.find(quote, position + 1);
    if (end == std::string_view::npos)
      return false;
    value = std::string(text.substr(position + 1, end - position - 1));
    position = end + 1;
    return true;
  }
  bool parseBool(bool &value) {
    skipSpace();
    for (bool candidate : {false, true}) {
      std::string_view word = candidate ? "True" : "False";
      if (text.substr(position, word.size()) == word) {
        position += word.size();
        value = candidate;
        return true;
      }
    }
    return false;
  }
  bool parseShape(std::vector<int64_t> &shape) {
    if (!expect('('))
      return false;
    while (!accept(')')) {
      skipSpace();
      size_t end = position;
      while (end < text.size() &&
             isdigit(static_cast<unsigned char>(text[end])))
        ++end;
      auto extent =
          parseInteger(std::string(text.substr(position, end - position)));
      if (!extent || shape.size() == kMaxRank)
        return false;
      shape.push_back(*extent);
      position = end;
      // Python 2 wrote long integers.
      if (position < text.size() && text[position] == 'L')
        ++position;
      if (!accept(',') && peek() != ')')
        return false;
    }
    return true;
  }

  std::string_view text;
  size_t offset; ///< of the text in the file, for messages
  size_t position = 0;
};

} // namespace

static const char *descrOf(int64_t dtype) {
  switch (dtype) {
  case RT_F32:
    return "<f4";
  case RT_I32:
    return "<i4";
  case RT_I64:
    return "<i8";
  default:
    return "|b1";
  }
}

static std::optional<int64_t> dtypeOf(const std::string &descr) {
  for (int64_t dtype : {RT_F32, RT_I32, RT_I64, RT_BOOL})
    if (descr == descrOf(dtype))
      return dtype;
  // One byte has no byte order.
  if (descr == "?" || descr == "<b1" || descr == "b1")
    return RT_BOOL;
  return std::nullopt;
}

/// numpy's name of an element type that is none of ours.
static std::string foreignName(const std::string &descr) {
  static const char *const names[][2] = {
      {"<f8", "float64"}, {"<f2", "float16"},    {"|i1", "int8"},
      {"<i2", "int16"},   {"|u1", "uint8"},      {"<u2", "uint16"},
      {"<u4", "uint32"},  {"<u8", "uint64"},     {"<c8", "complex64"},
      {"|O", "object"},   {"<c16", "complex128"}};
  for (const auto &name : names)
    if (descr == name[0])
      return name[1];
  return startsWith(descr, ">") ? "big-endian values" : "values";
}

/// Fortran order is row-major order of the reversed shape.
static void copyFromFortranOrder(const char *source, Tensor &tensor) {
  const std::vector<int64_t> &shape = tensor.type.shape;
  size_t elemSize = elementSize(tensor.type.dtype), rank = shape.size();
  std::vector<size_t> strides(rank);
  size_t stride = elemSize;
  for (size_t i = 0; i < rank; ++i) {
    strides[i] = stride;
    stride *= static_cast<size_t>(shape[i]);
  }
  std::vector<int64_t> index(rank, 0);
  for (size_t at = 0; at < tensor.data.size(); at += elemSize) {
    memcpy(&tensor.data[at], source, elemSize);
    for (size_t i = rank; i-- > 0;) {
      source += strides[i];
      if (++index[i] < shape[i])
        break;
      source -= strides[i] * static_cast<size_t>(shape[i]);
      index[i] = 0;
    }
  }
}

/// Finds the dictionary: [begin, end) of the file.
static bool findHeader(std::string_view file, size_t &begin, size_t &end,
                       std::string &error) {
  if (file.substr(0, kMagicSize) != std::string_view(kMagic, kMagicSize)) {
    error = "not a .npy file: it does not begin with \\x93NUMPY";
    return false;
  }
  int version = file.size() > kMagicSize
                    ? static_cast<unsigned char>(file[kMagicSize])
                    : 1;
  if (version < 1 || version > 3) {
    error = format("version %d of the .npy format; versions 1 to 3 are read",
                   version);
    return false;
  }
  size_t lengthSize = version == 1 ? 2 : 4;
  begin = kMagicSize + 2 + lengthSize;
  if (file.size() < begin) {
    error =
        format("truncated: ends at byte %zu, inside the header", file.size());
    return false;
  }
  size_t length = 0;
  for (size_t i = 0; i < lengthSize; ++i)
    length |= static_cast<size_t>(
                  static_cast<unsigned char>(file[kMagicSize + 2 + i]))
              << (8 * i);
  if (file.size() - begin < length) {
    error = format("truncated: a header of %zu bytes, but %zu are left", length,
                   file.size() - begin);
    return false;
  }
  end = begin + length;
  return true;
}

bool readNpy(std::string_view file, Tensor &tensor, std::string &error) {
  size_t begin, end;
  if (!findHeader(file, begin, end, error))
    return false;
  Header header;
  HeaderParser parser(file.substr(begin, end - begin), begin);
  if (!parser.parse(header, error))
    return false;
  std::optional<int64_t> dtype = dtypeOf(header.descr);
  if (!dtype) {
    error = "holds " + foreignName(header.descr) +
            formatShape(header.shape.data(), header.shape.size()) + " (" +
            quoted(header.descr) + "), " + kNotOurs;
    return false;
  }
  TensorType type{*dtype, header.shape};
  std::optional<size_t> bytes = byteSize(type);
  if (!bytes || *bytes != file.size() - end) {
    error = formatType(type) +
            (bytes ? format(" has %zu bytes", *bytes)
                   : std::string(" is larger than any memory")) +
            format(", but %zu follow the header", file.size() - end);
    return false;
  }
  tensor.type = type;
  tensor.data.resize(*bytes);
  if (header.fortranOrder)
    copyFromFortranOrder(file.data() + end, tensor);
  else if (*bytes)
    memcpy(tensor.data.data(), file.data() + end, *bytes);
  normalizeBools(tensor);
  return true;
}

std::string npyHeader(const TensorType &type) {
  std::string shape = "(";
  for (size_t i = 0; i < type.shape.size(); ++i)
    shape += (i ? ", " : "") + std::to_string(type.shape[i]);
  shape += type.shape.size() == 1 ? ",)" : ")";
  std::string text = std::string("{'descr': '") + descrOf(type.dtype) +
                     "', 'fortran_order': False, 'shape': " + shape + ", }";
  // numpy leaves room for the first extent to grow to 21 digits in place, and
  // pads such that the bytes begin at a multiple of 64.
  if (!type.shape.empty())
    text.append(21 - std::to_string(type.shape[0]).size(), ' ');
  size_t prefix = kMagicSize + 4;
  text.append(64 - (prefix + text.size() + 1) % 64, ' ');
  text += '\n';
  std::string header(kMagic, kMagicSize);
  header += '\1';
  header += '\0';
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

} // namespace partita::program
