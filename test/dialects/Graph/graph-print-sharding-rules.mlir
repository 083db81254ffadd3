// RUN: partita-opt %s -graph-print-sharding-rules -verify-diagnostics -o /dev/null
// The sharding rule and the cost of each op; the pass verifies the rules too.

func.func @constant() {
  // expected-remark @below {{d0: 4, d2: 6; -> [d0 _ d2]; 0 flops, 96 bytes}}
  %0 = graph.constant dense<0.0> : tensor<4x1x6xf32>
  // expected-remark @below {{d0: 5; -> [d0]; 0 flops, 40 bytes}}
  %1 = graph.weight "w" in "" at 0 : tensor<5xi64>
  return
}

func.func @elementwise(%x: tensor<4x6xf32>, %y: tensor<6xf32>, %z: tensor<4x1xf32>, %i: tensor<4xi64>, %c: tensor<i1>, %e: tensor<0xf32>) {
  // expected-remark @below {{d0: 4, d1: 6; [d0 d1] [d1] -> [d0 d1]; linear {0, 1}; monotone {0} {1}; 24 flops, 216 bytes}}
  %0 = graph.add %x, %y : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  // expected-remark @below {{[d0 d1] [d0 _] -> [d0 d1]; linear {0} {1}; 24 flops}}
  %1 = graph.mul %x, %z : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
  // expected-remark @below {{[d0] [d0] -> [d0]; linear {0}; 6 flops}}
  %2 = graph.div %y, %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  // Integer division rounds.
  // expected-remark @below {{d0: 4; [d0] [d0] -> [d0]; 4 flops, 96 bytes}}
  %3 = graph.div %i, %i : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{[d0] -> [d0]; monotone {0}; 6 flops}}
  %4 = graph.relu %y : (tensor<6xf32>) -> tensor<6xf32>
  // expected-remark @below {{[d0] [d0] -> [d0]; monotone {0, 1} {0} {1}}}
  %5 = graph.max %y, %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  // expected-remark @below {{d0: 6; [] [d0] [d0] -> [d0]; linear {1, 2}; monotone {1, 2}}}
  %6 = graph.where %c, %y, %y : (tensor<i1>, tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  // expected-remark @below {{[d0] -> [d0]; linear {0}; 6 flops}}
  %7 = graph.neg %y : (tensor<6xf32>) -> tensor<6xf32>
  // expected-remark @below {{[d0] -> [d0]; 144 flops}}
  %8 = graph.gelu %y : (tensor<6xf32>) -> tensor<6xf32>
  // expected-remark @below {{d0: 0; [d0] -> [d0]; monotone {0}; 0 flops, 0 bytes}}
  %9 = graph.tanh %e : (tensor<0xf32>) -> tensor<0xf32>
  // Wrapping to fewer bits does not keep the order.
  // expected-remark @below {{[d0] -> [d0]; 4 flops}}
  %10 = graph.cast %i : (tensor<4xi64>) -> tensor<4xi32>
  // No integer stands for -inf, and the least one plus another wraps.
  // expected-remark @below {{[d0] -> [d0]; 6 flops}}
  %11 = graph.cast %y : (tensor<6xf32>) -> tensor<6xi32>
  // expected-remark @below {{[d0] -> [d0]; monotone {0}; 4 flops}}
  %12 = graph.cast %i : (tensor<4xi64>) -> tensor<4xf32>
  // expected-remark @below {{[d0] [d0] -> [d0]; linear {0, 1}; 4 flops}}
  %13 = graph.add %i, %i : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  // expected-remark @below {{[d0] [d0] -> [d0]; linear {0, 1}; 4 flops}}
  %14 = graph.sub %i, %i : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  // Below 0 these are NaN, which is no less than any number.
  // expected-remark @below {{[d0] -> [d0]; 24 flops}}
  %15 = graph.sqrt %y : (tensor<6xf32>) -> tensor<6xf32>
  // expected-remark @below {{[d0] -> [d0]; 96 flops}}
  %16 = graph.log %y : (tensor<6xf32>) -> tensor<6xf32>
  return
}

