//===- WeightsFile.cpp - The weights beside the program -------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/WeightsFile.h"
#include "partita/Codegen/KernelPlan.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;

namespace partita::codegen {

static constexpr int64_t alignment = 64;

static RankedTensorType globalType(comm::WeightOp weight) {
  return cast<RankedTensorType>(weight.getGlobal());
}

/// The weight's name, and the box where it is not the whole of it.
static std::string entryName(comm::WeightOp weight, ArrayRef<int64_t> starts) {
  std::string name = weight.getWeight().str();
  ArrayRef<int64_t> sizes = weight.getResult().getType().getShape();
  if (sizes == globalType(weight).getShape())
    return name;
  llvm::raw_string_ostream out(name);
  out << '[';
  llvm::interleave(
      llvm::zip_equal(starts, sizes), out,
      [&](auto dim) {
        auto [start, size] = dim;
        out << start << ':' << start + size;
      },
      ",");
  out << ']';
  return name;
}

static StringRef formatName(Type elementType) {
  if (elementType.isF32())
    return "F32";
  if (elementType.isInteger(64))
    return "I64";
  return elementType.isInteger(32) ? "I32" : "BOOL";
}

WeightsFile::WeightsFile(ModuleOp module) {
  for (comm::ProgramOp program : comm::getPrograms(module))
    for (auto weight : program.getBlock()->getOps<comm::WeightOp>())
      for (int64_t row = 0; row < program.getNumRanks(); ++row) {
        ArrayRef<int64_t> starts = comm::getRow(weight.getStarts(), row);
        std::string name = entryName(weight, starts);
        if (!entryOf.try_emplace(name, entries.size()).second)
          continue;
        RankedTensorType type = weight.getResult().getType();
        int64_t begin = llvm::alignTo(dataBytes, alignment);
        int64_t end =
            begin + type.getNumElements() * elementBytes(type.getElementType());
        entries.push_back(
            {name, weight, SmallVector<int64_t>(starts), begin, end});
        dataBytes = end;
      }
  if (!empty())
    dataBegin = header(std::string(64, '0')).size();
}

int64_t WeightsFile::offsetOf(comm::WeightOp weight, size_t row) const {
  std::string name = entryName(weight, comm::getRow(weight.getStarts(), row));
  return dataBegin + entries[entryOf.lookup(name)].begin;
}

/// Length and JSON, padded so that the data begins aligned.
std::string WeightsFile::header(StringRef contentId) const {
  std::string text(8, '\0');
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out);
  json.object([&] {
    json.attributeObject("__metadata__", [&] {
      json.attribute("content_id", contentId);
      json.attribute("format", "partita");
    });
    auto entry = [&](StringRef name, StringRef type, ArrayRef<int64_t> shape,
                     int64_t begin, int64_t end) {
      json.attributeObject(name, [&] {
        json.attribute("dtype", type);
        json.attributeArray("shape", [&] {
          for (int64_t extent : shape)
            json.value(extent);
        });
        json.attributeArray("data_offsets", [&] {
          json.value(begin);
          json.value(end);
        });
      });
    };
    int64_t at = 0, pads = 0;
    for (const Entry &e : entries) {
      if (e.begin > at)
        entry("pad." + std::to_string(pads++), "U8", {e.begin - at}, at,
              e.begin);
      comm::WeightOp weight = e.weight;
      RankedTensorType type = weight.getResult().getType();
      entry(e.name, formatName(type.getElementType()), type.getShape(), e.begin,
            e.end);
      at = e.end;
    }
  });
  out.flush();
  text.resize(llvm::alignTo(text.size(), alignment), ' ');
  uint64_t length = text.size() - 8;
  for (int i = 0; i < 8; ++i)
    text[i] = char(length >> (8 * i));
  return text;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {

/// Files mapped for reading, each once.
class Sources {
public:
  explicit Sources(StringRef modelFile) : modelFile(modelFile) {}

  /// The weight's bytes, or a diagnostic.
  FailureOr<ArrayRef<uint8_t>> bytes(comm::WeightOp weight);

private:
  StringRef modelFile;
  llvm::StringMap<llvm::sys::fs::mapped_file_region> maps;
};

} // namespace

std::string WeightsFile::sourceOf(comm::WeightOp weight, StringRef modelFile) {
  if (weight.getFile().empty())
    return modelFile.str();
  SmallString<128> path(llvm::sys::path::parent_path(modelFile));
  llvm::sys::path::append(path, weight.getFile());
  return std::string(path);
}

FailureOr<ArrayRef<uint8_t>> Sources::bytes(comm::WeightOp weight) {
  std::string path = WeightsFile::sourceOf(weight, modelFile);
  RankedTensorType type = globalType(weight);
  uint64_t length = type.getNumElements() * elementBytes(type.getElementType());
  if (length == 0)
    return ArrayRef<uint8_t>();
  auto found = maps.find(path);
  if (found == maps.end()) {
    namespace fs = llvm::sys::fs;
    uint64_t size = 0;
    std::error_code error = fs::file_size(path, size);
    fs::mapped_file_region map;
    if (!error) {
      llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(path);
      if (!file) {
        error = llvm::errorToErrorCode(file.takeError());
      } else {
        map = fs::mapped_file_region(*file, fs::mapped_file_region::readonly,
                                     size, 0, error);
        fs::closeFile(*file);
      }
    }
    if (error)
      return weight.emitOpError("expects to read \"")
             << path << "\": " << error.message();
    found = maps.try_emplace(path, std::move(map)).first;
  }
  const llvm::sys::fs::mapped_file_region &map = found->second;
  uint64_t offset = weight.getOffset();
  if (offset > map.size() || length > map.size() - offset)
    return weight.emitOpError("expects ")
           << length << " bytes at " << offset << " of \"" << path
           << "\", which has " << map.size();
  return ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(map.const_data()) + offset, length);
}

