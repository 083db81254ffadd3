//===- Dist.h - The dist dialect, all of it ---------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where every tensor lives: tensor types carry layouts, reshards are explicit.
// Begin with DistDialect.td for the idea and DistTypes.h to build types.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_H
#define PARTITA_DIST_H

#include "dialects/Dist/IR/DistAttrs.h"
#include "dialects/Dist/IR/DistOps.h"
#include "dialects/Dist/IR/DistTypes.h"

#endif // PARTITA_DIST_H
