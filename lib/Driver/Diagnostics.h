//===- Diagnostics.h - Errors for people ------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's diagnostics carry a location; ours are the ONNX tensor names, so a
// message reads
//
//   partita: error: at 'layer1.0.conv1': expects ..., got ...
//   partita: note: at 'image': ...
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_DRIVER_DIAGNOSTICS_H
#define PARTITA_LIB_DRIVER_DIAGNOSTICS_H

#include "Progress.h"

#include "mlir/IR/Diagnostics.h"

namespace partita::driver {

/// Prints diagnostics while it lives. A progress line that is under way is
/// ended first.
class DiagnosticPrinter : public mlir::ScopedDiagnosticHandler {
public:
  DiagnosticPrinter(mlir::MLIRContext *context, Progress &progress);
};

} // namespace partita::driver

#endif // PARTITA_LIB_DRIVER_DIAGNOSTICS_H
