//===- Describe.cpp - What a model file holds -----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Import/Describe.h"

#include "ModelFile.h"
#include "OpTable.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"

#include <map>
#include <set>

using namespace partita;
using namespace partita::import_;

/// Element types as compiled programs and NumPy call them.
static std::string elementName(int32_t dataType) {
  switch (dataType) {
  case onnx::TensorProto::FLOAT:
    return "float32";
  case onnx::TensorProto::DOUBLE:
    return "float64";
  default:
    return llvm::StringRef(getDataTypeName(dataType)).lower();
  }
}

/// `float32 [batch, 3, 224, 224]`.
static void printType(const onnx::TypeProto &type, llvm::raw_ostream &os) {
  if (!type.has_tensor_type()) {
    os << "not a tensor";
    return;
  }
  const onnx::TypeProto::Tensor &tensor = type.tensor_type();
  os << elementName(tensor.elem_type()) << " [";
  llvm::interleaveComma(tensor.shape().dim(), os,
                        [&](const onnx::TensorShapeProto::Dimension &dim) {
                          if (dim.has_dim_value())
                            os << dim.dim_value();
                          else
                            os << (dim.dim_param().empty() ? "?"
                                                           : dim.dim_param());
                        });
  os << ']';
}

LogicalResult import_::describeModel(llvm::StringRef path,
                                     llvm::raw_ostream &os,
                                     std::string &problem) {
  std::unique_ptr<ModelFile> file = ModelFile::open(path, problem);
  if (!file)
    return failure();
  const onnx::ModelProto &model = file->getProto();
  const onnx::GraphProto &graph = model.graph();

  os << "ONNX model, IR " << model.ir_version() << ", opset";
  for (const onnx::OperatorSetIdProto &opset : model.opset_import())
    os << ' ' << (opset.domain().empty() ? "ai.onnx" : opset.domain()) << ' '
       << opset.version();
  if (!model.producer_name().empty())
    os << ", by " << model.producer_name() << ' ' << model.producer_version();
  os << '\n';

  llvm::StringSet<> initialized;
  double elements = 0;
  for (const onnx::TensorProto &tensor : graph.initializer()) {
    initialized.insert(tensor.name());
    double count = 1;
    for (int64_t dim : tensor.dims())
      count *= double(dim);
    elements += count;
  }
  std::set<std::string> toBind;
  os << "inputs:\n";
  for (const onnx::ValueInfoProto &input : graph.input()) {
    if (initialized.contains(input.name()))
      continue;
    os << "  " << input.name() << ": ";
    printType(input.type(), os);
    os << '\n';
    for (auto [axis, dim] :
         llvm::enumerate(input.type().tensor_type().shape().dim()))
      if (!dim.dim_param().empty())
        toBind.insert(dim.dim_param() + "=N");
      else if (!dim.has_dim_value() || dim.dim_value() == -1)
        toBind.insert("'" + input.name() + "[" + std::to_string(axis) + "]=N'");
  }
  os << "outputs:\n";
  for (const onnx::ValueInfoProto &output : graph.output()) {
    os << "  " << output.name() << ": ";
    printType(output.type(), os);
    os << '\n';
  }
  if (!toBind.empty()) {
    os << "dims to bind:";
    for (const std::string &dim : toBind)
      os << " --dim " << dim;
    os << '\n';
  }
  os << "weights: " << graph.initializer_size() << " tensors, "
     << llvm::format("%.0f", elements) << " elements\n";

  std::map<std::string, int64_t> counts;
  for (const onnx::NodeProto &node : graph.node()) {
    bool standard = node.domain().empty() || node.domain() == "ai.onnx";
    ++counts[(standard ? "" : node.domain() + ".") + node.op_type()];
  }
  llvm::StringSet<> functions;
  for (const onnx::FunctionProto &function : model.functions())
    functions.insert(
        (function.domain().empty() ? "" : function.domain() + ".") +
        function.name());
  os << "nodes: " << graph.node_size() << '\n';
  for (const auto &[name, count] : counts) {
    os << "  " << llvm::format("%5lld", static_cast<long long>(count)) << ' '
       << name;
    if (functions.contains(name))
      os << " (a function of the model)";
    else if (!getOpTable().contains(name))
      os << " (not supported)";
    os << '\n';
  }
  return success();
}

void import_::describeSupport(llvm::raw_ostream &os) {
  std::map<llvm::StringRef, const OpEntry *> sorted;
  for (const auto &entry : getOpTable())
    sorted[entry.first()] = &entry.second;
  os << "# Supported ONNX ops\n\n"
        "Domain ai.onnx, and functions of the model itself. Tensors of "
        "float32, int32, int64 and bool with static shapes:\n"
        "symbolic dims are bound by `--dim`, and what gives a shape (axes, "
        "starts, repeats, sizes) must be known then. An\n"
        "op is known from the opset named to the newest. An attribute or a "
        "form of an op that is not known is an error\n"
        "that names the node; `partita inspect MODEL.onnx` tells which ops "
        "of a model are missing.\n\n"
        "| op | since opset | inputs | |\n| --- | --- | --- | --- |\n";
  for (const auto &[name, entry] : sorted) {
    os << "| " << name << " | " << entry->since << " | " << entry->minOperands;
    if (entry->maxOperands == variadic)
      os << " or more";
    else if (entry->maxOperands != entry->minOperands)
      os << " to " << entry->maxOperands;
    os << " | " << entry->note << (entry->note.empty() ? "|\n" : " |\n");
  }
  os << '\n' << sorted.size() << " ops.\n";
}
