//===- GraphInterfaces.cpp - What the compiler asks of an op --------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Graph/IR/GraphInterfaces.h"

#include "dialects/Graph/IR/GraphInterfaces.cpp.inc"
