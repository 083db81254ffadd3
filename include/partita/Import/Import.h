//===- Import.h - From an ONNX file to a graph module -----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a model and gives one verified module of the `graph` dialect with one
// function @main. Worked example: `x: float[batch, 3]`, `w: float[3, 2]`,
// `MatMul(x, w) -> y` under `--dim batch=4` becomes
//
//   func.func @main(%arg0: tensor<4x3xf32> {graph.name = "x",
//                                           graph.dims = ["batch", ""]})
//       -> (tensor<4x2xf32> {graph.name = "y"}) {
//     %0 = graph.weight "w" in "" at 153 : tensor<3x2xf32>
//     %1 = graph.matmul %arg0, %0 : ...        // its location is loc("y")
//     return %1
//   }
//
// The weights stay where they are: `graph.weight` names a range of bytes of the
// model file (file = "") or of an external data file beside it. Memory use
// therefore does not grow with the size of the weights.
//
// Everything that is wrong with a model is reported in one run.
//
// Where to read on: lib/Import/Importer.h (the steps), lib/Import/Node.h (what
// the conversion of an op looks like), lib/Import/Ops (the conversions).
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_IMPORT_H
#define PARTITA_IMPORT_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace partita::import_ {

struct ImportOptions {
  /// The model file. External data is looked for in its folder only.
  std::string path;
  /// Extents of symbolic dims: {"batch", 4}. A dim without a name is bound by
  /// its place: {"x[0]", 4}.
  std::vector<std::pair<std::string, int64_t>> dims;
  /// Integer and bool tensors up to this many elements are held in the IR,
  /// where ops on them fold.
  int64_t foldLimit = 65536;
};

/// Imports the model. Problems go to the context's diagnostic engine, all of
/// them in one run; null if there was any.
mlir::OwningOpRef<mlir::ModuleOp> importModel(mlir::MLIRContext &context,
                                              const ImportOptions &options);

} // namespace partita::import_

#endif // PARTITA_IMPORT_IMPORT_H
