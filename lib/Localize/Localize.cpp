//===- Localize.cpp - From the whole view to each rank's ------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `localize` decides the classes and the schedule; a ProgramWriter then writes
// one class's program, item by item.
//
//===----------------------------------------------------------------------===//

#include "partita/Localize/Localize.h"
#include "Constants.h"
#include "RankClasses.h"
#include "Schedule.h"

#include "dialects/Comm/IR/Comm.h"
#include "dialects/Dist/IR/Dist.h"
#include "dialects/Graph/IR/GraphOps.h"

#include <set>

using namespace mlir;
using namespace partita;
using namespace partita::localize;

namespace {
class ProgramWriter {
public:
  ProgramWriter(comm::ProgramOp program,
                const DenseMap<Operation *, int64_t> &channels)
      : builder(OpBuilder::atBlockEnd(program.getBlock())),
        ranks(program.getRanks()), channels(channels) {}

  void addInputs(func::FuncOp main, ArrayRef<comm::IoAttr> inputs);
  void add(const ScheduleItem &item);
  void addOutputs(func::ReturnOp end, ArrayRef<comm::IoAttr> outputs);

private:
  void run(Operation *op);
  Value start(Operation *op);
  Value constant(graph::ConstantOp op);
  Value weight(graph::WeightOp op);
  Value slice(dist::AllSliceOp op);
  Value toPartial(dist::ToPartialOp op);
  Value compute(Operation *op);

  /// The type on this class's ranks.
  RankedTensorType local(Value value) {
    return localType(value.getType(), ranks.front());
  }
  ArrayAttr table(llvm::function_ref<std::vector<int64_t>(int64_t)> row);
  /// Where each rank's part of the whole tensor begins.
  ArrayAttr startsOf(Type type) {
    return table([&](int64_t rank) { return boxOf(type, rank).start; });
  }
  ArrayAttr groupsOf(const layout::Step &step, const layout::Shape &shape);
  ArrayAttr transfersOf(dist::ExchangeOp op);

  OpBuilder builder;
  ArrayRef<int64_t> ranks;
  const DenseMap<Operation *, int64_t> &channels;
  IRMapping values;
  DenseMap<Operation *, Value> futures;
};
} // namespace

ArrayAttr
ProgramWriter::table(llvm::function_ref<std::vector<int64_t>(int64_t)> row) {
  std::vector<std::vector<int64_t>> rows;
  for (int64_t rank : ranks)
    rows.push_back(row(rank));
  return comm::makeTable(builder, ArrayRef<std::vector<int64_t>>(rows));
}

void ProgramWriter::addInputs(func::FuncOp main,
                              ArrayRef<comm::IoAttr> inputs) {
  for (BlockArgument arg : main.getArguments()) {
    unsigned index = arg.getArgNumber();
    values.map(arg,
               builder.create<comm::InputOp>(
                   arg.getLoc(), local(arg), builder.getI64IntegerAttr(index),
                   inputs[index].getName(), startsOf(arg.getType())));
  }
}

void ProgramWriter::addOutputs(func::ReturnOp end,
                               ArrayRef<comm::IoAttr> outputs) {
  for (OpOperand &result : end->getOpOperands()) {
    Type type = result.get().getType();
    SmallVector<bool> owner;
    for (int64_t rank : ranks) {
      layout::Box box = boxOf(type, rank);
      bool lowest = !box.empty();
      for (int64_t other = 0; other < rank; ++other)
        lowest = lowest && !(boxOf(type, other) == box);
      owner.push_back(lowest);
    }
    unsigned index = result.getOperandNumber();
    builder.create<comm::OutputOp>(
        result.get().getLoc(), values.lookup(result.get()), index,
        outputs[index].getName(), outputs[index].getTensor(), startsOf(type),
        owner);
  }
  builder.create<comm::ReturnOp>(end.getLoc());
}

void ProgramWriter::add(const ScheduleItem &item) {
  Operation *op = item.op;
  switch (item.action) {
  case Action::Run:
    run(op);
    return;
  case Action::Start:
    futures[op] = start(op);
    return;
  case Action::Wait:
    values.map(op->getResult(0),
               builder.create<comm::WaitOp>(
                   op->getLoc(), local(op->getResult(0)), futures.lookup(op)));
    return;
  }
}

