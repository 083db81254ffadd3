//===- KernelPlan.cpp - How a fusion group becomes loops ------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four steps: nests with linear accesses, the row dims that all nests share,
// rows of a good length, and the loop order inside each nest.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/KernelPlan.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

#include <numeric>

using namespace mlir;

namespace partita::codegen {

/// Rows shorter than this many points are lengthened...
static constexpr int64_t minRowWork = 512;
/// ...by whole dims up to this many, else by a block of about as many.
static constexpr int64_t maxRowWork = 4096;
/// Columns of a reduction that go together.
static constexpr int64_t columnBlock = 64;
static constexpr int64_t scratchAlignment = 64;

int64_t elementBytes(Type elementType) {
  return std::max<int64_t>(1, elementType.getIntOrFloatBitWidth() / 8);
}

namespace {

class Planner {
public:
  explicit Planner(func::FuncOp function) : function(function) {}

  FailureOr<KernelPlan> run() {
    if (failed(collect()))
      return failure();
    findRows();
    collapseRows();
    shapeRows();
    for (Nest &nest : plan.nests)
      orderLoops(nest);
    placeScratch();
    return std::move(plan);
  }

private:
  LogicalResult collect();
  LogicalResult addNest(linalg::GenericOp op);
  FailureOr<Access> makeAccess(linalg::GenericOp op, Value value,
                               AffineMap map);
  void findRows();
  bool isRowDim(int64_t position, SmallVectorImpl<unsigned> &loops);
  void collapseRows();
  bool readsColumns();
  void shapeRows();
  void orderLoops(Nest &nest);
  void placeScratch();

  /// Whether `access` reads what another nest of this kernel computes.
  bool isInternal(const Access &access) const {
    return produced.contains(access.storage);
  }

  func::FuncOp function;
  KernelPlan plan;
  llvm::DenseSet<unsigned> produced;
  /// Per nest, the loops of the row dims, outermost first.
  SmallVector<SmallVector<unsigned>> rowLoops;
};

} // namespace

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

LogicalResult Planner::collect() {
  Block &body = function.getBody().front();
  for (BlockArgument arg : body.getArguments()) {
    plan.storageOf[arg] = plan.storages.size();
    plan.storages.push_back({Storage::Input, arg.getArgNumber(),
                             cast<RankedTensorType>(arg.getType())});
  }
  for (OpOperand &operand : body.getTerminator()->getOpOperands()) {
    plan.storageOf[operand.get()] = plan.storages.size();
    plan.storages.push_back({Storage::Output, operand.getOperandNumber(),
                             cast<RankedTensorType>(operand.get().getType())});
  }
  for (Operation &op : body.without_terminator()) {
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      if (failed(addNest(generic)))
        return failure();
      continue;
    }
    if (!isa<linalg::FillOp, tensor::EmptyOp, arith::ConstantOp>(op))
      return op.emitOpError("expects only linalg on tensors in a kernel");
  }
  return success();
}

FailureOr<Access> Planner::makeAccess(linalg::GenericOp op, Value value,
                                      AffineMap map) {
  auto found = plan.storageOf.find(value);
  if (found == plan.storageOf.end())
    return op.emitOpError("expects its operands to be arguments or results of "
                          "this kernel's generics");
  Access access{found->second, map, true, 0, {}};
  unsigned numDims = map.getNumDims();
  access.coefficients.assign(numDims, 0);
  ArrayRef<int64_t> shape = plan.storages[found->second].type.getShape();
  SmallVector<int64_t> strides = computeStrides(shape);
  for (auto [expr, extent, stride] :
       llvm::zip_equal(map.getResults(), shape, strides)) {
    if (extent == 1)
      continue; // only index 0 exists
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(expr, numDims, 0, &flat)) ||
        flat.size() != numDims + 1) {
      access.linear = false;
      break;
    }
    for (unsigned dim = 0; dim < numDims; ++dim)
      access.coefficients[dim] += flat[dim] * stride;
    access.constant += flat.back() * stride;
  }
  if (!access.linear)
    access.coefficients.assign(numDims, 0);
  return access;
}

