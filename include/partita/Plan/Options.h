//===- Options.h - What the user says about the plan ------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mesh, the strategy and the layouts that the user gives by hand:
//
//   --mesh x=2,y=2                        four devices, 0..3, row-major
//   --strategy data|model|none            what is split where nothing is said
//   --shard 'encoder/w_q[1]=x'            dim 1 of that tensor over axis x
//   --shard 'logits[-1]=x,y'              its last dim over both, x major
//   --shard 'h[0]=x:(1)2'                 over the part x:(1)2 of axis x
//   --shard-dim batch=x                   every input dim of that name
//
// TENSOR is an input, a weight or the output of any node. Its name may hold any
// character: the text is split at the last "]=" and at the last '[' before it.
// What strategies do with this stands in Strategy.h.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_PLAN_OPTIONS_H
#define PARTITA_PLAN_OPTIONS_H

#include "mlir/Support/LLVM.h"
#include "mlir/Support/LogicalResult.h"
#include "partita/Layout/Layout.h"

#include <string>
#include <utility>
#include <vector>

namespace partita::plan {

/// One `--shard`: dim `axis` of `tensor` over the mesh axes.
struct ShardRequest {
  std::string tensor;
  /// Negative: counted from the last dim.
  int64_t axis = 0;
  /// Major to minor. A size of 0 stands for the whole axis, since the mesh is
  /// not known to the parser.
  std::vector<layout::AxisRef> meshAxes;
};

struct PlanOptions {
  /// "none", "data", "model", or empty: only what is given by hand.
  std::string strategy;
  layout::Mesh mesh;
  std::vector<ShardRequest> shards;
  /// Name of an input's dim, mesh axis.
  std::vector<std::pair<std::string, std::string>> shardDims;
};

/// `x=2,y=2`: a mesh over devices 0..n-1. On failure `error` says why.
mlir::FailureOr<layout::Mesh> parseMesh(llvm::StringRef text,
                                        std::string &error);

/// `TENSOR[AXIS]=x`, `...=x,y` or `...=x:(1)2`.
mlir::FailureOr<ShardRequest> parseShard(llvm::StringRef text,
                                         std::string &error);

/// `DIM=x`, split at the last '='.
mlir::FailureOr<std::pair<std::string, std::string>>
parseShardDim(llvm::StringRef text, std::string &error);

/// Replaces sizes of 0 by those of `mesh`, drops axes of size 1 and checks that
/// every axis exists, that parts divide it and that none is used twice.
layout::Problem resolveAxes(const layout::Mesh &mesh,
                            std::vector<layout::AxisRef> &axes);

/// Up to three of `candidates` that someone may have meant by `name`, quoted:
/// `"conv1", "conv2"`; empty if none is near.
std::string nearNames(llvm::StringRef name,
                      llvm::ArrayRef<std::string> candidates);

} // namespace partita::plan

#endif // PARTITA_PLAN_OPTIONS_H
