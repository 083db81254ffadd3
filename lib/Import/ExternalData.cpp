//===- ExternalData.cpp - Weights in files beside the model ---------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalData.h"
#include "ModelFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace partita::import_;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

ExternalData::ExternalData(StringRef modelPath)
    : folder(path::parent_path(modelPath)) {
  if (folder.empty())
    folder = ".";
}

/// The rule a location breaks by its text alone, if any.
static const char *checkLocation(StringRef location) {
  if (location.empty())
    return "is empty";
  if (location.contains('\0'))
    return "holds a zero byte";
  if (path::is_absolute(location))
    return "is absolute";
  for (auto it = path::begin(location), e = path::end(location); it != e; ++it)
    if (*it == "..")
      return "has a \"..\"";
  return nullptr;
}

/// Whether `target` (followed through links) lies outside of `folder`; the
/// places of both are put into `real`.
static bool escapes(StringRef folder, StringRef target,
                    llvm::SmallString<256> &real) {
  llvm::SmallString<256> realFolder;
  if (fs::real_path(folder, realFolder) || fs::real_path(target, real))
    return true;
  StringRef rest = real;
  return !rest.consume_front(realFolder) ||
         (!realFolder.ends_with("/") && !rest.starts_with("/"));
}

const ExternalData::File &ExternalData::open(StringRef location) {
  auto [it, isNew] = files.try_emplace(location);
  File &file = it->second;
  if (!isNew)
    return file;
  std::string shown = "external data file \"" + location.str() + "\" ";
  if (const char *broken = checkLocation(location)) {
    file.problem = shown + broken +
                   ", but it must lie in the model's folder, given relative "
                   "to that";
    return file;
  }
  llvm::SmallString<256> target(folder), real;
  path::append(target, location);
  if (!fs::exists(target)) {
    file.problem = shown + "is not there; tried \"" + target.str().str() + "\"";
  } else if (escapes(folder, target, real)) {
    file.problem = shown + "is a link to \"" + real.str().str() +
                   "\", which is outside of the model's folder";
  } else {
    std::string problem;
    file.buffer = mapFile(target, problem);
    if (!file.buffer)
      file.problem = shown + problem;
  }
  return file;
}

std::optional<FileRange> ExternalData::find(const onnx::TensorProto &tensor,
                                            uint64_t size,
                                            std::string &problem) {
  StringRef location;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
  for (const onnx::StringStringEntryProto &entry : tensor.external_data()) {
    StringRef key = entry.key(), value = entry.value();
    uint64_t number = 0;
    if ((key == "offset" || key == "length") &&
        value.getAsInteger(10, number)) {
      problem = "expects external data's " + key.str() +
                " to be a number, got \"" + value.str() + "\"";
      return std::nullopt;
    }
    if (key == "location")
      location = value;
    else if (key == "offset")
      offset = number;
    else if (key == "length")
      length = number;
  }
  const File &file = open(location);
  if (!file.buffer) {
    problem = file.problem;
    return std::nullopt;
  }
  if (length && *length != size) {
    problem = "expects " + std::to_string(size) +
              " bytes for its shape, but its external data's length is " +
              std::to_string(*length);
    return std::nullopt;
  }
  StringRef bytes = file.buffer->getBuffer();
  if (offset > bytes.size() || size > bytes.size() - offset) {
    problem = "expects " + std::to_string(size) + " bytes at " +
              std::to_string(offset) + " of external data file \"" +
              location.str() + "\", which has " + std::to_string(bytes.size());
    return std::nullopt;
  }
  llvm::SmallString<128> plain(location);
  path::remove_dots(plain);
  return FileRange{plain.str().str(), offset, bytes.substr(offset, size)};
}