/// Calls `visit` for each contiguous run of the box, in order.
static void forEachRun(ArrayRef<uint8_t> source, RankedTensorType whole,
                       ArrayRef<int64_t> starts, ArrayRef<int64_t> sizes,
                       llvm::function_ref<void(ArrayRef<uint8_t>)> visit) {
  int64_t bytes = elementBytes(whole.getElementType());
  if (llvm::is_contained(sizes, 0))
    return;
  SmallVector<int64_t> strides = computeStrides(whole.getShape());
  // Dims that are whole are part of the run, and so is the one outside them.
  int64_t outer = sizes.size(), run = bytes;
  while (outer > 0) {
    --outer;
    run *= sizes[outer];
    if (sizes[outer] != whole.getDimSize(outer))
      break;
  }
  SmallVector<int64_t> index(starts);
  while (true) {
    int64_t offset = 0;
    for (auto [i, stride] : llvm::zip_equal(index, strides))
      offset += i * stride;
    visit(source.slice(offset * bytes, run));
    int64_t dim = outer - 1;
    for (; dim >= 0; --dim) {
      if (++index[dim] < starts[dim] + sizes[dim])
        break;
      index[dim] = starts[dim];
    }
    if (dim < 0)
      return;
  }
}

std::string WeightsFile::contentId(StringRef text) {
  llvm::SHA256 hash;
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

FailureOr<std::string> WeightsFile::write(StringRef text, StringRef modelFile,
                                          llvm::sys::fs::TempFile &file) const {
  llvm::SHA256 hash;
  hash.update(text);
  llvm::raw_fd_ostream out(file.FD, /*shouldClose=*/false);
  out.SetBufferSize(1 << 20);
  auto put = [&](ArrayRef<uint8_t> bytes) {
    hash.update(bytes);
    out.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  };
  std::string head = header(std::string(64, '0'));
  put(ArrayRef(reinterpret_cast<const uint8_t *>(head.data()), head.size()));

  Sources sources(modelFile);
  int64_t at = 0;
  const uint8_t padding[alignment] = {};
  for (const Entry &entry : entries) {
    put(ArrayRef(padding, entry.begin - at));
    at = entry.end;
    comm::WeightOp weight = entry.weight;
    FailureOr<ArrayRef<uint8_t>> source = sources.bytes(weight);
    if (failed(source))
      return failure();
    forEachRun(*source, globalType(weight), entry.starts,
               weight.getResult().getType().getShape(), put);
  }
  // The id was not known when the header was written; it is as long now.
  std::string id = llvm::toHex(hash.final(), /*LowerCase=*/true);
  head = header(id);
  out.flush();
  if (!out.has_error())
    out.pwrite(head.data(), head.size(), 0);
  out.flush();
  if (out.has_error()) {
    std::string message = out.error().message();
    out.clear_error();
    comm::WeightOp weight = entries.front().weight;
    emitError(weight.getLoc())
        << "expects to write the weights file, got: " << message;
    return failure();
  }
  return id;
}

} // namespace partita::codegen
