//===- CommDialect.td - The comm dialect -------------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_DIALECT_TD
#define PARTITA_COMM_DIALECT_TD

include "mlir/IR/DialectBase.td"

def Comm_Dialect : Dialect {
  let name = "comm";
  let cppNamespace = "::partita::comm";
  let summary = "Who does what and when: one program per class of ranks";
  let description = [{
    A module in `comm` holds one `comm.program` per class of ranks with equal
    local shapes and role. Programs are straight-line; tensors are local and
    plain; the ops between are `graph` ops. What differs between the ranks of a
    class (offsets of slices, inputs and weights) is a table with one row per
    rank, in the order of the program's `ranks`.

    ```mlir
    module attributes {
        comm.num_ranks = 2 : i64,
        comm.inputs = [#comm.io<"x", tensor<5x8xf32>>],
        comm.outputs = [#comm.io<"y", tensor<5x8xf32>>]} {
      comm.program @rank0 ranks [0] {
        %x = comm.input 0 "x" starts [[0, 0]] : tensor<3x8xf32>
        %0 = graph.relu %x : (tensor<3x8xf32>) -> tensor<3x8xf32>
        %1 = comm.all_gather %0 channel 0 along 0
            groups [<[0, 1], cuts = [0, 3, 5]>]
            : tensor<3x8xf32> -> !comm.future<tensor<5x8xf32>>
        %2 = comm.wait %1 : !comm.future<tensor<5x8xf32>>
        comm.output %2, 0 "y" starts [[0, 0]] owner [true] of tensor<5x8xf32>
            : tensor<5x8xf32>
        comm.return
      }
      comm.program @rank1 ranks [1] {
        %x = comm.input 0 "x" starts [[3, 0]] : tensor<2x8xf32>
        %0 = graph.relu %x : (tensor<2x8xf32>) -> tensor<2x8xf32>
        %1 = comm.all_gather %0 channel 0 along 0
            groups [<[0, 1], cuts = [0, 3, 5]>]
            : tensor<2x8xf32> -> !comm.future<tensor<5x8xf32>>
        %2 = comm.wait %1 : !comm.future<tensor<5x8xf32>>
        comm.output %2, 0 "y" starts [[0, 0]] owner [false] of tensor<5x8xf32>
            : tensor<5x8xf32>
        comm.return
      }
    }
    ```

    Collectives are started and waited for apart; they may complete at any time
    between. A collective is the same in every program that takes part: same
    channel, same groups or transfers. The verifiers of ops see one program;
    what must hold between programs is the matter of the `comm-verify` passes.

    Attributes of the module: `comm.num_ranks` (ranks are 0 .. n-1, each in
    exactly one program), `comm.inputs` and `comm.outputs` (whole tensors).
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

#endif // PARTITA_COMM_DIALECT_TD
