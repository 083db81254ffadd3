//===- CommCodegenOps.td - What a rank's steps become ------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After `codegen-fuse`, a program is a list of these: launches of kernels,
// calls of the math library, and box copies. Each is one instruction of the
// runtime's table (runtime/include/rt_image.h); concat is one per operand.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_CODEGENOPS_TD
#define PARTITA_COMM_CODEGENOPS_TD

include "dialects/Comm/IR/CommOps.td"

def Comm_LaunchOp : Comm_ProgramItem<"launch",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Runs a kernel";
  let description = [{
    A kernel is a private function of the module on tensors.

    ```mlir
    %2 = comm.launch @add_relu_0(%0, %1)
        : (tensor<3x8xf32>, tensor<8xf32>) -> tensor<3x8xf32>
    ```

    Constraints:
    - (C1) the symbol is a function of the operands' and results' types
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel,
                       Variadic<Comm_Tensor>:$operands);
  let results = (outs Variadic<Comm_Tensor>:$results);
  let assemblyFormat = [{
    $kernel `(` $operands `)` attr-dict
    `:` functional-type($operands, $results)
  }];
}

/// A library call with what is fused behind it: result = op; + bias; +
/// residual; relu.
class Comm_LibraryOp<string mnemonic>
    : Comm_ProgramItem<mnemonic, [Pure, AttrSizedOperandSegments]> {
  let results = (outs Comm_Tensor:$result);
  let hasVerifier = 1;
}

def Comm_GemmOp : Comm_LibraryOp<"gemm"> {
  let summary = "A matrix product by the math library";
  let description = [{
    As graph.matmul, then `bias` (one number per column), `residual` (shape of
    the result) and relu, where given.

    ```mlir
    %3 = comm.gemm %0, %1 bias %2 {relu} : tensor<3x8xf32>, tensor<8x6xf32>
        bias tensor<6xf32> -> tensor<3x6xf32>
    ```

    Constraints:
    - (C1) f32, no empty dim, and, but for extents of 1, each operand has either
      all of the result's leading dims or none
    - (C2) `bias` has as many elements as the result has columns
    - (C3) `residual` has the result's type
  }];
  let arguments = (ins Comm_Tensor:$lhs, Comm_Tensor:$rhs,
                       Optional<Comm_Tensor>:$bias,
                       Optional<Comm_Tensor>:$residual,
                       UnitAttr:$transpose_a, UnitAttr:$transpose_b,
                       UnitAttr:$relu);
  let assemblyFormat = [{
    $lhs `,` $rhs (`bias` $bias^)? (`residual` $residual^)? attr-dict
    `:` type($lhs) `,` type($rhs) (`bias` type($bias)^)?
    (`residual` type($residual)^)? `->` type($result)
  }];
}

def Comm_ConvOp : Comm_LibraryOp<"conv"> {
  let summary = "A convolution by the math library";
  let description = [{
    As graph.conv with one or two spatial dims, then `bias` (one number per
    output channel), `residual` (shape of the result) and relu, where given. With
    `input_last` the input, with `result_last` the result and the residual have
    their channels as the last dim, not as dim 1.

    ```mlir
    %2 = comm.conv %0, %1 {strides = array<i64: 1, 1>,
        dilations = array<i64: 1, 1>,
        pads = array<i64: 1, 1, 1, 1>, group = 1 : i64}
        : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<1x4x8x8xf32>
    ```

    Constraints:
    - (C1) f32, no empty dim, one or two spatial dims
    - (C2) `bias` has as many elements as the result has channels
    - (C3) `residual` has the result's type
  }];
  let arguments = (ins Comm_Tensor:$input, Comm_Tensor:$filter,
                       Optional<Comm_Tensor>:$bias,
                       Optional<Comm_Tensor>:$residual,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, I64Attr:$group,
                       UnitAttr:$relu, UnitAttr:$input_last,
                       UnitAttr:$result_last);
  let assemblyFormat = [{
    $input `,` $filter (`bias` $bias^)? (`residual` $residual^)? attr-dict
    `:` type($input) `,` type($filter) (`bias` type($bias)^)?
    (`residual` type($residual)^)? `->` type($result)
  }];
}

def Comm_MaxPoolOp : Comm_ProgramItem<"max_pool", [Pure]> {
  let summary = "Max pooling by the math library";
  let description = [{
    As graph.max_pool with one or two spatial dims. With `channels_last`, input
    and result have their channels as the last dim, not as dim 1.

    ```mlir
    %1 = comm.max_pool %0 {kernel = array<i64: 3, 3>, strides = array<i64: 2,
        2>,
        pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
        : tensor<1x8x8x8xf32> -> tensor<1x8x4x4xf32>
    ```

    Constraints:
    - (C1) f32, no empty dim, one or two spatial dims
  }];
  let arguments = (ins Comm_Tensor:$input, DenseI64ArrayAttr:$kernel,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, UnitAttr:$channels_last);
  let results = (outs Comm_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Comm_ConcatOp : Comm_ProgramItem<"concat", [Pure]> {
  let summary = "Copies its operands side by side";
  let description = [{
    ```mlir
    %2 = comm.concat %0, %1 along 1 : tensor<4x6xf32>, tensor<4x2xf32>
        -> tensor<4x8xf32>
    ```

    Constraints:
    - (C1) the operands have the result's shape but for the dim, where their
      extents add up to its
  }];
  let arguments = (ins Variadic<Comm_Tensor>:$inputs, I64Attr:$axis);
  let results = (outs Comm_Tensor:$result);
  let assemblyFormat = [{
    $inputs `along` $axis attr-dict `:` type($inputs) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // PARTITA_COMM_CODEGENOPS_TD
