//===- KernelEmitter.h - Kernels as LLVM functions --------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a kernel on tensors to an LLVM function under the runtime's kernel ABI
// (rt_kernel of runtime/include/rt_image.h):
//
//   void k(void *const *buffers, const int64_t *params, int64_t begin,
//          int64_t end, void *scratch)
//
// where buffers are the function's arguments and then its results. The loops
// are scf over flat pointers; the vectors come from LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_KERNELEMITTER_H
#define PARTITA_CODEGEN_KERNELEMITTER_H

#include "partita/Codegen/KernelPlan.h"

#include "mlir/IR/BuiltinOps.h"

namespace partita::codegen {

/// Appends the kernel's function, named as `function`, to `target`.
void emitKernel(mlir::func::FuncOp function, const KernelPlan &plan,
                mlir::ModuleOp target);

/// Lowers the functions that emitKernel made to the LLVM dialect: polynomials
/// for transcendental functions (LLVM can vectorize those), control flow,
/// arithmetic.
mlir::LogicalResult lowerKernels(mlir::ModuleOp target);

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_KERNELEMITTER_H
