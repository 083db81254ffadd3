//===- Signature.cpp - The inputs and outputs of a model ------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"

using namespace partita;
using namespace partita::import_;

static llvm::StringSet<> getInitializerNames(const onnx::GraphProto &graph) {
  llvm::StringSet<> names;
  for (const onnx::TensorProto &initializer : graph.initializer())
    names.insert(initializer.name());
  return names;
}

using Dimension = onnx::TensorShapeProto::Dimension;

/// The name by which `--dim` binds a dim: its own, or its place. Exporters
/// write -1 for an extent that they do not know.
static std::string getDimName(const onnx::ValueInfoProto &input, int axis,
                              const Dimension &dim) {
  if (dim.has_dim_value() && dim.dim_value() != -1)
    return "";
  if (!dim.dim_param().empty())
    return dim.dim_param();
  return input.name() + "[" + std::to_string(axis) + "]";
}

void Importer::bindDims() {
  const onnx::GraphProto &graph = model->getProto().graph();
  llvm::StringSet<> constants = getInitializerNames(graph), known;
  std::string list;
  for (const onnx::ValueInfoProto &input : graph.input()) {
    if (constants.contains(input.name()))
      continue;
    int axis = 0;
    for (const Dimension &dim : input.type().tensor_type().shape().dim()) {
      std::string name = getDimName(input, axis++, dim);
      if (!name.empty() && known.insert(name).second)
        list += (list.empty() ? "" : ", ") + name;
    }
  }
  for (const auto &[name, extent] : options.dims) {
    if (!known.contains(name)) {
      InFlightDiagnostic diagnostic = error();
      diagnostic << "has no input with a symbolic dim \"" << name << "\"; ";
      if (list.empty())
        diagnostic << "it has no symbolic dims";
      else
        diagnostic << "its symbolic dims are " << list;
      continue;
    }
    if (extent < 1) {
      error() << "cannot have dim \"" << name << "\" = " << extent
              << ": extents are 1 or more";
      // Known to be wrong is not unknown.
      bindings[name] = 1;
      continue;
    }
    auto [it, isNew] = bindings.try_emplace(name, extent);
    if (!isNew && it->second != extent)
      error() << "cannot have dim \"" << name << "\" = " << it->second
              << " and = " << extent;
  }
}

std::optional<Importer::InputShape>
Importer::getInputShape(const onnx::ValueInfoProto &input) {
  InputShape result;
  bool ok = true;
  int axis = 0;
  for (const Dimension &dim : input.type().tensor_type().shape().dim()) {
    std::string name = getDimName(input, axis, dim);
    int64_t extent = dim.dim_value();
    if (!name.empty()) {
      auto it = bindings.find(name);
      extent = it == bindings.end() ? 1 : it->second;
      ok &= it != bindings.end();
      // One flag binds the name wherever it stands.
      if (it == bindings.end() && unbound.insert(name).second)
        error("input", input.name())
            << "the extent of dim " << axis
            << (dim.dim_param().empty() ? std::string()
                                        : " (\"" + dim.dim_param() + "\")")
            << " is not known; give one with --dim '" << name << "=<extent>'";
    }
    if (extent < 1) {
      ok = false;
      error("input", input.name()) << "expects extents of 1 or more, got "
                                   << extent << " for dim " << axis;
    }
    result.extents.push_back(extent);
    result.names.push_back(StringAttr::get(&context, dim.dim_param()));
    ++axis;
  }
  if (ok && !fitsMemory(result.extents)) {
    ok = false;
    error("input", input.name()) << "a tensor of " << graph::str(result.extents)
                                 << " cannot be addressed";
  }
  return ok ? std::optional(result) : std::nullopt;
}

RankedTensorType Importer::getInputType(const onnx::ValueInfoProto &input,
                                        SmallVector<Attribute> &names) {
  if (!input.type().has_tensor_type()) {
    error("input", input.name()) << "is not a tensor, which is not supported";
    return nullptr;
  }
  const auto &type = input.type().tensor_type();
  Type elementType = getElementType(&context, type.elem_type());
  if (!elementType)
    error("input", input.name())
        << "has element type " << getDataTypeName(type.elem_type())
        << ", which is not supported (FLOAT, INT32, INT64 and BOOL are)";
  if (!type.has_shape()) {
    error("input", input.name()) << "has no shape, not even a rank";
    return nullptr;
  }
  std::optional<InputShape> shape = getInputShape(input);
  if (!shape || !elementType)
    return nullptr;
  names = shape->names;
  return RankedTensorType::get(shape->extents, elementType);
}

void Importer::createInputs() {
  const onnx::GraphProto &graph = model->getProto().graph();
  llvm::StringSet<> constants = getInitializerNames(graph);
  for (const onnx::ValueInfoProto &input : graph.input()) {
    if (constants.contains(input.name()))
      continue;
    SmallVector<Attribute> names;
    RankedTensorType type = getInputType(input, names);
    if (!type)
      continue;
    unsigned index = main.getNumArguments();
    main.insertArgument(index, type, nullptr, getLoc(input.name()));
    main.setArgAttr(index, "graph.name", builder.getStringAttr(input.name()));
    main.setArgAttr(index, "graph.dims", builder.getArrayAttr(names));
    values[input.name()] = main.getArgument(index);
  }
}

void Importer::createOutputs() {
  const onnx::GraphProto &graph = model->getProto().graph();
  if (graph.output().empty())
    error() << "has no outputs";
  SmallVector<Value> results;
  for (const onnx::ValueInfoProto &output : graph.output()) {
    Value value = getValue(output.name());
    if (!value)
      continue;
    checkOutput(output, value);
    results.push_back(value);
  }
  builder.create<func::ReturnOp>(main.getLoc(), results);
  if (hasErrors)
    return;
  main.setType(builder.getFunctionType(main.getArgumentTypes(),
                                       ValueRange(results).getTypes()));
  for (auto [i, output] : llvm::enumerate(graph.output()))
    main.setResultAttr(i, "graph.name", builder.getStringAttr(output.name()));
}

/// What the model says of an output is a promise to its users, but exporters
/// get shapes wrong; names of symbolic dims say nothing.
void Importer::checkOutput(const onnx::ValueInfoProto &output, Value value) {
  if (!output.type().has_tensor_type())
    return;
  const auto &declared = output.type().tensor_type();
  RankedTensorType type = graph::tensorType(value);
  if (declared.elem_type() != 0 &&
      getElementType(&context, declared.elem_type()) != type.getElementType())
    error("output", output.name())
        << "is declared as " << getDataTypeName(declared.elem_type())
        << ", but computed as " << type.getElementType();
  if (!declared.has_shape())
    return;
  bool agrees = declared.shape().dim_size() == type.getRank();
  std::string shape;
  for (auto [i, dim] : llvm::enumerate(declared.shape().dim())) {
    bool isKnown = dim.has_dim_value() && dim.dim_value() != -1;
    shape += (i ? "x" : "") +
             (isKnown ? std::to_string(dim.dim_value()) : std::string("?"));
    agrees &= static_cast<int64_t>(i) < type.getRank() &&
              (!isKnown || dim.dim_value() == type.getDimSize(i));
  }
  if (!agrees)
    emitWarning(getLoc(output.name()))
        << "output \"" << output.name() << "\": is declared as " << shape
        << ", but computed as " << graph::str(type.getShape());
}
