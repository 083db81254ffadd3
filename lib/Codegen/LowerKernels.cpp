//===- LowerKernels.cpp - Kernels to the LLVM dialect ---------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels' bodies are scf, arith and math. Functions
// such as exp become polynomials first: a call to libm would keep LLVM from
// vectorizing the loop around it.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/KernelEmitter.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace partita::codegen {

LogicalResult lowerKernels(ModuleOp target) {
  MLIRContext *context = target.getContext();
  {
    RewritePatternSet patterns(context);
    populateMathPolynomialApproximationPatterns(patterns);
    if (failed(applyPatternsAndFoldGreedily(target, std::move(patterns))))
      return target.emitError("expects math approximation to converge");
  }
  {
    ConversionTarget conversion(*context);
    conversion.addIllegalDialect<scf::SCFDialect>();
    conversion.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    RewritePatternSet patterns(context);
    populateSCFToControlFlowConversionPatterns(patterns);
    if (failed(applyPartialConversion(target, conversion, std::move(patterns))))
      return failure();
  }
  LLVMTypeConverter converter(context);
  LLVMConversionTarget conversion(*context);
  conversion.addLegalOp<ModuleOp>();
  RewritePatternSet patterns(context);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  return applyFullConversion(target, conversion, std::move(patterns));
}

} // namespace partita::codegen
