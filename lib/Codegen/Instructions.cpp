//===- Instructions.cpp - A program as a list of instructions -------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes and parameters are those that rt_opcode and rt_collective list in
// runtime/include/rt_image.h, in that order.
//
//===----------------------------------------------------------------------===//

#include "Instructions.h"
#include "partita/Codegen/Fusion.h"
#include "partita/Codegen/MemoryPlan.h"

#include "runtime/include/rt_image.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;

namespace partita::codegen {

int64_t dtypeOf(Type elementType) {
  if (elementType.isF32())
    return RT_F32;
  if (elementType.isInteger(32))
    return RT_I32;
  return elementType.isInteger(64) ? RT_I64 : RT_BOOL;
}

std::vector<int64_t> flattenTable(ArrayAttr table) {
  std::vector<int64_t> flat;
  for (size_t row = 0; row < table.size(); ++row)
    llvm::append_range(flat, comm::getRow(table, row));
  return flat;
}

BufferNumbers::BufferNumbers(comm::ProgramOp program) {
  for (Operation &op : *program.getBlock())
    for (Value result : op.getResults()) {
      if (!isa<RankedTensorType>(result.getType()))
        continue;
      // Inputs, weights and constants have the shape that they come with.
      Value value = isInArena(result) ? result : storageOf(result);
      if (list.insert(value))
        numbers[value] = list.size() - 1;
      numbers[result] = numbers.lookup(value);
    }
}

int64_t BufferNumbers::operator[](Value value) const {
  if (isa<comm::FutureType>(value.getType()))
    value = value.user_begin()->getResult(0);
  return numbers.lookup(value);
}

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static int64_t product(ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1),
                         std::multiplies<>());
}

static int64_t reduceOf(comm::KindAttr kind) {
  return kind.getValue() == layout::ReduceKind::Sum ? RT_SUM : RT_MAX;
}

namespace {

class Writer {
public:
  Writer(comm::ProgramOp program, const BufferNumbers &numbers)
      : program(program), numbers(numbers) {}

  std::vector<Instruction> run();

private:
  Instruction &add(Operation *op, int64_t opcode, ValueRange buffers);
  void addCopy(Operation *op, Value src, Value dst, ArrayRef<int64_t> sizes,
               ArrayAttr srcStarts, ArrayRef<int64_t> dstStart);
  template <typename OpT>
  int64_t addLibrary(OpT op, int64_t opcode, Value a, Value b);
  void addGemm(comm::GemmOp op);
  void addConv(comm::ConvOp op);
  void addMaxPool(comm::MaxPoolOp op);
  void addConcat(comm::ConcatOp op);
  void addToPartial(comm::ToPartialOp op);
  void addStart(comm::CollectiveOpInterface op);

  comm::ProgramOp program;
  const BufferNumbers &numbers;
  std::vector<Instruction> list;
  llvm::DenseMap<Value, int64_t> futures;
};

} // namespace

Instruction &Writer::add(Operation *op, int64_t opcode, ValueRange buffers) {
  Instruction instr;
  instr.opcode = opcode;
  instr.name = nameOf(op).str();
  for (Value buffer : buffers)
    instr.buffers.push_back(numbers[buffer]);
  list.push_back(std::move(instr));
  return list.back();
}

//===----------------------------------------------------------------------===//
// Library calls
//===----------------------------------------------------------------------===//

/// Adds operands and returns the epilogue's flags.
template <typename OpT>
int64_t Writer::addLibrary(OpT op, int64_t opcode, Value a, Value b) {
  SmallVector<Value> buffers = {a, b, op.getResult()};
  int64_t flags = op.getRelu() ? RT_EPI_RELU : 0;
  if (op.getBias()) {
    buffers.push_back(op.getBias());
    flags |= RT_EPI_BIAS;
  }
  if (op.getResidual()) {
    buffers.push_back(op.getResidual());
    flags |= RT_EPI_RESIDUAL;
  }
  add(op, opcode, buffers);
  return flags;
}

void Writer::addGemm(comm::GemmOp op) {
  comm::GemmShape shape = *comm::getGemmShape(
      op.getLhs().getType(), op.getRhs().getType(), op.getResult().getType(),
      op.getTransposeA(), op.getTransposeB());
  int64_t flags = addLibrary(op, RT_GEMM, op.getLhs(), op.getRhs());
  list.back().attrs = {shape.batch,
                       shape.m,
                       shape.n,
                       shape.k,
                       op.getTransposeA(),
                       op.getTransposeB(),
                       shape.batchedA,
                       shape.batchedB,
                       flags};
}

