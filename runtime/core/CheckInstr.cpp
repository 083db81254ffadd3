//===- CheckInstr.cpp - Are the instructions well-formed? -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Check.h. One function per opcode; sizes in attributes are held against
// the shapes of the buffers, so that a slip of the compiler is a message here
// and not a wild write.
//
//===----------------------------------------------------------------------===//

#include "core/Box.h"
#include "core/Check.h"
#include "core/Failure.h"

#include <algorithm>
#include <set>
#include <vector>

using namespace partita::rt;

static long long ll(int64_t value) { return value; }

const char *partita::rt::opcodeName(int64_t opcode) {
  static const char *const names[] = {"kernel",   "gemm", "conv",
                                      "max_pool", "copy", "to_partial",
                                      "start",    "wait"};
  return opcode >= RT_KERNEL && opcode <= RT_WAIT ? names[opcode] : "unknown";
}

namespace {

class InstrChecker {
public:
  InstrChecker(const rt_class &cls, int64_t numRanks)
      : cls(cls), numRanks(numRanks) {}
  void run();

private:
  void check();
  void checkGemm();
  void checkConv();
  void checkPool();
  void checkCopy();
  void checkToPartial();
  void checkStart();
  void checkWait();
  void checkGroup(const rt_group &group, int64_t rank, bool cut);
  void checkTransfers(int64_t dims);

  [[noreturn]] void bad(const std::string &what) const {
    fail("malformed image: class '%s', instruction %lld '%s' (%s): %s",
         cls.name, ll(index), instr->name, opcodeName(instr->opcode),
         what.c_str());
  }
  void expect(bool condition, const char *what) const {
    if (!condition)
      bad(what);
  }
  void expectCounts(int64_t buffers, int64_t attrs, int64_t params) const {
    if (instr->num_buffers != buffers || instr->num_attrs != attrs ||
        instr->num_params < params)
      bad(format("expects %lld buffers, %lld attributes, %lld parameters, got "
                 "%lld, %lld, %lld",
                 ll(buffers), ll(attrs), ll(params), ll(instr->num_buffers),
                 ll(instr->num_attrs), ll(instr->num_params)));
  }
  const rt_buffer &buffer(int64_t i) const {
    return cls.buffers[instr->buffers[i]];
  }
  /// Operand `i` is f32 with this many elements.
  void expectFloats(int64_t i, int64_t elements) const {
    if (buffer(i).dtype != RT_F32 || elementsOf(buffer(i)) != elements)
      bad(format("expects %lld f32 elements in operand %lld '%s', which has "
                 "%lld of dtype %lld",
                 ll(elements), ll(i), buffer(i).name, ll(elementsOf(buffer(i))),
                 ll(buffer(i).dtype)));
  }
  void expectBytes(int64_t i, int64_t bytes) const {
    if (bytesOf(buffer(i)) != bytes)
      bad(format("expects %lld bytes in operand %lld '%s', which has %lld",
                 ll(bytes), ll(i), buffer(i).name, ll(bytesOf(buffer(i)))));
  }
  void expectPositive(std::initializer_list<int64_t> attrs) const {
    for (int64_t i : attrs)
      if (instr->attrs[i] < 1)
        bad(format("expects attribute %lld to be positive, got %lld", ll(i),
                   ll(instr->attrs[i])));
  }
  void expectEpilogue(int64_t flags, int64_t attrs, int64_t bias,
                      int64_t result) const;

  const rt_class &cls;
  int64_t numRanks;
  const rt_instr *instr = nullptr;
  int64_t index = 0;
  int64_t lastChannel = -1;
  std::set<int64_t> started, open; // futures
};

} // namespace

void InstrChecker::run() {
  for (index = 0; index < cls.num_instrs; ++index) {
    instr = &cls.instrs[index];
    for (int64_t i = 0; i < instr->num_buffers; ++i)
      expect(instr->buffers[i] >= 0 && instr->buffers[i] < cls.num_buffers,
             "an operand names no buffer");
    check();
  }
  if (!open.empty())
    fail("malformed image: class '%s': future %lld is never awaited", cls.name,
         ll(*open.begin()));
}

