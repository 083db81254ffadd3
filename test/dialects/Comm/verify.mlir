// RUN: partita-opt %s -split-input-file -verify-diagnostics -comm-verify
// One pass for all that must hold between programs.

// Nothing to find.
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    %g = comm.all_gather %x channel 1 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x8xf32> -> !comm.future<tensor<4x8xf32>>
    %g1 = comm.wait %g : !comm.future<tensor<4x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    %g = comm.all_gather %x channel 1 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x8xf32> -> !comm.future<tensor<4x8xf32>>
    %g1 = comm.wait %g : !comm.future<tensor<4x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// Futures come first.
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op expects its future to be awaited}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// A collective dropped on one side: the order tells it.
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op never completes on rank 0}}
    // expected-note @below {{rank 0 is in 'comm.all_reduce' of channel 0 and waits for rank 1}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
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

// Equal order, different collectives.
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-note @below {{the other is here}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    // expected-error @below {{expects kind of channel 0}}
    %a = comm.all_reduce %x max channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// Outputs come last.
// expected-error @below {{expects the owners of output "y"}}
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [false] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}
