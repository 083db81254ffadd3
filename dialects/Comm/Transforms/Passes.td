//===- Passes.td - Passes on comm --------------------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What must hold between programs, and so is no op's own business. The passes
// change nothing.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_PASSES_TD
#define PARTITA_COMM_PASSES_TD

include "mlir/Pass/PassBase.td"

def CommVerifyFutures : Pass<"comm-verify-futures", "::mlir::ModuleOp"> {
  let summary = "Verify that every future is awaited exactly once";
  let description = [{
    - (C1) every collective's future has one use, a `comm.wait`

    A future that is never awaited would let its buffers be reused while the
    collective still writes to them.
  }];
}

def CommVerifyOrder : Pass<"comm-verify-order", "::mlir::ModuleOp"> {
  let summary = "Verify that all ranks issue collectives in one order";
  let description = [{
    Executes the programs of all ranks on paper. A rank goes on after it has
    started a collective and stops at a wait until that collective has
    completed; its collectives complete in the order in which it started them,
    each when all its partners have come to it. A backend may do better, and
    none does worse.

    - (C1) all ranks come to their end with every collective completed
    - (C2) channels ascend in program order

    On failure the error stands at a collective that never completes, and the
    notes tell the chain: which rank waits where and for whom.
  }];
}

def CommVerifyChannels : Pass<"comm-verify-channels", "::mlir::ModuleOp"> {
  let summary = "Verify that a collective is the same in all programs";
  let description = [{
    - (C1) a channel is used once per program
    - (C2) all programs with a channel have the same op with the same kind, dim,
      groups and transfers there, on the same element type
    - (C3) the program of every rank that takes part has the channel
    - (C4) the tensors of all members of a group agree in what is not cut:
      all_reduce, the whole shape; all_gather and reduce_scatter, all dims but
      one
  }];
}

def CommVerifyOutputs : Pass<"comm-verify-outputs", "::mlir::ModuleOp"> {
  let summary = "Verify that every output is written exactly once";
  let description = [{
    - (C1) the parts of an output whose ranks are owners cover the whole tensor,
      each element once
  }];
}

def CommVerify : Pass<"comm-verify", "::mlir::ModuleOp"> {
  let summary = "Verify futures, order, channels and outputs";
  let description = [{
    The four passes comm-verify-futures, comm-verify-order,
    comm-verify-channels and comm-verify-outputs, in this order; it stops at the
    first that finds something.
  }];
}

#endif // PARTITA_COMM_PASSES_TD
