//===- IndexOps.td - Elements chosen by indices ------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index may be negative and then counts from the end of its dim. An index
// outside of the dim is the caller's error: what is read then is unspecified,
// but lies in the tensor.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_INDEXOPS_TD
#define PARTITA_DIALECTS_GRAPH_IR_INDEXOPS_TD

include "dialects/Graph/IR/GraphDialect.td"

class Graph_IndexedOp<string mnemonic> : Graph_ComputeOp<mnemonic> {
  let results = (outs Graph_Tensor:$result);
  let hasFolder = 1;
  let assemblyFormat =
      "$data `,` $indices attr-dict `:` functional-type(operands, results)";
}

def Graph_GatherOp : Graph_IndexedOp<"gather"> {
  let summary = "Slices of a tensor along one dim, chosen by indices";
  let description = [{
    `result[a.., i.., b..] = data[a.., indices[i..], b..]`, where `a..` are the
    dims before `axis` and `b..` those after it.

    ```mlir
    %2 = graph.gather %0, %1 {axis = 0 : i64}
        : (tensor<100x8xf32>, tensor<4x2xi64>) -> tensor<4x2x8xf32>
    ```

    **Constraints**
    - (C1) `axis` is a dim of `data`.
    - (C2) The result has the shape of `data` with that of `indices` in the
      place of `axis`, and the element type of `data`.
  }];
  let arguments = (ins Graph_Tensor:$data, Graph_IndexTensor:$indices,
                       Graph_IntAttr:$axis);
}

def Graph_GatherElementsOp : Graph_IndexedOp<"gather_elements"> {
  let summary = "One element for each index, along one dim";
  let description = [{
    `result[.., i, ..] = data[.., indices[.., i, ..], ..]` with the index in the
    place of `axis`.

    ```mlir
    %2 = graph.gather_elements %0, %1 {axis = 1 : i64}
        : (tensor<4x9xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
    ```

    **Constraints**
    - (C1) `axis` is a dim of `data`, and `indices` has the rank of `data`.
    - (C2) Other dims of `indices` are not longer than those of `data`.
    - (C3) The result has the shape of `indices` and the element type of `data`.
  }];
  let arguments = (ins Graph_Tensor:$data, Graph_IndexTensor:$indices,
                       Graph_IntAttr:$axis);
}

def Graph_GatherNDOp : Graph_IndexedOp<"gather_nd"> {
  let summary = "Slices of a tensor, chosen by vectors of indices";
  let description = [{
    The last dim of `indices` holds vectors that index the dims of `data` after
    the first `batch_dims`, which both share:
    `result[b.., i.., s..] = data[b.., indices[b.., i.., :].., s..]`.

    ```mlir
    %2 = graph.gather_nd %0, %1 {batch_dims = 1 : i64}
        : (tensor<2x9x8xf32>, tensor<2x5x1xi64>) -> tensor<2x5x8xf32>
    ```

    **Constraints**
    - (C1) `indices` has more dims than `batch_dims`, which is not negative, and
      the first `batch_dims` extents are those of `data`.
    - (C2) The vectors are not longer than the rest of the dims of `data`.
    - (C3) The result has the shape of `indices` without the last dim, then the
      dims of `data` that are not indexed, and the element type of `data`.
  }];
  let arguments = (ins Graph_Tensor:$data, Graph_IndexTensor:$indices,
                       Graph_IntAttr:$batch_dims);
  let hasCanonicalizer = 1;
}

#endif // PARTITA_DIALECTS_GRAPH_IR_INDEXOPS_TD
