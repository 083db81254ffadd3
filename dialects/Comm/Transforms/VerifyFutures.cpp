//===- VerifyFutures.cpp - Every future is awaited exactly once -----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/Transforms/Passes.h"

using namespace mlir;
using namespace partita::comm;

static LogicalResult verifyFuture(CollectiveOpInterface collective) {
  Value future = collective.getFutureValue();
  for (Operation *user : future.getUsers()) {
    if (llvm::isa<WaitOp>(user))
      continue;
    auto diag =
        user->emitOpError("expects no future: only comm.wait takes one");
    diag.attachNote(future.getLoc()) << "the future comes from here";
    return diag;
  }
  if (future.use_empty())
    return collective->emitOpError("expects its future to be awaited");
  if (!future.hasOneUse()) {
    auto diag =
        collective->emitOpError("expects its future to be awaited once");
    for (Operation *user : future.getUsers())
      diag.attachNote(user->getLoc()) << "awaited here";
    return diag;
  }
  return success();
}

LogicalResult partita::comm::verifyFutures(ModuleOp module) {
  for (ProgramOp program : getPrograms(module))
    for (auto collective : program.getBlock()->getOps<CollectiveOpInterface>())
      if (failed(verifyFuture(collective)))
        return failure();
  return success();
}
