// RUN: partita-opt %s -split-input-file -verify-diagnostics -comm-verify-order
// All ranks come to their end, or the pass tells who waits for whom.

// Two programs, one order.
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

// Started together and awaited the other way around: collectives complete in
// the order in which they start.
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %g = comm.all_gather %x channel 1 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x8xf32> -> !comm.future<tensor<4x8xf32>>
    %g1 = comm.wait %g : !comm.future<tensor<4x8xf32>>
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
    %g = comm.all_gather %x channel 1 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x8xf32> -> !comm.future<tensor<4x8xf32>>
    %g1 = comm.wait %g : !comm.future<tensor<4x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// order_c1: two collectives swapped in one program. Rank 0 is in the all_reduce
// and rank 1 in the all_gather.
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op never completes on rank 0: ranks issue collectives in different orders}}
    // expected-note @below {{rank 0 is in 'comm.all_reduce' of channel 0 and waits for rank 1}}
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
    // expected-note @below {{rank 1 is in 'comm.all_gather' of channel 1 and waits for rank 0}}
    %g = comm.all_gather %x channel 1 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x8xf32> -> !comm.future<tensor<4x8xf32>>
    %g1 = comm.wait %g : !comm.future<tensor<4x8xf32>>
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// order_c1: swapped starts with both waits behind. No wait stands between, but
// a backend may execute a collective where it starts.
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op never completes on rank 0}}
    // expected-note @below {{rank 0 is in 'comm.all_reduce' of channel 0 and waits for rank 1}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %g = comm.all_gather %x channel 1 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x8xf32> -> !comm.future<tensor<4x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    %g1 = comm.wait %g : !comm.future<tensor<4x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    // expected-note @below {{rank 1 is in 'comm.all_gather' of channel 1 and waits for rank 0}}
    %g = comm.all_gather %x channel 1 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x8xf32> -> !comm.future<tensor<4x8xf32>>
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    %g1 = comm.wait %g : !comm.future<tensor<4x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// order_c1: dropped in one program
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

// order_c1: no such rank
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [2, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op never completes on rank 0}}
    // expected-note @below {{rank 0 is in 'comm.all_reduce' of channel 0 and waits for rank 7}}
    // expected-note @below {{there is no program for rank 7}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1, 7]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0], [2, 0]] owner [true, true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// order_c1: a ring of three. Each pair of ranks has one collective only, so that
// no two programs disagree; the three of them do.
module attributes {comm.num_ranks = 3 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op never completes on rank 0}}
    // expected-note @below {{rank 0 is in 'comm.all_reduce' of channel 0 and waits for rank 1}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %b = comm.all_reduce %x sum channel 2 groups [<[0, 2]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    %b1 = comm.wait %b : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<6x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    // expected-note @below {{rank 1 is in 'comm.all_reduce' of channel 1 and waits for rank 2}}
    %c = comm.all_reduce %x sum channel 1 groups [<[1, 2]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    %c1 = comm.wait %c : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<6x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @r ranks [2] {
    %x = comm.input 0 "x" starts [[4, 0]] : tensor<2x8xf32>
    // expected-note @below {{rank 2 is in 'comm.all_reduce' of channel 2 and waits for rank 0}}
    %b = comm.all_reduce %x sum channel 2 groups [<[0, 2]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %c = comm.all_reduce %x sum channel 1 groups [<[1, 2]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %b1 = comm.wait %b : !comm.future<tensor<2x8xf32>>
    %c1 = comm.wait %c : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[4, 0]] owner [true] of tensor<6x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// order_c2: one order, but not that of the channels
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [2, 0]] : tensor<2x8xf32>
    // expected-note @below {{the one before is here}}
    %b = comm.all_reduce %x sum channel 1 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %b1 = comm.wait %b : !comm.future<tensor<2x8xf32>>
    // expected-error @below {{'comm.all_reduce' op expects channels to ascend, got 0 after 1}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    %a1 = comm.wait %a : !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0], [2, 0]] owner [true, true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}
