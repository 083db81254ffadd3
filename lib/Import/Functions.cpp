//===- Functions.cpp - The nodes of a model, functions inlined ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Functions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace partita::import_;
using llvm::StringRef;

StringRef partita::import_::normalizeDomain(StringRef domain) {
  return domain == "ai.onnx" ? StringRef() : domain;
}

namespace partita::import_ {

class FunctionInliner {
public:
  FunctionInliner(const onnx::ModelProto &model, FlatGraph &out,
                  FlatGraph::Report report);
  void run();

private:
  struct Function {
    const onnx::FunctionProto *proto;
    const Opsets *opsets;
  };

  /// Calling functions twice, nested 40 deep, would be 10^12 nodes.
  static constexpr size_t maxNodes = 500000;

  static std::string getKey(StringRef domain, StringRef name,
                            StringRef overload) {
    return (normalizeDomain(domain) + "::" + name + "::" + overload).str();
  }
  const Opsets *addOpsets(
      const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &ids);
  void add(const onnx::NodeProto &node, const Opsets *opsets);
  void inlineCall(const onnx::NodeProto &call, const std::string &key,
                  const Function &callee);
  bool checkCall(const onnx::NodeProto &call, const std::string &key,
                 const onnx::FunctionProto &callee);
  static void bindAttributes(onnx::NodeProto &node, const onnx::NodeProto &call,
                             const onnx::FunctionProto &callee);
  std::string makeUnique(std::string name);

  const onnx::ModelProto &model;
  FlatGraph &out;
  FlatGraph::Report report;
  llvm::StringMap<Function> functions;
  llvm::StringSet<> names;
  /// Keys of the calls being inlined, outermost first.
  std::vector<std::string> active;
  bool full = false;
};

} // namespace partita::import_

FunctionInliner::FunctionInliner(const onnx::ModelProto &model, FlatGraph &out,
                                 FlatGraph::Report report)
    : model(model), out(out), report(report) {
  for (const onnx::FunctionProto &function : model.functions())
    functions[getKey(function.domain(), function.name(), function.overload())] =
        {&function, addOpsets(function.opset_import())};
  if (functions.empty())
    return;
  for (const auto &input : model.graph().input())
    names.insert(input.name());
  for (const auto &initializer : model.graph().initializer())
    names.insert(initializer.name());
  for (const onnx::NodeProto &node : model.graph().node())
    for (const std::string &output : node.output())
      names.insert(output);
}

void FunctionInliner::run() {
  const Opsets *opsets = addOpsets(model.opset_import());
  for (const onnx::NodeProto &node : model.graph().node())
    add(node, opsets);
}

const Opsets *FunctionInliner::addOpsets(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &ids) {
  Opsets &opsets = out.opsets.emplace_back();
  for (const onnx::OperatorSetIdProto &id : ids)
    opsets[normalizeDomain(id.domain())] = id.version();
  return &opsets;
}

void FunctionInliner::add(const onnx::NodeProto &node, const Opsets *opsets) {
  if (out.nodes.size() + out.made.size() > maxNodes) {
    if (!std::exchange(full, true))
      report(node, "the model has more than " + std::to_string(maxNodes) +
                       " nodes once its functions are inlined");
    return;
  }
  std::string key = getKey(node.domain(), node.op_type(), node.overload());
  auto it = functions.find(key);
  if (it == functions.end())
    out.nodes.push_back({&node, opsets});
  else
    inlineCall(node, key, it->second);
}

bool FunctionInliner::checkCall(const onnx::NodeProto &call,
                                const std::string &key,
                                const onnx::FunctionProto &callee) {
  if (llvm::is_contained(active, key)) {
    std::string cycle;
    for (auto it = llvm::find(active, key); it != active.end(); ++it)
      cycle +=
          StringRef(*it).split("::").second.split("::").first.str() + " -> ";
    report(call, "expects functions not to call themselves, but " + cycle +
                     callee.name());
    return false;
  }
  auto checkCount = [&](const char *what, int got, int max) {
    if (got > max)
      report(call, "function " + callee.name() + " has " + std::to_string(max) +
                       " " + what + ", but the call has " +
                       std::to_string(got));
    return got <= max;
  };
  bool ok = checkCount("inputs", call.input_size(), callee.input_size());
  ok &= checkCount("outputs", call.output_size(), callee.output_size());
  for (const std::string &name : callee.attribute()) {
    bool given = llvm::any_of(call.attribute(),
                              [&](const auto &a) { return a.name() == name; });
    if (!given)
      report(call, "function " + callee.name() + " needs an attribute \"" +
                       name + "\"");
    ok &= given;
  }
  for (const onnx::AttributeProto &a : call.attribute()) {
    auto hasName = [&](const auto &other) { return other.name() == a.name(); };
    bool known = llvm::is_contained(callee.attribute(), a.name()) ||
                 llvm::any_of(callee.attribute_proto(), hasName);
    if (!known)
      report(call, "function " + callee.name() + " has no attribute \"" +
                       a.name() + "\"");
    ok &= known;
  }
  return ok;
}

