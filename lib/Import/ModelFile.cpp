//===- ModelFile.cpp - A mapped model without its weights -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelFile.h"
#include "Wire.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <climits>
#include <cstring>

using namespace partita::import_;
using llvm::StringRef;
using Status = WireReader::Status;

namespace {

/// The messages on the way from a model to its tensors.
enum class Message { Model, Graph, Node, Attribute, Tensor, Sparse, Function };

/// The fields of `message` that lead to tensors.
std::optional<Message> getChild(Message message, uint32_t field) {
  switch (message) {
  case Message::Model:
    return field == 7    ? std::optional(Message::Graph)
           : field == 25 ? std::optional(Message::Function)
                         : std::nullopt;
  case Message::Graph:
    return field == 1    ? std::optional(Message::Node)
           : field == 5  ? std::optional(Message::Tensor)
           : field == 15 ? std::optional(Message::Sparse)
                         : std::nullopt;
  case Message::Node:
    return field == 5 ? std::optional(Message::Attribute) : std::nullopt;
  case Message::Attribute:
    return field == 5 || field == 10    ? std::optional(Message::Tensor)
           : field == 6 || field == 11  ? std::optional(Message::Graph)
           : field == 22 || field == 23 ? std::optional(Message::Sparse)
                                        : std::nullopt;
  case Message::Sparse:
    return field == 1 || field == 2 ? std::optional(Message::Tensor)
                                    : std::nullopt;
  case Message::Function:
    return field == 7    ? std::optional(Message::Node)
           : field == 11 ? std::optional(Message::Attribute)
                         : std::nullopt;
  case Message::Tensor:
    return std::nullopt;
  }
  return std::nullopt;
}

// Fields of ModelProto and TensorProto used below.
constexpr uint32_t modelTrainingInfo = 20;
constexpr uint32_t tensorFloatData = 4;
constexpr uint32_t tensorRawData = 9;
constexpr uint32_t tensorDoubleData = 10;

/// Whether a field is one of ModelProto, so that this may be a cut model.
bool isModelField(const WireField &field) {
  if (field.number == 1 || field.number == 5)
    return field.type == WireType::Varint;
  return field.type == WireType::Bytes &&
         ((field.number >= 2 && field.number <= 8) || field.number == 14 ||
          field.number == 20 || field.number == 25 || field.number == 26);
}

/// Writes a model again with each tensor's bytes replaced by their Payload.
class Stripper {
public:
  explicit Stripper(StringRef file) : file(file) {}

  bool run(std::string &out) { return strip(Message::Model, file, 0, out); }
  const std::string &getProblem() const { return problem; }

private:
  /// Protobuf's own bound; deeper models could exhaust the stack.
  static constexpr unsigned maxDepth = 100;

  bool strip(Message kind, StringRef message, unsigned depth,
             std::string &out) {
    if (depth == maxDepth)
      return fail(message, "has messages nested deeper than 100");
    bool asPayload = kind == Message::Tensor && hasOneFloatChunk(message);
    WireReader reader(message);
    WireField field;
    Status status;
    while ((status = reader.next(field)) == Status::Field) {
      // Training graphs are not compiled, and may hold weights again.
      if (kind == Message::Model && field.number == modelTrainingInfo)
        continue;
      if (field.type != WireType::Bytes) {
        out.append(field.whole.data(), field.whole.size());
        continue;
      }
      if (std::optional<Message> child = getChild(kind, field.number)) {
        std::string stripped;
        if (!strip(*child, field.value, depth + 1, stripped))
          return false;
        appendBytesField(out, field.number, stripped);
      } else if (kind == Message::Tensor &&
                 (field.number == tensorRawData ||
                  (asPayload && isFloatData(field.number)))) {
        appendPayload(out, field.value);
      } else {
        out.append(field.whole.data(), field.whole.size());
      }
    }
    if (status == Status::End)
      return true;
    // Only the outermost message ends where the file does.
    if (status == Status::Truncated && depth == 0 &&
        startsAsModel(message, field))
      return fail(reader.getRest(),
                  "is truncated: it ends inside of the field");
    return fail(reader.getRest(),
                "is not an ONNX model: there is no valid protobuf field");
  }

  static bool isFloatData(uint32_t number) {
    return number == tensorFloatData || number == tensorDoubleData;
  }

  /// Whether the values are one packed chunk: several, or unpacked ones, are
  /// legal but do not lie in one piece.
  static bool hasOneFloatChunk(StringRef tensor) {
    WireReader reader(tensor);
    WireField field;
    unsigned chunks = 0;
    while (reader.next(field) == Status::Field) {
      if (field.number == tensorRawData ||
          (isFloatData(field.number) && field.type != WireType::Bytes))
        return false;
      chunks += isFloatData(field.number);
    }
    return chunks == 1;
  }

  /// Whether what could be read of a cut file was a model; `last` is the field
  /// that was cut.
  static bool startsAsModel(StringRef message, const WireField &last) {
    WireReader reader(message);
    WireField first;
    if (reader.next(first) != Status::Field)
      return last.number != 0 && isModelField(last);
    return isModelField(first);
  }

  void appendPayload(std::string &out, StringRef value) const {
    Payload payload{static_cast<uint64_t>(value.data() - file.data()),
                    value.size()};
    appendBytesField(
        out, tensorRawData,
        StringRef(reinterpret_cast<const char *>(&payload), sizeof(payload)));
  }

  bool fail(StringRef where, const char *what) {
    problem = std::string(what) + " at byte " +
              std::to_string(where.data() - file.data()) + " of " +
              std::to_string(file.size());
    return false;
  }

  StringRef file;
  std::string problem;
};

} // namespace

std::unique_ptr<llvm::MemoryBuffer>
partita::import_::mapFile(StringRef path, std::string &problem) {
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status)) {
    problem = "cannot be read: " + llvm::StringRef(error.message()).lower();
    return nullptr;
  }
  // Reading a pipe or device might never end.
  if (!llvm::sys::fs::is_regular_file(status)) {
    problem = "is not a regular file";
    return nullptr;
  }
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer) {
    problem = "cannot be read: " +
              llvm::StringRef(buffer.getError().message()).lower();
    return nullptr;
  }
  return std::move(*buffer);
}

std::unique_ptr<ModelFile> ModelFile::open(StringRef path,
                                           std::string &problem) {
  auto model = std::make_unique<ModelFile>();
  model->buffer = mapFile(path, problem);
  if (!model->buffer)
    return nullptr;
  StringRef bytes = model->getBytes();
  if (bytes.empty()) {
    problem = "is empty";
    return nullptr;
  }
  std::string stripped;
  Stripper stripper(bytes);
  if (!stripper.run(stripped)) {
    problem = stripper.getProblem();
    return nullptr;
  }
  if (stripped.size() > INT_MAX) {
    problem = "has more than 2 GB without its weights";
    return nullptr;
  }
  if (!model->proto.ParseFromArray(stripped.data(),
                                   static_cast<int>(stripped.size()))) {
    problem = "is not an ONNX model: a field has the wrong type";
    return nullptr;
  }
  if (!model->proto.has_graph()) {
    problem = "is not an ONNX model: it holds no graph";
    return nullptr;
  }
  return model;
}

std::optional<Payload> ModelFile::getPayload(const onnx::TensorProto &tensor) {
  if (!tensor.has_raw_data())
    return std::nullopt;
  Payload payload;
  assert(tensor.raw_data().size() == sizeof(payload) && "not from a ModelFile");
  std::memcpy(&payload, tensor.raw_data().data(), sizeof(payload));
  return payload;
}
