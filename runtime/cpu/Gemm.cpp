//===- Gemm.cpp - Matrix products by oneDNN -------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RT_GEMM: C = op(A) x op(B), batched, with an epilogue.
//
//===----------------------------------------------------------------------===//

#include "cpu/Epilogue.h"

using namespace partita::rt;
using dnnl::memory;
using Dims = memory::dims;

/// `count` (0: no batch dim) matrices of rows x columns, each stored row by
/// row, or column by column if transposed; `shared`: the same for all batches.
static memory::desc matrix(int64_t count, bool shared, int64_t rows,
                           int64_t columns, bool transposed) {
  Dims dims = {rows, columns};
  Dims strides = transposed ? Dims{1, rows} : Dims{columns, 1};
  if (count) {
    dims.insert(dims.begin(), shared ? 1 : count);
    strides.insert(strides.begin(), rows * columns);
  }
  return memory::desc(dims, memory::data_type::f32, strides);
}

std::unique_ptr<Step> partita::rt::makeGemm(const StepContext &context) {
  const int64_t *a = context.instr.attrs;
  int64_t batch = a[0], m = a[1], n = a[2], k = a[3];
  bool transA = a[4], transB = a[5], sharedA = !a[6], sharedB = !a[7];
  Epilogue epilogue(context, a[8]);
  if (batch * m * n == 0)
    return nullptr;
  if (k == 0)
    return epilogue.alone(batch * m, n, 1);

  // A batch over one B is one taller product.
  if (sharedB && !transA) {
    m *= batch;
    batch = 1;
  }
  int64_t count = batch == 1 ? 0 : batch;
  memory::desc srcDesc = matrix(count, sharedA, m, k, transA);
  memory::desc plainWeights = matrix(count, sharedB, k, n, transB);
  memory::desc dstDesc = matrix(count, false, m, n, false);
  memory::desc biasDesc = matrix(count, true, 1, n, false);

  memory::desc weightsDesc = plainWeights;
  bool constant = context.isConstant(1);
  if (constant)
    weightsDesc = memory::desc(plainWeights.get_dims(), memory::data_type::f32,
                               memory::format_tag::any);
  dnnl::primitive_attr attr = epilogue.reading(dstDesc);
  using Matmul = dnnl::matmul;
  Library &library = context.library;
  Matmul::primitive_desc desc =
      epilogue.hasBias()
          ? Matmul::primitive_desc(library.engine, srcDesc, weightsDesc,
                                   biasDesc, dstDesc, attr)
          : Matmul::primitive_desc(library.engine, srcDesc, weightsDesc,
                                   dstDesc, attr);
  auto step = std::make_unique<Primitive>(library, Matmul(desc),
                                          desc.scratchpad_desc());
  step->input(DNNL_ARG_SRC, &context.buffers[0], srcDesc, desc.src_desc());
  step->input(DNNL_ARG_WEIGHTS, &context.buffers[1], plainWeights,
              desc.weights_desc(), constant);
  step->output(DNNL_ARG_DST, &context.buffers[2], dstDesc, desc.dst_desc());
  epilogue.bindReading(*step, biasDesc, dstDesc);
  return step;
}
