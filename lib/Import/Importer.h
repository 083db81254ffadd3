//===- Importer.h - The steps of an import ----------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ModelFile      map the file, parse all but the weights
//   FlatGraph      inline functions
//   Scheduler      who defines what; the nodes that outputs need, in order
//   Importer       support check, inputs, initializers, nodes (Node.h), outputs
//
// A step that finds problems reports them and leaves gaps: a name without a
// value. Later steps work around gaps silently, so that one run reports all
// there is to say, and nothing that follows from what has been said.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_IMPORTER_H
#define PARTITA_IMPORT_IMPORTER_H

#include "Node.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "partita/Import/Import.h"

namespace partita::import_ {

class Importer {
public:
  Importer(MLIRContext &context, const ImportOptions &options)
      : context(context), options(options), builder(&context) {}
  OwningOpRef<ModuleOp> run();

private:
  void checkSupport();
  void bindDims();
  void createInputs();
  void findInitializers();
  void convertNodes();
  void convertNode(const FlatNode &flat);
  void createOutputs();
  void eraseUnused();

  /// The extents of an input, with the names of those that have one; none if
  /// one is not known.
  struct InputShape {
    Dims extents;
    SmallVector<Attribute> names;
  };
  std::optional<InputShape> getInputShape(const onnx::ValueInfoProto &input);
  RankedTensorType getInputType(const onnx::ValueInfoProto &input,
                                SmallVector<Attribute> &names);
  void checkOutput(const onnx::ValueInfoProto &output, Value value);
  /// The value of a name, made now if it is an initializer; null for a gap.
  Value getValue(StringRef name);

  /// About the model as a whole.
  InFlightDiagnostic error();
  /// About the thing of that name.
  InFlightDiagnostic error(StringRef kind, StringRef name);
  Location getLoc(StringRef name) {
    return NameLoc::get(StringAttr::get(&context, name));
  }

  MLIRContext &context;
  const ImportOptions &options;
  OpBuilder builder;
  bool hasErrors = false;

  std::unique_ptr<ModelFile> model;
  std::optional<FlatGraph> flat;
  std::optional<Tensors> tensors;
  std::optional<NodeContext> nodeContext;
  /// The nodes to convert, in an order in which values come before their uses.
  std::vector<FlatNode> nodes;
  /// All names that nodes to convert, or outputs, use.
  llvm::StringSet<> used;

  llvm::StringMap<int64_t> bindings;
  llvm::StringSet<> unbound;
  llvm::StringMap<Tensor> initializers;
  llvm::StringMap<Value> values;
  func::FuncOp main;
};

} // namespace partita::import_

#endif // PARTITA_IMPORT_IMPORTER_H
