//===- Node.cpp - A node on its way into the graph dialect ----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Node.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"

using namespace partita;
using namespace partita::import_;
using onnx::AttributeProto;

std::string partita::import_::getNodeName(const onnx::NodeProto &node) {
  if (!node.name().empty())
    return node.name();
  for (const std::string &output : node.output())
    if (!output.empty())
      return output;
  return "";
}

std::string partita::import_::describeNode(const onnx::NodeProto &node,
                                           int64_t opset) {
  return "node \"" + getNodeName(node) + "\" (" + node.op_type() + ", opset " +
         std::to_string(opset) + "): ";
}

static Location getNodeLoc(MLIRContext *context, const onnx::NodeProto &node) {
  for (const std::string &output : node.output())
    if (!output.empty())
      return NameLoc::get(StringAttr::get(context, output));
  return UnknownLoc::get(context);
}

Node::Node(NodeContext &context, const FlatNode &node, ArrayRef<Value> operands)
    : context(context), proto(*node.proto),
      opset(node.opsets->lookup(normalizeDomain(proto.domain()))),
      loc(getNodeLoc(context.builder.getContext(), proto)), operands(operands) {
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

DenseElementsAttr NodeContext::evaluate(Value value, unsigned depth) {
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return nullptr;
  auto [entry, isNew] = evaluated.try_emplace(value);
  if (!isNew)
    return entry->second;
  if (auto it = weights.find(value); it != weights.end()) {
    if (it->second.type.getNumElements() <= foldLimit)
      constant = readTensor(it->second);
    return evaluated[value] = constant;
  }
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    DenseElementsAttr known = evaluate(operand, depth - 1);
    if (!known)
      return nullptr;
    operands.push_back(known);
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return nullptr;
  if (auto same = dyn_cast<Value>(results[0]))
    constant = evaluate(same, depth - 1);
  else
    constant = dyn_cast<DenseElementsAttr>(cast<Attribute>(results[0]));
  return evaluated[value] = constant;
}

DenseElementsAttr Node::peekConstant(unsigned index) const {
  Value operand = operands[index];
  DenseElementsAttr value;
  if (matchPattern(operand, m_Constant(&value)))
    return value;
  auto it = context.weights.find(operand);
  return it == context.weights.end() ? context.evaluate(operand)
                                     : readTensor(it->second);
}

FailureOr<DenseElementsAttr> Node::getConstant(unsigned index) {
  if (DenseElementsAttr value = peekConstant(index))
    return value;
  return error() << "expects its input " << index << " (\""
                 << proto.input(index)
                 << "\") to be constant once all dims are bound, but it is "
                    "computed when the program runs";
}

FailureOr<Dims> Node::getConstantInts(unsigned index) {
  FailureOr<DenseElementsAttr> value = getConstant(index);
  if (failed(value))
    return failure();
  if (!isa<IntegerType>(value->getElementType()))
    return error() << "expects its input " << index << " (\""
                   << proto.input(index) << "\") to hold integers, got "
                   << value->getElementType();
  Dims ints;
  for (const APInt &element : value->getValues<APInt>())
    ints.push_back(element.getSExtValue());
  return ints;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

const AttributeProto *Node::findAttribute(StringRef name) const {
  for (const AttributeProto &attribute : proto.attribute())
    if (attribute.name() == name)
      return &attribute;
  return nullptr;
}

const AttributeProto *
Node::readAttribute(StringRef name, onnx::AttributeProto_AttributeType type) {
  read.insert(name);
  const AttributeProto *attribute = findAttribute(name);
  if (!attribute)
    return nullptr;
  if (!attribute->ref_attr_name().empty()) {
    error() << "attribute \"" << name
            << "\" refers to an attribute of a function, but the node stands "
               "in none";
    return nullptr;
  }
  if (attribute->type() != type) {
    error() << "expects attribute \"" << name << "\" to be of type "
            << onnx::AttributeProto_AttributeType_Name(type) << ", got "
            << onnx::AttributeProto_AttributeType_Name(attribute->type());
    return nullptr;
  }
  return attribute;
}

int64_t Node::getInt(StringRef name, int64_t otherwise) {
  const AttributeProto *a = readAttribute(name, AttributeProto::INT);
  return a ? a->i() : otherwise;
}

float Node::getFloat(StringRef name, float otherwise) {
  const AttributeProto *a = readAttribute(name, AttributeProto::FLOAT);
  return a ? a->f() : otherwise;
}

std::string Node::getString(StringRef name, StringRef otherwise) {
  const AttributeProto *a = readAttribute(name, AttributeProto::STRING);
  return a ? a->s() : otherwise.str();
}

std::optional<Dims> Node::getInts(StringRef name) {
  const AttributeProto *a = readAttribute(name, AttributeProto::INTS);
  return a ? std::optional(Dims(a->ints().begin(), a->ints().end()))
           : std::nullopt;
}

std::optional<SmallVector<float>> Node::getFloats(StringRef name) {
  const AttributeProto *a = readAttribute(name, AttributeProto::FLOATS);
  return a ? std::optional(
                 SmallVector<float>(a->floats().begin(), a->floats().end()))
           : std::nullopt;
}

const onnx::TensorProto *Node::getTensor(StringRef name) {
  const AttributeProto *a = readAttribute(name, AttributeProto::TENSOR);
  return a ? &a->t() : nullptr;
}

FailureOr<std::optional<Dims>> Node::getAxes(unsigned index, int64_t since) {
  if (opset < since)
    return getInts("axes");
  if (!hasOperand(index))
    return std::optional<Dims>();
  FailureOr<Dims> axes = getConstantInts(index);
  if (failed(axes))
    return failure();
  return std::optional<Dims>(std::move(*axes));
}

void Node::checkAttributesRead() {
  for (const AttributeProto &attribute : proto.attribute())
    if (!read.contains(attribute.name()))
      error() << "attribute \"" << attribute.name() << "\" is not supported";
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

InFlightDiagnostic Node::diagnose() {
  // What follows from the first error would only distract.
  if (std::exchange(failedFlag, true))
    return InFlightDiagnostic();
  return emitError(loc) << describeNode(proto, opset);
}

FailureOr<int64_t> Node::normalizeAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return error() << "expects an axis from " << -rank << " to " << rank - 1
                   << " for rank " << rank << ", got " << axis;
  return axis < 0 ? axis + rank : axis;
}

FailureOr<Dims> Node::normalizeAxes(ArrayRef<int64_t> axes, int64_t rank) {
  Dims result;
  for (int64_t axis : axes) {
    FailureOr<int64_t> normal = normalizeAxis(axis, rank);
    if (failed(normal))
      return failure();
    if (llvm::is_contained(result, *normal))
      return error() << "expects each axis once, got " << axis << " again";
    result.push_back(*normal);
  }
  llvm::sort(result);
  return result;
}

LogicalResult Node::checkRank(unsigned index, int64_t min) {
  int64_t rank = shapeOf(operands[index]).size();
  if (rank < min)
    return error() << "expects its input " << index << " to have rank " << min
                   << " or more, got " << rank;
  return success();
}

LogicalResult Node::checkSize(ArrayRef<int64_t> shape) {
  if (!fitsMemory(shape))
    return error() << "gives a tensor of " << graph::str(shape)
                   << ", which cannot be addressed";
  return success();
}

//===----------------------------------------------------------------------===//
// Making ops
//===----------------------------------------------------------------------===//

RankedTensorType Node::broadcastType(ValueRange inputs, Type elementType) {
  if (!elementType)
    elementType = graph::tensorType(inputs.back()).getElementType();
  SmallVector<ArrayRef<int64_t>> shapes(llvm::map_range(inputs, shapeOf));
  if (!failedFlag) {
    FailureOr<Dims> shape =
        graph::broadcastShapes(shapes, [&] { return diagnose(); });
    if (succeeded(shape))
      return RankedTensorType::get(*shape, elementType);
  }
  return RankedTensorType::get(shapes.back(), elementType);
}

Value Node::finish(Operation *op) {
  Value result = op->getResult(0);
  if (failedFlag || failed(checkSize(shapeOf(result))))
    return result;
  std::string problem;
  {
    ScopedDiagnosticHandler handler(getContext(), [&](Diagnostic &diagnostic) {
      if (problem.empty())
        problem = diagnostic.str();
      return success();
    });
    if (failed(verify(op, /*verifyRecursively=*/false)) && problem.empty())
      problem = "gives an invalid op";
  }
  if (!problem.empty()) {
    error() << problem;
    return result;
  }
  // A large constant would cost more in the IR than it saves when running.
  if (graph::tensorType(result).getNumElements() > context.foldLimit)
    return result;
  SmallVector<Value> folded;
  if (failed(context.builder.tryFold(op, folded)))
    return result;
  op->erase();
  return folded.front();
}

Value Node::makeConstant(DenseElementsAttr value) {
  return context.builder.create<graph::ConstantOp>(loc, value.getType(), value);
}

Value Node::makeTensor(const Tensor &tensor) {
  Value value =
      context.tensors.create(context.builder, loc, proto.output(0), tensor);
  if (value.getDefiningOp<graph::WeightOp>())
    context.weights.try_emplace(value, tensor);
  return value;
}

Value Node::makeInts(ArrayRef<int64_t> values) {
  return makeConstant(DenseElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(values.size())},
                            IntegerType::get(getContext(), 64)),
      values));
}

