//===- ConstantOps.td - Values that are known --------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_CONSTANTOPS_TD
#define PARTITA_DIALECTS_GRAPH_IR_CONSTANTOPS_TD

include "dialects/Graph/IR/GraphDialect.td"

def Graph_ConstantOp : Graph_ComputeOp<"constant", [ConstantLike]> {
  let summary = "A small tensor in the IR";
  let description = [{
    Large tensors are `graph.weight`: what stands here is printed, compared and
    folded.

    ```mlir
    %0 = graph.constant dense<[1, 2]> : tensor<2xi64>
    %1 = graph.constant dense<0xFF800000> : tensor<f32>
    %2 = graph.constant dense<0.0> : tensor<8xf32> -> tensor<8xf32, #layout>
    ```

    **Constraints**
    - (C1) The result has the shape and element type of `value`.
  }];
  let hasFolder = 1;
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "custom<ConstantValue>($value, type($result)) attr-dict";
  let builders = [OpBuilder<(ins "::mlir::DenseElementsAttr":$value), [{
    build($_builder, $_state, value.getType(), value);
  }]>];
}

def Graph_WeightOp : Graph_Op<"weight",
    [DeclareOpInterfaceMethods<ShardableOpInterface>]> {
  let summary = "A tensor whose bytes lie outside of the IR";
  let description = [{
    The bytes begin at `offset` of `file`, a path relative to the folder of the
    model; the empty path is the model file itself. They are the elements in
    row-major order, little-endian, and as long as the type says. The weight's
    name is unique in the model.

    ```mlir
    %0 = graph.weight "fc.weight" in "" at 4096 : tensor<1000x2048xf32>
    ```

    **Constraints**
    - (C1) The name is not empty and `offset` is not negative.
  }];
  let arguments = (ins StrAttr:$weight, StrAttr:$file, Graph_IntAttr:$offset);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $weight `in` $file `at` custom<Offset>($offset) attr-dict `:` type($result)
  }];
}

#endif // PARTITA_DIALECTS_GRAPH_IR_CONSTANTOPS_TD
