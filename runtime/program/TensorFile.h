//===- TensorFile.h - Tensors from and to files of any format ---*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file's extension says the format:
//
//   .npy  numpy, one array           .npz  numpy, arrays by name
//   .pb   ONNX TensorProto           .bin  the bytes alone; the shape is known
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_TENSORFILE_H
#define PARTITA_RUNTIME_PROGRAM_TENSORFILE_H

#include "File.h"
#include "Tensor.h"
#include "Zip.h"

namespace partita::program {

enum class FileFormat { Npy, Npz, Pb, Bin };

/// By the path's extension; nothing for any other.
std::optional<FileFormat> formatOf(const std::string &path);

/// For messages about a path without one of them.
extern const char *const kFormatList;

/// Reads the tensor `name` of type `expected`. On failure false and one line
/// that begins with the file's path. In a .npz file the tensor is the entry of
/// this name or, if there is one entry only, that one.
bool loadTensor(const std::string &path, const std::string &name,
                const TensorType &expected, Tensor &tensor, std::string &error);

/// A .npz file, for those that want more than one of its arrays.
class Npz {
public:
  /// Errors begin with the file's path, here and in `load`.
  bool open(const std::string &path, std::string &error);
  /// The arrays' names, in the file's order.
  std::vector<std::string> names() const;
  /// Reads the array names()[index].
  bool load(size_t index, const TensorType &expected, Tensor &tensor,
            std::string &error) const;

private:
  std::string path, bytes;
  ZipReader zip;
};

/// A tensor and its name in the model.
struct NamedTensor {
  std::string name;
  const Tensor *tensor;
};

/// Writes the tensors in the format; all but .npz take exactly one.
void writeTensors(FileFormat format, const std::vector<NamedTensor> &tensors,
                  const Sink &sink);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_TENSORFILE_H
