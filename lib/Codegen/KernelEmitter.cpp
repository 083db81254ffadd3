//===- KernelEmitter.cpp - Kernels as LLVM functions ----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two functions per kernel: the rt_kernel itself, which loads the buffers'
// addresses and divides the scratch block, and a private one that takes the
// address of each storage as a noalias argument. That is how LLVM learns that
// stores do not change what is loaded; it is not inlined, because arguments say
// so more cheaply than scope metadata.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/KernelEmitter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace partita::codegen {

namespace {

class Emitter {
public:
  Emitter(func::FuncOp function, const KernelPlan &plan, ModuleOp target)
      : function(function), plan(plan), b(target.getContext()),
        loc(function.getLoc()) {
    b.setInsertionPointToEnd(target.getBody());
  }

  void run();

private:
  func::FuncOp emitBody();
  void emitEntry(func::FuncOp body);
  /// How many terms of a sum over columns to add up in a register before the
  /// result in memory is touched; 0 for other reductions.
  int64_t termsAtOnce(const Nest &nest);
  /// Such a sum. It is as a sum in two levels more exact than one running sum,
  /// and loads and stores less.
  void emitSums(const Nest &nest, int64_t terms);
  void emitNest(const Nest &nest);
  /// Loops over `loops`, outermost first, with `values` carried through;
  /// `inside` gets the carried values and returns the new ones.
  SmallVector<Value>
  emitLoops(const Nest &nest, ArrayRef<unsigned> loops, ValueRange values,
            llvm::function_ref<SmallVector<Value>(ValueRange)> inside);
  SmallVector<Value> emitPayload(const Nest &nest, ValueRange accumulators);
  Value emitInit(const Nest &nest, unsigned result);

  Value index(int64_t value) {
    return b.create<arith::ConstantIndexOp>(loc, value);
  }
  Value add(Value lhs, Value rhs);
  Value scale(Value value, int64_t factor);
  Value offsetOf(const Access &access);
  Value pointerTo(const Storage &storage, Value base, Value offset);
  Value load(const Storage &storage, Value base, Value offset);
  Value load(const Access &access);
  void store(Value value, const Access &access);

  func::FuncOp function;
  const KernelPlan &plan;
  OpBuilder b;
  Location loc;
  /// Address of each storage.
  SmallVector<Value> bases;
  /// Counter of each loop of the current nest.
  SmallVector<Value> counters;
  SmallVector<Value> rowCounters;
  /// The block that the current row covers, if the plan has blocks.
  Value blockBegin, blockEnd;
  std::optional<unsigned> blockedLoop;
  ArrayRef<unsigned> rowLoopsOfNest;
};

} // namespace

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

static const auto nsw = arith::IntegerOverflowFlags::nsw;

Value Emitter::add(Value lhs, Value rhs) {
  if (!lhs || matchPattern(lhs, m_Zero()))
    return rhs;
  if (!rhs || matchPattern(rhs, m_Zero()))
    return lhs;
  return b.create<arith::AddIOp>(loc, lhs, rhs, nsw);
}

Value Emitter::scale(Value value, int64_t factor) {
  if (factor == 1)
    return value;
  return b.create<arith::MulIOp>(loc, value, index(factor), nsw);
}

/// The element offset of `access` in its storage. In scratch, only what lies
/// inside the row counts.
Value Emitter::offsetOf(const Access &access) {
  const Storage &storage = plan.storages[access.storage];
  if (!access.linear) {
    // Its loops are pinned: each counts one dim.
    Value offset = index(0);
    SmallVector<int64_t> strides = computeStrides(storage.type.getShape());
    for (auto [expr, stride] :
         llvm::zip_equal(access.map.getResults(), strides)) {
      Value position = affine::expandAffineExpr(b, loc, expr, counters, {});
      offset = add(offset, scale(position, stride));
    }
    return offset;
  }
  Value offset = index(access.constant);
  for (auto [loop, coefficient] : llvm::enumerate(access.coefficients)) {
    if (coefficient == 0)
      continue;
    Value counter = counters[loop];
    if (storage.kind == Storage::Scratch) {
      if (blockedLoop == loop)
        counter = b.create<arith::SubIOp>(loc, counter, blockBegin, nsw);
      else if (llvm::is_contained(rowLoopsOfNest, loop))
        continue;
    }
    offset = add(offset, scale(counter, coefficient));
  }
  return offset;
}