Value Node::makeScalar(double number, Value like) {
  Type elementType = graph::tensorType(like).getElementType();
  auto type = RankedTensorType::get({}, elementType);
  Builder &b = context.builder;
  Attribute value =
      isa<FloatType>(elementType)
          ? Attribute(b.getFloatAttr(elementType, number))
          : b.getIntegerAttr(elementType, static_cast<int64_t>(number));
  return makeConstant(DenseElementsAttr::get(type, value));
}

Value Node::makeReshape(Value input, ArrayRef<int64_t> shape) {
  if (shapeOf(input) == shape)
    return input;
  return make<graph::ReshapeOp>(like(input, shape), input);
}

Value Node::makeBroadcast(Value input, ArrayRef<int64_t> shape) {
  if (shapeOf(input) == shape)
    return input;
  return make<graph::BroadcastToOp>(like(input, shape), input);
}

Value Node::makeTranspose(Value input, ArrayRef<int64_t> permutation) {
  Dims shape;
  for (int64_t dim : permutation)
    shape.push_back(shapeOf(input)[dim]);
  return make<graph::TransposeOp>(like(input, shape), input, permutation);
}

Value Node::makeCast(Value input, Type elementType) {
  RankedTensorType type = graph::tensorType(input);
  if (type.getElementType() == elementType)
    return input;
  return make<graph::CastOp>(type.clone(elementType), input);
}

