//===- Scheduler.cpp - The nodes that outputs need, in order --------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "Node.h"
#include "llvm/ADT/BitVector.h"

using namespace partita::import_;
using llvm::StringRef;

namespace {

class Scheduler {
public:
  using Report = llvm::function_ref<void(StringRef, StringRef, std::string)>;
  Scheduler(const onnx::GraphProto &graph, const FlatGraph &flat, Report report)
      : graph(graph), nodes(flat.getNodes()), report(report) {}

  Schedule run() {
    define();
    markNeeded();
    // Depth first, from each node in the order of the file: a sorted file
    // stays as it is.
    state.assign(nodes.size(), State::New);
    for (size_t i = 0; i < nodes.size(); ++i)
      if (needed[i])
        visit(i);
    return std::move(result);
  }

private:
  /// Inputs and initializers have no node.
  static constexpr size_t noNode = ~size_t(0);
  enum class State : uint8_t { New, Open, Done };

  void define(StringRef kind, StringRef name, size_t node) {
    if (!name.empty() && !definitions.try_emplace(name, node).second)
      report(kind, name, "the name is defined twice");
  }

  void define() {
    // An initializer may also be listed as input, which lets some runtimes
    // override it; here it is a constant.
    for (const auto &initializer : graph.initializer())
      define("initializer", initializer.name(), noNode);
    for (const auto &initializer : graph.sparse_initializer()) {
      StringRef name = initializer.values().name();
      define("initializer", name, noNode);
      report("initializer", name, "sparse tensors are not supported");
    }
    llvm::StringSet<> inputs;
    for (const auto &input : graph.input()) {
      if (!inputs.insert(input.name()).second)
        report("input", input.name(), "the name is defined twice");
      definitions.try_emplace(input.name(), noNode);
    }
    for (auto [i, node] : llvm::enumerate(nodes))
      for (const std::string &output : node.proto->output())
        define("value", output, i);
  }

  /// The node that defines `name`, if one does; reports an unknown name once.
  size_t use(StringRef name, StringRef node) {
    bool isNew = result.used.insert(name).second;
    auto it = definitions.find(name);
    if (it != definitions.end())
      return it->second;
    if (isNew)
      report("node", node,
             "uses \"" + name.str() + "\", which nothing defines");
    return noNode;
  }

  void markNeeded() {
    needed.resize(nodes.size());
    std::vector<size_t> work;
    auto add = [&](size_t node) {
      if (node == noNode || needed[node])
        return;
      needed.set(node);
      work.push_back(node);
    };
    llvm::StringSet<> outputs;
    for (const auto &output : graph.output()) {
      if (!outputs.insert(output.name()).second)
        report("output", output.name(), "is listed twice");
      else if (definitions.contains(output.name()))
        add(use(output.name(), /*node=*/""));
      else
        report("output", output.name(), "nothing defines it");
    }
    while (!work.empty()) {
      const onnx::NodeProto &node = *nodes[work.back()].proto;
      work.pop_back();
      for (const std::string &input : node.input())
        if (!input.empty())
          add(use(input, getNodeName(node)));
    }
  }

  /// Puts a node behind those it depends on, without recursion: chains are as
  /// long as models.
  void visit(size_t root) {
    if (state[root] != State::New)
      return;
    std::vector<std::pair<size_t, int>> path{{root, 0}};
    state[root] = State::Open;
    while (!path.empty()) {
      auto &[index, next] = path.back();
      const onnx::NodeProto &node = *nodes[index].proto;
      if (next == node.input_size()) {
        state[index] = State::Done;
        result.nodes.push_back(nodes[index]);
        path.pop_back();
        continue;
      }
      auto it = definitions.find(node.input(next++));
      if (it == definitions.end() || it->second == noNode)
        continue;
      size_t from = it->second;
      if (state[from] == State::Open)
        report("node", getNodeName(*nodes[from].proto),
               "depends on its own result");
      if (state[from] == State::New) {
        state[from] = State::Open;
        path.emplace_back(from, 0);
      }
    }
  }

  const onnx::GraphProto &graph;
  const std::vector<FlatNode> &nodes;
  Report report;
  llvm::StringMap<size_t> definitions;
  llvm::BitVector needed;
  std::vector<State> state;
  Schedule result;
};

} // namespace

Schedule partita::import_::schedule(const onnx::GraphProto &graph,
                                    const FlatGraph &flat,
                                    Scheduler::Report report) {
  return Scheduler(graph, flat, report).run();
}
