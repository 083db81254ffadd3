// One block of attention with 4 heads of 4, a bias and a residual.
func.func @main(%x: tensor<3x5x16xf32> {graph.name = "x", graph.dims = ["batch", "seq", ""]}) -> (tensor<3x5x16xf32> {graph.name = "y"}) {
  %wq = graph.weight "wq" in "" at 0 : tensor<16x16xf32>
  %wk = graph.weight "wk" in "" at 1024 : tensor<16x16xf32>
  %wv = graph.weight "wv" in "" at 2048 : tensor<16x16xf32>
  %wo = graph.weight "wo" in "" at 3072 : tensor<16x16xf32>
  %bq = graph.weight "bq" in "" at 4096 : tensor<16xf32>
  %bo = graph.weight "bo" in "" at 4160 : tensor<16xf32>
  %s = graph.weight "scale" in "" at 4224 : tensor<16xf32>
  %c = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.matmul %x, %wq : (tensor<3x5x16xf32>, tensor<16x16xf32>) -> tensor<3x5x16xf32> loc("q")
  %1 = graph.add %0, %bq : (tensor<3x5x16xf32>, tensor<16xf32>) -> tensor<3x5x16xf32> loc("q.bias")
  %2 = graph.reshape %1 : (tensor<3x5x16xf32>) -> tensor<3x5x4x4xf32> loc("q.heads")
  %3 = graph.transpose %2 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<3x5x4x4xf32>) -> tensor<3x4x5x4xf32> loc("q.t")
  %4 = graph.matmul %x, %wk : (tensor<3x5x16xf32>, tensor<16x16xf32>) -> tensor<3x5x16xf32> loc("k")
  %5 = graph.reshape %4 : (tensor<3x5x16xf32>) -> tensor<3x5x4x4xf32> loc("k.heads")
  %6 = graph.transpose %5 {permutation = array<i64: 0, 2, 3, 1>} : (tensor<3x5x4x4xf32>) -> tensor<3x4x4x5xf32> loc("k.t")
  %7 = graph.matmul %x, %wv : (tensor<3x5x16xf32>, tensor<16x16xf32>) -> tensor<3x5x16xf32> loc("v")
  %8 = graph.reshape %7 : (tensor<3x5x16xf32>) -> tensor<3x5x4x4xf32> loc("v.heads")
  %9 = graph.transpose %8 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<3x5x4x4xf32>) -> tensor<3x4x5x4xf32> loc("v.t")
  %10 = graph.matmul %3, %6 : (tensor<3x4x5x4xf32>, tensor<3x4x4x5xf32>) -> tensor<3x4x5x5xf32> loc("scores")
  %11 = graph.mul %10, %c : (tensor<3x4x5x5xf32>, tensor<f32>) -> tensor<3x4x5x5xf32> loc("scaled")
  %12 = graph.softmax %11 {axis = 3 : i64} : (tensor<3x4x5x5xf32>) -> tensor<3x4x5x5xf32> loc("probs")
  %13 = graph.matmul %12, %9 : (tensor<3x4x5x5xf32>, tensor<3x4x5x4xf32>) -> tensor<3x4x5x4xf32> loc("context")
  %14 = graph.transpose %13 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<3x4x5x4xf32>) -> tensor<3x5x4x4xf32> loc("context.t")
  %15 = graph.reshape %14 : (tensor<3x5x4x4xf32>) -> tensor<3x5x16xf32> loc("merged")
  %16 = graph.matmul %15, %wo : (tensor<3x5x16xf32>, tensor<16x16xf32>) -> tensor<3x5x16xf32> loc("out")
  %17 = graph.add %16, %bo : (tensor<3x5x16xf32>, tensor<16xf32>) -> tensor<3x5x16xf32> loc("out.bias")
  %18 = graph.add %17, %x : (tensor<3x5x16xf32>, tensor<3x5x16xf32>) -> tensor<3x5x16xf32> loc("residual")
  %19 = graph.layer_norm %18, %s {axis = 2 : i64, epsilon = 1.0e-5 : f32} : (tensor<3x5x16xf32>, tensor<16xf32>) -> tensor<3x5x16xf32> loc("y")
  return %19 : tensor<3x5x16xf32>
}
