// RUN: partita-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics
// Every constraint of inputs, weights, outputs and ops without communication.

// input_c1: number
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    // expected-error @below {{'comm.input' op expects number 1 to be one of comm.inputs, of which there are 1}}
    %x = comm.input 1 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// input_c1: name
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    // expected-error @below {{'comm.input' op expects name "x" for number 0, got "z"}}
    %x = comm.input 0 "z" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// input_c1: rank
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    // expected-error @below {{'comm.input' op expects tensors of one rank and element type, got 'tensor<3xf32>' and 'tensor<6x8xf32>'}}
    %z = comm.input 0 "x" starts [[0], [3]] : tensor<3xf32>
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// input_c2: rows
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    // expected-error @below {{'comm.input' op expects a row of starts for each of 2 ranks, got 1}}
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// input_c2: columns
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    // expected-error @below {{'comm.input' op expects a start for each of 2 dims, got 1 for rank 1}}
    %x = comm.input 0 "x" starts [[0, 0], [3]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// input_c2: inside
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    // expected-error @below {{'comm.input' op expects the box of rank 1 inside 'tensor<6x8xf32>', got 3 from 4 in dim 0}}
    %x = comm.input 0 "x" starts [[0, 0], [4, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// weight_c1
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.weight' op expects tensors of one rank and element type, got 'tensor<3x8xf32>' and 'tensor<6x8xi64>'}}
    %w = comm.weight "w" in "" at 0 starts [[0, 0], [3, 0]] of tensor<6x8xi64> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// weight_c2
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.weight' op expects the box of rank 0 inside 'tensor<6x8xf32>', got 8 from -1 in dim 1}}
    %w = comm.weight "w" in "" at 0 starts [[0, -1], [3, 0]] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// weight_c3
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.weight' op expects an offset that is not negative, got -8}}
    %w = comm.weight "w" in "" at -8 starts [[0, 0], [3, 0]] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// output_c1: number
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.output' op expects number 2 to be one of comm.outputs, of which there are 1}}
    comm.output %x, 2 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// output_c1: whole
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    // expected-error @below {{'comm.output' op expects the whole tensor to be 'tensor<6x8xf32>', got 'tensor<7x8xf32>'}}
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<7x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// output_c2
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    // expected-error @below {{'comm.output' op expects the box of rank 1 inside 'tensor<6x8xf32>', got 3 from 5 in dim 0}}
    comm.output %x, 0 "y" starts [[0, 0], [5, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// output_c3
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    // expected-error @below {{'comm.output' op expects owner to have an entry for each of 2 ranks, got 3}}
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// slice_c1
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.slice' op expects tensors of one rank and element type, got 'tensor<3xf32>' and 'tensor<3x8xf32>'}}
    %s = comm.slice %x starts [[0], [0]] : tensor<3x8xf32> to tensor<3xf32>
    comm.return
  }
}

// -----

// slice_c2
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.slice' op expects the box of rank 0 inside 'tensor<3x8xf32>', got 3 from 1 in dim 0}}
    %s = comm.slice %x starts [[1, 0], [0, 4]] : tensor<3x8xf32> to tensor<3x4xf32>
    comm.return
  }
}

// -----

// to_partial_c1
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.to_partial' op expects keep to have an entry for each of 2 ranks, got 1}}
    %s = comm.to_partial %x sum keep [true] : tensor<3x8xf32>
    comm.return
  }
}
