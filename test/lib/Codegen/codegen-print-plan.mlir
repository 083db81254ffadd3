// RUN: partita-opt %s -split-input-file --codegen-print-plan | FileCheck %s
//
// Where values lie: the third may have the first's bytes, a collective needs
// source and destination until its wait, a reshape takes no bytes.

// CHECK: program @reuse: arena of 512 bytes for 3 values, 768 without sharing
// CHECK-NEXT: bytes 0 + 256 steps 1 .. 2 comm.slice
// CHECK-NEXT: bytes 256 + 256 steps 2 .. 4 comm.slice
// CHECK-NEXT: bytes 0 + 256 steps 4 .. 7 comm.slice
module attributes {comm.num_ranks = 1 : i64, comm.inputs = [#comm.io<"x", tensor<64xf32>>], comm.outputs = [#comm.io<"y", tensor<8x8xf32>>]} {
  comm.program @reuse ranks [0] {
    %x = comm.input 0 "x" starts [[0]] : tensor<64xf32>
    %0 = comm.slice %x starts [[0]] : tensor<64xf32> to tensor<64xf32>
    %1 = comm.slice %0 starts [[0]] : tensor<64xf32> to tensor<64xf32>
    %2 = graph.reshape %1 : (tensor<64xf32>) -> tensor<8x8xf32>
    %3 = comm.slice %2 starts [[0, 0]] : tensor<8x8xf32> to tensor<8x8xf32>
    comm.output %3, 0 "y" starts [[0, 0]] owner [true] of tensor<8x8xf32> : tensor<8x8xf32>
    comm.return
  }
}

// -----

// CHECK: program @collective: arena of 768 bytes for 3 values
// CHECK-NEXT: bytes 0 + 256 steps 1 .. 4 comm.slice
// CHECK-NEXT: bytes 256 + 256 steps 2 .. 8 comm.all_reduce
// CHECK-NEXT: bytes 512 + 256 steps 3 .. 8 comm.slice
module attributes {comm.num_ranks = 2 : i64, comm.inputs = [#comm.io<"x", tensor<64xf32>>], comm.outputs = [#comm.io<"y", tensor<64xf32>>, #comm.io<"z", tensor<64xf32>>]} {
  comm.program @collective ranks [0, 1] {
    %x = comm.input 0 "x" starts [[0], [0]] : tensor<64xf32>
    %0 = comm.slice %x starts [[0], [0]] : tensor<64xf32> to tensor<64xf32>
    %f = comm.all_reduce %0 sum channel 0 groups [<[0, 1]>] : tensor<64xf32> -> !comm.future<tensor<64xf32>>
    %1 = comm.slice %x starts [[0], [0]] : tensor<64xf32> to tensor<64xf32>
    %2 = comm.wait %f : !comm.future<tensor<64xf32>>
    comm.output %2, 0 "y" starts [[0], [0]] owner [true, false] of tensor<64xf32> : tensor<64xf32>
    comm.output %1, 1 "z" starts [[0], [0]] owner [true, false] of tensor<64xf32> : tensor<64xf32>
    comm.return
  }
}

// -----

// Per kernel: softmax of 4096 numbers has a row per grid point and a row of
// scratch, an element-wise kernel blocks of 4096.
// CHECK: kernel @softmax_0: grid 64, block 1, scratch {{[0-9]+}} bytes, nests 4
// CHECK: kernel @exp_1: grid 64, block 4096, scratch 0 bytes, nests 1
func.func private @softmax_0(%a: tensor<64x4096xf32>) -> tensor<64x4096xf32> {
  %0 = graph.softmax %a {axis = 1 : i64} : (tensor<64x4096xf32>) -> tensor<64x4096xf32>
  return %0 : tensor<64x4096xf32>
}
func.func private @exp_1(%a: tensor<64x4096xf32>) -> tensor<64x4096xf32> {
  %0 = graph.exp %a : (tensor<64x4096xf32>) -> tensor<64x4096xf32>
  return %0 : tensor<64x4096xf32>
}