/// A bool lies in memory as a byte.
static Type memoryType(Type type) {
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 8) : type;
}

Value Emitter::pointerTo(const Storage &storage, Value base, Value offset) {
  Value wide = b.create<arith::IndexCastOp>(loc, b.getI64Type(), offset);
  return b.create<LLVM::GEPOp>(loc, base.getType(),
                               memoryType(storage.type.getElementType()), base,
                               ValueRange{wide}, /*inbounds=*/true);
}

Value Emitter::load(const Storage &storage, Value base, Value offset) {
  Type type = storage.type.getElementType();
  Value value = b.create<LLVM::LoadOp>(loc, memoryType(type),
                                       pointerTo(storage, base, offset));
  if (type.isInteger(1))
    value = b.create<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ne, value,
        b.create<arith::ConstantIntOp>(loc, 0, b.getI8Type()));
  return value;
}

Value Emitter::load(const Access &access) {
  return load(plan.storages[access.storage], bases[access.storage],
              offsetOf(access));
}

void Emitter::store(Value value, const Access &access) {
  Value pointer = pointerTo(plan.storages[access.storage],
                            bases[access.storage], offsetOf(access));
  if (value.getType().isInteger(1))
    value = b.create<arith::ExtUIOp>(loc, b.getI8Type(), value);
  b.create<LLVM::StoreOp>(loc, value, pointer);
}

//===----------------------------------------------------------------------===//
// Payloads
//===----------------------------------------------------------------------===//

/// Lets LLVM fuse multiply and add, and reorder the sums of a reduction: both
/// are needed for vectors, and neither assumes that there are no NaN or
/// infinities (masks are made of -inf).
static void setFastMath(Operation *op, bool isReduction) {
  auto flags = arith::FastMathFlags::contract;
  if (isReduction && isa<arith::AddFOp, arith::MulFOp>(op))
    flags = flags | arith::FastMathFlags::reassoc;
  if (auto interface = dyn_cast<arith::ArithFastMathInterface>(op))
    op->setAttr(interface.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

SmallVector<Value> Emitter::emitPayload(const Nest &nest,
                                        ValueRange accumulators) {
  linalg::GenericOp generic = nest.op;
  Block *body = generic.getBody();
  IRMapping mapping;
  unsigned numInputs = nest.inputs.size();
  for (auto [i, access] : llvm::enumerate(nest.inputs))
    if (!body->getArgument(i).use_empty())
      mapping.map(body->getArgument(i), load(access));
  for (auto [i, value] : llvm::enumerate(accumulators))
    if (value)
      mapping.map(body->getArgument(numInputs + i), value);

  // Constants may lie outside of the generic.
  generic.getRegion().walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        if (def->hasTrait<OpTrait::ConstantLike>() &&
            !generic->isAncestor(def) && !mapping.contains(operand))
          mapping.map(operand, b.clone(*def)->getResult(0));
  });

  SmallVector<Operation *> clones;
  for (Operation &op : body->without_terminator()) {
    bool reads = llvm::any_of(op.getOperands(), [&](Value operand) {
      auto arg = dyn_cast<BlockArgument>(operand);
      return arg && arg.getOwner() == body && arg.getArgNumber() >= numInputs;
    });
    Operation *clone = b.clone(op, mapping);
    clone->walk([&](Operation *inner) { setFastMath(inner, reads); });
    clones.push_back(clone);
  }
  SmallVector<Value> results;
  for (Value value : body->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));

  // What the body says about tensors and loops, in terms of addresses and
  // counters.
  auto replace = [&](Operation *op, Value by) {
    for (Value &result : results)
      if (result.getDefiningOp() == op)
        result = by;
    op->getResult(0).replaceAllUsesWith(by);
    op->erase();
  };
  for (Operation *clone : clones)
    clone->walk([&](Operation *op) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(op);
      if (auto loopIndex = dyn_cast<linalg::IndexOp>(op)) {
        replace(op, counters[loopIndex.getDim()]);
      } else if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
        AffineMap map = apply.getAffineMap();
        ValueRange operands = apply.getMapOperands();
        replace(op, affine::expandAffineExpr(
                        b, loc, map.getResult(0),
                        operands.take_front(map.getNumDims()),
                        operands.drop_front(map.getNumDims())));
      } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
        unsigned storage = plan.storageOf.lookup(extract.getTensor());
        Value offset = index(0);
        for (auto [position, stride] : llvm::zip_equal(
                 extract.getIndices(),
                 computeStrides(extract.getTensor().getType().getShape())))
          offset = add(offset, scale(position, stride));
        replace(op, load(plan.storages[storage], bases[storage], offset));
      }
    });
  return results;
}

