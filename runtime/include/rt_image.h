//===- rt_image.h - The compiled program as constant data -------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler writes and the runtime executes. A program is one
// `rt_image`, found under the symbol `rt_program_image`: one instruction table
// per class of equal ranks, the kernels that it calls, and, per rank, a block
// of parameters for all that differs inside a class.
//
// Example. Two ranks, y = relu(x), x : 5 x 8 cut into rows [0,3) and [3,5):
// two classes (their shapes differ), each with three buffers' worth of facts
//
//   buffers  [0] INPUT "x" 3x8     [1] ARENA offset 0, 3x8, "y"
//   instrs   KERNEL relu_0 buffers=[0,1] grid=3
//   outputs  { "y", buffer 1, offsets per rank {{0,0}}, owner {1} }
//
// Every field is one 8-byte word (an int64_t or a pointer), so that the
// compiler can emit any of these structs as a plain list of words.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_RT_IMAGE_H
#define PARTITA_RUNTIME_RT_IMAGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Raised whenever a struct below changes; checked at start-up.
#define RT_ABI_VERSION 1

enum rt_dtype { RT_F32 = 0, RT_I32 = 1, RT_I64 = 2, RT_BOOL = 3 };

enum rt_reduce { RT_SUM = 0, RT_MAX = 1 };

enum rt_buffer_kind {
  RT_BUFFER_ARENA = 0,   ///< activations: `offset` bytes into the rank's arena
  RT_BUFFER_INPUT = 1,   ///< a program input's shard: `index` = input number
  RT_BUFFER_WEIGHT = 2,  ///< per-rank entry of the weights file
  RT_BUFFER_CONSTANT = 3 ///< `data` in the image, equal on all ranks
};

/// One tensor of a class, row-major and contiguous.
typedef struct rt_buffer {
  const char *name; ///< the value's name in the model, for messages
  int64_t kind;     ///< rt_buffer_kind
  int64_t dtype;    ///< rt_dtype
  int64_t rank;     ///< number of dims
  const int64_t *shape;
  int64_t offset;   ///< ARENA: byte offset. A reshape shares its offset.
  int64_t index;    ///< INPUT: index into rt_image.inputs
  const void *data; ///< CONSTANT: the bytes
  /// INPUT: per rank of the class, `rank` start indices of the shard in the
  /// whole tensor (row r at [r * rank]). WEIGHT: per rank, one byte offset
  /// into the weights file. Otherwise null.
  const int64_t *per_rank;
} rt_buffer;

/// A generated kernel: computes grid points [begin, end) into its output
/// buffers. `params` is the rank's own parameter block for this instruction.
/// `scratch` has the instruction's scratch_bytes, one block per thread.
typedef void (*rt_kernel)(void *const *buffers, const int64_t *params,
                          int64_t begin, int64_t end, void *scratch);

enum rt_opcode {
  /// buffers: the kernel's, inputs then outputs. attrs: none.
  RT_KERNEL = 0,
  /// C = op(A) x op(B), f32, batched; buffers: A, B, C[, bias[, residual]].
  /// attrs: batch, m, n, k, transpose_a, transpose_b, a_batched, b_batched
  ///        (0/1: the operand has the batch dim or is shared), epilogue
  ///        (rt_epilogue flags). bias has n elements.
  RT_GEMM = 1,
  /// N-d convolution, NCHW, f32, 2 spatial dims; buffers: x, w, y[, bias
  /// [, residual]]. attrs: n, c, h, w, oc, kh, kw, oh, ow, stride_h, stride_w,
  /// pad_top, pad_left, pad_bottom, pad_right, dilation_h, dilation_w, groups,
  /// epilogue, x_last, y_last. bias has oc elements, residual the shape of y.
  /// x_last, y_last (0/1): x, or y and the residual, lie channels last (NHWC).
  RT_CONV = 2,
  /// Max pooling, NCHW, f32; buffers: x, y. attrs: n, c, h, w, kh, kw, oh, ow,
  /// stride_h, stride_w, pad_top, pad_left, pad_bottom, pad_right,
  /// dilation_h, dilation_w (dilation 1 = dense), channels_last (0/1: x and y
  /// are NHWC).
  RT_MAX_POOL = 3,
  /// Box copy; buffers: src, dst. attrs: elem_size, rank, src_shape[rank],
  /// dst_shape[rank], sizes[rank]. params (per rank): src_start[rank],
  /// dst_start[rank]. Elements of dst outside the box are left alone.
  RT_COPY = 4,
  /// Writes a value that is whole on each rank as a partial one; buffers:
  /// src, dst. attrs: elem_size, count, rt_reduce, dtype. params: keep (1: copy
  /// src, 0: write the neutral element).
  RT_TO_PARTIAL = 5,
  /// Starts a collective; completes at any time up to its RT_WAIT; buffers:
  /// src, dst. attrs: future id, then as listed at rt_collective. params: the
  /// index of the rank's group in the instruction's `groups`.
  RT_START = 6,
  /// attrs: future id. buffers: none.
  RT_WAIT = 7
};

