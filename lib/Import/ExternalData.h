//===- ExternalData.h - Weights in files beside the model -------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor may say: my bytes are in file `location`, at `offset`. A model is
// input from anywhere, so such a file must lie in the model's own folder, by
// its name and after following links; what it may not do is make the compiler
// read (and put into a program) some other file of this machine.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_EXTERNALDATA_H
#define PARTITA_IMPORT_EXTERNALDATA_H

#include "onnx-ml.pb.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>

namespace partita::import_ {

/// A range of a mapped file. `file` is relative to the model's folder, empty
/// for the model file itself.
struct FileRange {
  std::string file;
  uint64_t offset;
  llvm::StringRef bytes;
};

class ExternalData {
public:
  explicit ExternalData(llvm::StringRef modelPath);

  /// The `size` bytes of `tensor`, which has external data; none with a
  /// message in `problem` if they cannot be had.
  std::optional<FileRange> find(const onnx::TensorProto &tensor, uint64_t size,
                                std::string &problem);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> buffer;
    std::string problem;
  };
  const File &open(llvm::StringRef location);

  std::string folder;
  llvm::StringMap<File> files;
};

} // namespace partita::import_

#endif // PARTITA_IMPORT_EXTERNALDATA_H
