//===- ElementwiseOps.td - Element by element --------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands broadcast as in numpy: shapes are aligned at the last dim, and an
// extent of 1, or a missing dim, is repeated.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_ELEMENTWISEOPS_TD
#define PARTITA_DIALECTS_GRAPH_IR_ELEMENTWISEOPS_TD

include "dialects/Graph/IR/GraphDialect.td"

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

class Graph_UnaryOp<string mnemonic, string meaning, Type type,
                    Type resultType = type> : Graph_ComputeOp<mnemonic> {
  let summary = meaning;
  let description = [{
    Element by element.

    ```mlir
    %1 = graph.}] # mnemonic # [{ %0 : (tensor<4x8xT>) -> tensor<4x8xT>
    ```

    **Constraints**
    - (C1) The result has the shape of `input`, and its element type unless the
      op is a cast.
  }];
  let arguments = (ins type:$input);
  let results = (outs resultType:$result);
  let hasFolder = 1;
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

def Graph_AbsOp : Graph_UnaryOp<"abs", "|x|", Graph_NumberTensor>;
def Graph_CastOp : Graph_UnaryOp<"cast",
    "x as another element type: to integers toward zero; to i1 as x != 0",
    Graph_Tensor>;
def Graph_ErfOp : Graph_UnaryOp<"erf", "The error function", Graph_FloatTensor>;
def Graph_ExpOp : Graph_UnaryOp<"exp", "e to the power of x",
                                Graph_FloatTensor>;
def Graph_FloorOp : Graph_UnaryOp<"floor", "The greatest integer not above x",
                                  Graph_FloatTensor>;
def Graph_GeluOp : Graph_UnaryOp<"gelu",
    "x * P(X <= x) for a standard normal X", Graph_FloatTensor> {
  let description = [{
    With `approximate = "none"`: 0.5 x (1 + erf(x / sqrt(2))). With "tanh":
    0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))).

    ```mlir
    %1 = graph.gelu %0 {approximate = "tanh"} : (tensor<8xf32>) -> tensor<8xf32>
    ```

    **Constraints**
    - (C1) The result has the shape and element type of `input`.
    - (C2) `approximate` is "none" or "tanh".
  }];
  let arguments = (ins Graph_FloatTensor:$input,
                       DefaultValuedStrAttr<StrAttr, "none">:$approximate);
}
def Graph_LogOp : Graph_UnaryOp<"log", "The natural logarithm",
                                Graph_FloatTensor>;
def Graph_NegOp : Graph_UnaryOp<"neg", "-x", Graph_NumberTensor>;
def Graph_NotOp : Graph_UnaryOp<"not", "Logical not", Graph_BoolTensor>;
def Graph_ReciprocalOp : Graph_UnaryOp<"reciprocal", "1 / x",
                                       Graph_FloatTensor>;
def Graph_ReluOp : Graph_UnaryOp<"relu", "max(x, 0); NaN stays NaN",
                                 Graph_NumberTensor>;
def Graph_SigmoidOp : Graph_UnaryOp<"sigmoid", "1 / (1 + e^-x)",
                                    Graph_FloatTensor>;
def Graph_SqrtOp : Graph_UnaryOp<"sqrt", "The square root", Graph_FloatTensor>;
def Graph_TanhOp : Graph_UnaryOp<"tanh", "The hyperbolic tangent",
                                 Graph_FloatTensor>;

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

class Graph_BinaryOp<string mnemonic, string meaning, Type type,
                     Type resultType = type> : Graph_ComputeOp<mnemonic> {
  let summary = meaning;
  let description = [{
    Element by element, with broadcasting.

    ```mlir
    %2 = graph.}] # mnemonic # [{ %0, %1
        : (tensor<4x8xT>, tensor<8xT>) -> tensor<4x8xT>
    ```

    **Constraints**
    - (C1) The result's shape is that of the operands, broadcast.
    - (C2) `lhs` and `rhs` have the same element type, and so has the result
      unless the op is a comparison.
  }];
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs resultType:$result);
  let hasFolder = 1;
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

class Graph_ArithmeticOp<string mnemonic, string meaning>
    : Graph_BinaryOp<mnemonic, meaning, Graph_NumberTensor>;
class Graph_LogicalOp<string mnemonic, string meaning>
    : Graph_BinaryOp<mnemonic, meaning, Graph_BoolTensor>;
class Graph_CompareOp<string mnemonic, string meaning,
                      Type type = Graph_NumberTensor>
    : Graph_BinaryOp<mnemonic, meaning, type, Graph_BoolTensor>;

def Graph_AddOp : Graph_ArithmeticOp<"add", "x + y">;
def Graph_DivOp : Graph_ArithmeticOp<"div",
    "x / y; integers toward zero">;
def Graph_MaxOp : Graph_ArithmeticOp<"max", "The greater; NaN if one is NaN">;
def Graph_MinOp : Graph_ArithmeticOp<"min", "The lesser; NaN if one is NaN">;
def Graph_MulOp : Graph_ArithmeticOp<"mul", "x * y">;
def Graph_PowOp : Graph_ArithmeticOp<"pow",
    "x to the power of y; integers with y < 0 as 1 / x^-y, toward zero"> {
  let hasCanonicalizer = 1;
}
def Graph_SubOp : Graph_ArithmeticOp<"sub", "x - y">;

def Graph_AndOp : Graph_LogicalOp<"and", "Logical and">;
def Graph_OrOp : Graph_LogicalOp<"or", "Logical or">;

def Graph_EqualOp : Graph_CompareOp<"equal", "x == y", Graph_Tensor>;
def Graph_GreaterOp : Graph_CompareOp<"greater", "x > y">;
def Graph_GreaterOrEqualOp : Graph_CompareOp<"greater_or_equal", "x >= y">;
def Graph_LessOp : Graph_CompareOp<"less", "x < y">;
def Graph_LessOrEqualOp : Graph_CompareOp<"less_or_equal", "x <= y">;

//===----------------------------------------------------------------------===//
// Ternary
//===----------------------------------------------------------------------===//

def Graph_WhereOp : Graph_ComputeOp<"where"> {
  let summary = "x where the condition holds, else y";
  let description = [{
    Element by element, with broadcasting.

    ```mlir
    %3 = graph.where %c, %x, %y
        : (tensor<8xi1>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    ```

    **Constraints**
    - (C1) The result's shape is that of the three operands, broadcast.
    - (C2) `x`, `y` and the result have the same element type.
  }];
  let arguments = (ins Graph_BoolTensor:$condition, Graph_Tensor:$x,
                       Graph_Tensor:$y);
  let results = (outs Graph_Tensor:$result);
  let hasFolder = 1;
  let assemblyFormat = [{
    $condition `,` $x `,` $y attr-dict `:` functional-type(operands, results)
  }];
}

#endif // PARTITA_DIALECTS_GRAPH_IR_ELEMENTWISEOPS_TD
