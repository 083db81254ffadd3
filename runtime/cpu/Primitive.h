//===- Primitive.h - A oneDNN primitive as a step ---------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ties a primitive's arguments to the operands of an instruction. The tables
// hold plain row-major tensors; where a primitive wants another format, the
// step puts constants into it once at start-up and others before each run.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CPU_PRIMITIVE_H
#define PARTITA_RUNTIME_CPU_PRIMITIVE_H

#include "core/Box.h"
#include "core/Step.h"
#include "cpu/Library.h"

#include <vector>

namespace partita::rt {

class Primitive : public Step {
public:
  using Desc = dnnl::memory::desc;

  /// `scratchpad`: the primitive descriptor's.
  Primitive(Library &library, const dnnl::primitive &primitive,
            const Desc &scratchpad);

  /// Argument `arg` is the tensor at `*slot`, stored as `plain`, which the
  /// primitive wants as `wanted`.
  void input(int arg, void *const *slot, const Desc &plain, const Desc &wanted,
             bool constant = false);
  void output(int arg, void *const *slot, const Desc &plain,
              const Desc &wanted);
  /// Before each run, fills the output `arg`, bound by the call above, with
  /// the tensor at `*slot`, stored as `plain`: what a sum is added to.
  void preload(int arg, void *const *slot, const Desc &plain,
               void *const *outputSlot, const Desc &wanted);

  void run() override;

private:
  struct Execution {
    dnnl::primitive primitive;
    std::vector<dnnl_exec_arg_t> args;
  };
  /// A memory object whose tensor is an operand of the instruction.
  struct Operand {
    dnnl::memory memory;
    void *const *slot;
    void *bound; ///< its handle now
  };
  /// One that lies in the rank's scratch area.
  struct Scratch {
    dnnl::memory memory;
    int64_t offset;
  };

  /// Plain bytes that a result begins with.
  struct Placement {
    void *const *from, *const *to;
    BoxCopy copy;
  };

  dnnl::memory operand(void *const *slot, const Desc &desc);
  dnnl::memory inScratch(const Desc &desc);
  void addReorder(std::vector<Execution> &list, dnnl::memory from,
                  dnnl::memory to);
  void bind();
  void execute(const Execution &execution);

  Library &library;
  Execution main;
  std::vector<Execution> before, after;
  std::vector<Placement> placements;
  std::vector<Operand> operands;
  std::vector<Scratch> scratch;
  std::vector<dnnl::memory> constants; ///< kept alive
  int64_t scratchBytes = 0;
  char *scratchBase = nullptr;
};

/// Asks oneDNN for a scratchpad of ours; every primitive is made with this.
dnnl::primitive_attr userScratchpad();

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CPU_PRIMITIVE_H
