//===- Check.h - Is the image one that can run? -----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image is checked once, at session creation, before anything trusts it:
// ABI version, ranks, bounds of buffers and boxes, the operands of every
// instruction, futures. What ranks expect of each other in collectives is
// checked by the communication backend (`seal` in comm/rt_comm.h).
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_CORE_CHECK_H
#define PARTITA_RUNTIME_CORE_CHECK_H

#include "rt_image.h"

#include <cstdint>

namespace partita::rt {

/// Throws Failure if `image` is not well-formed.
void checkImage(const rt_image &image);

/// The part for one class's instructions (CheckInstr.cpp); buffers are fine.
void checkInstructions(const rt_class &cls, int64_t numRanks);

int64_t elementsOf(const rt_buffer &buffer);
int64_t bytesOf(const rt_buffer &buffer);

/// The names that messages use.
const char *opcodeName(int64_t opcode);

} // namespace partita::rt

#endif // PARTITA_RUNTIME_CORE_CHECK_H
