//===- TensorFile.cpp - Tensors from and to files of any format -----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFile.h"
#include "Npy.h"
#include "TensorProto.h"
#include "Text.h"

#include <algorithm>

namespace partita::program {

const char *const kFormatList = ".npy, .npz, .pb or .bin";

std::optional<FileFormat> formatOf(const std::string &path) {
  static const struct {
    const char *extension;
    FileFormat format;
  } formats[] = {{".npy", FileFormat::Npy},
                 {".npz", FileFormat::Npz},
                 {".pb", FileFormat::Pb},
                 {".bin", FileFormat::Bin}};
  for (const auto &candidate : formats)
    if (endsWith(path, candidate.extension))
      return candidate.format;
  return std::nullopt;
}

static bool fail(const std::string &path, std::string &error,
                 const std::string &text) {
  error = path + ": " + text;
  return false;
}

static bool checkType(const std::string &path, const TensorType &expected,
                      const TensorType &got, std::string &error) {
  if (expected == got)
    return true;
  return fail(path, error,
              "expects " + formatType(expected) + ", got " + formatType(got));
}

static bool readBin(const std::string &bytes, const TensorType &expected,
                    Tensor &tensor, std::string &error) {
  std::optional<size_t> size = byteSize(expected);
  if (!size || *size != bytes.size()) {
    error = format("has %zu bytes, not %zu", bytes.size(), size.value_or(0));
    return false;
  }
  tensor.type = expected;
  tensor.data.assign(bytes.begin(), bytes.end());
  normalizeBools(tensor);
  return true;
}

bool loadTensor(const std::string &path, const std::string &name,
                const TensorType &expected, Tensor &tensor,
                std::string &error) {
  std::optional<FileFormat> fileFormat = formatOf(path);
  if (!fileFormat)
    return fail(path, error,
                std::string("expects a file that ends in ") + kFormatList);
  if (*fileFormat == FileFormat::Npz) {
    Npz npz;
    if (!npz.open(path, error))
      return false;
    std::vector<std::string> names = npz.names();
    auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end() && names.size() != 1)
      return fail(path, error,
                  "has no array " + quoted(name) + "; arrays: " +
                      (names.empty() ? "none" : listNames(names)));
    size_t index = found == names.end() ? 0 : found - names.begin();
    return npz.load(index, expected, tensor, error);
  }
  std::string bytes, problem, ownName;
  if (!readFile(path, bytes, problem))
    return fail(path, error, problem);
  bool read = *fileFormat == FileFormat::Npy ? readNpy(bytes, tensor, problem)
              : *fileFormat == FileFormat::Pb
                  ? readTensorProto(bytes, tensor, ownName, problem)
                  : readBin(bytes, expected, tensor, problem);
  if (!read)
    return fail(path, error, problem + "; expects " + formatType(expected));
  return checkType(path, expected, tensor.type, error);
}

bool Npz::open(const std::string &filePath, std::string &error) {
  path = filePath;
  std::string problem;
  if (!readFile(path, bytes, problem) || !zip.open(bytes, problem))
    return fail(path, error, problem);
  std::vector<std::string> sorted = names();
  std::sort(sorted.begin(), sorted.end());
  auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    return fail(path, error, "has array " + quoted(*twice) + " twice");
  return true;
}

std::vector<std::string> Npz::names() const {
  std::vector<std::string> names;
  for (const ZipEntry &entry : zip.entries())
    names.push_back(endsWith(entry.name, ".npy")
                        ? entry.name.substr(0, entry.name.size() - 4)
                        : entry.name);
  return names;
}

bool Npz::load(size_t index, const TensorType &expected, Tensor &tensor,
               std::string &error) const {
  const ZipEntry &entry = zip.entries()[index];
  std::string contents, problem;
  if (!zip.extract(entry, contents, problem))
    return fail(path, error, problem);
  if (!readNpy(contents, tensor, problem))
    return fail(path, error,
                "entry " + quoted(entry.name) + ": " + problem + "; expects " +
                    formatType(expected));
  return checkType(path, expected, tensor.type, error);
}

void writeTensors(FileFormat format, const std::vector<NamedTensor> &tensors,
                  const Sink &sink) {
  auto put = [&](const std::string &header, const Tensor &tensor) {
    sink(header.data(), header.size());
    sink(tensor.data.data(), tensor.data.size());
  };
  const NamedTensor &first = tensors.front();
  switch (format) {
  case FileFormat::Npy:
    return put(npyHeader(first.tensor->type), *first.tensor);
  case FileFormat::Pb:
    return put(tensorProtoHeader(first.tensor->type, first.name),
               *first.tensor);
  case FileFormat::Bin:
    return put("", *first.tensor);
  case FileFormat::Npz:
    break;
  }
  ZipWriter zip(sink);
  for (const NamedTensor &named : tensors) {
    std::string header = npyHeader(named.tensor->type);
    zip.add(named.name + ".npy",
            {header, {named.tensor->data.data(), named.tensor->data.size()}});
  }
  zip.finish();
}

} // namespace partita::program
