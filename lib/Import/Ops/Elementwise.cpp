//===- Elementwise.cpp - ONNX ops that work element by element ------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../OpTable.h"

using namespace partita;
using namespace partita::import_;

template <typename OpT>
static LogicalResult convertUnary(Node &node) {
  Value x = node.getOperand(0);
  node.setResult(node.make<OpT>(x.getType(), x));
  return success();
}

template <typename OpT>
static LogicalResult convertBinary(Node &node) {
  node.setResult(node.makeElementwise<OpT>(node.getOperands()));
  return success();
}

template <typename OpT>
static LogicalResult convertCompare(Node &node) {
  node.setResult(node.makeElementwise<OpT>(
      node.getOperands(), IntegerType::get(node.getContext(), 1)));
  return success();
}

/// Max, Min, Sum: any number of operands, from the left.
template <typename OpT>
static LogicalResult convertVariadic(Node &node) {
  Value result = node.getOperand(0);
  for (Value operand : node.getOperands().drop_front())
    result = node.makeElementwise<OpT>({result, operand});
  node.setResult(result);
  return success();
}

static LogicalResult convertMean(Node &node) {
  if (failed(convertVariadic<graph::AddOp>(node)))
    return failure();
  Value sum = node.getResult(0);
  node.setResult(node.makeElementwise<graph::DivOp>(
      {sum, node.makeScalar(node.getNumOperands(), sum)}));
  return success();
}

static LogicalResult convertIdentity(Node &node) {
  node.setResult(node.getOperand(0));
  return success();
}

/// Nothing is dropped outside of training; `ratio` and `seed` have no meaning
/// then.
static LogicalResult convertDropout(Node &node) {
  node.getFloat("ratio", 0.5f);
  node.getInt("seed", 0);
  if (node.hasOperand(2)) {
    FailureOr<DenseElementsAttr> training = node.getConstant(2);
    if (failed(training))
      return failure();
    if (llvm::any_of(training->getValues<bool>(), [](bool b) { return b; }))
      return node.error() << "training mode is not supported";
  }
  return convertIdentity(node);
}

static LogicalResult convertCast(Node &node) {
  int64_t to = node.getInt("to", 0);
  // These say how to round to 8-bit floats, which are refused below.
  node.getInt("saturate", 1);
  node.getString("round_mode", "up");
  Type elementType = getElementType(node.getContext(), to);
  if (!elementType)
    return node.error() << "casts to " << getDataTypeName(to)
                        << ", which is not supported (FLOAT, INT32, INT64 and "
                           "BOOL are)";
  node.setResult(node.makeCast(node.getOperand(0), elementType));
  return success();
}

static LogicalResult convertCastLike(Node &node) {
  node.getInt("saturate", 1);
  node.getString("round_mode", "up");
  node.setResult(
      node.makeCast(node.getOperand(0),
                    graph::tensorType(node.getOperand(1)).getElementType()));
  return success();
}

static LogicalResult convertGelu(Node &node) {
  std::string approximate = node.getString("approximate", "none");
  Value x = node.getOperand(0);
  node.setResult(node.make<graph::GeluOp>(x.getType(), x, approximate));
  return success();
}

/// The exponent may be of another type than the base, whose type the result
/// has.
static LogicalResult convertPow(Node &node) {
  Value base = node.getOperand(0), exponent = node.getOperand(1);
  Type baseType = graph::tensorType(base).getElementType();
  Type exponentType = graph::tensorType(exponent).getElementType();
  if (baseType.isF32())
    exponent = node.makeCast(exponent, baseType);
  else if (exponentType.isF32())
    return node.error() << "a base of " << baseType
                        << " with an exponent of f32 is not supported";
  else if (baseType != exponentType)
    exponent = node.makeCast(exponent, baseType);
  node.setResult(node.makeElementwise<graph::PowOp>({base, exponent}));
  return success();
}

static LogicalResult convertWhere(Node &node) {
  node.setResult(node.makeElementwise<graph::WhereOp>(node.getOperands()));
  return success();
}

/// Opset 11 turned the bounds from attributes into operands.
static LogicalResult convertClip(Node &node) {
  Value x = node.getOperand(0), low, high;
  if (node.getOpset() < 11) {
    if (node.hasAttribute("min"))
      low = node.makeScalar(node.getFloat("min", 0), x);
    if (node.hasAttribute("max"))
      high = node.makeScalar(node.getFloat("max", 0), x);
  } else {
    low = node.hasOperand(1) ? node.getOperand(1) : Value();
    high = node.hasOperand(2) ? node.getOperand(2) : Value();
  }
  if (low)
    x = node.makeElementwise<graph::MaxOp>({x, low});
  if (high)
    x = node.makeElementwise<graph::MinOp>({x, high});
  node.setResult(x);
  return success();
}

/// max(0, min(1, alpha x + beta))
static Value makeHardSigmoid(Node &node, Value x, float alpha, float beta) {
  Value y = node.makeElementwise<graph::MulOp>({x, node.makeScalar(alpha, x)});
  y = node.makeElementwise<graph::AddOp>({y, node.makeScalar(beta, x)});
  y = node.makeElementwise<graph::MinOp>({y, node.makeScalar(1, x)});
  return node.makeElementwise<graph::MaxOp>({y, node.makeScalar(0, x)});
}

