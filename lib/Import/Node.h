//===- Node.h - A node on its way into the graph dialect --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the conversion of an ONNX op works with. Worked example, a whole
// conversion (Ops/*.cpp hold them all, each named in a table):
//
//   LogicalResult convertGelu(Node &node) {
//     std::string approximate = node.getString("approximate", "none");
//     Value x = node.getOperand(0);
//     node.setResult(node.make<graph::GeluOp>(x.getType(), x, approximate));
//     return success();
//   }
//
// Rules that Node keeps, so that conversions need not:
// - Every attribute that a conversion does not read is an error: nothing of a
//   model is ignored silently.
// - `make` verifies what it makes. If that fails, the node has failed, with the
//   verifier's words; the conversion may go on with the value.
// - `make` folds, so that shape arithmetic is gone when the next node asks for
//   the constant.
// - A result that is used but was not set is an error.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_NODE_H
#define PARTITA_IMPORT_NODE_H

#include "Functions.h"
#include "Tensors.h"
#include "dialects/Graph/IR/GraphOps.h"
#include "dialects/Graph/IR/Support/Shapes.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace partita::import_ {

using graph::Dims;
using graph::shapeOf;

/// The dims from `begin` up to `end`.
inline Dims dimRange(int64_t begin, int64_t end) {
  return llvm::to_vector(llvm::seq(begin, std::max(begin, end)));
}

/// What conversions share.
struct NodeContext {
  OpBuilder &builder;
  Tensors &tensors;
  int64_t foldLimit;
  /// The tensors behind `graph.weight`s.
  llvm::DenseMap<Value, Tensor> weights;
  /// What `evaluate` found, null for values that are not known.
  llvm::DenseMap<Value, DenseElementsAttr> evaluated;

  /// The value if it is known: a constant, or computed from constants and
  /// weights of up to `foldLimit` elements by at most `depth` ops in a row.
  DenseElementsAttr evaluate(Value value, unsigned depth = 32);
};

/// A message that turns into failure, whatever the function returns.
class NodeError {
public:
  explicit NodeError(InFlightDiagnostic &&diagnostic)
      : diagnostic(std::move(diagnostic)) {}
  template <typename T>
  NodeError &&operator<<(T &&value) && {
    // Without a diagnostic the words are dropped.
    if (diagnostic.getUnderlyingDiagnostic())
      diagnostic << std::forward<T>(value);
    return std::move(*this);
  }
  operator LogicalResult() const { return failure(); }
  template <typename T>
  operator FailureOr<T>() const {
    return failure();
  }

private:
  InFlightDiagnostic diagnostic;
};

class Node {
public:
  /// `operands` has a null value where an optional input is not given.
  Node(NodeContext &context, const FlatNode &node, ArrayRef<Value> operands);

  StringRef getOpName() const { return proto.op_type(); }
  /// The version of ONNX's ops that the node is written for.
  int64_t getOpset() const { return opset; }
  Location getLoc() const { return loc; }
  OpBuilder &getBuilder() { return context.builder; }
  MLIRContext *getContext() const { return context.builder.getContext(); }

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  unsigned getNumOperands() const { return operands.size(); }
  bool hasOperand(unsigned index) const {
    return index < operands.size() && operands[index];
  }
  Value getOperand(unsigned index) const { return operands[index]; }
  ArrayRef<Value> getOperands() const { return operands; }

  /// The value of an operand that must be known at compile time.
  FailureOr<DenseElementsAttr> getConstant(unsigned index);
  /// The same for integers, as a list in row-major order.
  FailureOr<Dims> getConstantInts(unsigned index);
  /// The value of an operand if it is known, be it in the IR or in a file.
  DenseElementsAttr peekConstant(unsigned index) const;

  //===--------------------------------------------------------------------===//
  // Attributes
  //===--------------------------------------------------------------------===//

  bool hasAttribute(StringRef name) const { return findAttribute(name); }
  int64_t getInt(StringRef name, int64_t otherwise);
  bool getFlag(StringRef name, bool otherwise) {
    return getInt(name, otherwise) != 0;
  }
  float getFloat(StringRef name, float otherwise);
  std::string getString(StringRef name, StringRef otherwise);
  /// None if it is not given.
  std::optional<Dims> getInts(StringRef name);
  Dims getInts(StringRef name, Dims otherwise) {
    return getInts(name).value_or(std::move(otherwise));
  }
  std::optional<SmallVector<float>> getFloats(StringRef name);
  /// Null if it is not given.
  const onnx::TensorProto *getTensor(StringRef name);