enum rt_epilogue { RT_EPI_BIAS = 1, RT_EPI_RESIDUAL = 2, RT_EPI_RELU = 4 };

/// What an RT_START does. All members of a group issue the same one.
enum rt_collective {
  /// dst = members' src side by side along one dim. attrs after the future id:
  /// kind, elem_size, outer, inner; group cuts give each member's extent.
  RT_ALL_GATHER = 0,
  /// attrs: kind, dtype, count, rt_reduce. Reduced in ascending rank order.
  RT_ALL_REDUCE = 1,
  /// src has the whole dim, dst the member's own piece.
  /// attrs: kind, dtype, outer, inner, rt_reduce; group cuts as above.
  RT_REDUCE_SCATTER = 2,
  /// Box copies between ranks. attrs: kind, elem_size, rank; the transfers are
  /// listed in the instruction's `transfers`.
  RT_EXCHANGE = 3
};

/// One group of a collective: who takes part and, where the collective cuts a
/// dim, the offsets of the members' pieces: members + 1 entries, else null.
typedef struct rt_group {
  int64_t num_members;
  const int64_t *members; ///< global ranks, in the order of the pieces
  const int64_t *cuts;
} rt_group;

/// One box copied from src_rank's source to dst_rank's destination buffer.
/// Each of the arrays has `rank` entries; shapes are those of the two buffers.
typedef struct rt_transfer {
  int64_t src_rank;
  int64_t dst_rank;
  const int64_t *src_shape;
  const int64_t *src_start;
  const int64_t *dst_shape;
  const int64_t *dst_start;
  const int64_t *sizes;
} rt_transfer;

typedef struct rt_instr {
  int64_t opcode;   ///< rt_opcode
  const char *name; ///< the node it comes from, for traces and messages
  int64_t num_buffers;
  const int64_t *buffers; ///< indices into rt_class.buffers
  int64_t num_attrs;
  const int64_t *attrs;
  rt_kernel kernel; ///< KERNEL only
  const char *kernel_name;
  int64_t grid;          ///< KERNEL: number of grid points
  int64_t scratch_bytes; ///< KERNEL: per thread
  int64_t num_params;    ///< words per rank
  const int64_t *params; ///< [rank of class][num_params]
  int64_t channel;       ///< START: equal for all parties of a collective,
                         ///< ascending in program order; -1 otherwise
  int64_t num_groups;
  const rt_group *groups;
  int64_t num_transfers;
  const rt_transfer *transfers; ///< of all ranks; each looks for its own
} rt_instr;

/// A program output as a class holds it.
typedef struct rt_result {
  int64_t buffer;          ///< index into rt_class.buffers
  const int64_t *per_rank; ///< start indices of the shard, as in rt_buffer
  const int64_t *owner; ///< per rank: 1 = this rank's copy is the one written
} rt_result;

typedef struct rt_class {
  const char *name;
  int64_t num_ranks;
  const int64_t *ranks; ///< the global ranks of this class, ascending
  int64_t arena_bytes;
  int64_t num_buffers;
  const rt_buffer *buffers;
  int64_t num_instrs;
  const rt_instr *instrs;
  const rt_result *results; ///< rt_image.num_outputs of them
} rt_class;

/// A program input or output: the whole tensor.
typedef struct rt_io {
  const char *name;
  int64_t dtype;
  int64_t rank;
  const int64_t *shape;
} rt_io;

typedef struct rt_image {
  int64_t abi_version;
  const char *model;      ///< the model file's base name
  const char *version;    ///< compiler version and flags, one line each
  const char *plan;       ///< the plan as text, for --print-plan
  const char *weights;    ///< base name of the weights file, beside the
                          ///< program; null if there are no weights
  const char *content_id; ///< 64 hex digits; also in the weights file
  int64_t weights_bytes;  ///< the weights file's exact length
  int64_t num_ranks;
  int64_t threads_per_rank;
  int64_t num_inputs;
  const rt_io *inputs;
  int64_t num_outputs;
  const rt_io *outputs;
  int64_t num_classes;
  const rt_class *classes;
  int64_t num_planned; ///< bytes between ranks by collective kind, as the
  const int64_t *planned_bytes; ///< plan predicts: rt_collective -> bytes
} rt_image;

/// Emitted by the compiler into every program.
extern const rt_image rt_program_image;

#ifdef __cplusplus
}
#endif

#endif // PARTITA_RUNTIME_RT_IMAGE_H
