//===- ShapeOps.td - The same elements elsewhere -----------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_SHAPEOPS_TD
#define PARTITA_DIALECTS_GRAPH_IR_SHAPEOPS_TD

include "dialects/Graph/IR/GraphDialect.td"

def Graph_ReshapeOp : Graph_ComputeOp<"reshape"> {
  let summary = "The same elements in row-major order under another shape";
  let description = [{
    The result type says the shape. Squeeze, Unsqueeze and Flatten are reshapes.

    ```mlir
    %1 = graph.reshape %0 : (tensor<4x6xf32>) -> tensor<2x2x6xf32>
    ```

    **Constraints**
    - (C1) The result has as many elements as `input`, of the same type.
  }];
  let arguments = (ins Graph_Tensor:$input);
  let results = (outs Graph_Tensor:$result);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

def Graph_TransposeOp : Graph_ComputeOp<"transpose"> {
  let summary = "The dims in another order";
  let description = [{
    Dim `i` of the result is dim `permutation[i]` of `input`.

    ```mlir
    %1 = graph.transpose %0 {permutation = array<i64: 2, 0, 1>}
        : (tensor<4x6x8xf32>) -> tensor<8x4x6xf32>
    ```

    **Constraints**
    - (C1) `permutation` holds each dim of `input` once.
    - (C2) The result has the permuted shape and the element type of `input`.
  }];
  let arguments = (ins Graph_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Graph_Tensor:$result);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

def Graph_BroadcastToOp : Graph_ComputeOp<"broadcast_to"> {
  let summary = "The tensor repeated along dims of extent 1 and new ones";
  let description = [{
    Shapes are aligned at the last dim, as in numpy.

    ```mlir
    %1 = graph.broadcast_to %0 : (tensor<6x1xf32>) -> tensor<4x6x8xf32>
    ```

    **Constraints**
    - (C1) The result has at least the rank of `input`, and each dim of `input`
      has extent 1 or that of the result.
    - (C2) The result has the element type of `input`.
  }];
  let arguments = (ins Graph_Tensor:$input);
  let results = (outs Graph_Tensor:$result);
  let hasFolder = 1;
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

def Graph_SliceOp : Graph_ComputeOp<"slice"> {
  let summary = "Every step-th index of each dim from a start";
  let description = [{
    Index `i` of dim `d` of the result is index `starts[d] + i * steps[d]` of
    `input`; the result type says how many there are. A step may be negative.

    ```mlir
    %1 = graph.slice %0 {starts = array<i64: 0, 5>, steps = array<i64: 1, -1>}
        : (tensor<4x6xf32>) -> tensor<4x3xf32>
    ```

    **Constraints**
    - (C1) There is one start and one step per dim, and no step is 0.
    - (C2) All indices that are read lie in `input`.
    - (C3) The result has the rank and the element type of `input`.
  }];
  let arguments = (ins Graph_Tensor:$input, DenseI64ArrayAttr:$starts,
                       DenseI64ArrayAttr:$steps);
  let results = (outs Graph_Tensor:$result);
  let hasFolder = 1;
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

def Graph_ConcatOp : Graph_ComputeOp<"concat"> {
  let summary = "The operands one after the other along a dim";
  let description = [{
    ```mlir
    %2 = graph.concat %0, %1 {axis = 1 : i64}
        : (tensor<4x6xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
    ```

    **Constraints**
    - (C1) There is an operand, and `axis` is one of its dims.
    - (C2) All operands have the same rank, element type, and extents of the
      other dims.
    - (C3) The result has that shape too, and the sum of the extents along
      `axis`.
  }];
  let arguments = (ins Variadic<Graph_Tensor>:$inputs, Graph_IntAttr:$axis);
  let results = (outs Graph_Tensor:$result);
  let hasFolder = 1;
  let assemblyFormat =
      "$inputs attr-dict `:` functional-type(operands, results)";
}

#endif // PARTITA_DIALECTS_GRAPH_IR_SHAPEOPS_TD
