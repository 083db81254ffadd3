// RUN: partita-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics
// Every constraint of programs.

// program_c1: ascend
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  // expected-error @below {{'comm.program' op expects ranks to ascend, got 0 after 1}}
  comm.program @p ranks [1, 0] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// program_c1: not negative
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  // expected-error @below {{'comm.program' op expects ranks that are not negative, got -1}}
  comm.program @p ranks [-1, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// program_c1: at least one
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  // expected-error @below {{'comm.program' op expects at least one rank}}
  comm.program @p ranks [] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// program_c2: each output
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  // expected-error @below {{'comm.program' op expects every output of the module, got none for #comm.io<"y", tensor<6x8xf32>>}}
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.return
  }
}

// -----

// program_c2: once
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    // expected-note @below {{first here}}
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    // expected-error @below {{'comm.output' op expects each output at most once in a program, got number 0 again}}
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// program_c3
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  comm.program @p ranks [0, 1] {
    // expected-note @below {{first here}}
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    // expected-error @below {{'comm.input' op expects each input at most once in a program, got number 0 again}}
    %z = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    comm.output %x, 0 "y" starts [[0, 0], [3, 0]] owner [true, true] of tensor<6x8xf32> : tensor<3x8xf32>
    comm.return
  }
}

// -----

// program_c4
module attributes {comm.num_ranks = 2 : i64,
                   comm.inputs = [#comm.io<"x", tensor<6x8xf32>>],
                   comm.outputs = [#comm.io<"y", tensor<6x8xf32>>]} {
  // expected-error @below {{'comm.program' op expects to end with comm.return}}
  "comm.program"() <{ranks = array<i64: 0, 1>, sym_name = "p"}> ({
    %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
    "test.end"() : () -> ()
  }) : () -> ()
}

// -----

// program_c5
module {
  // expected-error @below {{'comm.program' op expects the module to have comm.num_ranks}}
  comm.program @p ranks [0, 1] {

    comm.return
  }
}

// -----

// Programs stand in the module
func.func @f() {
  // expected-error @below {{'comm.program' op expects parent op 'builtin.module'}}
  comm.program @p ranks [0, 1] {

    comm.return
  }
  return
}

// -----

// Ops of comm stand in a program
func.func @f() {
  // expected-error @below {{'comm.input' op expects parent op 'comm.program'}}
  %x = comm.input 0 "x" starts [[0, 0], [3, 0]] : tensor<3x8xf32>
  return
}
