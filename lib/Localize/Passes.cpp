//===- Passes.cpp - Localization as a pass --------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partita/Localize/Passes.h"
#include "partita/Localize/Localize.h"

#include "dialects/Comm/IR/Comm.h"

namespace partita::localize {
#define GEN_PASS_DEF_LOCALIZE
#define GEN_PASS_DEF_PLANNEDBYTES
#include "lib/Localize/Passes.h.inc"
} // namespace partita::localize

using namespace mlir;
using namespace partita;

namespace {
struct Localize : localize::impl::LocalizeBase<Localize> {
  using LocalizeBase::LocalizeBase;

  void runOnOperation() override {
    localize::Options options;
    options.overlap = overlap;
    if (failed(localize::localize(getOperation(), options)))
      signalPassFailure();
  }
};

struct PlannedBytes : localize::impl::PlannedBytesBase<PlannedBytes> {
  void runOnOperation() override {
    static const char *kinds[] = {"all_gather", "all_reduce", "reduce_scatter",
                                  "exchange"};
    for (auto [kind, bytes] :
         llvm::zip_equal(kinds, localize::plannedBytes(getOperation())))
      llvm::errs() << kind << ": " << bytes << " bytes\n";
    markAllAnalysesPreserved();
  }
};
} // namespace