func.func @reshape(%a: tensor<4x6xf32>, %b: tensor<2x3x4xf32>, %c: tensor<2x6xf32>, %s: tensor<f32>, %e: tensor<0x4xf32>) {
  // expected-remark @below {{d0: 2, d1: 2, d2: 6; [d0.d1 d2] -> [d0 d1 d2]; linear {0}; monotone {0}; 0 flops, 192 bytes}}
  %0 = graph.reshape %a : (tensor<4x6xf32>) -> tensor<2x2x6xf32>
  // expected-remark @below {{d0: 2, d1: 3, d2: 4; [d0 d1 d2] -> [d0.d1 _ d2]}}
  %1 = graph.reshape %b : (tensor<2x3x4xf32>) -> tensor<6x1x4xf32>
  // Both have halves; within them nothing is common.
  // expected-remark @below {{d0: 2, d1: 2 replicate, d2: 3 replicate, d3: 6 replicate, d4: 4 replicate; [d0.d1 d3] -> [d0.d2 d4]}}
  %2 = graph.reshape %a : (tensor<4x6xf32>) -> tensor<6x4xf32>
  // expected-remark @below {{[d0 d2] -> [d1 d3]}}
  %3 = graph.reshape %c : (tensor<2x6xf32>) -> tensor<3x4xf32>
  // expected-remark @below {{[] -> [_ _]}}
  %4 = graph.reshape %s : (tensor<f32>) -> tensor<1x1xf32>
  // expected-remark @below {{i0: 0 replicate, i1: 4 replicate, o0: 5 replicate, o1: 0 replicate; [i0 i1] -> [o0 o1]}}
  %5 = graph.reshape %e : (tensor<0x4xf32>) -> tensor<5x0xf32>
  return
}