void InstrChecker::check() {
  switch (instr->opcode) {
  case RT_KERNEL:
    expect(instr->grid >= 0 && instr->scratch_bytes >= 0,
           "expects grid and scratch of at least 0");
    return expect(instr->kernel || instr->grid == 0, "expects a kernel");
  case RT_GEMM:
    return checkGemm();
  case RT_CONV:
    return checkConv();
  case RT_MAX_POOL:
    return checkPool();
  case RT_COPY:
    return checkCopy();
  case RT_TO_PARTIAL:
    return checkToPartial();
  case RT_START:
    return checkStart();
  case RT_WAIT:
    return checkWait();
  default:
    bad(format("unknown opcode %lld", ll(instr->opcode)));
  }
}

void InstrChecker::expectEpilogue(int64_t flags, int64_t attrs, int64_t bias,
                                  int64_t result) const {
  bool hasBias = flags & RT_EPI_BIAS, hasResidual = flags & RT_EPI_RESIDUAL;
  expectCounts(3 + hasBias + hasResidual, attrs, 0);
  if (hasBias)
    expectFloats(3, bias);
  if (hasResidual)
    expectFloats(3 + hasBias, result);
  expectFloats(2, result);
}

void InstrChecker::checkGemm() {
  expect(instr->num_attrs == 9, "expects 9 attributes");
  const int64_t *a = instr->attrs;
  int64_t batch = a[0], m = a[1], n = a[2], k = a[3];
  expectEpilogue(a[8], 9, n, batch * m * n);
  expectFloats(0, (a[6] ? batch : 1) * m * k);
  expectFloats(1, (a[7] ? batch : 1) * k * n);
  expect(batch == 1 || a[6] || a[7], "expects a batched operand");
}

void InstrChecker::checkConv() {
  expect(instr->num_attrs == 21, "expects 21 attributes");
  const int64_t *a = instr->attrs;
  int64_t groups = a[17];
  expectPositive({9, 10, 15, 16, 17});
  expect(a[1] % groups == 0 && a[4] % groups == 0,
         "expects channels to be multiples of the groups");
  expectEpilogue(a[18], 21, a[4], a[0] * a[4] * a[7] * a[8]);
  expectFloats(0, a[0] * a[1] * a[2] * a[3]);
  expectFloats(1, a[4] * (a[1] / groups) * a[5] * a[6]);
}

void InstrChecker::checkPool() {
  expectCounts(2, 17, 0);
  const int64_t *a = instr->attrs;
  expectPositive({4, 5, 8, 9, 14, 15});
  expectFloats(0, a[0] * a[1] * a[2] * a[3]);
  expectFloats(1, a[0] * a[1] * a[6] * a[7]);
}

void InstrChecker::checkCopy() {
  expect(instr->num_attrs >= 2 && instr->attrs[1] >= 0,
         "expects an element size and a rank");
  const int64_t *a = instr->attrs;
  int64_t dims = a[1];
  expectCounts(2, 2 + 3 * dims, 2 * dims);
  const int64_t *src = a + 2, *dst = src + dims, *sizes = dst + dims;
  expectBytes(0, a[0] * countOf(src, dims));
  expectBytes(1, a[0] * countOf(dst, dims));
  for (int64_t r = 0; r < cls.num_ranks; ++r) {
    const int64_t *at = instr->params + r * instr->num_params;
    for (int64_t i = 0; i < dims; ++i)
      if (sizes[i] < 0 || at[i] < 0 || at[i] + sizes[i] > src[i] ||
          at[dims + i] < 0 || at[dims + i] + sizes[i] > dst[i])
        bad(format("the box of rank %lld does not fit in dim %lld",
                   ll(cls.ranks[r]), ll(i)));
  }
}

void InstrChecker::checkToPartial() {
  expectCounts(2, 4, 1);
  const int64_t *a = instr->attrs;
  expectBytes(0, a[0] * a[1]);
  expectBytes(1, a[0] * a[1]);
  expect(a[0] == sizeOf(a[3]) && buffer(1).dtype == a[3],
         "expects the element type of its operands");
  expect(a[2] == RT_MAX || (a[2] == RT_SUM && a[3] != RT_BOOL),
         "expects sum (not of bool) or max");
}

