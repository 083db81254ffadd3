//===- Passes.td - Passes of code generation ---------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_PASSES_TD
#define PARTITA_CODEGEN_PASSES_TD

include "mlir/Pass/PassBase.td"

def CodegenFuse : Pass<"codegen-fuse", "::mlir::ModuleOp"> {
  let summary = "Make kernels and library calls of the programs' graph ops";
  let description = [{
    Precondition: comm programs with graph ops on plain local tensors.
    Postcondition: the programs hold comm ops, graph.reshape and graph.constant
    only; each kernel is a private function of graph ops.

    ```mlir
    %2 = graph.matmul %0, %1
        : (tensor<3x8xf32>, tensor<8x6xf32>) -> tensor<3x6xf32>
    %3 = graph.relu %2 : (tensor<3x6xf32>) -> tensor<3x6xf32>
    %4 = graph.softmax %3 {axis = 1 : i64}
        : (tensor<3x6xf32>) -> tensor<3x6xf32>
    // becomes
    %2 = comm.gemm %0, %1 {relu} : tensor<3x8xf32>, tensor<8x6xf32>
        -> tensor<3x6xf32>
    %3 = comm.launch @softmax_0(%2) : (tensor<3x6xf32>) -> tensor<3x6xf32>
    ```
  }];
  let options = [
    Option<"optLevel", "opt-level", "int", "2",
           "0: one kernel per op; 1: fuse kernels; 2: and what follows library "
           "calls, lay images channels last, read rows instead of multiplying "
           "by one-hot ones">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::partita::comm::CommDialect",
    "::partita::graph::GraphDialect"
  ];
}

def CodegenLowerKernels : Pass<"codegen-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "Lower the kernels' graph ops to fused linalg";
  let description = [{
    Precondition: `codegen-fuse`. Postcondition: the body of each kernel is
    linalg.generic with its initial values, element-wise producers fused into
    their readers: what the kernel planner takes.
  }];
  let dependentDialects = CodegenFuse.dependentDialects;
}

def CodegenPrintPlan : Pass<"codegen-print-plan", "::mlir::ModuleOp"> {
  let summary = "Print each program's memory plan and each kernel's loops";
  let description = [{
    Precondition: `codegen-fuse`. Per program, the arena's size and each value's
    offset and lifetime, in numbers of steps; per kernel, grid, block and
    scratch. Changes nothing.
  }];
  let dependentDialects = CodegenFuse.dependentDialects;
}

def CodegenEmit : Pass<"codegen-emit", "::mlir::ModuleOp"> {
  let summary = "Compile the programs to an executable";
  let description = [{
    Precondition: comm programs with graph ops on plain local tensors, as for
    `codegen-fuse`, which is its first step. Writes `output`, `output`.weights
    and the libraries that the program needs beside it; with an empty `output`,
    LLVM IR to standard output.
  }];
  let options = [
    Option<"output", "output", "std::string", "\"\"", "Path of the program">,
    Option<"model", "model", "std::string", "\"\"",
           "Path of the file that weights lie in">,
    Option<"optLevel", "opt-level", "int", "2", "As for codegen-fuse">,
    Option<"threads", "threads", "int", "1", "Threads per rank">,
    Option<"cpu", "cpu", "std::string", "\"\"",
           "CPU to compile for, as LLVM calls it; empty: this one">,
    Option<"printPlan", "print-plan", "bool", "false",
           "Print the memory plan to standard error">
  ];
  let dependentDialects = !listconcat(CodegenFuse.dependentDialects,
      ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect",
       "::mlir::vector::VectorDialect"]);
}

#endif // PARTITA_CODEGEN_PASSES_TD