void ProgramWriter::run(Operation *op) {
  Value result = llvm::TypeSwitch<Operation *, Value>(op)
                     .Case([&](graph::ConstantOp op) { return constant(op); })
                     .Case([&](graph::WeightOp op) { return weight(op); })
                     .Case([&](dist::AllSliceOp op) { return slice(op); })
                     .Case([&](dist::ToPartialOp op) { return toPartial(op); })
                     .Default([&](Operation *op) { return compute(op); });
  if (result)
    values.map(op->getResult(0), result);
}

/// The same op on local tensors: ops hold no sizes of dims that may be split.
Value ProgramWriter::compute(Operation *op) {
  Operation *clone = builder.clone(*op, values);
  clone->removeAttr(dist::AssignmentAttr::opAttrName);
  for (auto [result, original] :
       llvm::zip_equal(clone->getResults(), op->getResults()))
    result.setType(local(original));
  return nullptr; // clone() has mapped all results
}

Value ProgramWriter::weight(graph::WeightOp op) {
  RankedTensorType type = op.getResult().getType();
  return builder.create<comm::WeightOp>(
      op.getLoc(), local(op.getResult()), op.getWeightAttr(), op.getFileAttr(),
      op.getOffsetAttr(), TypeAttr::get(dist::dropLayout(type)),
      startsOf(type));
}

Value ProgramWriter::constant(graph::ConstantOp op) {
  Type type = op.getResult().getType();
  SmallVector<layout::Box> boxes;
  for (int64_t rank : ranks)
    boxes.push_back(boxOf(type, rank));
  if (ElementsAttr part = commonPart(op.getValue(), boxes))
    return builder.create<graph::ConstantOp>(op.getLoc(), local(op.getResult()),
                                             part);
  Value whole = builder.create<graph::ConstantOp>(
      op.getLoc(), dist::dropLayout(op.getResult().getType()), op.getValue());
  return builder.create<comm::SliceOp>(op.getLoc(), local(op.getResult()),
                                       whole, startsOf(type));
}

Value ProgramWriter::slice(dist::AllSliceOp op) {
  ArrayAttr starts = table([&](int64_t rank) {
    layout::Box from = boxOf(op.getInput().getType(), rank);
    layout::Box to = boxOf(op.getResult().getType(), rank);
    for (auto [start, origin] : llvm::zip_equal(to.start, from.start))
      start -= origin;
    return to.start;
  });
  return builder.create<comm::SliceOp>(op.getLoc(), local(op.getResult()),
                                       values.lookup(op.getInput()), starts);
}

