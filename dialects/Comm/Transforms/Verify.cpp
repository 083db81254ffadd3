//===- Verify.cpp - The comm-verify passes --------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes around the functions of Passes.h; each function has its own file.
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/Transforms/Passes.h"

using namespace mlir;
using namespace partita;
using namespace partita::comm;

namespace partita::comm {
#define GEN_PASS_DEF_COMMVERIFY
#define GEN_PASS_DEF_COMMVERIFYCHANNELS
#define GEN_PASS_DEF_COMMVERIFYFUTURES
#define GEN_PASS_DEF_COMMVERIFYORDER
#define GEN_PASS_DEF_COMMVERIFYOUTPUTS
#include "dialects/Comm/Transforms/Passes.h.inc"
} // namespace partita::comm

namespace {

struct Futures : comm::impl::CommVerifyFuturesBase<Futures> {
  void runOnOperation() override {
    if (failed(verifyFutures(getOperation())))
      signalPassFailure();
  }
};

struct Order : comm::impl::CommVerifyOrderBase<Order> {
  void runOnOperation() override {
    if (failed(verifyOrder(getOperation())))
      signalPassFailure();
  }
};

struct Channels : comm::impl::CommVerifyChannelsBase<Channels> {
  void runOnOperation() override {
    if (failed(verifyChannels(getOperation())))
      signalPassFailure();
  }
};

struct Outputs : comm::impl::CommVerifyOutputsBase<Outputs> {
  void runOnOperation() override {
    if (failed(verifyOutputs(getOperation())))
      signalPassFailure();
  }
};

struct All : comm::impl::CommVerifyBase<All> {
  void runOnOperation() override {
    // Order before channels: its counter-example tells more.
    for (auto *verify :
         {verifyFutures, verifyOrder, verifyChannels, verifyOutputs})
      if (failed(verify(getOperation())))
        return signalPassFailure();
  }
};

} // namespace
