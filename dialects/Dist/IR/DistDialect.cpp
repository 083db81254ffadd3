//===- DistDialect.cpp - The dist dialect ---------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration and aliases. The verifier of `dist.assignment`, the dialect's
// one discardable attribute, is in DistAssignment.cpp.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/Dist.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace partita::dist;

#include "dialects/Dist/IR/DistDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Dist/IR/DistAttrs.cpp.inc"

namespace {
/// Layouts are long; as aliases they are printed once, above the module.
struct Aliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (llvm::isa<MeshAttr>(attr))
      os << "mesh";
    else if (llvm::isa<LayoutAttr>(attr))
      os << "layout";
    else
      return AliasResult::NoAlias;
    return AliasResult::OverridableAlias;
  }
};
} // namespace

void DistDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Dist/IR/DistAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Dist/IR/DistOps.cpp.inc"
      >();
  addInterfaces<Aliases>();
}