Value ProgramWriter::toPartial(dist::ToPartialOp op) {
  layout::Step step = op.getStep();
  SmallVector<bool> keep;
  for (int64_t rank : ranks)
    keep.push_back(llvm::all_of(step.axes, [&](const layout::AxisRef &axis) {
      const layout::Mesh &mesh = step.to.mesh;
      return axis.coordinate(mesh, mesh.indexOf(rank)) == 0;
    }));
  auto kind = comm::KindAttr::get(op.getContext(), step.to.partial->kind);
  return builder.create<comm::ToPartialOp>(op.getLoc(), local(op.getResult()),
                                           values.lookup(op.getInput()), kind,
                                           keep);
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

ArrayAttr ProgramWriter::groupsOf(const layout::Step &step,
                                  const layout::Shape &shape) {
  SmallVector<Attribute> groups;
  for (const layout::Group &group : layout::groupsOf(step, shape))
    groups.push_back(comm::GroupAttr::get(builder.getContext(), group));
  return builder.getArrayAttr(groups);
}

ArrayAttr ProgramWriter::transfersOf(dist::ExchangeOp op) {
  Type from = op.getInput().getType();
  Type to = op.getResult().getType();
  SmallVector<Attribute> transfers;
  for (const layout::Transfer &transfer :
       layout::transfersOf(*dist::getLayout(from), *dist::getLayout(to),
                           dist::shapeOf(op.getResult().getType())))
    transfers.push_back(comm::TransferAttr::get(
        op.getContext(), transfer, boxOf(from, transfer.srcDevice).size,
        boxOf(to, transfer.dstDevice).size));
  return builder.getArrayAttr(transfers);
}

Value ProgramWriter::start(Operation *op) {
  auto stepOp = cast<dist::StepOpInterface>(op);
  layout::Step step = stepOp.getStep();
  Location loc = op->getLoc();
  Value input = values.lookup(op->getOperand(0));
  auto future =
      comm::FutureType::get(op->getContext(), local(op->getResult(0)));
  IntegerAttr channel = builder.getI64IntegerAttr(channels.lookup(op));
  if (auto exchange = dyn_cast<dist::ExchangeOp>(op))
    return builder.create<comm::ExchangeOp>(loc, future, input, channel,
                                            transfersOf(exchange));
  ArrayAttr groups = groupsOf(step, stepOp.getShape());
  IntegerAttr dim = builder.getI64IntegerAttr(step.dim);
  if (isa<dist::AllGatherOp>(op))
    return builder.create<comm::AllGatherOp>(loc, future, input, channel, dim,
                                             groups);
  auto kind = comm::KindAttr::get(op->getContext(), step.from.partial->kind);
  if (isa<dist::AllReduceOp>(op))
    return builder.create<comm::AllReduceOp>(loc, future, input, channel, kind,
                                             groups);
  return builder.create<comm::ReduceScatterOp>(loc, future, input, channel,
                                               kind, dim, groups);
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

/// Only ops that have a local form may be there.
static LogicalResult checkOps(func::FuncOp main) {
  for (Operation &op : main.getBody().front()) {
    if (isa<dist::ReshardOp>(op))
      return op.emitOpError("expects dist-lower-reshards to have run before "
                            "localize");
    if (isa<dist::TransferOp>(op))
      return op.emitOpError("cannot be localized: all tensors must live on the "
                            "same devices");
    if (op.getNumRegions() != 0)
      return op.emitOpError("cannot be localized: expects a straight line of "
                            "ops without regions");
  }
  return success();
}

/// The whole tensors at the border of the program.
static SmallVector<comm::IoAttr>
ioOf(TypeRange types, llvm::function_ref<StringAttr(unsigned)> nameOf,
     StringRef kind) {
  SmallVector<comm::IoAttr> list;
  for (auto [i, type] : llvm::enumerate(types)) {
    StringAttr name = nameOf(i);
    if (!name)
      name = StringAttr::get(type.getContext(), kind + Twine(i));
    list.push_back(
        comm::IoAttr::get(type.getContext(), name,
                          dist::dropLayout(cast<RankedTensorType>(type))));
  }
  return list;
}

static ArrayAttr asArray(MLIRContext *context, ArrayRef<comm::IoAttr> list) {
  return ArrayAttr::get(context,
                        SmallVector<Attribute>(list.begin(), list.end()));
}

LogicalResult localize::localize(ModuleOp distModule, const Options &options) {
  auto main = distModule.lookupSymbol<func::FuncOp>("main");
  if (!main || !llvm::hasSingleElement(main.getBody()))
    return emitError(distModule.getLoc())
           << "expects a function @main of one block";
  if (failed(checkOps(main)))
    return failure();
  FailureOr<int64_t> numRanks = countRanks(main);
  if (failed(numRanks))
    return failure();

  SmallVector<comm::IoAttr> inputs = ioOf(
      main.getArgumentTypes(),
      [&](unsigned i) {
        return main.getArgAttrOfType<StringAttr>(i, "graph.name");
      },
      "input");
  SmallVector<comm::IoAttr> outputs = ioOf(
      main.getResultTypes(),
      [&](unsigned i) {
        return main.getResultAttrOfType<StringAttr>(i, "graph.name");
      },
      "output");
  OpBuilder builder = OpBuilder::atBlockEnd(distModule.getBody());
  MLIRContext *context = builder.getContext();
  distModule->setAttr(comm::numRanksAttr, builder.getI64IntegerAttr(*numRanks));
  distModule->setAttr(comm::inputsAttr, asArray(context, inputs));
  distModule->setAttr(comm::outputsAttr, asArray(context, outputs));

  std::vector<ScheduleItem> schedule = makeSchedule(main, options.overlap);
  DenseMap<Operation *, int64_t> channels;
  for (const ScheduleItem &item : schedule)
    if (item.action == Action::Start)
      channels.try_emplace(item.op, channels.size());

  auto end = cast<func::ReturnOp>(main.getBody().front().getTerminator());
  for (const auto &[number, ranks] :
       llvm::enumerate(rankClasses(main, *numRanks))) {
    auto program = builder.create<comm::ProgramOp>(
        main.getLoc(), ("class" + Twine(number)).str(), ranks);
    ProgramWriter writer(program, channels);
    writer.addInputs(main, inputs);
    for (const ScheduleItem &item : schedule)
      if (item.op != end)
        writer.add(item);
    writer.addOutputs(end, outputs);
  }
  main.erase();
  return success();
}