static LogicalResult convertHardSigmoid(Node &node) {
  float alpha = node.getFloat("alpha", 0.2f),
        beta = node.getFloat("beta", 0.5f);
  node.setResult(makeHardSigmoid(node, node.getOperand(0), alpha, beta));
  return success();
}

static LogicalResult convertHardSwish(Node &node) {
  Value x = node.getOperand(0);
  node.setResult(node.makeElementwise<graph::MulOp>(
      {x, makeHardSigmoid(node, x, 1.0f / 6.0f, 0.5f)}));
  return success();
}

/// x * sigmoid(alpha x)
static LogicalResult convertSwish(Node &node) {
  Value x = node.getOperand(0), gate = x;
  float alpha = node.getFloat("alpha", 1.0f);
  if (alpha != 1.0f)
    gate = node.makeElementwise<graph::MulOp>({x, node.makeScalar(alpha, x)});
  gate = node.make<graph::SigmoidOp>(x.getType(), gate);
  node.setResult(node.makeElementwise<graph::MulOp>({x, gate}));
  return success();
}

/// x where x >= 0, slope * x elsewhere.
static void setLeakyRelu(Node &node, Value slope) {
  Value x = node.getOperand(0);
  Value isPositive = node.makeElementwise<graph::GreaterOrEqualOp>(
      {x, node.makeScalar(0, x)}, IntegerType::get(node.getContext(), 1));
  Value scaled = node.makeElementwise<graph::MulOp>({x, slope});
  node.setResult(node.makeElementwise<graph::WhereOp>({isPositive, x, scaled}));
}

static LogicalResult convertLeakyRelu(Node &node) {
  setLeakyRelu(
      node, node.makeScalar(node.getFloat("alpha", 0.01f), node.getOperand(0)));
  return success();
}

static LogicalResult convertPRelu(Node &node) {
  setLeakyRelu(node, node.getOperand(1));
  return success();
}

void partita::import_::addElementwiseOps(OpTable &table) {
  static const OpEntry entries[] = {
      {"Abs", oldestOpset, 1, 1, convertUnary<graph::AbsOp>},
      {"Add", oldestOpset, 2, 2, convertBinary<graph::AddOp>},
      {"And", oldestOpset, 2, 2, convertCompare<graph::AndOp>},
      {"Cast", oldestOpset, 1, 1, convertCast},
      {"CastLike", 15, 2, 2, convertCastLike},
      {"Clip", oldestOpset, 1, 3, convertClip},
      {"Div", oldestOpset, 2, 2, convertBinary<graph::DivOp>},
      {"Dropout", 7, 1, 3, convertDropout, "inference"},
      {"Equal", oldestOpset, 2, 2, convertCompare<graph::EqualOp>},
      {"Erf", 9, 1, 1, convertUnary<graph::ErfOp>},
      {"Exp", oldestOpset, 1, 1, convertUnary<graph::ExpOp>},
      {"Floor", oldestOpset, 1, 1, convertUnary<graph::FloorOp>},
      {"Gelu", 20, 1, 1, convertGelu},
      {"Greater", oldestOpset, 2, 2, convertCompare<graph::GreaterOp>},
      {"GreaterOrEqual", 12, 2, 2, convertCompare<graph::GreaterOrEqualOp>},
      {"HardSigmoid", oldestOpset, 1, 1, convertHardSigmoid},
      {"HardSwish", 14, 1, 1, convertHardSwish},
      {"Identity", oldestOpset, 1, 1, convertIdentity},
      {"LeakyRelu", oldestOpset, 1, 1, convertLeakyRelu},
      {"Less", oldestOpset, 2, 2, convertCompare<graph::LessOp>},
      {"LessOrEqual", 12, 2, 2, convertCompare<graph::LessOrEqualOp>},
      {"Log", oldestOpset, 1, 1, convertUnary<graph::LogOp>},
      {"Max", oldestOpset, 1, variadic, convertVariadic<graph::MaxOp>},
      {"Mean", oldestOpset, 1, variadic, convertMean},
      {"Min", oldestOpset, 1, variadic, convertVariadic<graph::MinOp>},
      {"Mul", oldestOpset, 2, 2, convertBinary<graph::MulOp>},
      {"Neg", oldestOpset, 1, 1, convertUnary<graph::NegOp>},
      {"Not", oldestOpset, 1, 1, convertUnary<graph::NotOp>},
      {"Or", oldestOpset, 2, 2, convertCompare<graph::OrOp>},
      {"PRelu", 7, 2, 2, convertPRelu},
      {"Pow", oldestOpset, 2, 2, convertPow},
      {"Reciprocal", oldestOpset, 1, 1, convertUnary<graph::ReciprocalOp>},
      {"Relu", oldestOpset, 1, 1, convertUnary<graph::ReluOp>},
      {"Sigmoid", oldestOpset, 1, 1, convertUnary<graph::SigmoidOp>},
      {"Sqrt", oldestOpset, 1, 1, convertUnary<graph::SqrtOp>},
      {"Sub", oldestOpset, 2, 2, convertBinary<graph::SubOp>},
      {"Sum", 8, 1, variadic, convertVariadic<graph::AddOp>},
      {"Swish", 24, 1, 1, convertSwish},
      {"Tanh", oldestOpset, 1, 1, convertUnary<graph::TanhOp>},
      {"Where", 9, 3, 3, convertWhere},
  };
  addOps(table, entries);
}