std::string FunctionInliner::makeUnique(std::string name) {
  std::string unique = name;
  for (unsigned i = 1; !names.insert(unique).second; ++i)
    unique = name + "." + std::to_string(i);
  return unique;
}

void FunctionInliner::bindAttributes(onnx::NodeProto &node,
                                     const onnx::NodeProto &call,
                                     const onnx::FunctionProto &callee) {
  google::protobuf::RepeatedPtrField<onnx::AttributeProto> bound;
  auto find = [](const auto &attributes, const std::string &name) {
    auto it = llvm::find_if(attributes,
                            [&](const auto &a) { return a.name() == name; });
    return it == attributes.end() ? nullptr : &*it;
  };
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (attribute.ref_attr_name().empty()) {
      *bound.Add() = attribute;
      continue;
    }
    const std::string &name = attribute.ref_attr_name();
    const onnx::AttributeProto *value = find(call.attribute(), name);
    if (!value)
      value = find(callee.attribute_proto(), name);
    // An optional attribute that is not given stays away in the body too.
    if (!value)
      continue;
    onnx::AttributeProto *copy = bound.Add();
    *copy = *value;
    copy->set_name(attribute.name());
  }
  node.mutable_attribute()->Swap(&bound);
}

void FunctionInliner::inlineCall(const onnx::NodeProto &call,
                                 const std::string &key,
                                 const Function &callee) {
  const onnx::FunctionProto &body = *callee.proto;
  if (full || !checkCall(call, key, body))
    return;
  active.push_back(key);

  std::string prefix =
      (call.output_size() ? call.output(0) : call.name()) + "/";
  std::string nodePrefix = call.name().empty() ? prefix : call.name() + "/";
  llvm::StringMap<std::string> renamed;
  renamed[""] = "";
  for (int i = 0; i < body.input_size(); ++i)
    renamed[body.input(i)] = i < call.input_size() ? call.input(i) : "";
  // A function may hand an input through, which needs a node of its own.
  std::vector<std::pair<std::string, std::string>> passed;
  for (int i = 0; i < body.output_size(); ++i) {
    std::string actual = i < call.output_size() ? call.output(i) : "";
    auto [it, isNew] = renamed.try_emplace(body.output(i), actual);
    if (!isNew && !actual.empty())
      passed.emplace_back(it->second, actual);
    else if (isNew && actual.empty())
      it->second = makeUnique(prefix + body.output(i));
  }
  auto rename = [&](const std::string &name) -> const std::string & {
    auto [it, isNew] = renamed.try_emplace(name, "");
    if (isNew)
      it->second = makeUnique(prefix + name);
    return it->second;
  };
  for (const onnx::NodeProto &node : body.node()) {
    onnx::NodeProto &copy = out.made.emplace_back(node);
    for (std::string &input : *copy.mutable_input())
      input = rename(input);
    for (std::string &output : *copy.mutable_output())
      output = rename(output);
    copy.set_name(nodePrefix +
                  (node.name().empty() ? node.op_type() : node.name()));
    bindAttributes(copy, call, body);
    add(copy, callee.opsets);
  }
  for (auto &[from, to] : passed) {
    onnx::NodeProto &copy = out.made.emplace_back();
    copy.set_op_type("Identity");
    copy.set_name(nodePrefix + "Identity");
    copy.add_input(from);
    copy.add_output(to);
    Opsets &opsets = out.opsets.emplace_back();
    opsets[""] = 13;
    add(copy, &opsets);
  }
  active.pop_back();
}

FlatGraph::FlatGraph(const onnx::ModelProto &model, Report report) {
  FunctionInliner(model, *this, report).run();
}
