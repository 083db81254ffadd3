//===- Importer.cpp - The steps of an import ------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs and outputs are in Signature.cpp.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "OpTable.h"
#include "Scheduler.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace partita;
using namespace partita::import_;

OwningOpRef<ModuleOp>
partita::import_::importModel(MLIRContext &context,
                              const ImportOptions &options) {
  context.loadDialect<func::FuncDialect, graph::GraphDialect>();
  return Importer(context, options).run();
}

InFlightDiagnostic Importer::error() {
  hasErrors = true;
  return emitError(UnknownLoc::get(&context)) << '"' << options.path << "\" ";
}

InFlightDiagnostic Importer::error(StringRef kind, StringRef name) {
  hasErrors = true;
  return emitError(getLoc(name)) << kind << " \"" << name << "\": ";
}

OwningOpRef<ModuleOp> Importer::run() {
  std::string problem;
  model = ModelFile::open(options.path, problem);
  if (!model) {
    error() << problem;
    return nullptr;
  }
  const onnx::ModelProto &proto = model->getProto();
  if (proto.opset_import().empty()) {
    error() << "says no opset version; the file may be cut short";
    return nullptr;
  }
  flat.emplace(proto,
               [&](const onnx::NodeProto &node, const std::string &what) {
                 error("node", getNodeName(node)) << what;
               });
  Schedule scheduled =
      schedule(proto.graph(), *flat,
               [&](StringRef kind, StringRef name, const std::string &what) {
                 error(kind, name) << what;
               });
  // With a call left out or a name in doubt, all else would be guesswork.
  if (hasErrors)
    return nullptr;
  nodes = std::move(scheduled.nodes);
  used = std::move(scheduled.used);

  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  tensors.emplace(*model, options.path, options.foldLimit);
  nodeContext.emplace(
      NodeContext{builder, *tensors, options.foldLimit,
                  /*weights=*/llvm::DenseMap<Value, Tensor>(),
                  /*evaluated=*/llvm::DenseMap<Value, DenseElementsAttr>()});
  builder.setInsertionPointToEnd(module->getBody());
  main = builder.create<func::FuncOp>(UnknownLoc::get(&context), "main",
                                      builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(main.addEntryBlock());

  checkSupport();
  bindDims();
  createInputs();
  findInitializers();
  convertNodes();
  createOutputs();
  if (hasErrors)
    return nullptr;
  eraseUnused();
  if (failed(verify(*module)))
    return nullptr;
  return module;
}

/// Why a node cannot be converted, whatever its operands are; empty if it may.
static std::string getObstacle(const FlatNode &node) {
  const onnx::NodeProto &proto = *node.proto;
  StringRef domain = normalizeDomain(proto.domain());
  auto opset = node.opsets->find(domain);
  if (opset == node.opsets->end())
    return "the model does not import its domain";
  auto entry = getOpTable().find(proto.op_type());
  if (!domain.empty() || entry == getOpTable().end())
    return "there is no conversion for it";
  if (opset->second < entry->second.since)
    return "it is supported from opset " + std::to_string(entry->second.since) +
           " on";
  return "";
}

/// One message per op and reason, with the nodes it is about.
void Importer::checkSupport() {
  llvm::MapVector<StringRef, SmallVector<const onnx::NodeProto *>> groups;
  llvm::StringSet<> texts;
  for (const FlatNode &node : nodes) {
    std::string reason = getObstacle(node);
    if (reason.empty())
      continue;
    StringRef domain = normalizeDomain(node.proto->domain());
    std::string op = node.proto->op_type() + " (domain \"" +
                     (domain.empty() ? "ai.onnx" : domain.str()) + "\"";
    if (node.opsets->contains(domain))
      op += ", opset " + std::to_string(node.opsets->lookup(domain));
    StringRef text = texts.insert(op + "): " + reason).first->getKey();
    groups[text].push_back(node.proto);
  }
  constexpr size_t maxNames = 10;
  for (auto &[text, group] : groups) {
    hasErrors = true;
    const onnx::NodeProto &first = *group.front();
    InFlightDiagnostic diagnostic =
        emitError(getLoc(first.output_size() ? first.output(0) : first.name()));
    diagnostic << "unsupported op " << text
               << (group.size() > 1 ? "; nodes" : "; node");
    StringRef separator = " ";
    for (const onnx::NodeProto *node : ArrayRef(group).take_front(maxNames)) {
      diagnostic << separator << '"' << getNodeName(*node) << '"';
      separator = ", ";
    }
    if (group.size() > maxNames)
      diagnostic << " and " << group.size() - maxNames << " more";
  }
}

void Importer::findInitializers() {
  // A missing file is one problem, however many weights it should hold.
  llvm::StringSet<> texts;
  llvm::MapVector<StringRef, SmallVector<StringRef>> problems;
  for (const onnx::TensorProto &proto :
       model->getProto().graph().initializer()) {
    if (!used.contains(proto.name()))
      continue;
    std::string problem;
    if (std::optional<Tensor> tensor = tensors->find(&context, proto, problem))
      initializers.try_emplace(proto.name(), *tensor);
    else
      problems[texts.insert(problem).first->getKey()].push_back(proto.name());
  }
  for (auto &[problem, names] : problems) {
    InFlightDiagnostic diagnostic = error("initializer", names.front());
    diagnostic << problem;
    if (names.size() > 1)
      diagnostic << "; the same for " << names.size() - 1 << " more";
  }
}

Value Importer::getValue(StringRef name) {
  auto it = values.find(name);
  if (it != values.end())
    return it->second;
  auto initializer = initializers.find(name);
  if (initializer == initializers.end())
    return nullptr;
  const Tensor &tensor = initializer->second;
  Value value = tensors->create(builder, getLoc(name), name, tensor);
  values[name] = value;
  if (value.getDefiningOp<graph::WeightOp>())
    nodeContext->weights.try_emplace(value, tensor);
  return value;
}

void Importer::convertNodes() {
  for (const FlatNode &node : nodes)
    if (getObstacle(node).empty())
      convertNode(node);
}

void Importer::convertNode(const FlatNode &flat) {
  const onnx::NodeProto &proto = *flat.proto;
  const OpEntry &entry = getOpTable().find(proto.op_type())->second;
  SmallVector<Value> operands;
  for (const std::string &input : proto.input()) {
    operands.push_back(input.empty() ? Value() : getValue(input));
    // What is behind a gap cannot be checked.
    if (!input.empty() && !operands.back())
      return;
  }
  while (!operands.empty() && !operands.back())
    operands.pop_back();

  Node node(*nodeContext, flat, operands);
  ArrayRef<Value> required = ArrayRef(operands).take_front(entry.minOperands);
  if (operands.size() < entry.minOperands ||
      (entry.maxOperands == variadic ? llvm::is_contained(operands, Value())
                                     : llvm::is_contained(required, Value()))) {
    node.error() << "expects " << entry.minOperands
                 << (entry.maxOperands == entry.minOperands ? "" : " or more")
                 << " inputs, of which some are missing";
  } else if (operands.size() > entry.maxOperands) {
    node.error() << "expects at most " << entry.maxOperands << " inputs, got "
                 << operands.size();
  } else if (succeeded(entry.convert(node))) {
    node.checkAttributesRead();
  }
  for (auto [i, output] : llvm::enumerate(proto.output())) {
    if (node.hasFailed())
      break;
    if (Value result = node.getResult(i))
      values[output] = result;
    else if (!output.empty() && used.contains(output))
      node.error() << "its output " << i << " (\"" << output
                   << "\") is used, which is not supported";
  }
  hasErrors |= node.hasFailed();
}

/// Operands of ops that folded, and weights that were only read.
void Importer::eraseUnused() {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(main.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}
