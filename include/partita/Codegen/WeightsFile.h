//===- WeightsFile.h - The weights beside the program -----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A safetensors file with one entry per distinct part that some rank holds, so
// that a rank reads only its own pages, in one piece:
//
//   "fc.weight[0:512,0:1024]"   rank 0's rows
//   "fc.weight[512:1000,0:1024]"
//   "fc.bias"                   whole
//
// Entries begin at multiples of 64 bytes. The format allows no gaps, so these
// are entries too, named "pad.N". The metadata's "content_id" ties the file to
// the program. Weights are streamed from the mapped model: memory does not grow
// with their size.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_WEIGHTSFILE_H
#define PARTITA_CODEGEN_WEIGHTSFILE_H

#include "dialects/Comm/IR/Comm.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

#include <string>
#include <vector>

namespace partita::codegen {

class WeightsFile {
public:
  /// Lays the file out.
  explicit WeightsFile(mlir::ModuleOp module);

  /// Whether any rank holds any weight; no file is needed otherwise.
  bool empty() const { return entries.empty(); }
  /// Length of the file.
  int64_t size() const { return dataBegin + dataBytes; }
  /// Where in the file the part lies that the program's `row`-th rank holds.
  int64_t offsetOf(comm::WeightOp weight, size_t row) const;

  /// Writes the file to `file`. Weights come from `modelFile` and files in its
  /// folder. Returns the content id: a hash of `text`, which stands for the
  /// program, and of all that the file holds.
  mlir::FailureOr<std::string> write(llvm::StringRef text,
                                     llvm::StringRef modelFile,
                                     llvm::sys::fs::TempFile &file) const;

  /// The path of the file that the weight is read from.
  static std::string sourceOf(comm::WeightOp weight, llvm::StringRef modelFile);

  /// The content id of a program without weights.
  static std::string contentId(llvm::StringRef text);

private:
  struct Entry {
    std::string name;
    comm::WeightOp weight;
    llvm::SmallVector<int64_t> starts;
    int64_t begin, end; ///< relative to the data
  };

  std::string header(llvm::StringRef contentId) const;

  std::vector<Entry> entries;
  llvm::StringMap<size_t> entryOf; ///< by name
  int64_t dataBegin = 0, dataBytes = 0;
};

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_WEIGHTSFILE_H
