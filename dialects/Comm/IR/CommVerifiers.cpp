//===- CommVerifiers.cpp - What must hold inside one program --------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints (Cn) are those of CommOps.td. A verifier looks at its op, the
// program around it and the module's attributes; what must hold between
// programs is checked by the passes in Transforms.
//
//===----------------------------------------------------------------------===//

#include "dialects/Comm/IR/Comm.h"
#include "partita/Layout/Cover.h"

using namespace mlir;
using namespace partita;
using namespace partita::comm;

//===----------------------------------------------------------------------===//
// Tables and boxes
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> ranksOf(Operation *op) {
  return llvm::cast<ProgramOp>(op->getParentOp()).getRanks();
}

/// (T), and that each rank's box of `inner`'s shape lies inside `outer`.
static LogicalResult verifyStarts(Operation *op, ArrayAttr starts,
                                  RankedTensorType inner,
                                  RankedTensorType outer) {
  ArrayRef<int64_t> ranks = ranksOf(op);
  if (starts.size() != ranks.size())
    return op->emitOpError("expects a row of starts for each of ")
           << ranks.size() << " ranks, got " << starts.size();
  for (size_t i = 0; i < ranks.size(); ++i) {
    ArrayRef<int64_t> row = getRow(starts, i);
    if (static_cast<int64_t>(row.size()) != inner.getRank())
      return op->emitOpError("expects a start for each of ")
             << inner.getRank() << " dims, got " << row.size() << " for rank "
             << ranks[i];
    for (auto [dim, start] : llvm::enumerate(row)) {
      int64_t size = inner.getDimSize(dim), extent = outer.getDimSize(dim);
      if (start < 0 || start > extent || size > extent - start)
        return op->emitOpError("expects the box of rank ")
               << ranks[i] << " inside " << outer << ", got " << size
               << " from " << start << " in dim " << dim;
    }
  }
  return success();
}

static LogicalResult verifySameKind(Operation *op, RankedTensorType inner,
                                    RankedTensorType outer) {
  if (inner.getRank() != outer.getRank() ||
      inner.getElementType() != outer.getElementType())
    return op->emitOpError("expects tensors of one rank and element type, got ")
           << inner << " and " << outer;
  return success();
}

static LogicalResult verifyFlags(Operation *op, StringRef what,
                                 ArrayRef<bool> flags) {
  if (flags.size() != ranksOf(op).size())
    return op->emitOpError("expects ")
           << what << " to have an entry for each of " << ranksOf(op).size()
           << " ranks, got " << flags.size();
  return success();
}

