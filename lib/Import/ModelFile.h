//===- ModelFile.h - A mapped model without its weights ---------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Protobuf would copy every weight to the heap and refuses messages over 2 GB.
// So the file is mapped, its wire format walked once, and protobuf parses a
// copy in which each tensor's bytes are replaced by where they lie:
//
//   file   TensorProto { dims: 2, dims: 3, data_type: 1, raw_data: <24 bytes> }
//   proto  TensorProto { dims: 2, dims: 3, data_type: 1, raw_data: <Payload> }
//
// Invariant: in `getProto()`, every raw_data is the 16 bytes of a Payload and
// never tensor data; `getPayload` is the only reader of that field. Packed
// float_data and double_data are little-endian arrays as raw_data is, and
// become payloads too. Varint data (int64_data and the like) is left to
// protobuf.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_MODELFILE_H
#define PARTITA_IMPORT_MODELFILE_H

#include "onnx-ml.pb.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>

namespace partita::import_ {

/// Where the bytes of a tensor lie in the model file.
struct Payload {
  uint64_t offset;
  uint64_t size;
};

class ModelFile {
public:
  /// Opens and parses the model; null with a message in `problem` if the file
  /// cannot be read or is no model.
  static std::unique_ptr<ModelFile> open(llvm::StringRef path,
                                         std::string &problem);

  const onnx::ModelProto &getProto() const { return proto; }
  llvm::StringRef getBytes() const { return buffer->getBuffer(); }

  /// The payload of a tensor of `getProto()`, none if it is given otherwise.
  static std::optional<Payload> getPayload(const onnx::TensorProto &tensor);

private:
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  onnx::ModelProto proto;
};

/// Maps a regular file; null with the reason in `problem`.
std::unique_ptr<llvm::MemoryBuffer> mapFile(llvm::StringRef path,
                                            std::string &problem);

} // namespace partita::import_

#endif // PARTITA_IMPORT_MODELFILE_H
