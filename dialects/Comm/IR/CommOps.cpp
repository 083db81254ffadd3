//===- CommOps.cpp - Ops of one class of ranks ----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders and interfaces; verifiers are in CommVerifiers.cpp.
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/IR/Comm.h"
#include "dialects/Comm/IR/CommAsm.h"
#include <set>

using namespace mlir;
using namespace partita;
using namespace partita::comm;

#include "dialects/Comm/IR/CommInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/Comm/IR/CommOps.cpp.inc"

bool comm::isLocalTensor(Type type) {
  auto tensor = llvm::dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding();
}

template <typename Rows>
static ArrayAttr buildTable(Builder &builder, const Rows &rows) {
  SmallVector<Attribute> attrs;
  for (const auto &row : rows)
    attrs.push_back(builder.getDenseI64ArrayAttr(row));
  return builder.getArrayAttr(attrs);
}

ArrayAttr comm::makeTable(Builder &builder,
                          ArrayRef<SmallVector<int64_t>> rows) {
  return buildTable(builder, rows);
}

ArrayAttr comm::makeTable(Builder &builder,
                          ArrayRef<std::vector<int64_t>> rows) {
  return buildTable(builder, rows);
}

ArrayRef<int64_t> comm::getRow(ArrayAttr table, size_t row) {
  return llvm::cast<DenseI64ArrayAttr>(table[row]).asArrayRef();
}

SmallVector<ProgramOp> comm::getPrograms(ModuleOp module) {
  return llvm::to_vector(module.getOps<ProgramOp>());
}

GroupAttr comm::findGroup(ArrayAttr groups, int64_t rank) {
  for (auto group : groups.getAsRange<GroupAttr>())
    if (group.contains(rank))
      return group;
  return nullptr;
}

SmallVector<int64_t> comm::detail::groupPartners(ArrayAttr groups,
                                                 int64_t rank) {
  SmallVector<int64_t> partners;
  if (GroupAttr group = findGroup(groups, rank))
    for (int64_t member : group.getMembers())
      if (member != rank)
        partners.push_back(member);
  llvm::sort(partners);
  return partners;
}

void ProgramOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                      ArrayRef<int64_t> ranks) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getRanksAttrName(state.name),
                     builder.getDenseI64ArrayAttr(ranks));
  state.addRegion()->emplaceBlock();
}

ArrayAttr ExchangeOp::getGroupsOrNull() { return nullptr; }

SmallVector<int64_t> ExchangeOp::getPartners(int64_t rank) {
  std::set<int64_t> partners;
  for (auto transfer : getTransfers().getAsRange<TransferAttr>()) {
    if (transfer.getSrc() == rank)
      partners.insert(transfer.getDst());
    if (transfer.getDst() == rank)
      partners.insert(transfer.getSrc());
  }
  partners.erase(rank);
  return SmallVector<int64_t>(partners.begin(), partners.end());
}
