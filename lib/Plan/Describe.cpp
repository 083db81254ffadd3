//===- Describe.cpp - A plan in words -------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Plan/Describe.h"

#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/GraphOps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <map>
#include <set>

using namespace mlir;
using namespace partita;
using layout::Layout;
using layout::Step;
using layout::StepKind;

/// So that the text stays on a screen: lines per table, names per line.
static constexpr size_t maxLines = 24;
static constexpr size_t maxNames = 3;
static constexpr size_t maxNameLength = 24;

namespace {
/// What several equal ops or collectives have in common is the key; the rest
/// adds up.
struct Line {
  int64_t count = 0;
  int64_t bytes = 0;
  SmallVector<std::string, maxNames> names;
};

/// Kind and what is said of it, in the order of their appearance.
using Key = std::pair<std::string, std::string>;
using Table = llvm::MapVector<Key, Line, std::map<Key, unsigned>>;

class Describer {
public:
  explicit Describer(ModuleOp module) : module(module) {}
  std::string run();

private:
  void addOp(Operation *op, dist::AssignmentAttr assignment);
  void addStep(const Step &step, RankedTensorType type, Location loc);
  void addWeight(graph::WeightOp weight);
  void printMesh(llvm::raw_ostream &os);
  void printOps(llvm::raw_ostream &os);
  void printSteps(llvm::raw_ostream &os);
  void printTotals(llvm::raw_ostream &os);
  void printWeights(llvm::raw_ostream &os);

  ModuleOp module;
  std::optional<layout::Mesh> mesh;
  Table ops;
  Table steps;
  llvm::MapVector<StringRef, Line> totals;
  std::vector<int64_t> weightBytes;
  std::set<std::tuple<std::string, std::vector<int64_t>, std::vector<int64_t>,
                      int64_t>>
      weightBoxes;
};
} // namespace

static StringRef nameOf(StepKind kind) {
  switch (kind) {
  case StepKind::Slice:
    return "slice";
  case StepKind::AllGather:
    return "all_gather";
  case StepKind::AllReduce:
    return "all_reduce";
  case StepKind::ReduceScatter:
    return "reduce_scatter";
  case StepKind::Exchange:
    return "exchange";
  case StepKind::ToPartial:
    return "to_partial";
  }
  llvm_unreachable("not a step kind");
}

static std::string readableBytes(int64_t bytes) {
  static const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = bytes;
  size_t unit = 0;
  for (; value >= 1024 && unit < 4; ++unit)
    value /= 1024;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format(unit ? "%.1f " : "%.0f ", value) << units[unit];
  return text;
}

static int64_t elementBytes(RankedTensorType type) {
  return (type.getElementTypeBitWidth() + 7) / 8;
}

static std::string axesText(const std::vector<layout::AxisRef> &axes,
                            const layout::Mesh &mesh) {
  std::vector<std::string> names;
  for (const layout::AxisRef &axis : axes)
    names.push_back(axis.str(mesh));
  return llvm::join(names, ",");
}

static std::string tensorText(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape())
    os << extent << 'x';
  os << type.getElementType();
  return text;
}

static void addName(Line &line, Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  if (!name || line.names.size() == maxNames)
    return;
  StringRef text = name.getName().getValue();
  // The end of a long name tells more than its beginning.
  line.names.push_back(text.size() <= maxNameLength
                           ? text.str()
                           : "..." + text.take_back(maxNameLength - 3).str());
}

