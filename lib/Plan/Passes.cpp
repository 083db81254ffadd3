//===- Passes.cpp - The planner as a pass ---------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Plan/Passes.h"
#include "partita/Plan/Describe.h"
#include "partita/Plan/Strategy.h"

#include "dialects/Dist/IR/Dist.h"

namespace partita::plan {
#define GEN_PASS_DEF_PLANDESCRIBE
#define GEN_PASS_DEF_PLANSTRATEGY
#include "lib/Plan/Passes.h.inc"
} // namespace partita::plan

using namespace mlir;
using namespace partita;
using namespace partita::plan;

/// Parses the parts of `text` between ';' with `parse` and appends them.
template <typename Parse, typename List>
static LogicalResult parseList(StringRef text, Parse parse, List &list,
                               std::string &error) {
  SmallVector<StringRef> parts;
  text.split(parts, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    auto parsed = parse(part, error);
    if (failed(parsed))
      return failure();
    list.push_back(*parsed);
  }
  return success();
}

namespace {
struct PlanStrategy : plan::impl::PlanStrategyBase<PlanStrategy> {
  using PlanStrategyBase::PlanStrategyBase;

  void runOnOperation() override {
    PlanOptions options;
    options.strategy = strategy;
    std::string error;
    FailureOr<layout::Mesh> parsedMesh = parseMesh(mesh, error);
    if (failed(parsedMesh) ||
        failed(parseList(shards, parseShard, options.shards, error)) ||
        failed(parseList(shardDims, parseShardDim, options.shardDims, error))) {
      getOperation().emitError(error);
      return signalPassFailure();
    }
    options.mesh = *parsedMesh;
    if (failed(applyStrategy(getOperation(), options)))
      signalPassFailure();
  }
};

struct PlanDescribe : plan::impl::PlanDescribeBase<PlanDescribe> {
  void runOnOperation() override {
    llvm::errs() << describePlan(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
