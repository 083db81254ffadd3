//===- GraphOps.td - All ops of the graph dialect ----------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The families, for one run of TableGen.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_GRAPHOPS_TD
#define PARTITA_DIALECTS_GRAPH_IR_GRAPHOPS_TD

include "dialects/Graph/IR/ConstantOps.td"
include "dialects/Graph/IR/ContractionOps.td"
include "dialects/Graph/IR/ElementwiseOps.td"
include "dialects/Graph/IR/IndexOps.td"
include "dialects/Graph/IR/ReductionOps.td"
include "dialects/Graph/IR/ShapeOps.td"

#endif // PARTITA_DIALECTS_GRAPH_IR_GRAPHOPS_TD
