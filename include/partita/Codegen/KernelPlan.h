//===- KernelPlan.h - How a fusion group becomes loops ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is written as a function on static tensors: arguments are its input
// buffers, results its output buffers, and the body is linalg (generic, fill,
// tensor.empty). The plan turns it into *row loops*:
//
//   for row in begin..end          // the runtime splits this over threads
//     for each generic ("nest") in order
//       loops over the nest's remaining dims
//
// A row is one point of the leading dims that all nests share, so that all a
// nest reads of another one lies in the same row: intermediates then need only
// a row's worth of scratch. Softmax over the last dim of 4x8x128:
//
//   nest 0  max    (d0,d1,d2) -> (d0,d1)      reduction over d2
//   nest 1  exp    (d0,d1,d2) -> (d0,d1,d2)   reads nest 0 at (d0,d1)
//   nest 2  sum    (d0,d1,d2) -> (d0,d1)
//   nest 3  div    (d0,d1,d2) -> (d0,d1,d2)
//   row dims: d0, d1, collapsed into one: grid 32; scratch 1 + 128 + 1 floats
//
// Short rows are made longer: trailing row dims become loops of the nests, and
// the last of them is cut into blocks. One element-wise nest over contiguous
// data has all dims as row dims, collapsed into one, so its grid counts blocks
// of some thousand elements. Where no row is shared (a nest reads another one
// across rows) the grid is 1 and intermediates lie in scratch whole.
//
// All index arithmetic is linear in the loop counters where it can be: an
// access is a coefficient per loop plus a constant, in elements.
//
// KernelEmitter.h turns a plan into code.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_CODEGEN_KERNELPLAN_H
#define PARTITA_CODEGEN_KERNELPLAN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <vector>

namespace partita::codegen {

/// Where a tensor of the function lies while the kernel runs.
struct Storage {
  enum Kind { Input, Output, Scratch };
  Kind kind;
  /// Input, Output: position among the arguments or results. Scratch: byte
  /// offset into the scratch block.
  int64_t position = 0;
  mlir::RankedTensorType type;
};

/// One operand of a nest: storage and where in it.
struct Access {
  unsigned storage;
  mlir::AffineMap map;
  /// Offset in elements = constant + sum of coefficient * loop counter; only
  /// if `linear`. Otherwise the map is evaluated.
  bool linear = true;
  int64_t constant = 0;
  llvm::SmallVector<int64_t> coefficients;
};

struct Loop {
  int64_t extent;
  bool parallel;
  /// The loop's counter is used by itself (linalg.index, an access that is not
  /// linear): it stays a loop of its own.
  bool pinned = false;
  /// The dims of the generic that this loop counts, major to minor. One,
  /// unless loops were collapsed.
  llvm::SmallVector<unsigned, 2> dims;
};

/// How a result gets its first value when its payload reads it.
struct Init {
  mlir::Attribute scalar;     ///< a fill's value, or null:
  std::optional<Access> read; ///< read from another tensor
};

/// One linalg op. Lists of loops are indices into `loops`; loops of extent 1
/// are in none of them.
struct Nest {
  mlir::linalg::GenericOp op;
  llvm::SmallVector<Loop> loops;
  llvm::SmallVector<Access> inputs;
  llvm::SmallVector<Access> outputs;
  llvm::SmallVector<Init> inits; ///< one per output
  /// The loops of the row dims. If the plan has blocks, the last one is also
  /// in `outer` or `inner`.
  llvm::SmallVector<unsigned> rowLoops;
  /// Parallel loops outside and inside the reduction loops. With `inner`,
  /// values accumulate in the output's memory, otherwise in registers.
  llvm::SmallVector<unsigned> outer, reduction, inner;
};

struct KernelPlan {
  llvm::SmallVector<Storage> storages;
  std::vector<Nest> nests;
  llvm::DenseMap<mlir::Value, unsigned> storageOf;
  /// Extents of the row dims, after collapsing.
  llvm::SmallVector<int64_t> rows;
  /// The last row dim is counted in blocks of this many; 1: not blocked.
  int64_t block = 1;
  int64_t grid = 1;
  int64_t scratchBytes = 0;
  /// Points visited by all nests together, a measure of work.
  int64_t work = 0;
  /// Whether all intermediates stay inside a row.
  bool rowLocal = true;
};

/// Bytes of one element in memory; a bool takes one.
int64_t elementBytes(mlir::Type elementType);

/// Fuses element-wise linalg ops of `function` into each other where nothing
/// is computed twice for it, and cleans up. Leaves generics, fills, empties.
mlir::LogicalResult simplifyKernel(mlir::func::FuncOp function);

/// Plans `function`, which simplifyKernel has seen. Fails with a diagnostic on
/// anything that is not part of the form described above.
mlir::FailureOr<KernelPlan> planKernel(mlir::func::FuncOp function);

} // namespace partita::codegen

#endif // PARTITA_CODEGEN_KERNELPLAN_H
