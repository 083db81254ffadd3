// RUN: partita-opt %s -split-input-file -verify-diagnostics -comm-verify-order
// Exchanges wait for their partners.

// order_c1: an exchange that the sender forgets
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.exchange' op never completes on rank 0}}
    // expected-note @below {{rank 0 is in 'comm.exchange' of channel 0 and waits for rank 1}}
    %e = comm.exchange %x channel 0 transfers [
        <0 [0, 0] of [2, 8] -> 0 [0, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 0 [1, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 1 [0, 0] of [2, 8], size [2, 8]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %e1 = comm.wait %e : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  // expected-note @below {{rank 1 ends without channel 0}}
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// An exchange waits for its partners only.
module attributes {comm.num_ranks = 3 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    %e = comm.exchange %x channel 0 transfers [
        <0 [0, 0] of [2, 8] -> 0 [0, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 0 [1, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 1 [0, 0] of [2, 8], size [2, 8]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %e1 = comm.wait %e : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<6x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    %e = comm.exchange %x channel 0 transfers [
        <0 [0, 0] of [2, 8] -> 0 [0, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 0 [1, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 1 [0, 0] of [2, 8], size [2, 8]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %e1 = comm.wait %e : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<6x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @r ranks [2] {
    %x = comm.input 0 "x" starts [[4, 0]] : tensor<2x8xf32>
    comm.output %x, 0 "y" starts [[4, 0]] owner [true] of tensor<6x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}
