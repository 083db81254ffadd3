//===- Versions.h - A tensor under the layouts it is used in ----*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a program gets its layouts, each of its tensors may come to exist under
// several: the one it was computed in and those that uses asked for. A version
// is made once. Weights, constants and what is computed from them alone are
// free: their versions are made by loading other parts, without communication.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_PLAN_VERSIONS_H
#define PARTITA_LIB_PLAN_VERSIONS_H

#include "partita/Layout/Layout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace partita::plan {

class Versions {
public:
  Versions(mlir::func::FuncOp main, const layout::Mesh &mesh)
      : main(main), mesh(mesh) {}

  /// Known at compile time, and so without a layout of its own.
  bool isFree(mlir::Value tensor) const { return free.contains(tensor); }
  void setFree(mlir::Value tensor) { free.insert(tensor); }

  /// Sets the type of `tensor`, which is defined in this layout.
  mlir::LogicalResult define(mlir::Value tensor, const layout::Layout &layout);
  /// `version` is what uses of `tensor` see from here on.
  void prefer(mlir::Value tensor, mlir::Value version);

  /// The layout in which uses find the tensor. Free ones are replicated.
  layout::Layout layoutOf(mlir::Value tensor) const;
  /// The same, but not partial: a whole version that exists, or else the
  /// partial one with its reduction done.
  layout::Layout wholeLayoutOf(mlir::Value tensor) const;
  bool hasWhole(mlir::Value tensor) const;

  /// The tensor in `layout`, made before `user` if need be.
  mlir::FailureOr<mlir::Value>
  get(mlir::Value tensor, const layout::Layout &layout, mlir::Operation *user);

  /// Erases the free ops of which only versions were used.
  void eraseUnused();

private:
  using List = llvm::SmallVector<mlir::Value, 2>;

  /// The free op behind `tensor`, computing it in `layout`; null if its rule
  /// cannot.
  mlir::FailureOr<mlir::Value> cloneFree(mlir::Value tensor,
                                         const layout::Layout &layout);
  mlir::FailureOr<mlir::Value> reshard(mlir::Value from,
                                       const layout::Layout &layout,
                                       mlir::Operation *before);

  mlir::func::FuncOp main;
  const layout::Mesh &mesh;
  llvm::DenseMap<mlir::Value, List> versions;
  llvm::DenseSet<mlir::Value> free;
};

} // namespace partita::plan

#endif // PARTITA_LIB_PLAN_VERSIONS_H
