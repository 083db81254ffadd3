//===- Elementwise.h - All that an element-wise op needs --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element-wise op states its verifier, folder, rule, cost and lowering with
// these; see Ops/Relu.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIALECTS_GRAPH_IR_SUPPORT_ELEMENTWISE_H
#define PARTITA_DIALECTS_GRAPH_IR_SUPPORT_ELEMENTWISE_H

#include "dialects/Graph/IR/Support/Fold.h"
#include "dialects/Graph/IR/Support/Linalg.h"
#include "dialects/Graph/IR/Support/Rules.h"
#include "dialects/Graph/IR/Support/Shapes.h"

#endif // PARTITA_DIALECTS_GRAPH_IR_SUPPORT_ELEMENTWISE_H
