//===- TestModel.h - Models made in tests -----------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   TestModel model(17);
//   model.input("x", {"batch", 3});
//   model.node("Relu", {"x"}, {"y"});
//   model.output("y");
//   Imported result = model.import({{"batch", 4}});
//   EXPECT_EQ(result.body, "%0 = graph.relu %arg0 : ...\nreturn ...\n");
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_IMPORT_TESTMODEL_H
#define PARTITA_TEST_UNIT_IMPORT_TESTMODEL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "onnx-ml.pb.h"
#include "partita/Import/Import.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace partita::import_ {

/// A folder that goes away with the object.
class TestFolder {
public:
  TestFolder() { llvm::sys::fs::createUniqueDirectory("partita", path); }
  ~TestFolder() { llvm::sys::fs::remove_directories(path); }
  std::string at(llvm::StringRef name) const {
    llvm::SmallString<128> result(path);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }
  std::string write(llvm::StringRef name, llvm::StringRef bytes) const {
    std::error_code error;
    llvm::raw_fd_ostream out(at(name), error);
    out << bytes;
    return at(name);
  }

private:
  llvm::SmallString<128> path;
};

struct Imported {
  /// The ops of @main, a line each, as generic as it gets without locations.
  std::string body;
  std::string module;
  /// What was said, a line each: "warning: " stands before a warning.
  std::string messages;
  bool ok = false;
};

using TestDims = std::vector<std::pair<std::string, int64_t>>;

inline Imported importFile(const std::string &path, TestDims dims = {},
                           int64_t foldLimit = 65536) {
  static mlir::MLIRContext context;
  Imported result;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Warning)
          result.messages += "warning: ";
        result.messages += diagnostic.str() + "\n";
        return mlir::success();
      });
  ImportOptions options{path, std::move(dims), foldLimit};
  mlir::OwningOpRef<mlir::ModuleOp> module = importModel(context, options);
  if (!module)
    return result;
  result.ok = true;
  llvm::raw_string_ostream os(result.module);
  module->print(os);
  auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
  mlir::AsmState state(*module);
  llvm::raw_string_ostream body(result.body);
  for (mlir::Operation &op : main.getBody().front()) {
    op.print(body, state);
    body << "\n";
  }
  return result;
}

/// An extent or the name of one.
struct TestDim {
  TestDim(int extent) : extent(extent) {}
  TestDim(const char *name) : name(name) {}
  int64_t extent = 0;
  std::string name;
};

class TestModel {
public:
  explicit TestModel(int64_t opset = 17) {
    proto.set_ir_version(8);
    onnx::OperatorSetIdProto *id = proto.add_opset_import();
    id->set_version(opset);
    proto.mutable_graph()->set_name("test");
  }

  static void setValue(onnx::ValueInfoProto &value, const std::string &name,
                       const std::vector<TestDim> &shape, int32_t type) {
    value.set_name(name);
    auto *tensor = value.mutable_type()->mutable_tensor_type();
    tensor->set_elem_type(type);
    tensor->mutable_shape();
    for (const TestDim &dim : shape) {
      auto *entry = tensor->mutable_shape()->add_dim();
      if (dim.name.empty())
        entry->set_dim_value(dim.extent);
      else if (dim.name != "?")
        entry->set_dim_param(dim.name);
    }
  }
  void input(const std::string &name, const std::vector<TestDim> &shape,
             int32_t type = onnx::TensorProto::FLOAT) {
    setValue(*proto.mutable_graph()->add_input(), name, shape, type);
  }
  void output(const std::string &name) {
    proto.mutable_graph()->add_output()->set_name(name);
  }

  onnx::NodeProto &node(const std::string &op,
                        const std::vector<std::string> &inputs,
                        const std::vector<std::string> &outputs,
                        const std::string &name = "") {
    onnx::NodeProto &made = *proto.mutable_graph()->add_node();
    fill(made, op, inputs, outputs);
    made.set_name(name);
    return made;
  }
  static void fill(onnx::NodeProto &node, const std::string &op,
                   const std::vector<std::string> &inputs,
                   const std::vector<std::string> &outputs) {
    node.set_op_type(op);
    for (const std::string &input : inputs)
      node.add_input(input);
    for (const std::string &output : outputs)
      node.add_output(output);
  }

  onnx::TensorProto &tensor(const std::string &name,
                            const std::vector<int64_t> &shape, int32_t type) {
    onnx::TensorProto &made = *proto.mutable_graph()->add_initializer();
    made.set_name(name);
    for (int64_t extent : shape)
      made.add_dims(extent);
    made.set_data_type(type);
    return made;
  }
  void ints(const std::string &name, const std::vector<int64_t> &values) {
    onnx::TensorProto &made = tensor(
        name, {static_cast<int64_t>(values.size())}, onnx::TensorProto::INT64);
    for (int64_t value : values)
      made.add_int64_data(value);
  }
  /// Floats 0, 1, 2, ... as raw data.
  onnx::TensorProto &floats(const std::string &name,
                            const std::vector<int64_t> &shape) {
    onnx::TensorProto &made = tensor(name, shape, onnx::TensorProto::FLOAT);
    int64_t count = 1;
    for (int64_t extent : shape)
      count *= extent;
    for (int64_t i = 0; i < count; ++i) {
      float value = i;
      made.mutable_raw_data()->append(reinterpret_cast<char *>(&value), 4);
    }
    return made;
  }

  std::string serialize() const { return proto.SerializeAsString(); }
  Imported import(TestDims dims = {}, int64_t foldLimit = 65536) const {
    return importFile(folder.write("model.onnx", serialize()), std::move(dims),
                      foldLimit);
  }

  onnx::ModelProto proto;
  TestFolder folder;
};

inline void setInt(onnx::NodeProto &node, const std::string &name, int64_t i) {
  onnx::AttributeProto *a = node.add_attribute();
  a->set_name(name);
  a->set_type(onnx::AttributeProto::INT);
  a->set_i(i);
}
inline void setFloat(onnx::NodeProto &node, const std::string &name, float f) {
  onnx::AttributeProto *a = node.add_attribute();
  a->set_name(name);
  a->set_type(onnx::AttributeProto::FLOAT);
  a->set_f(f);
}
inline void setString(onnx::NodeProto &node, const std::string &name,
                      const std::string &s) {
  onnx::AttributeProto *a = node.add_attribute();
  a->set_name(name);
  a->set_type(onnx::AttributeProto::STRING);
  a->set_s(s);
}
inline void setInts(onnx::NodeProto &node, const std::string &name,
                    const std::vector<int64_t> &ints) {
  onnx::AttributeProto *a = node.add_attribute();
  a->set_name(name);
  a->set_type(onnx::AttributeProto::INTS);
  for (int64_t i : ints)
    a->add_ints(i);
}

/// Expects `text` to hold `part`.
inline void expectHas(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no \"" << part << "\" in:\n"
                                                << text;
}

} // namespace partita::import_

#endif // PARTITA_TEST_UNIT_IMPORT_TESTMODEL_H
