// RUN: partita-opt %s -split-input-file -verify-diagnostics -comm-verify-channels
// A collective is the same in all programs, and all that should take part do.

// The same in both programs.
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

// channels_c1
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [2, 0]] : tensor<2x8xf32>
    // expected-note @below {{first here}}
    %a = comm.all_reduce %x sum channel 3 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    // expected-error @below {{'comm.all_reduce' op expects a channel of its own, got 3 again}}
    %b = comm.all_reduce %x sum channel 3 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0], [2, 0]] owner [true, true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// channels_c2: the op
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-note @below {{the other is here}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_gather' op expects the op of channel 0 to be equal in all programs, got comm.all_reduce and comm.all_gather}}
    %a = comm.all_gather %x channel 0 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x8xf32> -> !comm.future<tensor<4x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// channels_c2: the kind
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-note @below {{the other is here}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    // expected-error @below {{expects kind of channel 0 to be equal in all programs, got #comm.kind<sum> and #comm.kind<max>}}
    %a = comm.all_reduce %x max channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// channels_c2: the groups
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-note @below {{the other is here}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    // expected-error @below {{expects groups of channel 0 to be equal in all programs, got [#comm.group<[0, 1]>] and [#comm.group<[1, 0]>]}}
    %a = comm.all_reduce %x sum channel 0 groups [<[1, 0]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// channels_c2: the dim
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-note @below {{the other is here}}
    %a = comm.all_gather %x channel 0 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x8xf32> -> !comm.future<tensor<4x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    %z = comm.slice %x starts [[0, 0]] : tensor<2x8xf32> to tensor<2x2xf32>
    // expected-error @below {{expects dim of channel 0 to be equal in all programs, got 0 : i64 and 1 : i64}}
    %a = comm.all_gather %z channel 0 along 1 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x2xf32> -> !comm.future<tensor<2x4xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// channels_c2: the transfers
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-note @below {{the other is here}}
    %e = comm.exchange %x channel 0 transfers [
        <0 [0, 0] of [2, 8] -> 0 [0, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 0 [1, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 1 [0, 0] of [2, 8], size [2, 8]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    // expected-error @below {{expects transfers of channel 0 to be equal in all programs}}
    %e = comm.exchange %x channel 0 transfers [
        <0 [0, 0] of [2, 8] -> 0 [0, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 0 [0, 0] of [2, 8], size [1, 8]>,
        <1 [0, 0] of [2, 8] -> 1 [0, 0] of [2, 8], size [2, 8]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// channels_c2: the element type
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-note @below {{the other is here}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    %z = graph.cast %x : (tensor<2x8xf32>) -> tensor<2x8xi32>
    // expected-error @below {{expects the element type of channel 0 to be equal in all programs, got 'f32' and 'i32'}}
    %a = comm.all_reduce %z sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xi32> -> !comm.future<tensor<2x8xi32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// channels_c3: a program that does not take part
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op expects rank 1 to take part in channel 0, but its program does not}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
  // expected-note @below {{the program is here}}
  comm.program @q ranks [1] {
    %x = comm.input 0 "x" starts [[2, 0]] : tensor<2x8xf32>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// channels_c3: no such rank
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<4x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<4x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [2, 0]] : tensor<2x8xf32>
    // expected-error @below {{'comm.all_reduce' op expects rank 5 to take part in channel 0, but its program does not}}
    %a = comm.all_reduce %x sum channel 0 groups [<[0, 1]>, <[5]>]
        : tensor<2x8xf32> -> !comm.future<tensor<2x8xf32>>
    comm.output %x, 0 "y" starts [[0, 0], [2, 0]] owner [true, true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}