/// The columns are counted in characters.
static void pad(llvm::raw_ostream &os, StringRef text, size_t width) {
  os << text;
  os.indent(text.size() < width ? width - text.size() : 1);
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

void Describer::addOp(Operation *op, dist::AssignmentAttr assignment) {
  std::vector<std::string> splits;
  for (auto [name, dim] : llvm::zip_equal(assignment.getFactorNames(),
                                          assignment.getFactorDims())) {
    layout::DimSharding split = dim.toDim(*mesh);
    splits.push_back((name.getValue() + " over " + axesText(split.axes, *mesh) +
                      (split.cuts.empty() ? "" : " unevenly"))
                         .str());
  }
  if (dist::PartialAttr passing = assignment.getPassing())
    splits.push_back("partial over " +
                     axesText(passing.toPartial(*mesh).axes, *mesh) +
                     " passes");
  else if (std::optional<Layout> result =
               dist::getLayout(op->getResult(0).getType());
           result && result->isPartial())
    splits.push_back("gives a partial result");
  StringRef name = op->getName().stripDialect();
  ++ops[{name.str(), splits.empty() ? "not split" : llvm::join(splits, ", ")}]
        .count;
}

void Describer::addStep(const Step &step, RankedTensorType type, Location loc) {
  int64_t bytes =
      layout::elementsMoved(step, dist::shapeOf(type)) * elementBytes(type);
  std::string what = tensorText(type) + " ";
  if (!step.axes.empty())
    what += "over " + axesText(step.axes, *mesh);
  else
    what += step.from.str() + " to " + step.to.str();
  Line &total = totals[nameOf(step.kind)];
  ++total.count;
  total.bytes += bytes;
  if (step.kind == StepKind::Slice || step.kind == StepKind::ToPartial)
    return;
  Line &line = steps[{nameOf(step.kind).str(), what}];
  ++line.count;
  line.bytes += bytes;
  addName(line, loc);
}

void Describer::addWeight(graph::WeightOp weight) {
  RankedTensorType type = weight.getResult().getType();
  std::optional<Layout> layout = dist::getLayout(type);
  if (!layout)
    return;
  weightBytes.resize(mesh->numDevices());
  for (auto [index, device] : llvm::enumerate(mesh->devices)) {
    layout::Box box = layout->box(dist::shapeOf(type), device);
    if (weightBoxes
            .insert({weight.getWeight().str(), box.start, box.size, device})
            .second)
      weightBytes[index] += box.numElements() * elementBytes(type);
  }
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void Describer::printMesh(llvm::raw_ostream &os) {
  os << "mesh";
  llvm::interleaveComma(mesh->axes, os << " ", [&](const layout::Axis &axis) {
    os << axis.name << "=" << axis.size;
  });
  os << " (" << mesh->numDevices()
     << (mesh->numDevices() == 1 ? " device)\n" : " devices)\n");
}

void Describer::printOps(llvm::raw_ostream &os) {
  os << "\n  ops  what            split\n";
  size_t printed = 0;
  int64_t rest = 0;
  for (const auto &[key, line] : ops) {
    if (printed++ >= maxLines) {
      rest += line.count;
      continue;
    }
    os << llvm::format("%5lld  ", static_cast<long long>(line.count));
    pad(os, key.first, 16);
    os << key.second << "\n";
  }
  if (rest)
    os << llvm::format("%5lld  ", static_cast<long long>(rest))
       << "more, in other ways\n";
}

void Describer::printSteps(llvm::raw_ostream &os) {
  if (steps.empty()) {
    os << "\nnothing is sent between devices\n";
    return;
  }
  auto lines = steps.takeVector();
  llvm::sort(lines, [](const auto &a, const auto &b) {
    return std::make_pair(-a.second.bytes, a.first) <
           std::make_pair(-b.second.bytes, b.first);
  });
  os << "\ntimes  collective      bytes each  tensor\n";
  Line rest;
  for (const auto &[i, entry] : llvm::enumerate(lines)) {
    const auto &[key, line] = entry;
    if (i >= maxLines) {
      rest.count += line.count;
      rest.bytes += line.bytes;
      continue;
    }
    os << llvm::format("%5lld  ", static_cast<long long>(line.count));
    pad(os, key.first, 16);
    pad(os, readableBytes(line.bytes / line.count), 12);
    os << key.second;
    if (!line.names.empty())
      os << ": " << llvm::join(line.names, " ");
    if (line.count > static_cast<int64_t>(line.names.size()) &&
        !line.names.empty())
      os << " ...";
    os << "\n";
  }
  if (rest.count)
    os << llvm::format("%5lld  ", static_cast<long long>(rest.count))
       << "more, " << readableBytes(rest.bytes) << " in all\n";
}

void Describer::printTotals(llvm::raw_ostream &os) {
  int64_t sum = 0;
  os << "\n";
  for (const auto &[kind, line] : totals) {
    sum += line.bytes;
    os << "total ";
    pad(os, kind, 15);
    os << line.count << (line.count == 1 ? " time, " : " times, ") << line.bytes
       << " bytes";
    if (line.bytes >= 1024)
      os << " (" << readableBytes(line.bytes) << ")";
    os << "\n";
  }
  if (totals.size() > 1)
    os << "total sent           " << sum << " bytes (" << readableBytes(sum)
       << ")\n";
}

void Describer::printWeights(llvm::raw_ostream &os) {
  if (weightBytes.empty())
    return;
  os << "weights per device   ";
  if (llvm::all_equal(weightBytes)) {
    os << readableBytes(weightBytes.front()) << " on each\n";
    return;
  }
  constexpr size_t maxDevices = 8;
  if (weightBytes.size() <= maxDevices) {
    llvm::interleaveComma(weightBytes, os,
                          [&](int64_t bytes) { os << readableBytes(bytes); });
  } else {
    auto [least, most] =
        std::minmax_element(weightBytes.begin(), weightBytes.end());
    os << readableBytes(*least) << " to " << readableBytes(*most);
  }
  os << "\n";
}

std::string Describer::run() {
  module.walk([&](Operation *op) {
    SmallVector<Type> types(op->getOperandTypes());
    llvm::append_range(types, op->getResultTypes());
    for (Type type : types)
      if (auto layout = dist::getLayoutAttr(type); layout && !mesh)
        mesh = layout.getMesh().toMesh();
  });
  if (!mesh)
    return "no tensor has a layout\n";
  module.walk([&](Operation *op) {
    if (auto weight = dyn_cast<graph::WeightOp>(op))
      addWeight(weight);
    else if (isa<graph::ConstantOp>(op))
      return;
    else if (auto attr = op->getAttrOfType<dist::AssignmentAttr>(
                 dist::AssignmentAttr::opAttrName))
      addOp(op, attr);
    else if (auto reshard = dyn_cast<dist::ReshardOp>(op))
      for (const Step &step :
           layout::planReshard(*dist::getLayout(reshard.getInput().getType()),
                               *dist::getLayout(reshard.getType()),
                               dist::shapeOf(reshard.getType())))
        addStep(step, reshard.getType(), op->getLoc());
    else if (auto step = dyn_cast<dist::StepOpInterface>(op))
      addStep(step.getStep(),
              cast<RankedTensorType>(op->getResult(0).getType()), op->getLoc());
  });
  std::string text;
  llvm::raw_string_ostream os(text);
  printMesh(os);
  printOps(os);
  printSteps(os);
  printTotals(os);
  printWeights(os);
  return text;
}

std::string plan::describePlan(ModuleOp distModule) {
  return Describer(distModule).run();
}
