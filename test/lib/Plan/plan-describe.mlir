// RUN: partita-opt %s --plan-strategy='strategy=model mesh=x=3' --plan-describe 2>&1 >/dev/null | FileCheck %s --strict-whitespace --match-full-lines
// RUN: partita-opt %s --plan-strategy='strategy=model mesh=x=3' --dist-lower-reshards --plan-describe 2>&1 >/dev/null | FileCheck %s --strict-whitespace --match-full-lines
// RUN: partita-opt %s --plan-strategy='strategy=none mesh=x=3' --plan-describe 2>&1 >/dev/null | FileCheck %s --check-prefix=NONE
// RUN: partita-opt %s --plan-strategy='mesh=x=2,y=2 shards=logits[1]=x:(1)2;h[0]=y,x;x[1]=y' --plan-describe 2>&1 >/dev/null | FileCheck %s --check-prefix=GRID
// RUN: partita-opt %s --plan-strategy='strategy=model mesh=x=9' --plan-describe 2>&1 >/dev/null | FileCheck %s --check-prefix=MANY
// RUN: partita-opt %s --plan-describe 2>&1 >/dev/null | FileCheck %s --check-prefix=PLAIN
// The printed plan says what was split how, what is sent and what is stored,
// before reshards become steps and after.

//      CHECK:mesh x=3 (3 devices)
// CHECK-EMPTY:
// CHECK-NEXT:  ops  what            split
// CHECK-NEXT:    1  matmul          n over x unevenly
// CHECK-NEXT:    1  add             d1 over x unevenly
// CHECK-NEXT:    1  relu            d1 over x unevenly
// CHECK-NEXT:    1  matmul          k over x unevenly, gives a partial result
// CHECK-NEXT:    1  softmax         not split
// CHECK-EMPTY:
// CHECK-NEXT:times  collective      bytes each  tensor
// CHECK-NEXT:    1  all_reduce      480 B       5x6xf32 over x: logits
// CHECK-EMPTY:
// CHECK-NEXT:total all_reduce     1 time, 480 bytes
// CHECK-NEXT:weights per device   300 B, 240 B, 240 B

// NONE: 2  matmul          not split
// NONE: nothing is sent between devices
// NONE: weights per device   780 B on each

// The largest first; what sends nothing is in the totals only.
// GRID: mesh x=2, y=2 (4 devices)
// GRID: 1 relu            d0 over y,x unevenly
// GRID: 1  all_reduce      1.0 KiB     5x13xf32 over y: fc1
// GRID-NEXT: 1  all_gather      780 B       5x13xf32 over y,x: h
// GRID-NEXT: 1  all_gather      240 B       5x6xf32 over x: logits
// GRID: total all_reduce     1 time, 1040 bytes (1.0 KiB)
// GRID-NEXT: total slice          1 time, 0 bytes
// GRID-NEXT: total all_gather     2 times, 1020 bytes
// GRID-NEXT: total sent           2060 bytes (2.0 KiB)

// More devices than fit on a line.
// MANY: weights per device   60 B to 120 B

// PLAIN: no tensor has a layout
func.func @main(%x: tensor<5x8xf32> {graph.name = "x"}) -> (tensor<5x6xf32> {graph.name = "y"}) {
  %w1 = graph.weight "w1" in "" at 0 : tensor<8x13xf32>
  %b1 = graph.weight "b1" in "" at 416 : tensor<13xf32>
  %w2 = graph.weight "w2" in "" at 468 : tensor<13x6xf32>
  %0 = graph.matmul %x, %w1 : (tensor<5x8xf32>, tensor<8x13xf32>) -> tensor<5x13xf32> loc("fc1")
  %1 = graph.add %0, %b1 : (tensor<5x13xf32>, tensor<13xf32>) -> tensor<5x13xf32> loc("biased")
  %2 = graph.relu %1 : (tensor<5x13xf32>) -> tensor<5x13xf32> loc("h")
  %3 = graph.matmul %2, %w2 : (tensor<5x13xf32>, tensor<13x6xf32>) -> tensor<5x6xf32> loc("logits")
  %4 = graph.softmax %3 {axis = 1 : i64} : (tensor<5x6xf32>) -> tensor<5x6xf32> loc("y")
  return %4 : tensor<5x6xf32>
}
