//===- Describe.h - What a model file holds ---------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For people: `partita inspect`. Reads a model without converting it, so that
// models which cannot be compiled yet are described too.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_DESCRIBE_H
#define PARTITA_IMPORT_DESCRIBE_H

#include "mlir/Support/LogicalResult.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace partita::import_ {

/// Prints inputs and outputs, the dims that --dim has to bind, weights, and
/// the kinds of op with their number, those that are not supported marked. A
/// failure's reason is in `problem`.
mlir::LogicalResult describeModel(llvm::StringRef path, llvm::raw_ostream &os,
                                  std::string &problem);

/// A markdown table of the ONNX ops that can be imported.
void describeSupport(llvm::raw_ostream &os);

} // namespace partita::import_

#endif // PARTITA_IMPORT_DESCRIBE_H
