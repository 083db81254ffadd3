//===- ReductionOps.td - Many elements to one, and back ----*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_REDUCTIONOPS_TD
#define PARTITA_DIALECTS_GRAPH_IR_REDUCTIONOPS_TD

include "dialects/Graph/IR/GraphDialect.td"

class Graph_ReduceOp<string mnemonic, string meaning>
    : Graph_ComputeOp<mnemonic> {
  let summary = meaning;
  let description = [{
    `axes` are the dims that are reduced; with `keepdims` they stay with extent
    1. Without axes the result is the input.

    ```mlir
    %1 = graph.}] # mnemonic # [{ %0 {axes = array<i64: 1>, keepdims = true}
        : (tensor<4x8xf32>) -> tensor<4x1xf32>
    ```

    **Constraints**
    - (C1) `axes` are dims of `input` in ascending order.
    - (C2) The result has the shape without them, or with extent 1 in their
      place, and the element type of `input`.
  }];
  let arguments = (ins Graph_NumberTensor:$input, DenseI64ArrayAttr:$axes,
                       BoolAttr:$keepdims);
  let results = (outs Graph_NumberTensor:$result);
  let hasFolder = 1;
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

def Graph_ReduceSumOp : Graph_ReduceOp<"reduce_sum",
    "Sums along dims; 0 if there are no elements">;
def Graph_ReduceMaxOp : Graph_ReduceOp<"reduce_max",
    "Maxima along dims; the least value of the type if there are no elements">;

def Graph_SoftmaxOp : Graph_ComputeOp<"softmax"> {
  let summary = "e^x, scaled to the sum 1 along a dim";
  let description = [{
    Computed on x - max(x), so that it does not overflow.

    ```mlir
    %1 = graph.softmax %0 {axis = 1 : i64}
        : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```

    **Constraints**
    - (C1) `axis` is a dim of `input`.
    - (C2) The result has the shape and element type of `input`.
  }];
  let arguments = (ins Graph_FloatTensor:$input, Graph_IntAttr:$axis);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

def Graph_LayerNormOp : Graph_ComputeOp<"layer_norm"> {
  let summary = "Mean 0 and variance 1 over the last dims, then scale and bias";
  let description = [{
    (x - mean) / sqrt(variance + epsilon) * scale + bias, with the mean and the
    variance of the dims from `axis` on, in two passes.

    ```mlir
    %3 = graph.layer_norm %0, %1, %2 {axis = 1 : i64, epsilon = 1.0e-5 : f32}
        : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```

    **Constraints**
    - (C1) `axis` is a dim of `input`.
    - (C2) `scale`, and `bias` if there is one, have the shape of the dims of
      `input` from `axis` on.
    - (C3) The result has the shape and element type of `input`.
  }];
  let arguments = (ins Graph_FloatTensor:$input, Graph_FloatTensor:$scale,
                       Optional<Graph_FloatTensor>:$bias, Graph_IntAttr:$axis,
                       F32Attr:$epsilon);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $scale (`,` $bias^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // PARTITA_DIALECTS_GRAPH_IR_REDUCTIONOPS_TD