/// Two spatial numbers, of which a 1-D op has only the second.
static std::pair<int64_t, int64_t> spatial(ArrayRef<int64_t> values,
                                           int64_t missing) {
  if (values.size() == 1)
    return {missing, values[0]};
  return {values[0], values[1]};
}

/// Batch, channels and spatial extents, wherever the channels lie.
static SmallVector<int64_t> imageShape(Value value, bool channelsLast) {
  SmallVector<int64_t> shape(typeOf(value).getShape());
  if (channelsLast)
    std::rotate(shape.begin() + 1, shape.end() - 1, shape.end());
  return shape;
}

void Writer::addConv(comm::ConvOp op) {
  SmallVector<int64_t> imageX = imageShape(op.getInput(), op.getInputLast());
  SmallVector<int64_t> imageY = imageShape(op.getResult(), op.getResultLast());
  ArrayRef<int64_t> x = imageX, y = imageY;
  ArrayRef<int64_t> w = op.getFilter().getType().getShape();
  ArrayRef<int64_t> pads = op.getPads();
  auto [h, wide] = spatial(x.drop_front(2), 1);
  auto [kh, kw] = spatial(w.drop_front(2), 1);
  auto [oh, ow] = spatial(y.drop_front(2), 1);
  auto [sh, sw] = spatial(op.getStrides(), 1);
  auto [dh, dw] = spatial(op.getDilations(), 1);
  auto [top, left] = spatial(pads.take_front(pads.size() / 2), 0);
  auto [bottom, right] = spatial(pads.drop_front(pads.size() / 2), 0);
  // One column is the same bytes as one row, and oneDNN wants long rows.
  if (wide == 1 && kw == 1 && ow == 1 && left == 0 && right == 0) {
    std::swap(h, wide);
    std::swap(kh, kw);
    std::swap(oh, ow);
    std::swap(sh, sw);
    std::swap(dh, dw);
    std::swap(top, left);
    std::swap(bottom, right);
  }
  int64_t flags = addLibrary(op, RT_CONV, op.getInput(), op.getFilter());
  list.back().attrs = {x[0],
                       x[1],
                       h,
                       wide,
                       w[0],
                       kh,
                       kw,
                       oh,
                       ow,
                       sh,
                       sw,
                       top,
                       left,
                       bottom,
                       right,
                       dh,
                       dw,
                       int64_t(op.getGroup()),
                       flags,
                       op.getInputLast(),
                       op.getResultLast()};
}

