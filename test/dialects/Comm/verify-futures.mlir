// RUN: partita-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -comm-verify-futures
// Futures are awaited exactly once.

// Once, in any order.
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [2, 0]] : tensor<2x8xf32>
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %b = comm.all_reduce %x sum channel 1 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %b1 = comm.wait %b : !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0], [2, 0]] owner [true, true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// futures_c1: never
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [2, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op expects its future to be awaited}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0], [2, 0]] owner [true, true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// futures_c1: twice
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [2, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op expects its future to be awaited once}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    // expected-note @below {{awaited here}}
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    // expected-note @below {{awaited here}}
    %a2 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0], [2, 0]] owner [true, true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// futures_c1: by another op
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [2, 0]] : tensor<2x8xf32>
    // expected-note @below {{the future comes from here}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    // expected-error @below {{'test.use' op expects no future: only comm.wait takes one}}
    "test.use"(%a) : (!comm.future<tensor<2x8xf32>>) -> ()
    comm.output %x, 0 "y" starts [[0, 0], [2, 0]] owner [true, true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}