/// The entry of the module's inputs or outputs that `op` names.
static FailureOr<IoAttr> findIo(Operation *op, StringRef listName,
                                uint64_t index, StringRef name) {
  auto module = llvm::dyn_cast<ModuleOp>(op->getParentOp()->getParentOp());
  auto list = module ? module->getAttrOfType<ArrayAttr>(listName) : nullptr;
  if (!list || index >= list.size())
    return op->emitOpError("expects number ")
           << index << " to be one of " << listName << ", of which there are "
           << (list ? list.size() : 0);
  auto io = llvm::dyn_cast<IoAttr>(list[index]);
  if (!io || io.getName().getValue() != name)
    return op->emitOpError("expects name \"")
           << (io ? io.getName().getValue() : "") << "\" for number " << index
           << ", got \"" << name << "\"";
  return io;
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

LogicalResult ProgramOp::verify() {
  // (C1)
  ArrayRef<int64_t> ranks = getRanks();
  if (ranks.empty())
    return emitOpError("expects at least one rank");
  if (ranks.front() < 0)
    return emitOpError("expects ranks that are not negative, got ")
           << ranks.front();
  for (size_t i = 1; i < ranks.size(); ++i)
    if (ranks[i] <= ranks[i - 1])
      return emitOpError("expects ranks to ascend, got ")
             << ranks[i] << " after " << ranks[i - 1];
  // (C5)
  for (StringRef name :
       {StringRef(numRanksAttr), StringRef(inputsAttr), StringRef(outputsAttr)})
    if (!(*this)->getParentOp()->hasAttr(name))
      return emitOpError("expects the module to have ") << name;
  return success();
}

LogicalResult ProgramOp::verifyRegions() {
  // (C4)
  Block *block = getBlock();
  if (block->empty() || !llvm::isa<ReturnOp>(block->back()))
    return emitOpError("expects to end with comm.return");

  // (C2) and (C3)
  auto outputs = (*this)->getParentOp()->getAttrOfType<ArrayAttr>(outputsAttr);
  DenseMap<uint64_t, Operation *> inputOf, outputOf;
  auto enter = [](DenseMap<uint64_t, Operation *> &map, uint64_t index,
                  Operation *op, StringRef what) -> LogicalResult {
    auto [known, isNew] = map.try_emplace(index, op);
    if (isNew)
      return success();
    auto diag = op->emitOpError("expects each ")
                << what << " at most once in a program, got number " << index
                << " again";
    diag.attachNote(known->second->getLoc()) << "first here";
    return diag;
  };
  for (Operation &op : *block) {
    if (auto input = llvm::dyn_cast<InputOp>(op)) {
      if (failed(enter(inputOf, input.getIndex(), input, "input")))
        return failure();
    } else if (auto output = llvm::dyn_cast<OutputOp>(op)) {
      if (failed(enter(outputOf, output.getIndex(), output, "output")))
        return failure();
    }
  }
  for (size_t i = 0; i < outputs.size(); ++i)
    if (!outputOf.count(i))
      return emitOpError("expects every output of the module, got none for ")
             << outputs[i];
  return success();
}

//===----------------------------------------------------------------------===//
// Inputs, weights, outputs, slices
//===----------------------------------------------------------------------===//

LogicalResult InputOp::verify() {
  FailureOr<IoAttr> io = findIo(*this, inputsAttr, getIndex(), getName());
  if (failed(io))
    return failure();
  RankedTensorType global = io->getTensor();
  if (failed(verifySameKind(*this, getResult().getType(), global)))
    return failure();
  return verifyStarts(*this, getStarts(), getResult().getType(), global);
}

LogicalResult WeightOp::verify() {
  if (static_cast<int64_t>(getOffset()) < 0)
    return emitOpError("expects an offset that is not negative, got ")
           << static_cast<int64_t>(getOffset());
  auto global = llvm::cast<RankedTensorType>(getGlobal());
  if (failed(verifySameKind(*this, getResult().getType(), global)))
    return failure();
  return verifyStarts(*this, getStarts(), getResult().getType(), global);
}

LogicalResult OutputOp::verify() {
  FailureOr<IoAttr> io = findIo(*this, outputsAttr, getIndex(), getName());
  if (failed(io))
    return failure();
  auto global = llvm::cast<RankedTensorType>(getGlobal());
  if (io->getTensor() != global)
    return emitOpError("expects the whole tensor to be ")
           << io->getTensor() << ", got " << global;
  if (failed(verifySameKind(*this, getValue().getType(), global)) ||
      failed(verifyStarts(*this, getStarts(), getValue().getType(), global)))
    return failure();
  return verifyFlags(*this, "owner", getOwner());
}

LogicalResult SliceOp::verify() {
  if (failed(
          verifySameKind(*this, getResult().getType(), getInput().getType())))
    return failure();
  return verifyStarts(*this, getStarts(), getResult().getType(),
                      getInput().getType());
}

LogicalResult ToPartialOp::verify() {
  return verifyFlags(*this, "keep", getKeep());
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// (C1) of the collectives with groups, and whether these have cuts.
static LogicalResult verifyGroups(Operation *op, ArrayAttr groups, bool cuts) {
  llvm::SmallDenseSet<int64_t> seen;
  for (auto group : groups.getAsRange<GroupAttr>()) {
    for (int64_t rank : group.getMembers())
      if (!seen.insert(rank).second)
        return op->emitOpError("expects disjoint groups, got rank ")
               << rank << " twice";
    if (group.getCuts().empty() == cuts)
      return op->emitOpError("expects groups ")
             << (cuts ? "with" : "without") << " cuts, got " << group;
  }
  for (int64_t rank : ranksOf(op))
    if (!seen.contains(rank))
      return op->emitOpError("expects each rank of the program in a group, got "
                             "none for rank ")
             << rank;
  return success();
}

/// (C2)..(C4) of all_gather and reduce_scatter: `pieces` is the type that has
/// one piece of `dim`, `whole` the one that has all.
static LogicalResult verifyPieces(Operation *op, ArrayAttr groups, int64_t dim,
                                  RankedTensorType pieces,
                                  RankedTensorType whole) {
  if (failed(verifyGroups(op, groups, /*cuts=*/true)))
    return failure();
  if (failed(verifySameKind(op, pieces, whole)))
    return failure();
  if (dim < 0 || dim >= whole.getRank())
    return op->emitOpError("expects a dim from 0 to ")
           << whole.getRank() - 1 << ", got " << dim;
  for (int64_t other = 0; other < whole.getRank(); ++other)
    if (other != dim && pieces.getDimSize(other) != whole.getDimSize(other))
      return op->emitOpError("expects equal extents of dim ")
             << other << ", got " << pieces.getDimSize(other) << " and "
             << whole.getDimSize(other);
  for (int64_t rank : ranksOf(op)) {
    GroupAttr group = findGroup(groups, rank);
    int64_t piece = group.pieceSize(group.indexOf(rank));
    if (piece != pieces.getDimSize(dim))
      return op->emitOpError("expects the piece of rank ")
             << rank << " to have extent " << piece << " in dim " << dim
             << ", got " << pieces.getDimSize(dim);
    if (group.getCuts().back() != whole.getDimSize(dim))
      return op->emitOpError("expects the whole to have extent ")
             << group.getCuts().back() << " in dim " << dim << ", got "
             << whole.getDimSize(dim);
  }
  return success();
}

LogicalResult AllGatherOp::verify() {
  return verifyPieces(*this, getGroups(), getDim(), getInput().getType(),
                      getFuture().getType().getTensor());
}

LogicalResult ReduceScatterOp::verify() {
  return verifyPieces(*this, getGroups(), getDim(),
                      getFuture().getType().getTensor(), getInput().getType());
}

LogicalResult AllReduceOp::verify() {
  if (failed(verifyGroups(*this, getGroups(), /*cuts=*/false)))
    return failure();
  if (getInput().getType() != getFuture().getType().getTensor())
    return emitOpError("expects the result to have the operand's type ")
           << getInput().getType() << ", got "
           << getFuture().getType().getTensor();
  return success();
}

/// The boxes that `rank` receives cover its tensor once.
static LogicalResult verifyReceives(ExchangeOp op, int64_t rank,
                                    RankedTensorType result) {
  std::vector<layout::Box> boxes;
  for (auto transfer : op.getTransfers().getAsRange<TransferAttr>())
    if (transfer.getDst() == rank)
      boxes.push_back({transfer.getDstStart().vec(), transfer.getSize().vec()});
  if (layout::Problem problem =
          layout::verifyCover(boxes, result.getShape().vec()))
    return op.emitOpError("expects rank ")
           << rank << " to receive its whole tensor: " << *problem;
  return success();
}

LogicalResult ExchangeOp::verify() {
  RankedTensorType input = getInput().getType();
  RankedTensorType result = getFuture().getType().getTensor();
  // (C1)
  if (failed(verifySameKind(*this, input, result)))
    return failure();
  // (C2)
  ArrayRef<int64_t> ranks = ranksOf(*this);
  for (auto transfer : getTransfers().getAsRange<TransferAttr>()) {
    if (llvm::is_contained(ranks, transfer.getSrc()) &&
        transfer.getSrcShape() != input.getShape())
      return emitOpError("expects the source shape to be that of ")
             << input << " for rank " << transfer.getSrc() << ", got "
             << transfer;
    if (llvm::is_contained(ranks, transfer.getDst()) &&
        transfer.getDstShape() != result.getShape())
      return emitOpError("expects the destination shape to be that of ")
             << result << " for rank " << transfer.getDst() << ", got "
             << transfer;
  }
  // (C3)
  for (int64_t rank : ranks)
    if (failed(verifyReceives(*this, rank, result)))
      return failure();
  return success();
}
