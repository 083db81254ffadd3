//===- GraphDialect.h - The graph dialect -----------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole tensors and what is computed of them; see GraphDialect.td.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_GRAPHDIALECT_H
#define PARTITA_DIALECTS_GRAPH_IR_GRAPHDIALECT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"

namespace partita {
// The compiler is written in MLIR's vocabulary, as MLIR is in LLVM's.
using namespace mlir;
} // namespace partita

#include "dialects/Graph/IR/GraphDialect.h.inc"

#endif // PARTITA_DIALECTS_GRAPH_IR_GRAPHDIALECT_H
