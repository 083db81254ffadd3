//===- CommDialect.cpp - The comm dialect, its attributes and types -------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/IR/Comm.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace partita;
using namespace partita::comm;

#include "dialects/Comm/IR/CommDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Comm/IR/CommAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Comm/IR/CommTypes.cpp.inc"

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

void CommDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Comm/IR/CommAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Comm/IR/CommTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Comm/IR/CommOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

LogicalResult GroupAttr::verify(EmitError emitError, ArrayRef<int64_t> members,
                                ArrayRef<int64_t> cuts) {
  // (C1)
  if (members.empty())
    return emitError() << "expects a group to have members";
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t rank : members) {
    if (rank < 0)
      return emitError() << "expects ranks that are not negative, got " << rank;
    if (!seen.insert(rank).second)
      return emitError() << "expects each member once, got rank " << rank
                         << " again";
  }
  // (C2)
  if (cuts.empty())
    return success();
  if (cuts.size() != members.size() + 1)
    return emitError() << "expects " << members.size() + 1 << " cuts for "
                       << members.size() << " members, got " << cuts.size();
  if (cuts.front() != 0 || !llvm::is_sorted(cuts))
    return emitError() << "expects cuts to ascend from 0";
  return success();
}

GroupAttr GroupAttr::get(MLIRContext *context, const layout::Group &group) {
  return get(context, ArrayRef<int64_t>(group.members),
             ArrayRef<int64_t>(group.cuts));
}

int64_t GroupAttr::indexOf(int64_t rank) const {
  const int64_t *found = llvm::find(getMembers(), rank);
  return found == getMembers().end() ? -1 : found - getMembers().begin();
}

LogicalResult TransferAttr::verify(EmitError emitError, int64_t src,
                                   int64_t dst, ArrayRef<int64_t> srcStart,
                                   ArrayRef<int64_t> dstStart,
                                   ArrayRef<int64_t> size,
                                   ArrayRef<int64_t> srcShape,
                                   ArrayRef<int64_t> dstShape) {
  // (C1)
  if (src < 0 || dst < 0)
    return emitError() << "expects ranks that are not negative, got "
                       << std::min(src, dst);
  for (ArrayRef<int64_t> list : {srcStart, dstStart, srcShape, dstShape})
    if (list.size() != size.size())
      return emitError() << "expects starts, shapes and size of one length, "
                            "got "
                         << list.size() << " and " << size.size();
  // (C2)
  for (size_t dim = 0; dim < size.size(); ++dim) {
    if (size[dim] <= 0)
      return emitError() << "expects a box that is not empty, got extent "
                         << size[dim] << " of dim " << dim;
    auto inside = [&](int64_t start, int64_t extent) {
      return start >= 0 && start <= extent && size[dim] <= extent - start;
    };
    if (!inside(srcStart[dim], srcShape[dim]))
      return emitError() << "expects a box inside the source, got " << size[dim]
                         << " at " << srcStart[dim] << " of " << srcShape[dim]
                         << " in dim " << dim;
    if (!inside(dstStart[dim], dstShape[dim]))
      return emitError() << "expects a box inside the destination, got "
                         << size[dim] << " at " << dstStart[dim] << " of "
                         << dstShape[dim] << " in dim " << dim;
  }
  return success();
}

TransferAttr TransferAttr::get(MLIRContext *context,
                               const layout::Transfer &transfer,
                               ArrayRef<int64_t> srcShape,
                               ArrayRef<int64_t> dstShape) {
  return get(context, transfer.srcDevice, transfer.dstDevice,
             ArrayRef<int64_t>(transfer.srcStart),
             ArrayRef<int64_t>(transfer.dstStart),
             ArrayRef<int64_t>(transfer.size), srcShape, dstShape);
}

LogicalResult IoAttr::verify(EmitError emitError, StringAttr name,
                             RankedTensorType tensor) {
  if (!isLocalTensor(tensor))
    return emitError() << "expects a static tensor without encoding, got "
                       << tensor;
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes of the module
//===----------------------------------------------------------------------===//

/// Ranks 0 .. n-1, each in exactly one program.
static LogicalResult verifyNumRanks(ModuleOp module, Attribute attr) {
  auto number = llvm::dyn_cast<IntegerAttr>(attr);
  if (!number || !number.getType().isInteger(64) || number.getInt() < 1)
    return module.emitError("expects comm.num_ranks to be a positive i64, got ")
           << attr;
  // Programs are verified later: a malformed one is not judged here.
  std::map<int64_t, Operation *> programOf;
  for (Operation &op : *module.getBody()) {
    auto program = llvm::dyn_cast<ProgramOp>(op);
    if (!program)
      continue;
    auto ranks = program.getProperties().ranks;
    if (!ranks)
      return success();
    for (int64_t rank : ranks.asArrayRef()) {
      if (rank < 0)
        return success();
      if (rank >= number.getInt())
        return op.emitOpError("expects ranks below comm.num_ranks = ")
               << number.getInt() << ", got " << rank;
      auto [known, isNew] = programOf.try_emplace(rank, &op);
      if (!isNew) {
        auto diag = op.emitOpError("expects each rank in one program, got ")
                    << rank << " again";
        diag.attachNote(known->second->getLoc()) << "first here";
        return diag;
      }
    }
  }
  for (int64_t rank = 0; rank < number.getInt(); ++rank)
    if (!programOf.empty() && !programOf.count(rank))
      return module.emitError("expects a program for each of ")
             << number.getInt() << " ranks, got none for rank " << rank;
  return success();
}

static LogicalResult verifyIo(ModuleOp module, NamedAttribute attr) {
  auto list = llvm::dyn_cast<ArrayAttr>(attr.getValue());
  if (!list || !llvm::all_of(list, [](Attribute item) {
        return llvm::isa<IoAttr>(item);
      }))
    return module.emitError("expects ")
           << attr.getName() << " to be an array of #comm.io, got "
           << attr.getValue();
  return success();
}

LogicalResult CommDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  StringRef name = attr.getName();
  bool known =
      name == numRanksAttr || name == inputsAttr || name == outputsAttr;
  if (!known)
    return op->emitOpError("expects no attribute ") << attr.getName();
  auto module = llvm::dyn_cast<ModuleOp>(op);
  if (!module)
    return op->emitOpError("expects ")
           << attr.getName() << " only on the module";
  return name == numRanksAttr ? verifyNumRanks(module, attr.getValue())
                              : verifyIo(module, attr);
}
