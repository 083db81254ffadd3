//===- GraphOps.h - The ops of the graph dialect ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op classes that TableGen makes from the .td file of each family. Where to
// read on: Ops/<Op>.cpp, all that the compiler knows of an op.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_GRAPHOPS_H
#define PARTITA_DIALECTS_GRAPH_IR_GRAPHOPS_H

#include "dialects/Graph/IR/GraphDialect.h"
#include "dialects/Graph/IR/GraphInterfaces.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "dialects/Graph/IR/GraphOps.h.inc"

#endif // PARTITA_DIALECTS_GRAPH_IR_GRAPHOPS_H
