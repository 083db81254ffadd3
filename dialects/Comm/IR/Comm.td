//===- Comm.td - The comm dialect, all of it ---------------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_TD
#define PARTITA_COMM_TD

include "dialects/Comm/IR/CommCodegenOps.td"
include "dialects/Comm/IR/CommDialect.td"
include "dialects/Comm/IR/CommInterfaces.td"
include "dialects/Comm/IR/CommOps.td"
include "dialects/Comm/IR/CommTypes.td"

#endif // PARTITA_COMM_TD
