//===- Scheduler.h - The nodes that outputs need, in order ------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ONNX asks for nodes in topological order, exporters do not always obey. Here
// the nodes that the outputs depend on are put in order; a model that is sorted
// keeps its order, and nodes that nothing needs are left out. Names must be
// defined once, and what is used must be defined.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_SCHEDULER_H
#define PARTITA_IMPORT_SCHEDULER_H

#include "Functions.h"
#include "llvm/ADT/StringSet.h"

namespace partita::import_ {

struct Schedule {
  std::vector<FlatNode> nodes;
  /// All names that the nodes or the outputs use.
  llvm::StringSet<> used;
};

/// `report` takes what the problem is about ("node", "output", ...), its name,
/// and the problem.
Schedule
schedule(const onnx::GraphProto &graph, const FlatGraph &flat,
         llvm::function_ref<void(llvm::StringRef, llvm::StringRef, std::string)>
             report);

} // namespace partita::import_

#endif // PARTITA_IMPORT_SCHEDULER_H