  /// Axes given as operand `index` (since opset `since`) or as attribute
  /// `axes` (before); none if neither is there.
  FailureOr<std::optional<Dims>> getAxes(unsigned index, int64_t since);

  //===--------------------------------------------------------------------===//
  // Checks
  //===--------------------------------------------------------------------===//

  /// Starts the message about this node; only its first is shown. The node has
  /// failed then.
  NodeError error() { return NodeError(diagnose()); }
  bool hasFailed() const { return failedFlag; }

  /// Counts a negative axis from the end; fails if it is out of range.
  FailureOr<int64_t> normalizeAxis(int64_t axis, int64_t rank);
  /// The same for a list, whose axes must differ; sorted.
  FailureOr<Dims> normalizeAxes(ArrayRef<int64_t> axes, int64_t rank);
  LogicalResult checkRank(unsigned index, int64_t min);
  /// Shapes that a model spells out could be of any size.
  LogicalResult checkSize(ArrayRef<int64_t> shape);

  //===--------------------------------------------------------------------===//
  // Making ops
  //===--------------------------------------------------------------------===//

  template <typename OpT, typename... Args>
  Value make(Type type, Args &&...args) {
    auto op =
        context.builder.create<OpT>(loc, type, std::forward<Args>(args)...);
    return finish(op);
  }
  /// The element-wise op, with the operands' shapes broadcast. `elementType`
  /// is that of the result; by default that of the last operand.
  template <typename OpT>
  Value makeElementwise(ValueRange inputs, Type elementType = nullptr) {
    RankedTensorType type = broadcastType(inputs, elementType);
    OperationState state(loc, OpT::getOperationName());
    state.addOperands(inputs);
    state.addTypes(type);
    return finish(context.builder.create(state));
  }
  Value makeConstant(DenseElementsAttr value);
  /// The constant or weight of a tensor that the node itself holds.
  Value makeTensor(const Tensor &tensor);
  Value makeInts(ArrayRef<int64_t> values);
  /// The number as a scalar of `like`'s element type.
  Value makeScalar(double number, Value like);
  Value makeReshape(Value input, ArrayRef<int64_t> shape);
  Value makeBroadcast(Value input, ArrayRef<int64_t> shape);
  Value makeTranspose(Value input, ArrayRef<int64_t> permutation);
  Value makeCast(Value input, Type elementType);
  Value makeMatMul(Value lhs, Value rhs, bool transposeA, bool transposeB);
  /// `size` indices of dim `axis` from `start` on.
  Value makeSlice(Value input, int64_t axis, int64_t start, int64_t size);
  template <typename OpT>
  Value makeReduce(Value input, ArrayRef<int64_t> axes, bool keepdims) {
    if (failedFlag)
      return input;
    FailureOr<Dims> shape = graph::inferReduceShape(
        shapeOf(input), axes, keepdims, [&] { return diagnose(); });
    if (failed(shape))
      return input;
    return make<OpT>(like(input, *shape), input, axes, keepdims);
  }
  Value makeMean(Value input, ArrayRef<int64_t> axes, bool keepdims);
  /// The type of `value` with another shape.
  static RankedTensorType like(Value value, ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape,
                                 graph::tensorType(value).getElementType());
  }

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  unsigned getNumResults() const { return proto.output_size(); }
  void setResult(Value value, unsigned index = 0);
  /// What was set; null if it was not.
  Value getResult(unsigned index) const {
    return index < results.size() ? results[index] : Value();
  }
  /// The importer's checks after the conversion.
  void checkAttributesRead();

  NodeContext &getNodeContext() { return context; }

private:
  const onnx::AttributeProto *findAttribute(StringRef name) const;
  /// The attribute, marked as read, if it is there and has that type.
  const onnx::AttributeProto *
  readAttribute(StringRef name, onnx::AttributeProto_AttributeType type);
  InFlightDiagnostic diagnose();
  RankedTensorType broadcastType(ValueRange inputs, Type elementType);
  Value finish(Operation *op);

  NodeContext &context;
  const onnx::NodeProto &proto;
  int64_t opset;
  Location loc;
  SmallVector<Value> operands;
  SmallVector<Value> results;
  llvm::StringSet<> read;
  bool failedFlag = false;
};

/// `name` of a node for messages: many have none, but all have an output.
std::string getNodeName(const onnx::NodeProto &node);
/// `node "conv1" (Conv, opset 17): `.
std::string describeNode(const onnx::NodeProto &node, int64_t opset);

} // namespace partita::import_

#endif // PARTITA_IMPORT_NODE_H
