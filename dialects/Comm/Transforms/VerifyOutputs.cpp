//===- VerifyOutputs.cpp - Every output is written exactly once -----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/Transforms/Passes.h"
#include "partita/Layout/Cover.h"

using namespace mlir;
using namespace partita;
using namespace partita::comm;

LogicalResult partita::comm::verifyOutputs(ModuleOp module) {
  auto outputs = module->getAttrOfType<ArrayAttr>(outputsAttr);
  if (!outputs)
    return module.emitError("expects the module to have ") << outputsAttr;
  std::vector<std::vector<layout::Box>> owned(outputs.size());
  for (ProgramOp program : getPrograms(module)) {
    for (auto output : program.getBlock()->getOps<OutputOp>()) {
      layout::Shape size = output.getValue().getType().getShape().vec();
      for (auto [row, isOwner] : llvm::enumerate(output.getOwner()))
        if (isOwner)
          owned[output.getIndex()].push_back(
              {getRow(output.getStarts(), row).vec(), size});
    }
  }
  for (auto [boxes, attr] : llvm::zip_equal(owned, outputs)) {
    auto io = llvm::cast<IoAttr>(attr);
    if (layout::Problem problem =
            layout::verifyCover(boxes, io.getTensor().getShape().vec()))
      return module.emitError("expects the owners of output ")
             << io.getName() << " to write all of it once: " << *problem;
  }
  return success();
}