void InstrChecker::checkGroup(const rt_group &group, int64_t rank, bool cut) {
  int64_t n = group.num_members;
  std::set<int64_t> members(group.members, group.members + n);
  expect(static_cast<int64_t>(members.size()) == n,
         "a group lists a rank twice");
  expect(n > 0 && *members.begin() >= 0 && *members.rbegin() < numRanks,
         "a group lists a rank that does not exist");
  if (!members.count(rank))
    bad(format("rank %lld is not in its own group", ll(rank)));
  if (cut) {
    expect(group.cuts && group.cuts[0] == 0, "expects cuts from 0");
    expect(std::is_sorted(group.cuts, group.cuts + n + 1),
           "expects ascending cuts");
  }
}

void InstrChecker::checkTransfers(int64_t dims) {
  int64_t elemSize = instr->attrs[2];
  for (int64_t i = 0; i < instr->num_transfers; ++i) {
    const rt_transfer &t = instr->transfers[i];
    expect(t.src_rank >= 0 && t.src_rank < numRanks && t.dst_rank >= 0 &&
               t.dst_rank < numRanks,
           "a transfer lists a rank that does not exist");
    for (int64_t d = 0; d < dims; ++d)
      if (t.sizes[d] < 0 || t.src_start[d] < 0 || t.dst_start[d] < 0 ||
          t.src_start[d] + t.sizes[d] > t.src_shape[d] ||
          t.dst_start[d] + t.sizes[d] > t.dst_shape[d])
        bad(format("transfer %lld does not fit in dim %lld", ll(i), ll(d)));
    for (int64_t r = 0; r < cls.num_ranks; ++r) {
      if (t.src_rank == cls.ranks[r])
        expectBytes(0, elemSize * countOf(t.src_shape, dims));
      if (t.dst_rank == cls.ranks[r])
        expectBytes(1, elemSize * countOf(t.dst_shape, dims));
    }
  }
}

void InstrChecker::checkStart() {
  const int64_t *a = instr->attrs;
  expect(instr->num_attrs >= 4, "expects a future, a kind and its attributes");
  int64_t kind = a[1];
  expect(kind >= RT_ALL_GATHER && kind <= RT_EXCHANGE,
         "unknown kind of collective");
  static const int64_t numAttrs[] = {5, 5, 6, 4};
  bool exchange = kind == RT_EXCHANGE;
  bool reduces = kind == RT_ALL_REDUCE || kind == RT_REDUCE_SCATTER;
  expectCounts(2, numAttrs[kind], exchange ? 0 : 1);
  expect(started.insert(a[0]).second, "starts a future twice");
  open.insert(a[0]);
  expect(instr->channel > lastChannel,
         "expects channels to ascend in program order");
  lastChannel = instr->channel;

  if (exchange) {
    expect(a[3] >= 0, "expects a rank of at least 0");
    return checkTransfers(a[3]);
  }
  if (reduces) {
    int64_t op = kind == RT_ALL_REDUCE ? a[4] : a[5];
    expect(buffer(0).dtype == a[2] && buffer(1).dtype == a[2],
           "expects the element type of its operands");
    expect(op == RT_MAX || (op == RT_SUM && a[2] != RT_BOOL),
           "expects sum (not of bool) or max");
  }
  int64_t elemSize = reduces ? sizeOf(a[2]) : a[2];
  for (int64_t r = 0; r < cls.num_ranks; ++r) {
    int64_t g = instr->params[r * instr->num_params];
    expect(g >= 0 && g < instr->num_groups, "no such group");
    const rt_group &group = instr->groups[g];
    checkGroup(group, cls.ranks[r], kind != RT_ALL_REDUCE);
    if (kind == RT_ALL_REDUCE) {
      expectBytes(0, elemSize * a[3]);
      expectBytes(1, elemSize * a[3]);
      continue;
    }
    int64_t me = std::find(group.members, group.members + group.num_members,
                           cls.ranks[r]) -
                 group.members;
    int64_t row = elemSize * a[3] * a[4];
    int64_t piece = row * (group.cuts[me + 1] - group.cuts[me]);
    int64_t whole = row * group.cuts[group.num_members];
    expectBytes(0, kind == RT_ALL_GATHER ? piece : whole);
    expectBytes(1, kind == RT_ALL_GATHER ? whole : piece);
  }
}

void InstrChecker::checkWait() {
  expectCounts(0, 1, 0);
  expect(open.erase(instr->attrs[0]) == 1,
         "awaits a future that is not in flight");
}

void partita::rt::checkInstructions(const rt_class &cls, int64_t numRanks) {
  InstrChecker(cls, numRanks).run();
}
