// RUN: partita-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics
// Every constraint of the module around programs.

// module: num_ranks is a number
// expected-error @below {{expects comm.num_ranks to be a positive i64, got 0 : i64}}
module attributes {comm.num_ranks = 0 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// module: a program for each rank
// expected-error @below {{expects a program for each of 3 ranks, got none for rank 2}}
module attributes {comm.num_ranks = 3 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// module: no rank beyond
module attributes {comm.num_ranks = 1 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  // expected-error @below {{'comm.program' op expects ranks below comm.num_ranks = 1, got 1}}
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// module: no rank twice
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  // expected-note @below {{first here}}
  comm.program @p ranks [0] {
    %x = comm.input 0 "x" starts [[0, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0]] owner [true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
  // expected-error @below {{'comm.program' op expects each rank in one program, got 0 again}}
  comm.program @q ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// module: inputs are io
// expected-error @below {{expects "comm.inputs" to be an array of #comm.io, got [1]}}
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [1],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// module: attributes only there
func.func @f() {
  // expected-error @below {{'func.return' op expects "comm.num_ranks" only on the module}}
  return {comm.num_ranks = 1 : i64}
}

// -----

// module: no other attribute
// expected-error @below {{'builtin.module' op expects no attribute "comm.ranks"}}
module attributes {comm.ranks = 1 : i64} {}
