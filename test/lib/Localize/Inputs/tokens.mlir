// Embeddings, a mask, sums and maxima, concat and slice.
func.func @main(%ids: tensor<3x6xi64> {graph.name = "ids", graph.dims = ["batch", "seq"]}, %mask: tensor<3x6xi64> {graph.name = "mask", graph.dims = ["batch", "seq"]}) -> (tensor<3x6x8xf32> {graph.name = "y"}, tensor<3x8xf32> {graph.name = "pooled"}, tensor<3x5xf32> {graph.name = "m"}) {
  %e = graph.weight "emb" in "" at 0 : tensor<10x8xf32>
  %w = graph.weight "w" in "" at 320 : tensor<5x8xf32>
  %z = graph.constant dense<0> : tensor<i64>
  %one = graph.constant dense<1.0> : tensor<f32>
  %pos = graph.constant dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>
  %neg = graph.constant dense<-1.0e4> : tensor<f32>
  %0 = graph.gather %e, %ids {axis = 0 : i64} : (tensor<10x8xf32>, tensor<3x6xi64>) -> tensor<3x6x8xf32> loc("embedded")
  %p = graph.gather %e, %pos {axis = 0 : i64} : (tensor<10x8xf32>, tensor<1x6xi64>) -> tensor<1x6x8xf32> loc("positions")
  %1 = graph.add %0, %p : (tensor<3x6x8xf32>, tensor<1x6x8xf32>) -> tensor<3x6x8xf32> loc("with.positions")
  %2 = graph.greater %mask, %z : (tensor<3x6xi64>, tensor<i64>) -> tensor<3x6xi1> loc("valid")
  %3 = graph.reshape %2 : (tensor<3x6xi1>) -> tensor<3x6x1xi1> loc("valid3")
  %4 = graph.where %3, %1, %neg : (tensor<3x6x1xi1>, tensor<3x6x8xf32>, tensor<f32>) -> tensor<3x6x8xf32> loc("masked")
  %5 = graph.reduce_max %4 {axes = array<i64: 1>, keepdims = false} : (tensor<3x6x8xf32>) -> tensor<3x8xf32> loc("max")
  %6 = graph.relu %5 : (tensor<3x8xf32>) -> tensor<3x8xf32> loc("pooled")
  %7 = graph.reduce_sum %1 {axes = array<i64: 1>, keepdims = true} : (tensor<3x6x8xf32>) -> tensor<3x1x8xf32> loc("sum")
  %8 = graph.reshape %7 : (tensor<3x1x8xf32>) -> tensor<3x8xf32> loc("sum2")
  %9 = graph.matmul %8, %w {transpose_b = true} : (tensor<3x8xf32>, tensor<5x8xf32>) -> tensor<3x5xf32> loc("m0")
  %10 = graph.matmul %6, %w {transpose_b = true} : (tensor<3x8xf32>, tensor<5x8xf32>) -> tensor<3x5xf32> loc("m1")
  %11 = graph.sub %9, %10 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32> loc("m2")
  %12 = graph.mul %11, %one : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf32> loc("m")
  %13 = graph.concat %1, %4 {axis = 1 : i64} : (tensor<3x6x8xf32>, tensor<3x6x8xf32>) -> tensor<3x12x8xf32> loc("both")
  %14 = graph.slice %13 {starts = array<i64: 0, 3, 0>, steps = array<i64: 1, 1, 1>} : (tensor<3x12x8xf32>) -> tensor<3x6x8xf32> loc("middle")
  %15 = graph.softmax %14 {axis = 2 : i64} : (tensor<3x6x8xf32>) -> tensor<3x6x8xf32> loc("y")
  return %15, %6, %12 : tensor<3x6x8xf32>, tensor<3x8xf32>, tensor<3x5xf32>
}
