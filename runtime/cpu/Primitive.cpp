//===- Primitive.cpp - A oneDNN primitive as a step -----------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Primitive.h.
//
//===----------------------------------------------------------------------===//

#include "cpu/Primitive.h"

using namespace partita::rt;
using dnnl::memory;

dnnl::primitive_attr partita::rt::userScratchpad() {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attr;
}

Primitive::Primitive(Library &library, const dnnl::primitive &primitive,
                     const Desc &scratchpad)
    : library(library), main{primitive, {}} {
  main.args.push_back({DNNL_ARG_SCRATCHPAD, inScratch(scratchpad).get()});
}

memory Primitive::operand(void *const *slot, const Desc &desc) {
  memory made(desc, library.engine, DNNL_MEMORY_NONE);
  operands.push_back({made, slot, nullptr});
  return made;
}

memory Primitive::inScratch(const Desc &desc) {
  memory made(desc, library.engine, DNNL_MEMORY_NONE);
  scratch.push_back({made, scratchBytes});
  scratchBytes += alignUp(static_cast<int64_t>(desc.get_size()));
  library.reserve(scratchBytes);
  return made;
}

void Primitive::addReorder(std::vector<Execution> &list, memory from,
                           memory to) {
  dnnl::reorder::primitive_desc desc(library.engine, from.get_desc(),
                                     library.engine, to.get_desc(),
                                     userScratchpad());
  memory scratchpad = inScratch(desc.scratchpad_desc());
  list.push_back({dnnl::reorder(desc),
                  {{DNNL_ARG_FROM, from.get()},
                   {DNNL_ARG_TO, to.get()},
                   {DNNL_ARG_SCRATCHPAD, scratchpad.get()}}});
}

void Primitive::input(int arg, void *const *slot, const Desc &plain,
                      const Desc &wanted, bool constant) {
  memory given;
  if (plain == wanted) {
    given = operand(slot, plain);
  } else if (constant) {
    void *packed = library.packed.pack(library, *slot, plain, wanted);
    given = memory(wanted, library.engine, packed);
    constants.push_back(given);
  } else {
    given = inScratch(wanted);
    addReorder(before, operand(slot, plain), given);
  }
  main.args.push_back({arg, given.get()});
}

void Primitive::output(int arg, void *const *slot, const Desc &plain,
                       const Desc &wanted) {
  memory result = operand(slot, plain);
  if (plain == wanted) {
    main.args.push_back({arg, result.get()});
    return;
  }
  memory made = inScratch(wanted);
  addReorder(after, made, result);
  main.args.push_back({arg, made.get()});
}

void Primitive::preload(int arg, void *const *slot, const Desc &plain,
                        void *const *outputSlot, const Desc &wanted) {
  if (plain == wanted) {
    // oneDNN is slow at reorders that change nothing.
    int64_t bytes = static_cast<int64_t>(plain.get_size());
    placements.push_back(
        {slot, outputSlot,
         BoxCopy(1, 1, &bytes, nullptr, &bytes, nullptr, &bytes)});
    return;
  }
  for (const dnnl_exec_arg_t &given : main.args)
    if (given.arg == arg) {
      memory target;
      target.reset(given.memory, /*weak=*/true);
      addReorder(before, operand(slot, plain), target);
      return;
    }
}

/// Points the memory objects at this run's operands.
void Primitive::bind() {
  if (scratchBase != library.scratch()) {
    scratchBase = library.scratch();
    for (Scratch &area : scratch)
      area.memory.set_data_handle(scratchBase + area.offset);
  }
  for (Operand &operand : operands)
    if (operand.bound != *operand.slot) {
      operand.bound = *operand.slot;
      operand.memory.set_data_handle(operand.bound);
    }
}

void Primitive::execute(const Execution &execution) {
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(execution.primitive.get(), library.stream.get(),
                             static_cast<int>(execution.args.size()),
                             execution.args.data()),
      "oneDNN could not execute a primitive");
}

void Primitive::run() {
  bind();
  for (const Placement &placement : placements)
    placement.copy.run(*placement.from, *placement.to, library.team);
  for (const Execution &execution : before)
    execute(execution);
  execute(main);
  for (const Execution &execution : after)
    execute(execution);
}
