// Convolutions with a residual, pooling by a sum, and a classifier.
func.func @main(%x: tensor<5x3x8x8xf32> {graph.name = "x", graph.dims = ["N", "", "", ""]}) -> (tensor<5x10xf32> {graph.name = "y"}) {
  %w1 = graph.weight "w1" in "" at 0 : tensor<6x3x3x3xf32>
  %b1 = graph.weight "b1" in "" at 648 : tensor<1x6x1x1xf32>
  %w2 = graph.weight "w2" in "" at 672 : tensor<6x6x3x3xf32>
  %b2 = graph.weight "b2" in "" at 1968 : tensor<1x6x1x1xf32>
  %w3 = graph.weight "w3" in "" at 1992 : tensor<6x3x1x1xf32>
  %wf = graph.weight "wf" in "" at 2064 : tensor<10x6xf32>
  %n = graph.constant dense<0.015625> : tensor<f32>
  %0 = graph.conv %x, %w1 {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<5x3x8x8xf32>, tensor<6x3x3x3xf32>) -> tensor<5x6x8x8xf32> loc("conv1")
  %1 = graph.add %0, %b1 : (tensor<5x6x8x8xf32>, tensor<1x6x1x1xf32>) -> tensor<5x6x8x8xf32> loc("bias1")
  %2 = graph.relu %1 : (tensor<5x6x8x8xf32>) -> tensor<5x6x8x8xf32> loc("relu1")
  %3 = graph.conv %2, %w2 {strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<5x6x8x8xf32>, tensor<6x6x3x3xf32>) -> tensor<5x6x8x8xf32> loc("conv2")
  %4 = graph.add %3, %b2 : (tensor<5x6x8x8xf32>, tensor<1x6x1x1xf32>) -> tensor<5x6x8x8xf32> loc("bias2")
  %5 = graph.conv %x, %w3 {strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<5x3x8x8xf32>, tensor<6x3x1x1xf32>) -> tensor<5x6x8x8xf32> loc("down")
  %6 = graph.add %4, %5 : (tensor<5x6x8x8xf32>, tensor<5x6x8x8xf32>) -> tensor<5x6x8x8xf32> loc("sum")
  %7 = graph.relu %6 : (tensor<5x6x8x8xf32>) -> tensor<5x6x8x8xf32> loc("relu2")
  %8 = graph.reduce_sum %7 {axes = array<i64: 2, 3>, keepdims = false} : (tensor<5x6x8x8xf32>) -> tensor<5x6xf32> loc("pool.sum")
  %9 = graph.mul %8, %n : (tensor<5x6xf32>, tensor<f32>) -> tensor<5x6xf32> loc("pool")
  %10 = graph.matmul %9, %wf {transpose_b = true} : (tensor<5x6xf32>, tensor<10x6xf32>) -> tensor<5x10xf32> loc("y")
  return %10 : tensor<5x10xf32>
}
