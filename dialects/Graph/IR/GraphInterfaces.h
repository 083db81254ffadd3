//===- GraphInterfaces.h - What the compiler asks of an op ------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ShardableOpInterface and LinalgLoweringInterface; see GraphInterfaces.td.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_GRAPHINTERFACES_H
#define PARTITA_DIALECTS_GRAPH_IR_GRAPHINTERFACES_H

#include "partita/Layout/Rule.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/Graph/IR/GraphInterfaces.h.inc"

#endif // PARTITA_DIALECTS_GRAPH_IR_GRAPHINTERFACES_H
