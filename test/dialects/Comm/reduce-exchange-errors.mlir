// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Every constraint of all_reduce, exchange and wait that one program can violate
// alone.

// all_reduce_c1
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_reduce' op expects each rank of the program in a group, got none for rank 0}}
    %f = comm.all_reduce %x sum channel 0 groups [<[1]>] : tensor<3x8xf32> -> !comm.future<tensor<3x8xf32>>
    comm.return
  }
}

// -----

// all_reduce_c2
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_reduce' op expects groups without cuts, got #comm.group<[0, 1], cuts = [0, 3, 6]>}}
    %f = comm.all_reduce %x sum channel 0 groups [<[0, 1], cuts = [0, 3, 6]>] : tensor<3x8xf32> -> !comm.future<tensor<3x8xf32>>
    comm.return
  }
}

// -----

// all_reduce_c3
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.all_reduce' op expects the result to have the operand's type 'tensor<3x8xf32>', got 'tensor<6x8xf32>'}}
    %f = comm.all_reduce %x sum channel 0 groups [<[0, 1]>] : tensor<3x8xf32> -> !comm.future<tensor<6x8xf32>>
    comm.return
  }
}

// -----

// exchange_c1
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.exchange' op expects tensors of one rank and element type, got 'tensor<3x8xf32>' and 'tensor<3x8xi64>'}}
    %f = comm.exchange %x channel 0 transfers [<0 [0, 0] of [3, 8] -> 0 [0, 0] of [3, 8], size [3, 8]>, <1 [0, 0] of [3, 8] -> 1 [0, 0] of [3, 8], size [3, 8]>] : tensor<3x8xf32> -> !comm.future<tensor<3x8xi64>>
    comm.return
  }
}

// -----

// exchange_c2: source
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.exchange' op expects the source shape to be that of 'tensor<3x8xf32>' for rank 1, got}}
    %f = comm.exchange %x channel 0 transfers [<0 [0, 0] of [3, 8] -> 0 [0, 0] of [3, 8], size [3, 8]>, <1 [0, 0] of [4, 8] -> 1 [0, 0] of [3, 8], size [3, 8]>] : tensor<3x8xf32> -> !comm.future<tensor<3x8xf32>>
    comm.return
  }
}

// -----

// exchange_c2: destination
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.exchange' op expects the destination shape to be that of 'tensor<3x8xf32>' for rank 0, got}}
    %f = comm.exchange %x channel 0 transfers [<0 [0, 0] of [3, 8] -> 0 [0, 0] of [6, 8], size [3, 8]>, <1 [0, 0] of [3, 8] -> 1 [0, 0] of [3, 8], size [3, 8]>] : tensor<3x8xf32> -> !comm.future<tensor<3x8xf32>>
    comm.return
  }
}

// -----

// exchange_c3: all
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.exchange' op expects rank 1 to receive its whole tensor: expects all of [3,8], got 8 of 24 elements}}
    %f = comm.exchange %x channel 0 transfers [<0 [0, 0] of [3, 8] -> 0 [0, 0] of [3, 8], size [3, 8]>, <0 [0, 0] of [3, 8] -> 1 [0, 0] of [3, 8], size [1, 8]>] : tensor<3x8xf32> -> !comm.future<tensor<3x8xf32>>
    comm.return
  }
}

// -----

// exchange_c3: once
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.exchange' op expects rank 1 to receive its whole tensor: expects every index once, but [1,1] at [2,7] and [3,8] at [0,0] meet}}
    %f = comm.exchange %x channel 0 transfers [<0 [0, 0] of [3, 8] -> 0 [0, 0] of [3, 8], size [3, 8]>, <1 [0, 0] of [3, 8] -> 1 [0, 0] of [3, 8], size [3, 8]>, <0 [0, 0] of [3, 8] -> 1 [2, 7] of [3, 8], size [1, 1]>] : tensor<3x8xf32> -> !comm.future<tensor<3x8xf32>>
    comm.return
  }
}

// -----

// wait: what it takes
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{expects a future, got 'tensor<3x8xf32>'}}
    %w = comm.wait %x : tensor<3x8xf32>
    comm.return
  }
}
