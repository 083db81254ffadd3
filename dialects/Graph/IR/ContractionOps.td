//===- ContractionOps.td - Products and windows ------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation normally hands these to a library. Their lowering to linalg
// is the reference, and what runs for integers.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_CONTRACTIONOPS_TD
#define PARTITA_DIALECTS_GRAPH_IR_CONTRACTIONOPS_TD

include "dialects/Graph/IR/GraphDialect.td"

def Graph_MatMulOp : Graph_ComputeOp<"matmul"> {
  let summary = "The product of matrices, or of stacks of them";
  let description = [{
    The last two dims are the matrices; a flag says that an operand's matrices
    are stored transposed. The dims before them broadcast as in numpy.

    ```mlir
    %2 = graph.matmul %0, %1 {transpose_b = true}
        : (tensor<3x4x8xf32>, tensor<6x8xf32>) -> tensor<3x4x6xf32>
    ```

    **Constraints**
    - (C1) Both operands have rank 2 or more and the same element type.
    - (C2) Columns of `lhs` (rows if it is transposed) are as many as rows of
      `rhs` (columns if it is transposed).
    - (C3) The result's leading dims are those of the operands, broadcast, then
      rows of `lhs` and columns of `rhs`; its element type is theirs.
  }];
  let arguments = (ins Graph_NumberTensor:$lhs, Graph_NumberTensor:$rhs,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_a,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_b);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Graph_ConvOp : Graph_ComputeOp<"conv"> {
  let summary = "A convolution over any number of spatial dims";
  let description = [{
    `input` is batch x channels x spatial dims, `filter` is output channels x
    channels per group x kernel. Per spatial dim there is a stride, a dilation,
    and padding with zeros: `pads` holds all begins, then all ends.

    ```mlir
    %2 = graph.conv %0, %1 {strides = array<i64: 2, 2>,
        pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
        : (tensor<1x3x32x32xf32>, tensor<8x3x3x3xf32>) -> tensor<1x8x16x16xf32>
    ```

    **Constraints**
    - (C1) `input` and `filter` have the same rank, 3 or more, and the same
      element type.
    - (C2) `strides` and `dilations` have one positive entry per spatial dim,
      `pads` two entries that are not negative; `group` is positive.
    - (C3) `input` has `group` times the channels of `filter`, and `group`
      divides the output channels.
    - (C4) The result is batch x output channels x, per spatial dim,
      (extent + pads - dilation * (kernel - 1) - 1) / stride + 1, where the
      window fits; 0 if there is neither extent nor padding.
  }];
  let arguments = (ins Graph_NumberTensor:$input, Graph_NumberTensor:$filter,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations,
                       DefaultValuedAttr<Graph_IntAttr, "1">:$group);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat =
      "$input `,` $filter attr-dict `:` functional-type(operands, results)";
}

def Graph_MaxPoolOp : Graph_ComputeOp<"max_pool"> {
  let summary = "The greatest element of each window";
  let description = [{
    Padding is never greater than an element; a window of padding alone gives
    the least value of the type (-inf for f32). NaN wins.

    ```mlir
    %1 = graph.max_pool %0 {kernel = array<i64: 3, 3>,
        strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>,
        dilations = array<i64: 1, 1>}
        : (tensor<1x8x32x32xf32>) -> tensor<1x8x16x16xf32>
    ```

    **Constraints**
    - (C1) `input` has rank 3 or more: batch x channels x spatial dims.
    - (C2) `kernel`, `strides` and `dilations` have one positive entry per
      spatial dim, `pads` two entries that are not negative.
    - (C3) The result is batch x channels x, per spatial dim,
      (extent + pads - dilation * (kernel - 1) - 1) / stride + 1, where the
      window fits; 0 if there is neither extent nor padding.
  }];
  let arguments = (ins Graph_NumberTensor:$input, DenseI64ArrayAttr:$kernel,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

#endif // PARTITA_DIALECTS_GRAPH_IR_CONTRACTIONOPS_TD
