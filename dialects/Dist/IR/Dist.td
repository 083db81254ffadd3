//===- Dist.td - The dist dialect, all of it ---------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_TD
#define PARTITA_DIST_TD

include "dialects/Dist/IR/DistAttrs.td"
include "dialects/Dist/IR/DistDialect.td"
include "dialects/Dist/IR/DistInterfaces.td"
include "dialects/Dist/IR/DistOps.td"

#endif // PARTITA_DIST_TD