LogicalResult Planner::addNest(linalg::GenericOp op) {
  Nest nest;
  nest.op = op;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [dim, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    nest.loops.push_back({ranges[dim],
                          iterator == utils::IteratorType::parallel,
                          /*pinned=*/false,
                          {unsigned(dim)}});
  for (OpOperand *operand : op.getDpsInputOperands()) {
    FailureOr<Access> access =
        makeAccess(op, operand->get(), op.getMatchingIndexingMap(operand));
    if (failed(access))
      return failure();
    nest.inputs.push_back(*access);
  }
  for (OpOperand &operand : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    Init init;
    Attribute constant;
    if (!op.payloadUsesValueFromOperand(&operand)) {
      // Never read; but what loops carry needs a value.
      if (op.getNumReductionLoops())
        init.scalar = Builder(op).getZeroAttr(
            getElementTypeOrSelf(operand.get().getType()));
    } else if (auto fill = operand.get().getDefiningOp<linalg::FillOp>()) {
      if (!matchPattern(fill.getInputs()[0], m_Constant(&init.scalar)))
        return fill.emitOpError("expects a constant as initial value");
    } else if (matchPattern(operand.get(), m_Constant(&constant)) &&
               isa<SplatElementsAttr>(constant)) {
      init.scalar =
          cast<SplatElementsAttr>(constant).getSplatValue<Attribute>();
    } else {
      FailureOr<Access> access = makeAccess(op, operand.get(), map);
      if (failed(access))
        return failure();
      init.read = *access;
    }
    nest.inits.push_back(init);
  }
  // Only now: a nest does not read its own results.
  for (auto [operand, result] :
       llvm::zip_equal(op.getDpsInitsMutable(), op->getResults())) {
    if (!plan.storageOf.contains(result)) {
      plan.storageOf[result] = plan.storages.size();
      plan.storages.push_back(
          {Storage::Scratch, 0, cast<RankedTensorType>(result.getType())});
    }
    FailureOr<Access> access =
        makeAccess(op, result, op.getMatchingIndexingMap(&operand));
    if (failed(access))
      return failure();
    for (auto [loop, coefficient] :
         llvm::zip_equal(nest.loops, access->coefficients))
      if (!access->linear || (coefficient && !loop.parallel))
        return op.emitOpError(
            "expects results to be indexed by parallel dims, linearly");
    nest.outputs.push_back(*access);
    produced.insert(access->storage);
  }

  auto pin = [&](AffineMap map) {
    for (auto [dim, loop] : llvm::enumerate(nest.loops))
      if (map.isFunctionOfDim(dim))
        loop.pinned = true;
  };
  for (const Access &access : nest.inputs)
    if (!access.linear)
      pin(access.map);
  for (const Init &init : nest.inits)
    if (init.read && !init.read->linear)
      pin(init.read->map);
  op.getBody()->walk(
      [&](linalg::IndexOp index) { nest.loops[index.getDim()].pinned = true; });
  WalkResult result = op.getBody()->walk([&](tensor::ExtractOp extract) {
    auto found = plan.storageOf.find(extract.getTensor());
    if (found == plan.storageOf.end()) {
      op.emitOpError("expects tensor.extract to read a tensor of the kernel");
      return WalkResult::interrupt();
    }
    if (produced.contains(found->second))
      plan.rowLocal = false;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  int64_t points = 1;
  for (const Loop &loop : nest.loops)
    points *= loop.extent;
  plan.work += points;
  plan.nests.push_back(std::move(nest));
  return success();
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Whether all nests agree on dim `position` of their results as a row dim;
/// sets the loop that counts it in each nest. Extent 1 agrees with anything.
bool Planner::isRowDim(int64_t position, SmallVectorImpl<unsigned> &loops) {
  std::optional<int64_t> extent;
  for (const Nest &nest : plan.nests) {
    std::optional<unsigned> loop;
    auto agrees = [&](const Access &access) {
      ArrayRef<int64_t> shape = plan.storages[access.storage].type.getShape();
      if (position >= int64_t(shape.size()))
        return false;
      if (!extent)
        extent = shape[position];
      if (shape[position] != *extent)
        return false;
      auto dim = dyn_cast<AffineDimExpr>(access.map.getResult(position));
      if (!dim)
        return *extent == 1;
      if (*extent == 1)
        return true;
      if (!nest.loops[dim.getPosition()].parallel ||
          (loop && *loop != dim.getPosition()))
        return false;
      loop = dim.getPosition();
      return true;
    };
    for (const Access &access : nest.outputs)
      if (!agrees(access))
        return false;
    for (const Access &access : nest.inputs)
      if (isInternal(access) && !agrees(access))
        return false;
    for (const Init &init : nest.inits)
      if (init.read && isInternal(*init.read) && !agrees(*init.read))
        return false;
    loops.push_back(loop.value_or(0));
  }
  if (*extent == 1)
    loops.clear();
  return true;
}

void Planner::findRows() {
  rowLoops.resize(plan.nests.size());
  if (plan.nests.empty())
    return;
  for (const Nest &nest : plan.nests) {
    for (const Access &access : nest.inputs)
      if (isInternal(access) && !access.linear)
        plan.rowLocal = false;
    for (const Init &init : nest.inits)
      if (init.read && isInternal(*init.read) && !init.read->linear)
        plan.rowLocal = false;
  }
  if (!plan.rowLocal)
    return;
  for (int64_t position = 0;; ++position) {
    SmallVector<unsigned> loops;
    if (!isRowDim(position, loops))
      break;
    if (loops.empty())
      continue;
    plan.rows.push_back(plan.nests[0].loops[loops[0]].extent);
    for (auto [row, loop] : llvm::zip_equal(rowLoops, loops))
      row.push_back(loop);
  }
  bool hasInternal = llvm::any_of(plan.nests, [&](const Nest &nest) {
    return llvm::any_of(nest.inputs,
                        [&](const Access &a) { return isInternal(a); });
  });
  plan.rowLocal = !hasInternal || !plan.rows.empty();
}

/// Whether loops a and b, b inside a, count like one loop in every access.
static bool canCollapse(const Nest &nest, unsigned a, unsigned b) {
  const Loop &outer = nest.loops[a], &inner = nest.loops[b];
  if (outer.pinned || inner.pinned || outer.parallel != inner.parallel)
    return false;
  auto fits = [&](const Access &access) {
    return access.coefficients[a] == access.coefficients[b] * inner.extent;
  };
  return llvm::all_of(nest.inputs, fits) && llvm::all_of(nest.outputs, fits) &&
         llvm::all_of(nest.inits, [&](const Init &init) {
           return !init.read || fits(*init.read);
         });
}

/// Merges loop b into loop a: a counts both, b becomes a loop of extent 1.
static void collapse(Nest &nest, unsigned a, unsigned b) {
  auto merge = [&](Access &access) {
    access.coefficients[a] = access.coefficients[b];
    access.coefficients[b] = 0;
  };
  llvm::for_each(nest.inputs, merge);
  llvm::for_each(nest.outputs, merge);
  for (Init &init : nest.inits)
    if (init.read)
      merge(*init.read);
  Loop &outer = nest.loops[a], &inner = nest.loops[b];
  outer.extent *= inner.extent;
  outer.dims.append(inner.dims);
  inner.extent = 1;
  inner.dims.clear();
}

void Planner::collapseRows() {
  for (size_t q = plan.rows.size(); q-- > 1;) {
    bool all = true;
    for (auto [nest, loops] : llvm::zip_equal(plan.nests, rowLoops))
      all &= canCollapse(nest, loops[q - 1], loops[q]);
    if (!all)
      continue;
    for (auto [nest, loops] : llvm::zip_equal(plan.nests, rowLoops)) {
      collapse(nest, loops[q - 1], loops[q]);
      loops.erase(loops.begin() + q);
    }
    plan.rows[q - 1] *= plan.rows[q];
    plan.rows.erase(plan.rows.begin() + q);
  }
}

/// How many reads of `nest` jump when loop `loop` counts.
static int64_t countStrided(const Nest &nest, unsigned loop) {
  return llvm::count_if(nest.inputs, [&](const Access &access) {
    return access.coefficients[loop] > 1;
  });
}

/// Whether some nest reduces along columns, so that its reads are in order
/// only if several columns, which are neighbouring rows here, go together.
bool Planner::readsColumns() {
  for (auto [nest, loops] : llvm::zip_equal(plan.nests, rowLoops)) {
    if (loops.empty())
      continue;
    for (auto [index, loop] : llvm::enumerate(nest.loops))
      if (!loop.parallel && loop.extent > 1 &&
          countStrided(nest, loops.back()) < countStrided(nest, index))
        return true;
  }
  return false;
}

void Planner::shapeRows() {
  int64_t work = 1;
  for (auto [nest, loops] : llvm::zip_equal(plan.nests, rowLoops)) {
    int64_t points = 1;
    for (auto [index, loop] : llvm::enumerate(nest.loops))
      if (!llvm::is_contained(loops, index))
        points *= loop.extent;
    work = std::max(work, points);
  }
  bool columns = readsColumns();
  while (!plan.rows.empty() && (work < minRowWork || columns)) {
    int64_t extent = plan.rows.back();
    if (columns) {
      plan.block = std::min(columnBlock, extent);
      break;
    }
    if (work * extent > maxRowWork) {
      // A multiple of the vector width, the same for all vector widths.
      plan.block = llvm::alignTo(std::max<int64_t>(1, maxRowWork / work), 16);
      plan.block = std::min(plan.block, extent);
      break;
    }
    work *= extent;
    plan.rows.pop_back();
    for (SmallVector<unsigned> &loops : rowLoops)
      loops.pop_back();
  }
  for (int64_t extent : plan.rows)
    plan.grid *= extent;
  if (plan.block > 1)
    plan.grid = plan.grid / plan.rows.back() *
                llvm::divideCeil(plan.rows.back(), plan.block);
}

//===----------------------------------------------------------------------===//
// Inside a row
//===----------------------------------------------------------------------===//

void Planner::orderLoops(Nest &nest) {
  nest.rowLoops = rowLoops[&nest - plan.nests.data()];
  std::optional<unsigned> blocked;
  if (plan.block > 1)
    blocked = nest.rowLoops.back();
  auto isLoop = [&](unsigned loop) {
    return nest.loops[loop].extent != 1 &&
           (blocked == loop || !llvm::is_contained(nest.rowLoops, loop));
  };

  // Parallel loops in the order of the result's dims, then reductions.
  SmallVector<unsigned> parallel, reduction;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (isLoop(loop))
      (nest.loops[loop].parallel ? parallel : reduction).push_back(loop);
  const Access &out = nest.outputs.front();
  llvm::sort(parallel, [&](unsigned a, unsigned b) {
    return std::pair(-out.coefficients[a], a) <
           std::pair(-out.coefficients[b], b);
  });

  // Reductions innermost keep the accumulator in a register, but only if they
  // read memory in order; else the last parallel loop goes inside.
  if (!reduction.empty() && !parallel.empty() &&
      countStrided(nest, parallel.back()) <
          countStrided(nest, reduction.back()))
    nest.inner.push_back(parallel.pop_back_val());

  auto collapseInside = [&](SmallVector<unsigned> &loops) {
    for (size_t q = loops.size(); q-- > 1;)
      if (blocked != loops[q - 1] && blocked != loops[q] &&
          canCollapse(nest, loops[q - 1], loops[q])) {
        collapse(nest, loops[q - 1], loops[q]);
        loops.erase(loops.begin() + q);
      }
  };
  nest.outer = std::move(parallel);
  nest.reduction = std::move(reduction);
  collapseInside(nest.outer);
  collapseInside(nest.reduction);
}

void Planner::placeScratch() {
  int64_t rows = std::accumulate(plan.rows.begin(), plan.rows.end(), int64_t(1),
                                 std::multiplies<>());
  for (Storage &storage : plan.storages) {
    if (storage.kind != Storage::Scratch)
      continue;
    int64_t elements =
        rows ? storage.type.getNumElements() / rows * plan.block : 0;
    storage.position = plan.scratchBytes;
    plan.scratchBytes +=
        llvm::alignTo(elements * elementBytes(storage.type.getElementType()),
                      scratchAlignment);
  }
}

FailureOr<KernelPlan> planKernel(func::FuncOp function) {
  return Planner(function).run();
}

} // namespace partita::codegen