Value Node::makeSlice(Value input, int64_t axis, int64_t start, int64_t size) {
  Dims shape(shapeOf(input));
  if (shape[axis] == size)
    return input;
  Dims starts(shape.size(), 0), steps(shape.size(), 1);
  starts[axis] = start;
  shape[axis] = size;
  return make<graph::SliceOp>(like(input, shape), input, starts, steps);
}

Value Node::makeMatMul(Value lhs, Value rhs, bool transposeA, bool transposeB) {
  if (failedFlag)
    return lhs;
  FailureOr<Dims> shape =
      graph::inferMatMulShape(shapeOf(lhs), shapeOf(rhs), transposeA,
                              transposeB, [&] { return diagnose(); });
  if (failed(shape))
    return lhs;
  return make<graph::MatMulOp>(like(lhs, *shape), lhs, rhs, transposeA,
                               transposeB);
}

Value Node::makeMean(Value input, ArrayRef<int64_t> axes, bool keepdims) {
  int64_t count = 1;
  for (int64_t axis : axes)
    count *= shapeOf(input)[axis];
  Value sum = makeReduce<graph::ReduceSumOp>(input, axes, keepdims);
  return makeElementwise<graph::DivOp>({sum, makeScalar(count, sum)});
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void Node::setResult(Value value, unsigned index) {
  if (results.size() <= index)
    results.resize(index + 1);
  results[index] = value;
}
