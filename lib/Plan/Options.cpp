//===- Options.cpp - What the user says about the plan --------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Plan/Options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace partita;
using namespace partita::plan;
using layout::AxisRef;
using layout::Mesh;
using layout::Problem;

/// Larger meshes are mistakes in this release, and products stay in range.
static constexpr int64_t maxDevices = 4096;

static LogicalResult fail(std::string &error, const Twine &message) {
  error = message.str();
  return failure();
}

static bool isAxisName(StringRef name) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return llvm::all_of(name, isPart) && !name.empty() && !llvm::isDigit(name[0]);
}

FailureOr<Mesh> plan::parseMesh(StringRef text, std::string &error) {
  std::vector<layout::Axis> axes;
  int64_t devices = 1;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [name, sizeText] = part.trim().split('=');
    int64_t size = 0;
    if (!isAxisName(name) || sizeText.getAsInteger(10, size))
      return fail(error, "expects a mesh like x=2,y=2, got \"" + text + "\"");
    if (size < 1)
      return fail(error, "expects axis \"" + name +
                             "\" to have a size of at least 1, got " +
                             Twine(size));
    layout::Axis axis{name.str(), size};
    if (llvm::any_of(axes, [&](const auto &a) { return a.name == axis.name; }))
      return fail(error, "expects each mesh axis once, got \"" + name +
                             "\" twice in \"" + text + "\"");
    if (size > maxDevices || devices * size > maxDevices)
      return fail(error, "expects a mesh of at most " + Twine(maxDevices) +
                             " devices, got \"" + text + "\"");
    devices *= size;
    axes.push_back(axis);
  }
  return Mesh::iota(std::move(axes));
}

/// `x` or `x:(pre)size`.
static bool parseAxis(StringRef text, AxisRef &axis) {
  auto [name, rest] = text.split(':');
  if (!isAxisName(name))
    return false;
  axis = {name.str(), 1, 0};
  if (name.size() == text.size())
    return true;
  return rest.consume_front("(") && !rest.consumeInteger(10, axis.pre) &&
         rest.consume_front(")") && !rest.getAsInteger(10, axis.size) &&
         axis.pre >= 1 && axis.size >= 1;
}

FailureOr<ShardRequest> plan::parseShard(StringRef text, std::string &error) {
  const char *form = "expects TENSOR[AXIS]=x, =x,y or =x:(1)2, got \"";
  size_t close = text.rfind("]=");
  size_t open =
      close == StringRef::npos ? close : text.take_front(close).rfind('[');
  if (open == StringRef::npos)
    return fail(error, form + text + "\"");
  ShardRequest request;
  request.tensor = text.take_front(open).str();
  if (request.tensor.empty())
    return fail(error,
                "expects a tensor's name before '[', got \"" + text + "\"");
  StringRef axis = text.slice(open + 1, close);
  if (axis.getAsInteger(10, request.axis))
    return fail(error, "expects the number of a dim in [ ], got \"" + axis +
                           "\" in \"" + text + "\"");
  SmallVector<StringRef> parts;
  text.drop_front(close + 2).split(parts, ',');
  for (StringRef part : parts) {
    AxisRef ref;
    if (!parseAxis(part.trim(), ref))
      return fail(error, form + text + "\"");
    request.meshAxes.push_back(ref);
  }
  return request;
}

FailureOr<std::pair<std::string, std::string>>
plan::parseShardDim(StringRef text, std::string &error) {
  auto [dim, axis] = text.rsplit('=');
  if (dim.empty() || dim.size() == text.size() || !isAxisName(axis))
    return fail(error, "expects DIM=AXIS like batch=x, got \"" + text + "\"");
  return std::make_pair(dim.str(), axis.str());
}

Problem plan::resolveAxes(const Mesh &mesh, std::vector<AxisRef> &axes) {
  for (AxisRef &axis : axes) {
    int64_t whole = mesh.axisSize(axis.name);
    if (whole == 0) {
      std::vector<std::string> names;
      for (const layout::Axis &a : mesh.axes)
        names.push_back(a.name);
      return "expects a mesh axis, one of " + llvm::join(names, ", ") +
             ", got \"" + axis.name + "\"";
    }
    if (axis.size == 0)
      axis.size = whole;
    if (axis.verify(mesh))
      return "expects the part " + axis.str(mesh) + " to divide axis \"" +
             axis.name + "\" of size " + std::to_string(whole);
  }
  llvm::erase_if(axes, [](const AxisRef &axis) { return axis.size == 1; });
  for (size_t i = 0; i < axes.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (axes[i].overlaps(axes[j]))
        return "expects each mesh axis to be used once in a tensor, got " +
               axes[j].str(mesh) + " and " + axes[i].str(mesh);
  return std::nullopt;
}

std::string plan::nearNames(StringRef name, ArrayRef<std::string> candidates) {
  std::vector<std::pair<unsigned, StringRef>> near;
  unsigned limit = std::max<unsigned>(1, name.size() / 3);
  for (const std::string &candidate : candidates) {
    StringRef other = candidate;
    // A name of which a part was given is nearer than a misspelt one.
    bool part = name.size() >= 3 && other.contains_insensitive(name);
    unsigned distance = part ? 1
                             : name.edit_distance_insensitive(
                                   other, /*AllowReplacements=*/true, limit);
    if (distance <= limit)
      near.emplace_back(distance, other);
  }
  llvm::sort(near);
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i < near.size() && i < 3; ++i)
    os << (i ? ", " : "") << '"' << near[i].second << '"';
  return text;
}