void Writer::addMaxPool(comm::MaxPoolOp op) {
  bool last = op.getChannelsLast();
  SmallVector<int64_t> imageX = imageShape(op.getInput(), last);
  SmallVector<int64_t> imageY = imageShape(op.getResult(), last);
  ArrayRef<int64_t> x = imageX, y = imageY;
  ArrayRef<int64_t> pads = op.getPads();
  auto [h, w] = spatial(x.drop_front(2), 1);
  auto [kh, kw] = spatial(op.getKernel(), 1);
  auto [oh, ow] = spatial(y.drop_front(2), 1);
  auto [sh, sw] = spatial(op.getStrides(), 1);
  auto [dh, dw] = spatial(op.getDilations(), 1);
  auto [top, left] = spatial(pads.take_front(pads.size() / 2), 0);
  auto [bottom, right] = spatial(pads.drop_front(pads.size() / 2), 0);
  add(op, RT_MAX_POOL, {op.getInput(), op.getResult()}).attrs = {
      x[0], x[1], h,    w,      kh,    kw, oh, ow,  sh,
      sw,   top,  left, bottom, right, dh, dw, last};
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void Writer::addCopy(Operation *op, Value src, Value dst,
                     ArrayRef<int64_t> sizes, ArrayAttr srcStarts,
                     ArrayRef<int64_t> dstStart) {
  RankedTensorType type = typeOf(src);
  Instruction &copy = add(op, RT_COPY, {src, dst});
  copy.attrs = {elementBytes(type.getElementType()), type.getRank()};
  llvm::append_range(copy.attrs, type.getShape());
  llvm::append_range(copy.attrs, typeOf(dst).getShape());
  llvm::append_range(copy.attrs, sizes);
  copy.numParams = 2 * type.getRank();
  for (int64_t rank = 0; rank < program.getNumRanks(); ++rank) {
    if (srcStarts)
      llvm::append_range(copy.params, comm::getRow(srcStarts, rank));
    else
      copy.params.insert(copy.params.end(), type.getRank(), 0);
    llvm::append_range(copy.params, dstStart);
  }
}

void Writer::addConcat(comm::ConcatOp op) {
  SmallVector<int64_t> start(op.getResult().getType().getRank(), 0);
  for (Value input : op.getInputs()) {
    ArrayRef<int64_t> shape = typeOf(input).getShape();
    if (typeOf(input).getNumElements() > 0)
      addCopy(op, input, op.getResult(), shape, nullptr, start);
    start[op.getAxis()] += shape[op.getAxis()];
  }
}

void Writer::addToPartial(comm::ToPartialOp op) {
  RankedTensorType type = typeOf(op.getInput());
  Instruction &instr = add(op, RT_TO_PARTIAL, {op.getInput(), op.getResult()});
  instr.attrs = {elementBytes(type.getElementType()), type.getNumElements(),
                 reduceOf(op.getKind()), dtypeOf(type.getElementType())};
  instr.numParams = 1;
  instr.params.assign(op.getKeep().begin(), op.getKeep().end());
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

void Writer::addStart(comm::CollectiveOpInterface op) {
  Value future = op.getFutureValue();
  int64_t id = futures.try_emplace(future, futures.size()).first->second;
  RankedTensorType in = op.getInputType();
  int64_t elementSize = elementBytes(in.getElementType());
  int64_t dtype = dtypeOf(in.getElementType());
  Instruction &instr = add(op, RT_START, {op->getOperand(0), future});
  instr.channel = op.getChannel();
  auto outer = [&](int64_t dim) {
    return product(in.getShape().take_front(dim));
  };
  auto inner = [&](int64_t dim) {
    return product(in.getShape().drop_front(dim + 1));
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](comm::AllGatherOp gather) {
        instr.attrs = {id, RT_ALL_GATHER, elementSize, outer(gather.getDim()),
                       inner(gather.getDim())};
      })
      .Case([&](comm::AllReduceOp reduce) {
        instr.attrs = {id, RT_ALL_REDUCE, dtype, in.getNumElements(),
                       reduceOf(reduce.getKind())};
      })
      .Case([&](comm::ReduceScatterOp scatter) {
        instr.attrs = {id,
                       RT_REDUCE_SCATTER,
                       dtype,
                       outer(scatter.getDim()),
                       inner(scatter.getDim()),
                       reduceOf(scatter.getKind())};
      })
      .Case([&](comm::ExchangeOp exchange) {
        instr.attrs = {id, RT_EXCHANGE, elementSize, in.getRank()};
        instr.transfers = exchange.getTransfers();
      });
  instr.groups = op.getGroupsOrNull();
  if (!instr.groups)
    return;
  instr.numParams = 1;
  for (int64_t rank : program.getRanks())
    for (auto [number, group] :
         llvm::enumerate(instr.groups.getAsRange<comm::GroupAttr>()))
      if (group.contains(rank))
        instr.params.push_back(number);
}

std::vector<Instruction> Writer::run() {
  for (Operation &op : *program.getBlock()) {
    bool starts = isa<comm::CollectiveOpInterface>(op);
    if (!starts && !isa<comm::WaitOp>(op) &&
        llvm::all_of(op.getResultTypes(), [](Type type) {
          return cast<RankedTensorType>(type).getNumElements() == 0;
        }))
      continue; // nothing to compute
    llvm::TypeSwitch<Operation *>(&op)
        .Case([&](comm::LaunchOp launch) {
          SmallVector<Value> buffers(launch.getOperands());
          buffers.append(launch.getResults().begin(),
                         launch.getResults().end());
          add(launch, RT_KERNEL, buffers).kernel = launch.getKernel().str();
        })
        .Case([&](comm::GemmOp gemm) { addGemm(gemm); })
        .Case([&](comm::ConvOp conv) { addConv(conv); })
        .Case([&](comm::MaxPoolOp pool) { addMaxPool(pool); })
        .Case([&](comm::ConcatOp concat) { addConcat(concat); })
        .Case([&](comm::SliceOp slice) {
          SmallVector<int64_t> zero(typeOf(slice.getInput()).getRank(), 0);
          addCopy(slice, slice.getInput(), slice.getResult(),
                  typeOf(slice.getResult()).getShape(), slice.getStarts(),
                  zero);
        })
        .Case([&](comm::ToPartialOp partial) { addToPartial(partial); })
        .Case([&](comm::CollectiveOpInterface start) { addStart(start); })
        .Case([&](comm::WaitOp wait) {
          add(wait, RT_WAIT, {}).attrs = {futures.lookup(wait.getFuture())};
        });
  }
  return std::move(list);
}

std::vector<Instruction> makeInstructions(comm::ProgramOp program,
                                          const BufferNumbers &numbers) {
  return Writer(program, numbers).run();
}

} // namespace partita::codegen
