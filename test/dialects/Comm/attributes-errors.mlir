// RUN: partita-opt %s -split-input-file -verify-diagnostics
// Every constraint of the attributes of comm.

// group_c1: members
// expected-error @below {{expects a group to have members}}
#a = #comm.group<[]>

// -----

// group_c1: once
// expected-error @below {{expects each member once, got rank 0 again}}
#a = #comm.group<[0, 1, 0]>

// -----

// group_c1: not negative
// expected-error @below {{expects ranks that are not negative, got -1}}
#a = #comm.group<[-1]>

// -----

// group_c2: number
// expected-error @below {{expects 3 cuts for 2 members, got 2}}
#a = #comm.group<[0, 1], cuts = [0, 4]>

// -----

// group_c2: ascending
// expected-error @below {{expects cuts to ascend from 0}}
#a = #comm.group<[0, 1], cuts = [0, 4, 3]>

// -----

// group_c2: from 0
// expected-error @below {{expects cuts to ascend from 0}}
#a = #comm.group<[0, 1], cuts = [1, 3, 4]>

// -----

// transfer_c1: lengths
// expected-error @below {{expects starts, shapes and size of one length, got 1 and 2}}
#a = #comm.transfer<0 [0] of [4] -> 1 [0] of [4], size [1, 1]>

// -----

// transfer_c1: ranks
// expected-error @below {{expects ranks that are not negative, got -1}}
#a = #comm.transfer<0 [0] of [4] -> -1 [0] of [4], size [1]>

// -----

// transfer_c2: not empty
// expected-error @below {{expects a box that is not empty, got extent 0 of dim 0}}
#a = #comm.transfer<0 [0] of [4] -> 1 [0] of [4], size [0]>

// -----

// transfer_c2: the source
// expected-error @below {{expects a box inside the source, got 4 at 1 of 4 in dim 0}}
#a = #comm.transfer<0 [1] of [4] -> 1 [0] of [4], size [4]>

// -----

// transfer_c2: the destination
// expected-error @below {{expects a box inside the destination, got 2 at 3 of 4 in dim 0}}
#a = #comm.transfer<0 [0] of [4] -> 1 [3] of [4], size [2]>

// -----

// io_c1
// expected-error @below {{expects a static tensor without encoding, got 'tensor<?xf32>'}}
#a = #comm.io<"x", tensor<?xf32>>

// -----

// kinds
// expected-error @below {{expects sum or max, got min}}
#a = #comm.kind<min>
