//===- Image.cpp - The program as constant data ---------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Field by field as in runtime/include/rt_image.h. Instructions.cpp says what
// each op's attributes and parameters are.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Image.h"
#include "ConstantData.h"
#include "Instructions.h"
#include "partita/Codegen/Fusion.h"
#include "partita/Codegen/MemoryPlan.h"

#include "dialects/Graph/IR/GraphOps.h"
#include "runtime/include/rt_image.h"

#include "llvm/Support/Path.h"

using namespace mlir;

namespace partita::codegen {

namespace {

class ImageBuilder {
public:
  ImageBuilder(ModuleOp module, const ImageFacts &facts, llvm::Module &target)
      : module(module), facts(facts), target(target), data(target) {}

  void run();

private:
  using Struct = ConstantData::Struct;
  Struct emitClass(comm::ProgramOp program);
  Struct emitBuffer(comm::ProgramOp program, const MemoryPlan &plan,
                    Value value);
  Struct emitInstr(const Instruction &instr);
  llvm::Constant *emitGroups(ArrayAttr groups);
  llvm::Constant *emitTransfers(ArrayAttr transfers);
  llvm::Constant *emitIo(StringRef attribute, size_t &count);
  llvm::Constant *emitTensor(DenseElementsAttr value);

  ModuleOp module;
  const ImageFacts &facts;
  llvm::Module &target;
  ConstantData data;
};

} // namespace

/// Row-major little-endian bytes, one per bool.
llvm::Constant *ImageBuilder::emitTensor(DenseElementsAttr value) {
  auto type = cast<RankedTensorType>(value.getType());
  std::string text;
  if (type.getElementType().isInteger(1)) {
    for (bool element : value.getValues<bool>())
      text.push_back(element);
  } else {
    ArrayRef<char> raw = value.getRawData();
    int64_t copies = value.isSplat() ? type.getNumElements() : 1;
    for (int64_t i = 0; i < copies; ++i)
      text.append(raw.begin(), raw.end());
  }
  return text.empty() ? data.null() : data.bytes(text, arenaAlignment);
}

ConstantData::Struct ImageBuilder::emitBuffer(comm::ProgramOp program,
                                              const MemoryPlan &plan,
                                              Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Operation *source = storageOf(value).getDefiningOp();
  int64_t kind = RT_BUFFER_ARENA, offset = 0, index = 0;
  llvm::Constant *bytes = data.null(), *perRank = data.null();
  std::vector<int64_t> table;
  if (auto input = dyn_cast<comm::InputOp>(source)) {
    kind = RT_BUFFER_INPUT;
    index = input.getIndex();
    table = flattenTable(input.getStarts());
    perRank = data.words(table);
  } else if (auto weight = dyn_cast<comm::WeightOp>(source)) {
    kind = RT_BUFFER_WEIGHT;
    for (int64_t row = 0; row < program.getNumRanks(); ++row)
      table.push_back(facts.weights.offsetOf(weight, row));
    perRank = data.words(table);
  } else if (auto constant = dyn_cast<graph::ConstantOp>(source)) {
    kind = RT_BUFFER_CONSTANT;
    bytes = emitTensor(cast<DenseElementsAttr>(constant.getValue()));
  } else {
    offset = plan.blocks.find(storageOf(value))->second.offset;
  }
  return {data.string(nameOf(value.getDefiningOp())),
          data.word(kind),
          data.word(dtypeOf(type.getElementType())),
          data.word(type.getRank()),
          data.words(type.getShape()),
          data.word(offset),
          data.word(index),
          bytes,
          perRank};
}

llvm::Constant *ImageBuilder::emitGroups(ArrayAttr groups) {
  SmallVector<Struct> structs;
  for (auto group : groups.getAsRange<comm::GroupAttr>())
    structs.push_back({data.word(group.getMembers().size()),
                       data.words(group.getMembers()),
                       data.words(group.getCuts())});
  return data.array(structs);
}

llvm::Constant *ImageBuilder::emitTransfers(ArrayAttr transfers) {
  SmallVector<Struct> structs;
  for (auto transfer : transfers.getAsRange<comm::TransferAttr>())
    structs.push_back(
        {data.word(transfer.getSrc()), data.word(transfer.getDst()),
         data.words(transfer.getSrcShape()), data.words(transfer.getSrcStart()),
         data.words(transfer.getDstShape()), data.words(transfer.getDstStart()),
         data.words(transfer.getSize())});
  return data.array(structs);
}

ConstantData::Struct ImageBuilder::emitInstr(const Instruction &instr) {
  llvm::Constant *kernel = data.null(), *kernelName = data.null();
  KernelFacts kernelFacts{0, 0};
  if (!instr.kernel.empty()) {
    kernel = target.getFunction(instr.kernel);
    kernelName = data.string(instr.kernel);
    kernelFacts = facts.kernels.lookup(instr.kernel);
  }
  llvm::Constant *groups = data.null(), *transfers = data.null();
  size_t numGroups = 0, numTransfers = 0;
  if (instr.groups) {
    numGroups = instr.groups.size();
    groups = emitGroups(instr.groups);
  }
  if (instr.transfers) {
    numTransfers = instr.transfers.size();
    transfers = emitTransfers(instr.transfers);
  }
  return {data.word(instr.opcode),
          data.string(instr.name),
          data.word(instr.buffers.size()),
          data.words(instr.buffers),
          data.word(instr.attrs.size()),
          data.words(instr.attrs),
          kernel,
          kernelName,
          data.word(kernelFacts.grid),
          data.word(kernelFacts.scratchBytes),
          data.word(instr.numParams),
          data.words(instr.params),
          data.word(instr.channel),
          data.word(numGroups),
          groups,
          data.word(numTransfers),
          transfers};
}

ConstantData::Struct ImageBuilder::emitClass(comm::ProgramOp program) {
  MemoryPlan plan = planMemory(program);
  BufferNumbers numbers(program);
  SmallVector<Struct> buffers, instrs;
  for (Value value : numbers.values())
    buffers.push_back(emitBuffer(program, plan, value));
  for (const Instruction &instr : makeInstructions(program, numbers))
    instrs.push_back(emitInstr(instr));

  std::vector<comm::OutputOp> outputs(
      program.getBlock()->getOps<comm::OutputOp>().begin(),
      program.getBlock()->getOps<comm::OutputOp>().end());
  llvm::sort(outputs, [](comm::OutputOp a, comm::OutputOp b) {
    return a.getIndex() < b.getIndex();
  });
  SmallVector<Struct> results;
  for (comm::OutputOp output : outputs) {
    std::vector<int64_t> owner(output.getOwner().begin(),
                               output.getOwner().end());
    results.push_back({data.word(numbers[output.getValue()]),
                       data.words(flattenTable(output.getStarts())),
                       data.words(owner)});
  }
  return {data.string(program.getSymName()),
          data.word(program.getNumRanks()),
          data.words(program.getRanks()),
          data.word(plan.arenaBytes),
          data.word(buffers.size()),
          data.array(buffers),
          data.word(instrs.size()),
          data.array(instrs),
          data.array(results)};
}

llvm::Constant *ImageBuilder::emitIo(StringRef attribute, size_t &count) {
  SmallVector<Struct> structs;
  for (auto io :
       module->getAttrOfType<ArrayAttr>(attribute).getAsRange<comm::IoAttr>()) {
    RankedTensorType type = io.getTensor();
    structs.push_back({data.string(io.getName()),
                       data.word(dtypeOf(type.getElementType())),
                       data.word(type.getRank()), data.words(type.getShape())});
  }
  count = structs.size();
  return data.array(structs);
}

void ImageBuilder::run() {
  const CodegenOptions &options = facts.options;
  SmallVector<Struct> classes;
  for (comm::ProgramOp program : comm::getPrograms(module))
    classes.push_back(emitClass(program));
  size_t numInputs, numOutputs;
  llvm::Constant *inputs = emitIo(comm::inputsAttr, numInputs);
  llvm::Constant *outputs = emitIo(comm::outputsAttr, numOutputs);
  bool hasWeights = !facts.weights.empty();
  int64_t numRanks =
      module->getAttrOfType<IntegerAttr>(comm::numRanksAttr).getInt();
  llvm::Constant *image = data.asStruct(
      {data.word(RT_ABI_VERSION),
       data.string(llvm::sys::path::filename(options.modelFile)),
       data.string(options.version), data.string(options.planText),
       hasWeights ? data.string(facts.weightsName) : data.null(),
       data.string(facts.contentId),
       data.word(hasWeights ? facts.weights.size() : 0), data.word(numRanks),
       data.word(options.threadsPerRank), data.word(numInputs), inputs,
       data.word(numOutputs), outputs, data.word(classes.size()),
       data.array(classes), data.word(options.plannedBytes.size()),
       data.words(options.plannedBytes)});
  auto *global = new llvm::GlobalVariable(
      target, image->getType(), /*isConstant=*/true,
      llvm::GlobalValue::ExternalLinkage, image, "rt_program_image");
  global->setAlignment(llvm::Align(8));
}

void emitImage(ModuleOp module, const ImageFacts &facts, llvm::Module &target) {
  ImageBuilder(module, facts, target).run();
}

} // namespace partita::codegen
