//===- Requests.cpp - Layouts that the user gives by hand -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Requests.h"

#include "dialects/Dist/IR/DistTypes.h"
#include "dialects/Graph/IR/GraphOps.h"

using namespace mlir;
using namespace partita;
using namespace partita::plan;
using layout::AxisRef;
using layout::DimSharding;

layout::Shape plan::shapeOf(Value value) {
  return dist::shapeOf(cast<RankedTensorType>(value.getType()));
}

SmallVector<StringRef> plan::dimNames(func::FuncOp main, unsigned input) {
  SmallVector<StringRef> names;
  if (auto dims = main.getArgAttrOfType<ArrayAttr>(input, "graph.dims"))
    for (Attribute dim : dims)
      names.push_back(cast<StringAttr>(dim).getValue());
  names.resize(shapeOf(main.getArgument(input)).size());
  return names;
}

namespace {
/// Collects pins and problems; `failed` once anything was reported.
class Resolver {
public:
  Resolver(func::FuncOp main, const PlanOptions &options)
      : main(main), options(options) {
    collectNames();
  }

  FailureOr<Pins> run();

private:
  void collectNames();
  void pin(Value tensor, StringRef name, int64_t axis,
           std::vector<AxisRef> axes);
  void requestTensor(const ShardRequest &request);
  void requestDim(StringRef dim, StringRef axis);
  /// "did you mean" for `name`, as a note on `diagnostic`.
  void suggest(InFlightDiagnostic &diagnostic, StringRef name,
               ArrayRef<std::string> known);

  func::FuncOp main;
  const PlanOptions &options;
  llvm::StringMap<Value> tensors;
  std::vector<std::string> names;
  Pins pins;
  bool failed = false;
};
} // namespace

void Resolver::collectNames() {
  auto add = [&](StringRef name, Value value) {
    if (name.empty())
      return;
    if (!tensors.count(name))
      names.push_back(name.str());
    // Several ops may come from one node; the last holds the node's output.
    tensors[name] = value;
  };
  for (BlockArgument arg : main.getArguments())
    if (auto name =
            main.getArgAttrOfType<StringAttr>(arg.getArgNumber(), "graph.name"))
      add(name.getValue(), arg);
  Operation *terminator = main.getBody().front().getTerminator();
  for (Operation &op : main.getBody().front()) {
    if (auto weight = dyn_cast<graph::WeightOp>(op))
      add(weight.getWeight(), weight.getResult());
    else if (auto loc = op.getLoc()->findInstanceOf<NameLoc>();
             loc && op.getNumResults() == 1)
      add(loc.getName().getValue(), op.getResult(0));
  }
  for (OpOperand &result : terminator->getOpOperands()) {
    auto name = main.getResultAttrOfType<StringAttr>(result.getOperandNumber(),
                                                     "graph.name");
    if (name && !tensors.count(name.getValue()))
      add(name.getValue(), result.get());
  }
}

void Resolver::suggest(InFlightDiagnostic &diagnostic, StringRef name,
                       ArrayRef<std::string> known) {
  std::string near = nearNames(name, known);
  if (!near.empty())
    diagnostic << "; did you mean " << near << "?";
  failed = true;
}

void Resolver::pin(Value tensor, StringRef name, int64_t axis,
                   std::vector<AxisRef> axes) {
  layout::Shape shape = shapeOf(tensor);
  int64_t rank = shape.size();
  auto error = [&]() {
    failed = true;
    return emitError(tensor.getLoc())
           << "cannot split dim " << axis << " of \"" << name << "\": ";
  };
  if (axis < -rank || axis >= rank) {
    error() << "expects a dim in [" << -rank << ", " << rank
            << ") of a tensor of rank " << rank;
    return;
  }
  if (axis < 0)
    axis += rank;
  if (layout::Problem problem = resolveAxes(options.mesh, axes)) {
    error() << *problem;
    return;
  }
  // The first mention fixes the rank.
  auto &dims = pins.insert({tensor, {}}).first->second;
  dims.resize(rank);
  if (!dims[axis].isReplicated()) {
    error() << "expects one split per dim, but it is given twice";
    return;
  }
  for (int64_t other = 0; other < rank; ++other)
    for (const AxisRef &used : dims[other].axes)
      for (const AxisRef &wanted : axes)
        if (used.overlaps(wanted)) {
          error() << "expects a mesh axis at one dim of a tensor, but "
                  << wanted.str(options.mesh) << " splits dim " << other
                  << " too; take another axis or drop one of the two";
          return;
        }
  dims[axis] = layout::splitDim(shape[axis], std::move(axes));
}

void Resolver::requestTensor(const ShardRequest &request) {
  auto it = tensors.find(request.tensor);
  if (it != tensors.end()) {
    pin(it->second, request.tensor, request.axis, request.meshAxes);
    return;
  }
  InFlightDiagnostic diagnostic =
      emitError(main.getLoc())
      << "cannot split \"" << request.tensor
      << "\": the model has no input, weight or node output of that name "
         "(what folds to a constant has none)";
  suggest(diagnostic, request.tensor, names);
}

void Resolver::requestDim(StringRef dim, StringRef axis) {
  std::vector<std::string> known;
  bool found = false;
  for (BlockArgument arg : main.getArguments()) {
    SmallVector<StringRef> dims = dimNames(main, arg.getArgNumber());
    auto name =
        main.getArgAttrOfType<StringAttr>(arg.getArgNumber(), "graph.name");
    for (size_t i = 0; i < dims.size(); ++i) {
      if (!dims[i].empty() && !llvm::is_contained(known, dims[i]))
        known.push_back(dims[i].str());
      if (dims[i] != dim)
        continue;
      found = true;
      pin(arg, name ? name.getValue() : "input", i, {{axis.str(), 1, 0}});
    }
  }
  if (found)
    return;
  InFlightDiagnostic diagnostic =
      emitError(main.getLoc())
      << "cannot split dim \"" << dim
      << "\": no input has a dim of that name (the model's are: "
      << (known.empty() ? "none" : llvm::join(known, ", ")) << ")";
  suggest(diagnostic, dim, known);
}

FailureOr<Pins> Resolver::run() {
  for (const auto &[dim, axis] : options.shardDims)
    requestDim(dim, axis);
  for (const ShardRequest &request : options.shards)
    requestTensor(request);
  if (failed)
    return failure();
  return std::move(pins);
}

FailureOr<Pins> plan::resolveRequests(func::FuncOp main,
                                      const PlanOptions &options) {
  return Resolver(main, options).run();
}