Value Emitter::emitInit(const Nest &nest, unsigned result) {
  const Init &init = nest.inits[result];
  if (init.scalar)
    return b.create<arith::ConstantOp>(loc, cast<TypedAttr>(init.scalar));
  return init.read ? load(*init.read) : Value();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<Value>
Emitter::emitLoops(const Nest &nest, ArrayRef<unsigned> loops,
                   ValueRange values,
                   llvm::function_ref<SmallVector<Value>(ValueRange)> inside) {
  if (loops.empty())
    return inside(values);
  unsigned loop = loops.front();
  bool blocked = blockedLoop == loop;
  auto forOp = b.create<scf::ForOp>(
      loc, blocked ? blockBegin : index(0),
      blocked ? blockEnd : index(nest.loops[loop].extent), index(1), values);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  counters[loop] = forOp.getInductionVar();
  SmallVector<Value> results =
      emitLoops(nest, loops.drop_front(), forOp.getRegionIterArgs(), inside);
  if (!values.empty())
    b.create<scf::YieldOp>(loc, results);
  return forOp.getResults();
}

int64_t Emitter::termsAtOnce(const Nest &nest) {
  linalg::GenericOp generic = nest.op;
  Block *body = generic.getBody();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  Value accumulator = body->getArguments().back();
  if (nest.outputs.size() != 1 || !sum || !accumulator.hasOneUse() ||
      (sum.getLhs() != accumulator && sum.getRhs() != accumulator) ||
      body->getOperations().size() > 12)
    return 0;
  int64_t extent = nest.loops[nest.reduction.back()].extent;
  for (int64_t terms : {16, 8, 7, 5, 4, 3})
    if (extent % terms == 0 && extent > terms)
      return terms;
  return 0;
}

void Emitter::emitSums(const Nest &nest, int64_t terms) {
  unsigned last = nest.reduction.back();
  emitLoops(nest, ArrayRef(nest.reduction).drop_back(), {}, [&](ValueRange) {
    auto groups = b.create<scf::ForOp>(
        loc, index(0), index(nest.loops[last].extent), index(terms));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(groups.getBody());
    emitLoops(nest, nest.inner, {}, [&](ValueRange) {
      Type type =
          plan.storages[nest.outputs.front().storage].type.getElementType();
      SmallVector<Value> sum = {
          b.create<arith::ConstantOp>(loc, b.getZeroAttr(type))};
      for (int64_t term = 0; term < terms; ++term) {
        counters[last] = add(groups.getInductionVar(), index(term));
        sum = emitPayload(nest, sum);
      }
      const Access &output = nest.outputs.front();
      store(b.create<arith::AddFOp>(loc, load(output), sum.front()), output);
      return SmallVector<Value>();
    });
    return SmallVector<Value>();
  });
}

void Emitter::emitNest(const Nest &nest) {
  counters.assign(nest.loops.size(), index(0));
  for (auto [loop, counter] : llvm::zip_equal(nest.rowLoops, rowCounters))
    counters[loop] = counter;
  rowLoopsOfNest = nest.rowLoops;
  blockedLoop.reset();
  if (plan.block > 1)
    blockedLoop = nest.rowLoops.back();

  auto storeAll = [&](ValueRange values) {
    for (auto [access, value] : llvm::zip_equal(nest.outputs, values))
      store(value, access);
  };
  auto initialValues = [&] {
    SmallVector<Value> values;
    for (unsigned result = 0; result < nest.outputs.size(); ++result)
      values.push_back(emitInit(nest, result));
    return values;
  };
  auto payload = [&](ValueRange accumulators) {
    return emitPayload(nest, accumulators);
  };

  emitLoops(nest, nest.outer, {}, [&](ValueRange) {
    if (nest.inner.empty()) {
      SmallVector<Value> values = initialValues();
      // Results that no reduction carries have no first value.
      if (nest.reduction.empty())
        values = payload(values);
      else
        values = emitLoops(nest, nest.reduction, values, payload);
      storeAll(values);
      return SmallVector<Value>();
    }
    emitLoops(nest, nest.inner, {}, [&](ValueRange) {
      storeAll(initialValues());
      return SmallVector<Value>();
    });
    if (int64_t terms = termsAtOnce(nest))
      emitSums(nest, terms);
    else
      emitLoops(nest, nest.reduction, {}, [&](ValueRange) {
        return emitLoops(nest, nest.inner, {}, [&](ValueRange) {
          SmallVector<Value> values;
          for (const Access &access : nest.outputs)
            values.push_back(load(access));
          storeAll(payload(values));
          return SmallVector<Value>();
        });
      });
    return SmallVector<Value>();
  });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

func::FuncOp Emitter::emitBody() {
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  unsigned numStorages = plan.storages.size();
  SmallVector<Type> types(numStorages, pointer);
  types.append({b.getI64Type(), b.getI64Type()});
  auto body = b.create<func::FuncOp>(loc, (function.getName() + ".rows").str(),
                                     b.getFunctionType(types, {}));
  body.setPrivate();
  body->setAttr("llvm.linkage", LLVM::LinkageAttr::get(
                                    b.getContext(), LLVM::Linkage::Internal));
  // Never inlined, or the arguments' noalias is lost on the way.
  body->setAttr("passthrough", b.getStrArrayAttr({"noinline"}));
  for (unsigned i = 0; i < numStorages; ++i)
    body.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                    b.getUnitAttr());

  OpBuilder::InsertionGuard guard(b);
  Block *entry = body.addEntryBlock();
  b.setInsertionPointToStart(entry);
  bases.assign(entry->args_begin(), entry->args_begin() + numStorages);
  auto toIndex = [&](Value value) -> Value {
    return b.create<arith::IndexCastOp>(loc, b.getIndexType(), value);
  };
  auto rows = b.create<scf::ForOp>(
      loc, toIndex(entry->getArgument(numStorages)),
      toIndex(entry->getArgument(numStorages + 1)), index(1));
  b.create<func::ReturnOp>(loc);

  b.setInsertionPointToStart(rows.getBody());
  // The row's coordinates, from the last one on.
  Value rest = rows.getInductionVar();
  rowCounters.resize(plan.rows.size());
  for (size_t q = plan.rows.size(); q-- > 0;) {
    int64_t extent = plan.rows[q];
    bool blocked = q + 1 == plan.rows.size() && plan.block > 1;
    if (blocked)
      extent = llvm::divideCeil(extent, plan.block);
    Value counter = rest;
    if (q > 0) {
      counter = b.create<arith::RemUIOp>(loc, rest, index(extent));
      rest = b.create<arith::DivUIOp>(loc, rest, index(extent));
    }
    rowCounters[q] = counter;
    if (blocked) {
      blockBegin = scale(counter, plan.block);
      blockEnd = b.create<arith::MinSIOp>(
          loc, add(blockBegin, index(plan.block)), index(plan.rows[q]));
      rowCounters[q] = blockBegin;
    }
  }
  for (const Nest &nest : plan.nests)
    emitNest(nest);
  return body;
}

void Emitter::emitEntry(func::FuncOp body) {
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  Type i64 = b.getI64Type();
  auto entry = b.create<func::FuncOp>(
      loc, function.getName(),
      b.getFunctionType({pointer, pointer, i64, i64, pointer}, {}));
  OpBuilder::InsertionGuard guard(b);
  Block *block = entry.addEntryBlock();
  b.setInsertionPointToStart(block);
  SmallVector<Value> args;
  for (const Storage &storage : plan.storages) {
    if (storage.kind == Storage::Scratch) {
      Value offset = b.create<arith::ConstantIntOp>(loc, storage.position, i64);
      args.push_back(b.create<LLVM::GEPOp>(loc, pointer, b.getI8Type(),
                                           block->getArgument(4),
                                           ValueRange{offset}, true));
      continue;
    }
    int32_t buffer = storage.position;
    if (storage.kind == Storage::Output)
      buffer += function.getNumArguments();
    Value slot = b.create<LLVM::GEPOp>(
        loc, pointer, pointer, block->getArgument(0),
        ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(buffer)}, true);
    args.push_back(b.create<LLVM::LoadOp>(loc, pointer, slot));
  }
  args.append({block->getArgument(2), block->getArgument(3)});
  b.create<func::CallOp>(loc, body, args);
  b.create<func::ReturnOp>(loc);
}

void Emitter::run() { emitEntry(emitBody()); }

void emitKernel(func::FuncOp function, const KernelPlan &plan,
                ModuleOp target) {
  Emitter(function, plan, target).run();
}

} // namespace partita::codegen
