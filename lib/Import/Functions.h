//===- Functions.h - The nodes of a model, functions inlined ----*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model may define functions and call them as ops. Here each call becomes
// the nodes of the function's body:
//
//   function F(a) -> b { t = Relu(a);  b = Mul(t, t) }
//   y = F(x)          becomes    y/t = Relu(x);  y = Mul(y/t, y/t)
//
// Inner names get the call's first output as prefix, attribute references
// the call's attribute or the function's default, and a node goes by the opset
// versions of the function it stands in. Bodies may call functions again, but
// not recursively.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_FUNCTIONS_H
#define PARTITA_IMPORT_FUNCTIONS_H

#include "onnx-ml.pb.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <deque>
#include <string>
#include <vector>

namespace partita::import_ {

/// Opset version by domain; "" is ONNX's own.
using Opsets = llvm::StringMap<int64_t>;

/// "ai.onnx" is the long form of "".
llvm::StringRef normalizeDomain(llvm::StringRef domain);

struct FlatNode {
  const onnx::NodeProto *proto;
  const Opsets *opsets;
};

/// All nodes of a model's graph in the order of the file.
class FlatGraph {
public:
  /// Calls `report` for every problem (with the node it is about).
  using Report =
      llvm::function_ref<void(const onnx::NodeProto &, const std::string &)>;
  FlatGraph(const onnx::ModelProto &model, Report report);

  const std::vector<FlatNode> &getNodes() const { return nodes; }

private:
  friend class FunctionInliner;
  std::vector<FlatNode> nodes;
  /// What `nodes` points to where the model has no such object.
  std::deque<onnx::NodeProto> made;
  std::deque<Opsets> opsets;
};

} // namespace partita::import_

#endif // PARTITA_IMPORT_FUNCTIONS_H
