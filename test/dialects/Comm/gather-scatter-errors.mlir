// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Every constraint of all_gather and reduce_scatter that one program can violate
// alone.

// all_gather_c1: each rank
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_gather' op expects each rank of the program in a group, got none for rank 1}}
    %f = comm.all_gather %x channel 0 along 0 groups [<[0], cuts = [0, 3]>] : tensor<3x8xf32> -> !comm.future<tensor<3x8xf32>>
    comm.return
  }
}

// -----

// all_gather_c1: disjoint
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_gather' op expects disjoint groups, got rank 1 twice}}
    %f = comm.all_gather %x channel 0 along 0 groups [<[0, 1], cuts = [0, 3, 6]>, <[1], cuts = [0, 3]>] : tensor<3x8xf32> -> !comm.future<tensor<6x8xf32>>
    comm.return
  }
}

// -----

// all_gather_c2: dim
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_gather' op expects a dim from 0 to 1, got 2}}
    %f = comm.all_gather %x channel 0 along 2 groups [<[0, 1], cuts = [0, 3, 6]>] : tensor<3x8xf32> -> !comm.future<tensor<6x8xf32>>
    comm.return
  }
}

// -----

// all_gather_c2: cuts
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_gather' op expects groups with cuts, got #comm.group<[0, 1]>}}
    %f = comm.all_gather %x channel 0 along 0 groups [<[0, 1]>] : tensor<3x8xf32> -> !comm.future<tensor<6x8xf32>>
    comm.return
  }
}

// -----

// all_gather_c3: pieces
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_gather' op expects the piece of rank 0 to have extent 4 in dim 0, got 3}}
    %f = comm.all_gather %x channel 0 along 0 groups [<[0, 1], cuts = [0, 4, 7]>] : tensor<3x8xf32> -> !comm.future<tensor<7x8xf32>>
    comm.return
  }
}

// -----

// all_gather_c3: the whole
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_gather' op expects the whole to have extent 6 in dim 0, got 7}}
    %f = comm.all_gather %x channel 0 along 0 groups [<[0, 1], cuts = [0, 3, 6]>] : tensor<3x8xf32> -> !comm.future<tensor<7x8xf32>>
    comm.return
  }
}

// -----

// all_gather_c4: extents
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_gather' op expects equal extents of dim 1, got 8 and 9}}
    %f = comm.all_gather %x channel 0 along 0 groups [<[0, 1], cuts = [0, 3, 6]>] : tensor<3x8xf32> -> !comm.future<tensor<6x9xf32>>
    comm.return
  }
}

// -----

// all_gather_c4: element type
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_gather' op expects tensors of one rank and element type}}
    %f = comm.all_gather %x channel 0 along 0 groups [<[0, 1], cuts = [0, 3, 6]>] : tensor<3x8xf32> -> !comm.future<tensor<6x8xi32>>
    comm.return
  }
}

// -----

// reduce_scatter_c1
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.reduce_scatter' op expects each rank of the program in a group, got none for rank 0}}
    %f = comm.reduce_scatter %x sum channel 0 along 1 groups [<[1], cuts = [0, 8]>] : tensor<3x8xf32> -> !comm.future<tensor<3x8xf32>>
    comm.return
  }
}

// -----

// reduce_scatter_c2
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.reduce_scatter' op expects a dim from 0 to 1, got -1}}
    %f = comm.reduce_scatter %x sum channel 0 along -1 groups [<[0, 1], cuts = [0, 4, 8]>] : tensor<3x8xf32> -> !comm.future<tensor<3x4xf32>>
    comm.return
  }
}

// -----

// reduce_scatter_c3
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.reduce_scatter' op expects the piece of rank 1 to have extent 3 in dim 1, got 5}}
    %f = comm.reduce_scatter %x sum channel 0 along 1 groups [<[0, 1], cuts = [0, 5, 8]>] : tensor<3x8xf32> -> !comm.future<tensor<3x5xf32>>
    comm.return
  }
}

// -----

// reduce_scatter_c4
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.reduce_scatter' op expects equal extents of dim 0, got 2 and 3}}
    %f = comm.reduce_scatter %x sum channel 0 along 1 groups [<[0, 1], cuts = [0, 4, 8]>] : tensor<3x8xf32> -> !comm.future<tensor<2x4xf32>>
    comm.return
  }
}
