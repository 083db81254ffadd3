// RUN: partita-opt %s -split-input-file -verify-diagnostics -comm-verify-channels
// The tensors of a group's members fit together.

// channels_c4: all_reduce of different shapes
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
    %z = comm.slice %x starts [[0, 0]] : tensor<2x8xf32> to tensor<1x8xf32>
    // expected-error @below {{'comm.all_reduce' op expects the members of #comm.group<[0, 1]> to bring tensors that fit, got 'tensor<2x8xf32>' and 'tensor<1x8xf32>'}}
    %a = comm.all_reduce %z sum channel 0 groups [<[0, 1]>]
        : tensor<1x8xf32> -> !comm.future<tensor<1x8xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}

// -----

// channels_c4: all_gather, beside the dim
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
    %z = comm.slice %x starts [[0, 0]] : tensor<2x8xf32> to tensor<2x7xf32>
    // expected-error @below {{'comm.all_gather' op expects the members of #comm.group<[0, 1], cuts = [0, 2, 4]> to bring tensors that fit, got 'tensor<2x8xf32>' and 'tensor<2x7xf32>'}}
    %a = comm.all_gather %z channel 0 along 0 groups [<[0, 1], cuts = [0, 2, 4]>]
        : tensor<2x7xf32> -> !comm.future<tensor<4x7xf32>>
    comm.output %x, 0 "y" starts [[2, 0]] owner [true] of tensor<4x8xf32>
        : tensor<2x8xf32>
    comm.return
  }
}