func.func @shape(%x: tensor<4x6xf32>, %y: tensor<4x2xf32>, %b: tensor<6x1xf32>) {
  // expected-remark @below {{d0: 4, d1: 6; [d0 d1] -> [d1 d0]; linear {0}; monotone {0}}}
  %0 = graph.transpose %x {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  // expected-remark @below {{d0: 4, d1: 6, d2: 8; [d1 _] -> [d0 d1 d2]; linear {0}; monotone {0}}}
  %1 = graph.broadcast_to %b : (tensor<6x1xf32>) -> tensor<4x6x8xf32>
  // expected-remark @below {{d0: 4, i1: 6 replicate, o1: 3 replicate; [d0 i1] -> [d0 o1]; linear {0}; monotone {0}; 0 flops, 96 bytes}}
  %2 = graph.slice %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 2>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  // expected-remark @below {{d0: 4, o1: 8 replicate, i0: 6 replicate, i1: 2 replicate; [d0 i0] [d0 i1] -> [d0 o1]; linear {0, 1}; monotone {0, 1}}}
  %3 = graph.concat %x, %y {axis = 1 : i64} : (tensor<4x6xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return
}

func.func @index(%x: tensor<2x9x8xf32>, %i: tensor<4x3xi64>, %e: tensor<2x5x3xi64>, %v: tensor<2x5x1xi64>) {
  // expected-remark @below {{d0: 2, a: 9 replicate, d2: 8, i0: 4, i1: 3; [d0 a d2] [i0 i1] -> [d0 i0 i1 d2]; linear {0}; monotone {0}; 0 flops, 1632 bytes}}
  %0 = graph.gather %x, %i {axis = 1 : i64} : (tensor<2x9x8xf32>, tensor<4x3xi64>) -> tensor<2x4x3x8xf32>
  // expected-remark @below {{d0: 2, a: 9 replicate, d1: 5, i2: 8 replicate, o2: 3 replicate; [d0 a i2] [d0 d1 o2] -> [d0 d1 o2]; linear {0}; monotone {0}}}
  %1 = graph.gather_elements %x, %e {axis = 1 : i64} : (tensor<2x9x8xf32>, tensor<2x5x3xi64>) -> tensor<2x5x3xf32>
  // expected-remark @below {{d0: 2, a1: 9 replicate, d2: 8, i1: 5; [d0 a1 d2] [d0 i1 _] -> [d0 i1 d2]; linear {0}; monotone {0}}}
  %2 = graph.gather_nd %x, %v {batch_dims = 1 : i64} : (tensor<2x9x8xf32>, tensor<2x5x1xi64>) -> tensor<2x5x8xf32>
  return
}

func.func @contraction(%a: tensor<3x1x4x8xf32>, %b: tensor<2x6x8xf32>, %x: tensor<2x4x8x8xf32>, %w: tensor<6x4x3x1xf32>, %g: tensor<4x1x1x1xf32>) {
  // expected-remark @below {{b0: 3, b1: 2, m: 4, n: 6, k: 8 sum; [b0 _ m k] [b1 n k] -> [b0 b1 m n]; linear {0} {1}; 2304 flops, 1344 bytes}}
  %0 = graph.matmul %a, %b {transpose_b = true} : (tensor<3x1x4x8xf32>, tensor<2x6x8xf32>) -> tensor<3x2x4x6xf32>
  // expected-remark @below {{n: 2, oc: 6, c: 4 sum, i0: 8 replicate, o0: 6 replicate, k0: 3 replicate, s1: 8; [n c i0 s1] [oc c k0 _] -> [n oc o0 s1]; linear {0} {1}; 13824 flops}}
  %1 = graph.conv %x, %w {strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<2x4x8x8xf32>, tensor<6x4x3x1xf32>) -> tensor<2x6x6x8xf32>
  // expected-remark @below {{n: 2, oc: 4 replicate, c: 4 replicate, s0: 8, i1: 8 replicate, o1: 4 replicate; [n c s0 i1] [oc _ _ _] -> [n oc s0 o1]}}
  %2 = graph.conv %x, %g {strides = array<i64: 1, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, group = 4 : i64} : (tensor<2x4x8x8xf32>, tensor<4x1x1x1xf32>) -> tensor<2x4x8x4xf32>
  // expected-remark @below {{n: 2, c: 4, i0: 8 replicate, o0: 4 replicate, s1: 8; [n c i0 s1] -> [n c o0 s1]; monotone {0}; 512 flops}}
  %3 = graph.max_pool %x {kernel = array<i64: 2, 1>, strides = array<i64: 2, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<2x4x8x8xf32>) -> tensor<2x4x4x8xf32>
  return
}

func.func @reduction(%x: tensor<4x6x8xf32>, %s: tensor<6x8xf32>) {
  // expected-remark @below {{r0: 4 sum, d1: 6, r2: 8 sum; [r0 d1 r2] -> [d1]; linear {0}; 192 flops, 792 bytes}}
  %0 = graph.reduce_sum %x {axes = array<i64: 0, 2>, keepdims = false} : (tensor<4x6x8xf32>) -> tensor<6xf32>
  // expected-remark @below {{d0: 4, r1: 6 max, d2: 8; [d0 r1 d2] -> [d0 _ d2]; monotone {0}}}
  %1 = graph.reduce_max %x {axes = array<i64: 1>, keepdims = true} : (tensor<4x6x8xf32>) -> tensor<4x1x8xf32>
  // expected-remark @below {{d0: 4, a: 6 replicate, d2: 8; [d0 a d2] -> [d0 a d2]; 3840 flops}}
  %2 = graph.softmax %x {axis = 1 : i64} : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  // expected-remark @below {{d0: 4, a1: 6 replicate, a2: 8 replicate; [d0 a1 a2] [a1 a2] [a1 a2] -> [d0 a1 a2]; 1536 flops}}
  %3 = graph.layer_norm %x, %s, %s {axis = 1 : i64, epsilon = 0.1 : f32} : (tensor<4x6x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<4x6x8xf32>
  return
}
